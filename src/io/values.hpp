#pragma once
// Parameters of learners and targets: numbers, lists and matrices, checked against their domain and their sizes.

#include "io/node.hpp"
#include <didact/core/internal/fields.hpp>
#include <didact/core/types.hpp>
#include <didact/learners/gaussian.hpp>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace didact::io {

/// The sizes of a problem by their letters (K categories, D dimensions), each set by whoever is read first.
class Sizes {
 public:
  /// Whether `size` is what the letter stands for; complains at the node if not.
  bool agree(char letter, Index size, const Node& node);
  std::optional<Index> of(char letter) const;

 private:
  struct First {
    Index size;
    std::string path;
  };
  std::map<char, First> first_;
};

/// Whether a value may lie on the closed end of its domain: a point may (pi_k = 0), a point of a belief may not, for
/// its natural parameters would be infinite.
enum class Ends { allowed, excluded };

/// What a parameter may be, and the sizes it must agree with.
struct ValueRule {
  Domain domain = Domain::real;
  std::string_view shape;
  Ends ends = Ends::allowed;
};

/// Why a number is not in the domain ("must be > 0"), or nothing.
std::string outside(double value, Domain domain, Ends ends = Ends::allowed);

std::optional<double> read_number(const Node& node, Domain domain, Ends ends = Ends::allowed);
/// Each entry by itself; whether they sum to 1 is left to the caller.
std::optional<std::vector<double>> read_numbers(const Node& node, Domain domain, Ends ends = Ends::allowed);
/// Complains if these, read from the node, do not sum to 1 within 1e-9.
bool sum_to_one(const std::vector<double>& values, const Node& node);
/// Why a matrix is not symmetric positive definite, or nothing.
std::string not_positive_definite(const Matrix& matrix);

/// Reads into `value` and leaves it as it was if that fails.
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, double& value);
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, std::vector<double>& value);
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, Vector& value);
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, Matrix& value);
/// Rows that each obey the domain by themselves.
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, std::vector<std::vector<double>>& value);

/// Rows of objects: beliefs about Gaussians, and Gaussians.
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, std::vector<std::vector<Gaussian>>& value);
void read_value(const Node& node, const ValueRule& rule, Sizes& sizes,
                std::vector<std::vector<Gaussian::Target>>& value);

/// Reads the members that these fields name.
template <class Owner, class... Fields>
void read_fields(const Node& node, const std::tuple<Fields...>& fields, Ends ends, Sizes& sizes, Owner& owner) {
  auto read = [&](const auto& f) {
    if (const auto member = node.need(f.name)) {
      read_value(*member, {f.domain, f.shape, ends}, sizes, owner.*f.member);
    }
  };
  std::apply([&](const auto&... f) { (read(f), ...); }, fields);
}

Json to_json(double value);
Json to_json(const std::vector<double>& value);
Json to_json(const Vector& value);
Json to_json(const Matrix& value);
Json to_json(const std::vector<std::vector<double>>& value);
Json to_json(const std::vector<std::vector<Gaussian>>& value);
Json to_json(const std::vector<std::vector<Gaussian::Target>>& value);

/// The values of these fields, by name.
template <class Owner, class... Fields>
Json write_fields(const std::tuple<Fields...>& fields, const Owner& owner) {
  Json object = Json::object();
  std::apply([&](const auto&... f) { ((object[std::string(f.name)] = to_json(owner.*f.member)), ...); }, fields);
  return object;
}

}  // namespace didact::io
