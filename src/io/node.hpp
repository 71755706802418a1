#pragma once
// A value of a problem file together with where it stands, so that every complaint names its path.

#include "io/errors.hpp"
#include "io/json.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace didact::io {

class Node {
 public:
  Node(const Json& json, std::string path, Errors& errors) : json_(&json), path_(std::move(path)), errors_(&errors) {}

  const Json& json() const { return *json_; }
  const std::string& path() const { return path_; }
  Errors& errors() const { return *errors_; }

  std::string path_of(std::string_view key) const;
  std::string path_of(std::size_t index) const;
  bool has(std::string_view key) const { return json_->is_object() && json_->contains(key); }
  /// A member or an entry that is there.
  Node operator[](std::string_view key) const;
  Node operator[](std::size_t index) const;
  /// A member that may be missing.
  std::optional<Node> find(std::string_view key) const;
  /// A member that must be there; says so if it is not.
  std::optional<Node> need(std::string_view key) const;

  void error(std::string message) const { errors_->add(path_, std::move(message)); }
  /// "must be …, got …"
  void expected(std::string_view what) const;

  /// Whether this is an object; complains if not, and about each of its keys that is not known.
  bool is_object_of(std::span<const std::string_view> known) const;
  bool is_object_of(std::initializer_list<std::string_view> known) const {
    return is_object_of(std::span(known.begin(), known.size()));
  }
  bool is_list() const;  ///< complains if not

  std::optional<bool> boolean() const;
  std::optional<std::string> string() const;
  std::optional<double> finite() const;                         ///< any finite number
  std::optional<std::int64_t> whole(std::int64_t least) const;  ///< a whole number >= least

 private:
  const Json* json_;
  std::string path_;
  Errors* errors_;
};

}  // namespace didact::io
