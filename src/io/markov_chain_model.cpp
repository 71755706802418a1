#include "io/markov_chain_model.hpp"

#include "io/listed_model.hpp"
#include "io/sequences.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::io {
namespace {

Description described_markov_chain() {
  Description model = describe_listed<MarkovChain>();
  model.named = "states";
  model.named_size = 'S';
  model.efforts = {"per_transition"};
  model.drawing = Drawing::markov_chain;
  model.example_effort = {{"per_item", 0.3}, {"per_transition", 0.05}};
  model.example_items = Json::array({{1, 1, 2, 2}, {2, 1, 1}});
  const Json state = {{"anyOf", {{{"type", "integer"}, {"minimum", 1}}, {{"type", "string"}}}}};
  model.item_schema = {{"type", "array"}, {"minItems", 1}, {"items", state}};
  return model;
}

class MarkovChainModel final : public ListedModel<MarkovChainProblem, SequenceSpelling> {
 public:
  MarkovChainModel() : ListedModel(described_markov_chain()) {}

 private:
  /// A name with a space in it could not be told from two states in a cell.
  SequenceSpelling read_spelling(const Node& learner, std::vector<std::string> names, const MarkovChain& read,
                                 const Context&) const override {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i].find_first_of(" \t\r\n") == std::string::npos) continue;
      learner.errors().add(fmt::format("names[{}]", i),
                           "a state's name must not have a space: sequences have them "
                           "between states");
    }
    return SequenceSpelling(Symbols(std::move(names), static_cast<Index>(read.start.size()), "a state"));
  }

  void read_own_effort(const Node& effort, MarkovChainProblem& problem) const override {
    if (const auto cost = effort.find("per_transition")) {
      problem.per_transition = read_number(*cost, Domain::nonnegative).value_or(0);
    }
  }

  Json counts_json(const ChainCounts& counts) const override {
    return {{"start", to_json(counts.start)}, {"transitions", to_json(counts.transitions)}};
  }

  bool shows_expectation(const MarkovChain& learner) const override {
    constexpr std::size_t few = 5;
    return learner.start.size() <= few;
  }

  std::string misfit(const MarkovChain::Target& fitted, const SequenceSpelling& spelling) const override {
    for (std::size_t i = 0; i < fitted.transitions.size(); ++i) {
      if (!std::isnan(fitted.transitions[i][0])) continue;
      return fmt::format("gives nothing that follows state {}: at least one sequence must go on from it",
                         spelling.states().text(static_cast<Index>(i)));
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<const Model> markov_chain_model() {
  return std::make_unique<MarkovChainModel>();
}

}  // namespace didact::io
