#pragma once
// A model whose learner is a black box: teaching sets in, losses out.

#include "io/black_box_learner.hpp"
#include "io/black_box_problem.hpp"
#include "io/model.hpp"

#include <functional>

namespace didact::io {

class BlackBoxModel : public Model {
 public:
  using Model::Model;

  /// Reads only: the learner is not asked anything.
  std::unique_ptr<const Problem> read(Json json, const Context& context, Errors& errors) const final;

 protected:
  /// What is to be found, and who is asked.
  struct Read {
    BlackBoxProblem problem;
    std::function<std::unique_ptr<BlackBoxLearner>()> begin_learner;  ///< a new one for each search
    std::string place;                                                ///< where the problem names the learner
  };
  /// Of use only if no errors were added.
  virtual Read read_black_box(const Json& json, const Context& context, Errors& errors) const = 0;

 private:
  class ReadProblem;
};

}  // namespace didact::io
