#include "report/layout.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::report {
namespace {

std::string headline(const Answer& answer) {
  const Lesson& lesson = answer.lesson;
  switch (lesson.status) {
    case Status::unteachable:
      return "This target cannot be taught.";
    case Status::unbounded:
      return lesson.direction == "none" ? "There is nothing to teach." : "There is no best lesson.";
    case Status::optimal:
    case Status::feasible:
      break;
  }
  const auto& several = answer.learners.several;
  const std::string whom = several ? fmt::format("{} {} learners", answer.before.size(), answer.learners.model->name)
                                   : fmt::format("a {} learner", answer.learners.model->name);
  if (lesson.n == 0) return fmt::format("Teach {} nothing: no lesson is worth its effort.", whom);
  return fmt::format("Teach {} {}.", whom, counted(lesson.n, "item"));
}

std::string why_not_proven(const std::string& reason) {
  if (reason == "gap") return "stopped within the gap that was asked for";
  if (reason == "time") return "stopped when the time was up";
  if (reason == "interrupted") return "interrupted";
  return "not provable by the methods there are";
}

/// Which way the impedance falls without a best set.
std::string endless(const Lesson& lesson) {
  const std::string fall = std::isfinite(lesson.lower_bound)
                               ? fmt::format("towards {}, which no set reaches", brief(lesson.lower_bound))
                               : "without end";
  if (lesson.direction == "more items") return fmt::format("With more items the impedance falls {}.", fall);
  if (lesson.direction == "none") return "The impedance is -∞ before any teaching.";
  return fmt::format("With {} the impedance falls {}.", lesson.direction, fall);
}

std::string proof(const Lesson& lesson, Paint paint) {
  const std::string within =
      lesson.proven_up_to ? fmt::format(" of up to {}", counted(*lesson.proven_up_to, "item")) : "";
  switch (lesson.status) {
    case Status::optimal:
      return fmt::format("{}: no teaching set{} has a lower impedance", paint.good("proven optimal"), within);
    case Status::feasible:
      return fmt::format("{} ({}): no teaching set{} has an impedance below {}, at most {} could be gained",
                         paint.warning("not proven optimal"), why_not_proven(lesson.reason), within,
                         brief(lesson.lower_bound), brief(lesson.gap()));
    case Status::unbounded:
      return endless(lesson) + (lesson.reason.empty() ? "" : " Because " + lesson.reason + ".");
    case Status::unteachable:
      return fmt::format("Its loss is infinite whatever is taught: {}.", lesson.reason);
  }
  return "";
}

std::string impedance_block(const Lesson& lesson, Paint paint) {
  std::string text;
  if (lesson.has_items) {
    text += fmt::format("  impedance   {}  =  loss {}  +  effort {}\n", paint.bold(brief(lesson.impedance)),
                        brief(lesson.loss), brief(lesson.effort));
  }
  if (lesson.n > 0 || !lesson.has_items) text += fmt::format("  untaught    {}\n", brief(lesson.loss_before));
  const std::string sentence = proof(lesson, paint);
  return text + wrapped(sentence, "  ");
}

std::string set_block(const Answer& answer) {
  const bool categories = answer.lesson.counts && answer.before[0].expects.is_object();
  if (categories && (answer.lesson.n > 0 || answer.lesson.counts->size() <= 8)) return categories_block(answer);
  return items_block(answer.lesson.items, answer.learners.items);
}

}  // namespace

std::string to_text(const Answer& answer, Paint paint) {
  const Lesson& lesson = answer.lesson;
  std::string text = paint.bold(headline(answer)) + "\n\n";
  if (lesson.has_items) {
    if (lesson.status == Status::unbounded && lesson.n > 0) text += "  The best within limits:\n\n";
    if (const std::string set = set_block(answer); !set.empty()) text += set + '\n';
  }
  text += beliefs_block(answer.learners, answer.before, answer.after, lesson.losses) + '\n';
  return text + impedance_block(lesson, paint);
}

std::string to_text(const Verdict& verdict, Paint paint) {
  const std::string set = counted(verdict.n, "item");
  std::string head;
  if (!verdict.violates.empty()) {
    head = fmt::format("This set is not allowed: {}.", verdict.violates);
  } else if (!std::isfinite(verdict.optimum.impedance)) {
    head =
        fmt::format("This set of {} has no best lesson to compare with ({}).", set, to_string(verdict.optimum.status));
  } else if (const double excess = verdict.excess(); excess <= 1e-9 * std::max(1.0, std::abs(verdict.impedance))) {
    head = fmt::format("This set of {} is as good as the best lesson.", set);
  } else {
    head = fmt::format("This set of {} is {} worse than the best lesson.", set, brief(excess));
  }
  Table table("lrr");
  table.add({"", "this set", verdict.optimum.status == Status::optimal ? "best" : "best found"});
  table.add({"impedance", brief(verdict.impedance), brief(verdict.optimum.impedance)});
  table.add({"loss", brief(verdict.loss), brief(verdict.optimum.loss)});
  table.add({"effort", brief(verdict.effort), brief(verdict.optimum.effort)});
  table.add({"items", grouped(verdict.n), verdict.optimum.has_items ? grouped(verdict.optimum.n) : "–"});
  std::string text = wrapped(head, "");
  text = paint.bold(text) + '\n' + table.text();
  if (!verdict.after.empty()) text += '\n' + beliefs_block(verdict.learners, {}, verdict.after, verdict.losses);
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
