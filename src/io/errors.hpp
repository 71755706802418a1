#pragma once
// Mistakes in what a user wrote: collected, so that all of them are reported at once.

#include <exception>
#include <string>
#include <vector>

namespace didact::io {

/// One mistake: where it stands ("learner.prior.beta[2]"; empty for the whole text) and what is wrong.
struct Error {
  std::string path;
  std::string message;

  std::string text() const { return path.empty() ? message : path + ": " + message; }
  bool operator==(const Error&) const = default;
};

class Errors {
 public:
  void add(std::string path, std::string message);
  /// The same where it takes long to say which mistake it is: one that is only counted is not put into words.
  template <class Said>
  void add(const Said& error) {
    if (count_ < most_listed) errors_.push_back(error());
    ++count_;
  }
  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  /// The mistakes in the order found. Beyond a hundred they are only counted, and a last entry says how many.
  std::vector<Error> list() const;

 private:
  static constexpr std::size_t most_listed = 100;
  std::vector<Error> errors_;
  std::size_t count_ = 0;
};

/// What reading throws, once, when everything has been looked at.
class InvalidProblem : public std::exception {
 public:
  explicit InvalidProblem(std::vector<Error> errors);
  explicit InvalidProblem(Error error) : InvalidProblem(std::vector{std::move(error)}) {}

  const std::vector<Error>& errors() const { return errors_; }
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::vector<Error> errors_;
  std::string what_;
};

inline void throw_if_any(const Errors& errors) {
  if (!errors.empty()) throw InvalidProblem(errors.list());
}

}  // namespace didact::io
