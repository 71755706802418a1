#include <didact/core/lesson.hpp>
#include <didact/core/stop.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace didact::lesson_test {
namespace {

std::string text(const Lesson& lesson) {
  std::ostringstream out;
  out << lesson;
  return out.str();
}

TEST(Lesson, reads_as_a_sentence) {
  Lesson lesson;
  lesson.status = Status::optimal;
  lesson.impedance = 2.6456859610776;
  lesson.lower_bound = lesson.impedance;
  lesson.n = 10;
  lesson.has_items = true;
  lesson.items = {(Matrix(2, 1) << 2, 3).finished(), {2, 8}};
  EXPECT_EQ(text(lesson), "10 items: 2×\"2\", 8×\"3\"   impedance 2.6457, proven optimal");

  lesson.status = Status::feasible;
  lesson.reason = Reason::time;
  lesson.lower_bound = 2.5;
  EXPECT_NE(text(lesson).find("no set is better than 2.5 (time)"), std::string::npos);
  EXPECT_NEAR(lesson.gap(), 0.1456859610776, 1e-15);
}

TEST(Lesson, has_no_gap_that_is_no_number) {
  for (const double impedance : {-infinity, 1.0, infinity}) {
    for (const double bound : {-infinity, 1.0, infinity}) {
      Lesson lesson;
      lesson.impedance = impedance;
      lesson.lower_bound = bound;
      EXPECT_FALSE(std::isnan(lesson.gap())) << impedance << " " << bound;
    }
  }
}

TEST(Lesson, is_not_optimal_with_an_infinite_impedance) {
  for (const double bound : {-infinity, 1.0, infinity}) {
    Lesson lesson;
    lesson.settle(bound, 0, StopReason::time);
    EXPECT_EQ(to_string(lesson.status), "feasible") << bound;
    EXPECT_EQ(lesson.reason, Reason::time);
    EXPECT_EQ(lesson.lower_bound, bound);
  }
}

TEST(Lesson, without_items) {
  Lesson lesson;
  lesson.has_no_best(Direction::more_items);
  EXPECT_EQ(text(lesson), "unbounded (more items)");
  lesson.cannot_be_taught("target.p is 1");
  EXPECT_EQ(text(lesson), "unteachable: target.p is 1");
}

TEST(Lesson, says_why_in_the_words_of_the_format) {
  Lesson lesson;
  EXPECT_EQ(lesson.why(), "");
  for (const auto& [reason, word] : {std::pair{Reason::gap, "gap"},
                                     {Reason::time, "time"},
                                     {Reason::interrupted, "interrupted"},
                                     {Reason::not_provable, "not provable"}}) {
    lesson.reason = reason;
    EXPECT_EQ(lesson.why(), word);
  }
  lesson.has_nothing_to_teach("target.p is 1");
  EXPECT_EQ(lesson.why(), "target.p is 1");
  EXPECT_EQ(lesson.direction, Direction::none);
  for (const auto& [direction, word] : {std::pair{Direction::none, "none"},
                                        {Direction::more_items, "more items"},
                                        {Direction::larger_items, "larger items"},
                                        {Direction::closer_items, "closer items"},
                                        {Direction::spread_items, "spread items"}}) {
    EXPECT_EQ(to_string(direction), word);
  }
}

TEST(Lesson, leaves_the_stream_as_it_was) {
  std::ostringstream out;
  out.precision(11);
  out << Lesson{};
  EXPECT_EQ(out.precision(), 11);
}

TEST(Stop, by_time_or_by_request) {
  EXPECT_EQ(Stop{}.reason(), StopReason::none);
  EXPECT_EQ(Stop(0.0).reason(), StopReason::time);
  EXPECT_EQ(Stop(1e6).reason(), StopReason::none);
  EXPECT_EQ(Stop(1e300).reason(), StopReason::none);  // no clock counts that far
  std::atomic<bool> request = false;
  const Stop stop(std::nullopt, &request);
  EXPECT_FALSE(stop);
  request = true;
  EXPECT_EQ(stop.reason(), StopReason::interrupted);
}

}  // namespace
}  // namespace didact::lesson_test
