#include "own_loss.hpp"

#include "calls.hpp"
#include "one_by_one.hpp"
#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::python {

namespace py = pybind11;
using io::Json;

namespace {

py::array_t<Index> to_numbers(const search::RowSet& rows) {
  return py::array_t<Index>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

class CalledLearner final : public OneByOne {
 public:
  CalledLearner(OwnLoss own, const io::BlackBoxProblem& problem)
      : own_(std::move(own)), pool_(problem.pool), kind_(problem.kind) {}

  double least_loss() const override { return own_.least; }

  std::vector<double> losses_of_rows(const std::vector<search::RowSet>& sets, const Stop& stop) override {
    const Locked lock;
    return each(sets, stop, [this](const search::RowSet& set) {
      return checked(own_.by_rows ? (*own_.loss)(to_numbers(set)) : loss_of(pool_->rows.chosen(set)));
    });
  }
  std::vector<double> losses_of_items(const std::vector<Matrix>& sets, const Stop& stop) override {
    const Locked lock;
    return each(sets, stop, [this](const Matrix& set) {
      if (!own_.by_rows) return checked(loss_of(set));
      const ItemSet items{set, std::vector<Index>(static_cast<std::size_t>(set.rows()), 1)};
      return checked((*own_.loss)(to_numbers(rows_in(*pool_, items).rows)));
    });
  }

 private:
  py::object loss_of(const Matrix& items) const { return (*own_.loss)(to_array(items), kind_.vector, kind_.labelled); }

  double checked(const py::object& answer) const {
    const double loss = to_double(answer, "the loss");
    if (std::isnan(loss)) throw py::value_error("the loss of a set must be a number or infinite, not NaN");
    if (loss < own_.least - 1e-9 * std::max(1.0, std::abs(own_.least))) {
      throw py::value_error(
          fmt::format("the loss of a set is {}, below the least loss there is said to be, {}", loss, own_.least));
    }
    return loss;
  }

  OwnLoss own_;
  std::optional<Pool> pool_;
  io::ItemKind kind_;
};

class OwnLossModel final : public io::BlackBoxModel {
 public:
  explicit OwnLossModel(OwnLoss own) : BlackBoxModel(described()), own_(std::move(own)) {}

 private:
  static io::Description described() {
    io::Description model{"own-loss", "a learner in Python of which the loss is known",
                          "a row of the pool, or a point of the range"};
    model.losses = {"own"};
    io::describe_black_box(model);
    return model;
  }

  Read read_black_box(const Json& json, const io::Context& context, io::Errors& errors) const override {
    const io::Node root(json, "", errors);
    root.is_object_of(io::problem_keys());
    const auto problem =
        std::make_shared<const io::BlackBoxProblem>(io::read_black_box_problem(root, description(), context));
    return {*problem, [own = own_, problem] { return std::make_unique<CalledLearner>(own, *problem); }, "learner"};
  }

  OwnLoss own_;
};

}  // namespace

std::shared_ptr<const io::Model> own_model(OwnLoss learner) {
  return std::make_shared<OwnLossModel>(std::move(learner));
}

}  // namespace didact::python
