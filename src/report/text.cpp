#include "report/layout.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::report {
namespace {

std::string with_article(std::string_view noun) {
  const bool spelled = noun.find_first_of("aeiouy") == std::string_view::npos;  // svm is read letter by letter
  const bool vowel = std::string_view(spelled ? "aefhilmnorsx" : "aeiou").find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

std::string headline(const Answer& answer) {
  const Lesson& lesson = answer.lesson;
  switch (lesson.status) {
    case Status::unteachable:
      return "This target cannot be taught.";
    case Status::unbounded:
      return lesson.direction == Direction::none ? "There is nothing to teach." : "There is no best lesson.";
    case Status::optimal:
    case Status::feasible:
      break;
  }
  if (!lesson.has_items) return "No lesson was found.";
  if (!answer.parts.empty()) {
    return fmt::format("Teach {} {} in all.", counted(static_cast<Index>(answer.parts.size()), "learner"),
                       counted(lesson.n, "item"));
  }
  const auto& several = answer.learners.several;
  const std::string whom = several ? fmt::format("{} {} learners", answer.before.size(), answer.learners.model->name)
                                   : fmt::format("{} learner", with_article(answer.learners.model->name));
  if (lesson.n == 0) {
    return fmt::format("Teach {} nothing{}", whom, answer.learners.rules ? "." : ": no lesson is worth its effort.");
  }
  return fmt::format("Teach {} {}.", whom, counted(lesson.n, "item"));
}

/// What ended the search, and what would let it go on.
std::string why_not_proven(const Lesson& lesson) {
  if (lesson.reason == Reason::gap && lesson.usual_gap) {
    return fmt::format("stopped within {:g} % of the best, the usual gap for a pool; --gap 0 goes on",
                       100 * *lesson.usual_gap);
  }
  if (lesson.reason == Reason::gap) return "stopped within the gap that was asked for";
  if (lesson.reason == Reason::time) return "stopped when the time was up; a longer limits.seconds goes on";
  if (lesson.reason == Reason::interrupted) return "interrupted";
  if (lesson.reason == Reason::not_provable) return "not provable by the methods there are";
  return lesson.why();
}

/// Which way the impedance falls without a best set.
std::string endless(const Lesson& lesson) {
  const std::string fall = std::isfinite(lesson.lower_bound)
                               ? fmt::format("towards {}, which no set reaches", brief(lesson.lower_bound))
                               : "without end";
  if (lesson.direction == Direction::none)
    return fmt::format("The impedance is -∞ before any teaching: {}.", lesson.why());
  return fmt::format("With {} the impedance falls {}.", to_string(lesson.direction.value()), fall);
}

std::string proof(const Answer& answer, Paint paint) {
  const Lesson& lesson = answer.lesson;
  const std::string within = lesson.proven_up_to ? fmt::format(" of up to {}", counted(*lesson.proven_up_to, "item"))
                             : answer.learners.rules ? " that is allowed"
                                                     : "";
  switch (lesson.status) {
    case Status::optimal:
      return fmt::format("{}: no teaching set{} has a lower impedance", paint.good("proven optimal"), within);
    case Status::feasible:
      if (lesson.lower_bound == -infinity) {
        return fmt::format("{} ({}): nothing is known about how much better a set could be",
                           paint.warning("not proven optimal"), why_not_proven(lesson));
      }
      return fmt::format("{} ({}): no teaching set{} has an impedance below {}, at most {} could be gained",
                         paint.warning("not proven optimal"), why_not_proven(lesson), within, brief(lesson.lower_bound),
                         brief(lesson.gap()));
    case Status::unbounded:
      return endless(lesson);
    case Status::unteachable:
      return fmt::format("Its loss is infinite whatever is taught. {}.", lesson.why());
  }
  return "";
}

std::string impedance_block(const Answer& answer, Paint paint) {
  const Lesson& lesson = answer.lesson;
  std::string text;
  const double rounding = 1e-13 * std::max(1.0, std::abs(lesson.impedance));  // less than this is the arithmetic's
  if (lesson.has_items) {
    text += fmt::format("  impedance   {}  =  loss {}  +  effort {}\n", paint.bold(brief(lesson.impedance)),
                        brief(std::abs(lesson.loss) < rounding ? 0 : lesson.loss), brief(lesson.effort));
  }
  if (lesson.n > 0 || !lesson.has_items) text += fmt::format("  untaught    {}\n", brief(lesson.loss_before));
  if (lesson.naive) {
    text += fmt::format("  naive       {}  the best for a learner that does not know it is taught ({})\n",
                        brief(lesson.naive->impedance), counted(lesson.naive->n, "item"));
  }
  return text + wrapped(proof(answer, paint), "  ");
}

/// Whether the categories have a table of their own, which then says what the learner expects.
bool has_categories(const Answer& answer) {
  constexpr std::size_t few = 8;
  const Lesson& lesson = answer.lesson;
  if (!lesson.has_items || !lesson.counts || !answer.before[0].expects.is_object()) return false;
  return lesson.n > 0 || lesson.counts->size() <= few;
}

/// One section a part, and then their sums.
std::string parts_text(const Answer& answer, Paint paint) {
  std::string text = paint.bold(headline(answer)) + "\n";
  for (std::size_t i = 0; i < answer.parts.size(); ++i) {
    text += fmt::format("\n── part {} of {} ──\n\n", i + 1, answer.parts.size()) + to_text(answer.parts[i], paint);
  }
  return text + "\n── all parts together ──\n\n" + impedance_block(answer, paint);
}

}  // namespace

std::string to_text(const Answer& answer, Paint paint) {
  if (!answer.parts.empty()) return parts_text(answer, paint);
  const Lesson& lesson = answer.lesson;
  std::string text = paint.bold(headline(answer)) + "\n\n";
  const bool categories = has_categories(answer);
  if (lesson.status == Status::unbounded && lesson.n > 0) text += "  The best within limits:\n\n";
  const std::string set = answer.written ? items_block(*answer.written)
                          : categories   ? categories_block(answer)
                                         : items_block(lesson.items, lesson.rows, answer.learners.items);
  if (!set.empty()) text += set + '\n';
  const bool expectations = !categories || answer.learners.several;
  const std::string beliefs = beliefs_block(answer.learners, answer.before, answer.after, lesson.losses, expectations);
  if (!beliefs.empty()) text += beliefs + '\n';
  return text + impedance_block(answer, paint);
}

std::string to_text(const Verdict& verdict, Paint paint) {
  const std::string items = counted(verdict.set.n, "item");
  std::string head;
  if (!verdict.set.violates.empty()) {
    head = fmt::format("This set is not allowed: {}.", verdict.set.violates);
  } else if (const std::string comparison = comparison_of(verdict); comparison.empty()) {
    head = fmt::format("This set of {} has no best lesson to compare with ({}).", items,
                       to_string(verdict.optimum.status));
  } else {
    head = fmt::format("This set of {} is {}.", items, comparison);
  }
  Table table("lrr");
  table.add({"", "this set", verdict.optimum.status == Status::optimal ? "best" : "best known"});
  auto best = [&](std::string figure) { return verdict.optimum.has_items ? figure : "–"; };
  table.add({"impedance", brief(verdict.set.impedance), best(brief(verdict.optimum.impedance))});
  table.add({"loss", brief(verdict.set.loss), best(brief(verdict.optimum.loss))});
  table.add({"effort", brief(verdict.set.effort), best(brief(verdict.optimum.effort))});
  table.add({"items", grouped(verdict.set.n), best(grouped(verdict.optimum.n))});
  std::string text = wrapped(head, "");
  text = paint.bold(text) + '\n' + table.text();
  if (!verdict.after.empty())
    text += '\n' + beliefs_block(verdict.learners, {}, verdict.after, verdict.set.losses, true);
  return text;
}

std::string to_text(const Unpacked& unpacked, Paint) {
  std::string text;
  for (Index row = 0; row < unpacked.set.rows.rows(); ++row) {
    const Json item = item_json(unpacked.set, row, unpacked.items);
    for (Index copy = 0; copy < unpacked.set.copies[row]; ++copy) text += io::pretty(item) + '\n';
  }
  return text;
}

std::string to_text(const std::vector<io::Error>& errors, const std::string& source, Paint paint) {
  const std::string count = errors.size() == 1 ? "" : fmt::format(" {} mistakes", errors.size());
  std::string text = paint.bold(source) + ":" + count + (errors.size() == 1 ? " " : "\n");
  for (const io::Error& error : errors) text += (errors.size() == 1 ? "" : "  ") + error.text() + '\n';
  return text;
}

}  // namespace didact::report
