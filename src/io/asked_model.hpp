#pragma once
// A Model whose learner can only be asked.

#include "io/asked_learner.hpp"
#include "io/asked_problem.hpp"
#include "io/model.hpp"

namespace didact::io {

class AskedModel : public Model {
 public:
  using Model::Model;

  report::Answer teach(const Json& json, const Context& context, const Options& options) const final;
  report::Verdict evaluate(const Json& json, const Context& context, const GivenSet& set,
                           const Options& options) const final;
  std::unique_ptr<Population> population(const Json& json, const Context& context) const final;
  report::Unpacked unpack(Index n, const Vector& s, const Options& options) const final;

 protected:
  /// What is asked, and who answers.
  struct Read {
    AskedProblem problem;
    std::unique_ptr<AskedLearner> learner;
    std::string place;  ///< where the problem names the learner
  };
  /// Throws InvalidProblem.
  virtual Read read(const Json& json, const Context& context) const = 0;

 private:
  report::Class class_of(const Json& json, const AskedProblem& problem) const;
};

}  // namespace didact::io
