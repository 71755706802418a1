#include "report/report.hpp"
#include "report/version.hpp"

namespace didact::report {
namespace {

Json all_items(const ItemSet& items, const io::ItemKind& kind) {
  Json list = Json::array();
  for (Index row = 0; row < items.rows.rows(); ++row) {
    const Json item = item_json(items, row, kind);
    for (Index copy = 0; copy < items.copies[row]; ++copy) list.push_back(item);
  }
  return list;
}

Json all_items(const Answer& answer) {
  if (!answer.written) return all_items(answer.lesson.items, answer.learners.items);
  Json list = Json::array();
  for (const WrittenItems::Item& item : answer.written->items) {
    for (Index copy = 0; copy < item.copies; ++copy) list.push_back(item.json);
  }
  return list;
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(value);
  return list;
}

Json posterior(const Class& learners, const std::vector<Belief>& beliefs) {
  if (!learners.several) return beliefs.at(0).parameters;
  Json list = Json::array();
  for (const Belief& belief : beliefs) list.push_back(belief.parameters);
  return list;
}

void add_set(const Answer& answer, bool write_all, Json& json) {
  const Lesson& lesson = answer.lesson;
  json["n"] = lesson.n;
  if (write_all || lesson.n <= most_items_written) json["items"] = all_items(answer);
  if (lesson.counts) json["counts"] = *lesson.counts;
  if (!answer.counts.is_null()) json["counts"] = answer.counts;
  const auto& names = answer.learners.items.rows;
  for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
    for (Index copy = 0; copy < lesson.items.copies[i]; ++copy) {
      json["rows"].push_back(lesson.rows[i] + 1);
      if (!names.empty()) json["row_names"].push_back(names.at(static_cast<std::size_t>(lesson.rows[i])));
    }
  }
}

}  // namespace

Json item_json(const ItemSet& items, Index row, const io::ItemKind& kind) {
  if (kind.labelled) {
    const Index last = items.rows.cols() - 1;
    const double x = items.rows(row, 0);
    const Json name = kind.vector          ? io::to_json(Vector(items.rows.row(row).head(last)))
                      : kind.names.empty() ? io::number(x)
                                           : Json(kind.names.at(static_cast<std::size_t>(x) - 1));
    return {{"x", name}, {"y", io::number(items.rows(row, last))}};
  }
  if (kind.vector) return io::to_json(Vector(items.rows.row(row)));
  const double value = items.rows(row, 0);
  if (!kind.names.empty()) return kind.names.at(static_cast<std::size_t>(value) - 1);
  return io::number(value);
}

namespace {

/// An answer, or that of a part of it.
Json lesson_json(const Answer& answer, bool write_all) {
  const Lesson& lesson = answer.lesson;
  Json json;
  json["status"] = to_string(lesson.status);
  if (lesson.reason) json["reason"] = lesson.why();
  if (lesson.direction) json["direction"] = to_string(*lesson.direction);
  json["impedance"] = lesson.impedance;
  json["loss"] = lesson.loss;
  json["effort"] = lesson.has_items ? Json(lesson.effort) : Json();
  json["lower_bound"] = lesson.lower_bound;
  json["gap"] = lesson.gap();
  if (lesson.has_items && answer.parts.empty()) add_set(answer, write_all, json);
  if (lesson.has_items && !answer.parts.empty()) json["n"] = lesson.n;
  for (const Answer& part : answer.parts) json["parts"].push_back(lesson_json(part, write_all));
  if (lesson.relaxed) {
    json["relaxed"]["n"] = lesson.relaxed->n;
    if (lesson.relaxed->s.size() > 0)
      json["relaxed"]["s"] = numbers({lesson.relaxed->s.begin(), lesson.relaxed->s.end()});
    json["relaxed"]["impedance"] = lesson.relaxed->impedance;
  }
  json["before"]["loss"] = lesson.loss_before;
  if (answer.learners.several && !lesson.losses_before.empty())
    json["before"]["losses"] = numbers(lesson.losses_before);
  if (!answer.after.empty()) json["posterior"] = posterior(answer.learners, answer.after);
  if (answer.learners.several && !lesson.losses.empty()) json["losses"] = numbers(lesson.losses);
  if (lesson.naive) {
    json["naive"] = {{"n", lesson.naive->n},
                     {"items", all_items(lesson.naive->items, answer.learners.items)},
                     {"loss", lesson.naive->loss},
                     {"impedance", lesson.naive->impedance}};
  }
  if (lesson.proven_up_to) json["proven_up_to"] = *lesson.proven_up_to;
  json["seed"] = lesson.seed;
  json["seconds"] = lesson.seconds;
  return json;
}

}  // namespace

Json to_json(const Answer& answer, bool write_all) {
  return with_version(lesson_json(answer, write_all));
}

Json to_json(const Verdict& verdict) {
  Json json;
  json["impedance"] = verdict.set.impedance;
  json["loss"] = verdict.set.loss;
  json["effort"] = verdict.set.effort;
  json["n"] = verdict.set.n;
  if (!verdict.set.violates.empty()) {
    json["violates"] = verdict.set.violates_at ? Json(*verdict.set.violates_at) : Json("size");
    json["reason"] = verdict.set.violates;
  }
  if (!verdict.after.empty()) json["posterior"] = posterior(verdict.learners, verdict.after);
  if (verdict.learners.several && !verdict.set.losses.empty()) json["losses"] = numbers(verdict.set.losses);
  json["optimum"] = {{"impedance", verdict.optimum.impedance},
                     {"lower_bound", verdict.optimum.lower_bound},
                     {"status", to_string(verdict.optimum.status)}};
  json["excess"] = verdict.excess();
  return with_version(std::move(json));
}

Json to_json(const Unpacked& unpacked) {
  return with_version({{"n", unpacked.set.size()},
                       {"s", io::to_json(unpacked.s)},
                       {"items", all_items(unpacked.set, unpacked.items)},
                       {"seed", unpacked.seed}});
}

Json to_json(const std::vector<io::Error>& errors) {
  Json list = Json::array();
  for (const io::Error& error : errors) list.push_back({{"path", error.path}, {"message", error.message}});
  return {{"errors", list}};
}

}  // namespace didact::report
