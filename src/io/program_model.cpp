#include "io/program_model.hpp"

#include "io/black_box_model.hpp"
#include "io/program_problem.hpp"

#include <fmt/format.h>

namespace didact::io {
namespace {

/// Sets and losses as lines of text.
class ProgramLearner final : public BlackBoxLearner {
 public:
  explicit ProgramLearner(const ProgramProblem& problem)
      : workers_(problem.workers), labelled_(problem.black_box.kind.labelled) {
    const auto& pool = problem.black_box.pool;
    for (Index i = 0; pool && i < pool->size(); ++i) {
      rows_.push_back(item_for_program(pool->rows.row(i), labelled_).dump());
    }
  }

  std::string_view name() const override { return "program"; }
  bool breaks_off() const override { return true; }
  bool begin(const Stop& stop) override { return workers_.begin(stop); }
  double least_loss() const override { return workers_.least_loss(); }

  std::vector<double> losses_of_rows(const std::vector<search::RowSet>& sets, const Stop& stop) override {
    std::vector<std::string> texts;
    for (const search::RowSet& set : sets) {
      std::vector<std::string_view> rows;
      for (const Index row : set) rows.push_back(rows_[static_cast<std::size_t>(row)]);
      texts.push_back(fmt::format("[{}]", fmt::join(rows, ",")));
    }
    return workers_.losses(texts, stop);
  }

  std::vector<double> losses_of_items(const std::vector<Matrix>& sets, const Stop& stop) override {
    std::vector<std::string> texts;
    for (const Matrix& items : sets) {
      Json list = Json::array();
      for (Index i = 0; i < items.rows(); ++i) list.push_back(item_for_program(items.row(i), labelled_));
      texts.push_back(list.dump());
    }
    return workers_.losses(texts, stop);
  }

  std::string failure() const override { return workers_.failure(); }
  Index answered() const override { return workers_.answered(); }

 private:
  programs::Workers workers_;
  bool labelled_;
  std::vector<std::string> rows_;  ///< the pool's, as the program sees them
};

class ProgramModel final : public BlackBoxModel {
 public:
  ProgramModel() : BlackBoxModel(described_program()) {}

 private:
  Read read_black_box(const Json& json, const Context& context, Errors& errors) const override {
    const auto problem =
        std::make_shared<const ProgramProblem>(read_program_problem(json, description(), context, errors));
    return {problem->black_box, [problem] { return std::make_unique<ProgramLearner>(*problem); }, "learner.command"};
  }
};

}  // namespace

std::unique_ptr<const Model> program_model() {
  return std::make_unique<ProgramModel>();
}

}  // namespace didact::io
