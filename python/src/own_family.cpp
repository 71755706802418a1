#include "own_family.hpp"

#include "calls.hpp"
#include "io/black_box_session.hpp"
#include "io/pool.hpp"
#include "io/setting.hpp"
#include "one_by_one.hpp"
#include <didact/simulation/populations.hpp>
#include <didact/solvers/teach.hpp>

#include <atomic>
#include <chrono>
#include <cmath>

namespace didact::python {

namespace py = pybind11;
using io::Json;

namespace {

/// An item as the user's methods get it.
py::object shown(const Vector& x, bool scalar) {
  if (scalar) return py::float_(x[0]);
  return to_array(x);
}

Vector finite(Vector numbers, const char* what) {
  if (!numbers.allFinite()) throw py::value_error(std::string(what) + " must be finite");
  return numbers;
}
double number(double value, const char* what) {
  if (std::isnan(value)) throw py::value_error(std::string(what) + " must be a number or infinite, not NaN");
  return value;
}

/// Thrown through the solver by a learner that is too slow for it to notice that it is to stop.
struct TooSlow {};

/// The solvers look at the clock between sizes. A learner of the user's may take minutes for one: a moment after it was
/// to stop its answers end.
class Patience {
 public:
  explicit Patience(const Stop& stop) : stop_(stop) {}
  void check() const {
    using Clock = std::chrono::steady_clock;
    if (!stop_) return;
    const Index now = Clock::now().time_since_epoch().count();
    Index never = 0;
    if (since_.compare_exchange_strong(never, now)) return;
    if (Clock::duration(now - never) > std::chrono::milliseconds(100)) throw TooSlow();
  }
  StopReason reason() const { return stop_.reason(); }

 private:
  const Stop& stop_;
  mutable std::atomic<Index> since_ = 0;  ///< when it was first noticed
};

/// The user's object as a learner. What does not change is asked for once.
struct OwnFamily {
  struct Target {};

  OwnFamily() = default;  // a problem's target may be a learner too
  OwnFamily(py::object learner, py::object target) : object(kept(learner)), aim(kept(target)) {
    const py::tuple parameters = learner.attr("prior")().cast<py::tuple>();
    if (parameters.size() != 2) throw py::type_error("prior() must return (lambda1, lambda2)");
    now = {to_vector(parameters[0], "lambda1, of prior(),"), to_double(parameters[1], "lambda2, of prior(),")};
    const py::tuple point = learner.attr("natural")(target).cast<py::tuple>();
    if (point.size() < 2 || point.size() > 3) {
      throw py::type_error("natural(target) must return (theta, A) or (theta, A, log_h0)");
    }
    goal = {to_vector(point[0], "theta, of natural(target),"), to_double(point[1], "A, of natural(target),")};
    if (point.size() == 3) goal.log_h0 = to_double(point[2], "log_h0, of natural(target),");
    if (goal.theta.size() != now.lambda1.size()) {
      throw py::value_error("theta, of natural(target), and lambda1, of prior(), must have as many numbers");
    }
    own_loss = py::hasattr(learner, "loss");
    const py::object drawn = draw(1);
    const Vector one = finite(to_vector(drawn, "sample(target, rng)"), "sample(target, rng)");
    scalar = py::isinstance<py::float_>(drawn) || py::isinstance<py::int_>(drawn) ||
             py::array::ensure(drawn).ndim() == 0;
    items.range.assign(static_cast<std::size_t>(one.size()), {});
    if (py::hasattr(learner, "domain")) read_domain(learner.attr("domain"));
    T(one);
  }

  Vector T(const Vector& x) const {
    if (patience) patience->check();
    const Locked lock;
    Vector t = finite(to_vector(object->attr("T")(shown(x, scalar)), "T(x)"), "T(x)");
    if (t.size() == now.lambda1.size()) return t;
    throw py::value_error("T(x) and lambda1, of prior(), must have as many numbers");
  }
  Prior prior() const { return now; }
  NaturalTarget natural(const Target&) const { return goal; }
  double A0(const Vector& lambda1, double lambda2) const {
    if (patience) patience->check();
    const Locked lock;
    const py::object first = lambda1.size() == 1 ? py::object(py::float_(lambda1[0])) : to_array(lambda1);
    return number(to_double(object->attr("A0")(first, lambda2), "A0(lambda1, lambda2)"), "A0(lambda1, lambda2)");
  }
  double loss(const Target&, double n, const Vector& s) const {
    if (!own_loss) return natural_loss(*this, goal, n, s);
    if (patience) patience->check();
    const Locked lock;
    const py::object sum = s.size() == 1 ? py::object(py::float_(s[0])) : to_array(s);
    return number(to_double(object->attr("loss")(*aim, n, sum), "loss(target, n, s)"), "loss(target, n, s)");
  }
  Vector sample(const Target&, Random& random) const {
    const Locked lock;
    return finite(to_vector(draw(random.bits()), "sample(target, rng)"), "sample(target, rng)");
  }
  ItemDomain domain() const { return items; }

  void see(double n, const Vector& s) {
    now.lambda1 += s;
    now.lambda2 += n;
  }

  Kept object, aim;
  Prior now;
  NaturalTarget goal;
  ItemDomain items;
  bool scalar = false;
  bool own_loss = false;
  const Patience* patience = nullptr;  ///< of the search that asks

 private:
  py::object draw(std::uint64_t seed) const {
    const py::object rng = py::module_::import("numpy.random").attr("default_rng")(seed);
    return object->attr("sample")(*aim, rng);
  }

  /// [low, high], or a list of such: one for each coordinate. None is without end.
  void read_domain(const py::object& domain) {
    const auto end = [](py::handle value, double none) { return value.is_none() ? none : value.cast<double>(); };
    const auto interval = [&](py::handle value) -> Interval {
      const auto ends = py::tuple(py::reinterpret_borrow<py::object>(value));
      if (ends.size() != 2) throw py::value_error("domain must be (low, high), or a list of such");
      const Interval found{end(ends[0], -infinity), end(ends[1], infinity)};
      if (!(found.low <= found.high)) throw py::value_error("domain must be (low, high), low <= high");
      return found;
    };
    const py::tuple given(domain);
    const bool several = given.size() > 0 && py::isinstance<py::sequence>(given[0]);
    if (several && given.size() != items.range.size()) {
      throw py::value_error("domain must have an interval for each coordinate of an item");
    }
    for (std::size_t i = 0; i < items.range.size(); ++i) items.range[i] = interval(several ? given[i] : domain);
  }
};

/// One that also says where ⟨a, T(x)⟩ is least.
struct OwnFamilyWithOracle : OwnFamily {
  using OwnFamily::OwnFamily;

  Extreme extreme(const Vector& a) const {
    if (patience) patience->check();
    const Locked lock;
    const py::object slope = a.size() == 1 ? py::object(py::float_(a[0])) : to_array(a);
    const py::object found = object->attr("extreme")(slope);
    if (py::isinstance<py::tuple>(found)) {
      const auto pair = found.cast<py::tuple>();
      if (pair.size() == 2 && py::isinstance<py::str>(pair[1])) {
        return {sized(to_vector(pair[0], "extreme(a)")), pair[1].cast<std::string>() == "ray"};
      }
    }
    return extreme_point(sized(to_vector(found, "extreme(a)")));
  }

 private:
  Vector sized(Vector t) const {
    if (t.size() == now.lambda1.size()) return finite(std::move(t), "extreme(a)");
    throw py::value_error("extreme(a) and lambda1, of prior(), must have as many numbers");
  }
};

/// Over the rows of a pool: T is asked for once a row.
template <class Family>
class FamilyOnPool final : public OneByOne {
 public:
  FamilyOnPool(const Family& family, const Table& rows)
      : family_(family), statistics_(rows.rows(), family.now.lambda1.size()) {
    for (Index i = 0; i < rows.rows(); ++i) statistics_.row(i) = family.T(rows.row(i)).transpose();
  }

  std::vector<double> losses_of_rows(const std::vector<search::RowSet>& sets, const Stop& stop) override {
    return each(sets, stop, [this](const search::RowSet& set) {
      const Vector s = statistics_(set, Eigen::all).colwise().sum().transpose();
      return family_.loss({}, static_cast<double>(set.size()), s);
    });
  }
  std::vector<double> losses_of_items(const std::vector<Matrix>& sets, const Stop& stop) override {
    return each(sets, stop, [this](const Matrix& set) {
      const ItemSet items{set, std::vector<Index>(static_cast<std::size_t>(set.rows()), 1)};
      return family_.loss({}, static_cast<double>(set.rows()), summed_statistic(family_, items));
    });
  }

 private:
  const Family& family_;
  Matrix statistics_;
};

template <class Family>
class OwnFamilyProblem final : public io::Problem {
 public:
  struct Read {
    didact::Problem<Family> problem;
    std::optional<io::BlackBoxProblem> rows;  ///< where items are rows of a pool
    io::ItemKind kind;
  };

  OwnFamilyProblem(const io::Description& model, Read read, Json json, io::Context context)
      : Problem(class_of(model, json, read), std::move(json), std::move(context)), read_(std::move(read)) {}

  io::Answer teach(const Options& options) const override {
    io::Answer answer{learners(), solved("", [&] { return taught(options); })};
    answer.before = {belief(nothing())};
    if (answer.lesson.has_items) answer.after = {belief(answer.lesson.items)};
    return answer;
  }

  io::Verdict evaluate(const io::GivenSet& set, const Options& options, const Lesson* best) const override {
    io::Errors errors;
    const auto items = io::read_items(set.node(errors), read_.kind, set.context);
    if (items) io::all_inside(*items, read_.kind.domain, errors);
    io::throw_if_any(errors);
    io::Verdict verdict{learners()};
    verdict.set = worth(items->set, options);
    verdict.before = {belief(nothing())};
    verdict.after = {belief(items->set)};
    verdict.items = items->set;
    return beside_the_best(std::move(verdict), options, best);
  }

  std::unique_ptr<Population> population() const override {
    if (read_.rows) {
      throw io::InvalidProblem(io::Error{"items.pool", "sets of a learner of your own are drawn from its sample()"});
    }
    return io::population_or_refusal([&] { return didact::population(read_.problem); });
  }

 private:
  static io::Class class_of(const io::Description& model, const Json& json, const Read& read) {
    io::Class learners{&model, read.kind};
    learners.rules = json.contains("items") || json.contains("size") || json.contains("limits");
    learners.weights = {1};
    learners.own = true;
    return learners;
  }

  const Family& learner() const { return read_.problem.learners[0].value; }
  ItemSet nothing() const { return {Matrix(0, learner().items.dimension()), {}}; }

  Lesson taught(const Options& options) const {
    if (!read_.rows) return taught_in_time(read_.problem, options);
    FamilyOnPool<Family> rows(learner(), read_.rows->pool->rows);
    return io::BlackBoxSession(*read_.rows, rows, options, "learner").teach();
  }

  Lesson taught_in_time(didact::Problem<Family> problem, const Options& options) const {
    const Stop stop = stop_for(problem.limits, options);
    const Patience patience(stop);
    problem.learners[0].value.patience = &patience;
    try {
      return didact::teach(problem, options);
    } catch (const TooSlow&) {
      return nothing_taught(patience.reason());
    }
  }

  /// The best so far of a search that did not get to a first set.
  Lesson nothing_taught(StopReason stopped) const {
    Lesson lesson;
    const Evaluation worth = didact::evaluate(read_.problem, nothing());
    lesson.loss_before = worth.loss;
    lesson.reason = stopped == StopReason::interrupted ? Reason::interrupted : Reason::time;
    if (read_.problem.min_size > 0) return lesson;
    lesson.items = nothing();
    lesson.take(worth);
    return lesson;
  }

  Evaluation worth(const ItemSet& items, const Options& options) const {
    if (!read_.rows) return didact::evaluate(read_.problem, items);
    FamilyOnPool<Family> rows(learner(), read_.rows->pool->rows);
    return io::BlackBoxSession(*read_.rows, rows, options, "learner").evaluate(items);
  }

  io::Belief belief(const ItemSet& items) const {
    Family after = learner();
    if (items.size() > 0) after.see(static_cast<double>(items.size()), summed_statistic(after, items));
    return {{{"lambda1", io::to_json(after.now.lambda1)}, {"lambda2", after.now.lambda2}}, nullptr};
  }

  Read read_;
};

template <class Family>
class OwnFamilyModel final : public io::Model {
 public:
  explicit OwnFamilyModel(Family family) : Model(described(family)), family_(std::move(family)) {}

  std::unique_ptr<const io::Problem> read(Json json, const io::Context& context, io::Errors& errors) const override {
    const std::size_t before = errors.count();
    Read read = read_family(json, context, errors);
    if (errors.count() > before) return nullptr;
    return std::make_unique<OwnFamilyProblem<Family>>(description(), std::move(read), std::move(json), context);
  }

 private:
  using Read = typename OwnFamilyProblem<Family>::Read;

  static io::Description described(const Family& family) {
    io::Description model{"own-family", "a conjugate learner in Python", "what its sample() draws"};
    model.domain = family.items;
    model.vector = !family.scalar;
    model.item_rules = {"range", "integers", "distinct", "pool"};
    return model;
  }

  Read read_family(const Json& json, const io::Context& context, io::Errors& errors) const {
    Read read;
    const io::Node root(json, "", errors);
    root.is_object_of(io::problem_keys());
    const io::Node learner = root["learner"];
    learner.is_object_of({"model", "has_seen"});
    io::Sizes sizes;
    io::Setting setting = io::read_setting(root, description(), family_.items, sizes);
    read.kind = {family_.items, !family_.scalar, false, {}, {}, {}};
    Family family = family_;
    if (const auto seen = learner.find("has_seen")) {
      const auto items = io::read_items(*seen, read.kind, context);
      if (items && io::all_inside(*items, family_.items, errors)) {
        family.see(static_cast<double>(items->set.size()), summed_statistic(family_, items->set));
      }
    }
    if (const auto items = root.find("items"); items && items->has("pool")) {
      read.rows = io::black_box_problem(setting);
      read.rows->pool = io::read_pool(*items, {family_.items.dimension(), false, false, {}}, context);
      if (read.rows->pool) {
        io::all_rows_inside(*items, *read.rows->pool, narrowed(family_.items, setting.items));
        read.kind.name_after(*read.rows->pool);
        io::check_pool_sizes(root, *read.rows->pool, io::pool_sizes(setting));
      }
      read.rows->kind = read.kind;
    }
    read.problem.learners = {{1, std::move(family)}};
    read.problem.target = typename Family::Target{};
    read.problem.items = std::move(setting.items);
    read.problem.terms() = setting.terms();
    return read;
  }

  Family family_;
};

}  // namespace

std::shared_ptr<const io::Model> own_model(py::object learner, py::object target) {
  if (!py::hasattr(learner, "extreme")) {
    return std::make_shared<OwnFamilyModel<OwnFamily>>(OwnFamily(std::move(learner), std::move(target)));
  }
  return std::make_shared<OwnFamilyModel<OwnFamilyWithOracle>>(OwnFamilyWithOracle(std::move(learner), std::move(target)));
}

}  // namespace didact::python
