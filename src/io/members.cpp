#include "io/members.hpp"

#include "core/decompositions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {
namespace {

void read_weights(const Node& list, bool optional, std::vector<Member>& members) {
  const Json& entries = list.json();
  const bool some =
      std::any_of(entries.begin(), entries.end(), [](const Json& entry) { return entry.contains("weight"); });
  if (optional && !some) {
    for (Member& member : members) member.weight = 1.0 / static_cast<double>(members.size());
    return;
  }
  std::vector<double> weights;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto node = list[i].need("weight");
    const auto weight = node ? read_number(*node, Domain::probability) : std::nullopt;
    if (weight) weights.push_back(*weight);
  }
  if (weights.size() != entries.size() || members.size() != entries.size()) return;
  long double sum = 0;
  for (const double weight : weights) sum += weight;
  if (std::abs(static_cast<double>(sum) - 1) > 1e-9) {
    list.error(fmt::format("the weights must sum to 1, but sum to {:.12g}", static_cast<double>(sum)));
  }
  for (std::size_t i = 0; i < weights.size(); ++i) members[i].weight = weights[i];
}

std::string comma_separated(const std::vector<std::string_view>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<Member> read_members(const Node& list, std::string_view key, bool optional_weights) {
  if (!list.is_list()) return {};
  if (list.json().empty()) {
    list.error("must not be empty");
    return {};
  }
  std::vector<Member> members;
  for (std::size_t i = 0; i < list.json().size(); ++i) {
    const Node entry = list[i];
    if (!entry.is_object_of({"weight", key})) continue;
    if (const auto value = entry.need(key)) members.push_back({1, *value});
  }
  read_weights(list, optional_weights, members);
  return members;
}

Membership read_membership(const Node& learner, const Description& model) {
  Membership membership;
  std::vector<std::string_view> keys = {"model", "prior", "one_of", "judge", "has_seen"};
  for (const Parameter& p : model.known) keys.push_back(p.name);
  learner.is_object_of(keys);
  if (const auto judge = learner.find("judge")) {
    if (judge->json() == "worst") {
      membership.judge = Judge::worst;
    } else if (judge->json() != "expected") {
      judge->expected(R"("expected" or "worst")");
    }
    if (!learner.has("one_of")) judge->error("needs learner.one_of: with one prior there is nothing to judge between");
  }
  if (const auto several = learner.find("one_of")) {
    if (learner.has("prior")) several->error("cannot stand beside learner.prior: give one or the other");
    membership.members = read_members(*several, "prior", membership.judge == Judge::worst);
  } else if (const auto prior = learner.need("prior")) {
    membership.members.push_back({1, *prior});
  }
  return membership;
}

TargetKind read_target_kind(const Node& target, const Description& model) {
  std::vector<std::string_view> keys = names_of(model.target);
  const std::string point = comma_separated(keys);
  keys.insert(keys.end(), {"belief", "data"});
  if (!target.is_object_of(keys)) return TargetKind::none;
  const bool has_point = std::any_of(keys.begin(), keys.end() - 2, [&](auto key) { return target.has(key); });
  if (has_point + target.has("belief") + target.has("data") > 1) {
    target.error(fmt::format("give one of: {} (a point); belief; data", point));
    return TargetKind::none;
  }
  if (target.has("belief")) return TargetKind::belief;
  return target.has("data") ? TargetKind::data : TargetKind::point;
}

void report_mistakes(const Node& prior, const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    const Node field = prior[mistake.field];
    field.error(fmt::format("{}, got {}", mistake.message, shown(field.json())));
  }
}

std::string not_fitted(const Matrix& items, std::string_view name, Domain domain, double value) {
  if (!std::isfinite(value)) {
    return fmt::format("gives no finite {}: at least one item must not be {}", name, shown(items(0, 0)));
  }
  const std::string why = outside(value, domain);
  if (why.empty()) return {};
  return fmt::format("gives {} {}, which {}: at least 2 different items are needed, got {}", name, shown(value), why,
                     items.rows() == 1 ? "1" : fmt::format("{} equal ones", items.rows()));
}

std::string not_fitted(const Matrix& items, std::string_view name, Domain, const Matrix& value) {
  constexpr double rank_tolerance = 1e-13;  // of correlations: what rounding leaves of an exact zero
  const Vector deviations = value.diagonal().cwiseMax(0).cwiseSqrt();
  if (deviations.minCoeff() > 0) {
    const Vector inverse = deviations.cwiseInverse();
    const Matrix correlations = inverse.asDiagonal() * value * inverse.asDiagonal();
    const double least = eigenvalues(correlations)[0];
    if (least > rank_tolerance * static_cast<double>(value.rows())) return {};
  }
  return fmt::format(
      "gives a {} that is not positive definite: at least {} items (D + 1) in general position are needed, "
      "got {}",
      name, value.rows() + 1, items.rows());
}

}  // namespace didact::io
