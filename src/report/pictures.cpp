#include "report/pictures.hpp"

#include "report/scene.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace didact::report {
namespace {

constexpr std::size_t most_learners = 3, most_parts = 8;

Rows rows_of(const Scene& scene) {
  switch (scene.learners.model->drawing) {
    case io::Drawing::plain:
      return plain_rows(scene);
    case io::Drawing::categories:
      return category_rows(scene);
    case io::Drawing::line:
      return line_rows(scene);
    case io::Drawing::vectors:
      return vector_rows(scene);
    case io::Drawing::regression:
      return regression_rows(scene);
    case io::Drawing::separator:
      return separator_rows(scene);
    case io::Drawing::naive_bayes:
      return naive_bayes_rows(scene);
    case io::Drawing::gaussian_naive_bayes:
      return gaussian_naive_bayes_rows(scene);
    case io::Drawing::markov_chain:
      return markov_chain_rows(scene);
    case io::Drawing::threshold:
      return threshold_rows(scene);
    case io::Drawing::hypotheses:
      return hypotheses_rows(scene);
    case io::Drawing::concepts:
      return concepts_rows(scene);
  }
  return plain_rows(scene);
}

std::string shown(double value) {
  constexpr double rounding = 1e-12;  // less than this is the arithmetic's
  return plot::value_label(std::abs(value) < rounding ? 0 : value, 5);
}

std::string title_of(const Lesson& lesson) {
  if (lesson.status == Status::unteachable) return "This target cannot be taught";
  if (lesson.status == Status::unbounded && lesson.direction == Direction::none) return "There is nothing to teach";
  if (!lesson.has_items) return lesson.status == Status::unbounded ? "There is no best lesson" : "No lesson was found";
  const std::string_view proof = lesson.status == Status::optimal    ? "proven optimal"
                                 : lesson.status == Status::feasible ? "not proven optimal"
                                                                     : "no best lesson";
  return fmt::format("{}, impedance {}, {}", counted(lesson.n, "item"), shown(lesson.impedance), proof);
}

std::vector<std::string> notes_of(const Answer& answer) {
  const Lesson& lesson = answer.lesson;
  std::vector<std::string> notes;
  if (lesson.has_items) {
    notes.push_back(fmt::format("{}: loss {} and effort {}; untaught, its loss is {}.", answer.learners.model->name,
                                shown(lesson.loss), shown(lesson.effort), shown(lesson.loss_before)));
  } else {
    notes.push_back(
        fmt::format("{}: untaught, its loss is {}.", answer.learners.model->name, shown(lesson.loss_before)));
  }
  if (lesson.status == Status::unteachable) notes.push_back(lesson.why() + ".");
  if (lesson.status == Status::unbounded && lesson.direction != Direction::none) {
    notes.push_back(
        fmt::format("With {} the impedance falls {}.", to_string(lesson.direction.value()),
                    std::isfinite(lesson.lower_bound) ? "towards " + shown(lesson.lower_bound) : "without end"));
  }
  if (lesson.status == Status::feasible && std::isfinite(lesson.lower_bound)) {
    notes.push_back(fmt::format("No set has an impedance below {}.", shown(lesson.lower_bound)));
  }
  return notes;
}

void add_titled(Rows& rows, Rows more, const std::string& prefix) {
  for (plot::Row& row : more) {
    for (plot::Picture& picture : row) {
      std::visit([&](auto& content) { content.title = prefix + content.title; }, picture);
    }
    rows.push_back(std::move(row));
  }
}

/// One scene a learner: all learners are shown the same items.
struct Shown {
  const Class& learners;
  const Json& problem;
  const std::vector<Belief>& before;
  const std::vector<Belief>& after;
  const ItemSet* items = nullptr;
  const WrittenItems* written = nullptr;
};

Rows rows_of(const Shown& all, std::vector<std::string>& notes) {
  const std::size_t count = std::max<std::size_t>(1, std::max(all.before.size(), all.after.size()));
  Rows rows;
  for (std::size_t j = 0; j < std::min(count, most_learners); ++j) {
    const Scene scene{all.learners,
                      all.problem,
                      j < all.before.size() ? &all.before[j] : nullptr,
                      j < all.after.size() ? &all.after[j] : nullptr,
                      all.items,
                      all.written};
    const bool weighted = all.learners.judge == Judge::expected && j < all.learners.weights.size();
    const std::string weight = weighted ? fmt::format(" (weight {})", shown(all.learners.weights[j])) : "";
    add_titled(rows, rows_of(scene), all.learners.several ? fmt::format("Learner {}{}. ", j + 1, weight) : "");
  }
  if (count > most_learners)
    notes.push_back(fmt::format("Shown are the first {} of {} learners.", most_learners, count));
  if (all.learners.target.is_null() && !all.learners.own)
    notes.push_back("The target is a belief, not a point, and not drawn.");
  return rows;
}

/// A given set may have the same item in several rows.
ItemSet with_equal_once(const ItemSet& set) {
  std::map<std::vector<double>, Index> found;
  ItemSet once{Matrix(set.rows.rows(), set.rows.cols()), {}};
  for (Index i = 0; i < set.rows.rows(); ++i) {
    const Vector row = set.rows.row(i).transpose();
    const auto [at, is_new] = found.emplace(std::vector<double>(row.begin(), row.end()), once.copies.size());
    if (is_new) {
      once.rows.row(at->second) = row.transpose();
      once.copies.push_back(0);
    }
    once.copies[static_cast<std::size_t>(at->second)] += set.copies[static_cast<std::size_t>(i)];
  }
  once.rows.conservativeResize(static_cast<Index>(once.copies.size()), Eigen::NoChange);
  return once;
}

/// The problem of one part of a product, as far as pictures look at it.
Json part_problem(const Json& problem, std::size_t part) {
  const Json& parts = member(member(problem, "learner"), "parts");
  return {{"learner", parts.is_array() && part < parts.size() ? parts[part] : Json::object()}};
}

}  // namespace

plot::Sheet sheet(const Answer& answer, const Json& problem) {
  plot::Sheet all{.title = title_of(answer.lesson), .notes = notes_of(answer)};
  const std::vector<Belief> unchanged;  // what nothing was taught is only drawn once
  if (answer.parts.empty()) {
    const Lesson& lesson = answer.lesson;
    all.rows = rows_of({answer.learners, problem, answer.before, lesson.n == 0 ? unchanged : answer.after,
                        lesson.has_items ? &lesson.items : nullptr, answer.written ? &*answer.written : nullptr},
                       all.notes);
    return all;
  }
  for (std::size_t i = 0; i < std::min(answer.parts.size(), most_parts); ++i) {
    const Answer& part = answer.parts[i];
    const Json own = part_problem(problem, i);
    std::vector<std::string> notes;
    Rows rows = rows_of({part.learners, own, part.before, part.after,
                         part.lesson.has_items ? &part.lesson.items : nullptr, part.written ? &*part.written : nullptr},
                        notes);
    all.notes.push_back(fmt::format("Part {}, {}: {}.", i + 1, part.learners.model->name, title_of(part.lesson)));
    add_titled(all.rows, std::move(rows), fmt::format("Part {}. ", i + 1));
  }
  if (answer.parts.size() > most_parts) {
    all.notes.push_back(fmt::format("Shown are the first {} of {} parts.", most_parts, answer.parts.size()));
  }
  return all;
}

plot::Sheet sheet(const Verdict& verdict, const Json& problem) {
  plot::Sheet all;
  const std::string comparison = comparison_of(verdict);
  all.title = fmt::format("{}, impedance {}{}{}", counted(verdict.set.n, "item"), shown(verdict.set.impedance),
                          comparison.empty() ? "" : ", ", comparison);
  if (!verdict.set.violates.empty()) all.notes.push_back("This set is not allowed: " + verdict.set.violates + ".");
  plot::Bars worth{.title = "What the set is worth", .y_label = "impedance"};
  worth.categories = {"loss", "effort", "impedance"};
  worth.series = {{"this set", plot::Ink::after, {verdict.set.loss, verdict.set.effort, verdict.set.impedance}},
                  {verdict.optimum.status == Status::optimal ? "best lesson" : "best known",
                   plot::Ink::target,
                   {verdict.optimum.loss, verdict.optimum.effort, verdict.optimum.impedance}}};
  all.rows.push_back({std::move(worth)});
  const ItemSet items = with_equal_once(verdict.items);
  for (plot::Row& row : rows_of({verdict.learners, problem, verdict.before, verdict.after, &items,
                                 verdict.written ? &*verdict.written : nullptr},
                                all.notes)) {
    all.rows.push_back(std::move(row));
  }
  return all;
}

}  // namespace didact::report
