#include "studio/requests.hpp"

#include "plot/json.hpp"
#include "report/pictures.hpp"
#include "report/report.hpp"
#include "services/simulate.hpp"
#include "services/sweep.hpp"

#include <fmt/format.h>

namespace didact::studio {
namespace {

using io::Node;

constexpr Index most_sets = 100'000'000;

/// A body with its members; complains about those that nobody asked for.
class Body {
 public:
  Body(const Json& json, std::initializer_list<std::string_view> known, io::Errors& errors)
      : node_(json, "", errors), good_(node_.is_object_of(known)) {}

  const Json& problem() const {
    const auto problem = good_ ? node_.need("problem") : std::nullopt;
    return problem ? problem->json() : node_.json();
  }
  Index whole(std::string_view name, Index least, Index most, Index otherwise) const {
    const auto node = good_ ? node_.find(name) : std::nullopt;
    if (!node) return otherwise;
    const auto value = node->whole(least);
    if (value && *value > most) node->error(fmt::format("must be at most {}, got {}", most, *value));
    return value.value_or(otherwise);
  }
  bool flag(std::string_view name) const {
    const auto node = good_ ? node_.find(name) : std::nullopt;
    return node && node->boolean().value_or(false);
  }
  std::string text(std::string_view name) const {
    const auto node = good_ ? node_.find(name) : std::nullopt;
    if (node && node->json().is_number_integer()) return node->json().dump();
    return node ? node->string().value_or("") : "";
  }
  std::optional<Node> find(std::string_view name) const { return good_ ? node_.find(name) : std::nullopt; }

 private:
  Node node_;
  bool good_;
};

Options options_of(const Body& body, const Handling& handling) {
  Options options;
  options.seed = static_cast<std::uint64_t>(body.whole("seed", 0, Index{1} << 53, 1));
  if (const auto gap = body.find("gap")) {
    options.gap = gap->finite();
    if (options.gap && *options.gap < 0) gap->error("must be >= 0");
  }
  return services::followed_by(handling.listener, options);
}

std::shared_ptr<const io::Problem> problem_in(const Body& body, const Handling& handling, const io::Errors& errors) {
  const Json& problem = body.problem();
  io::throw_if_any(errors);
  return handling.last ? handling.last->read(problem, handling.context) : io::read_problem(problem, handling.context);
}

/// The problem itself is the body, or stands in it with what else is asked for.
Json teach(const Json& json, const Handling& handling) {
  io::Errors errors;
  const bool wrapped = json.is_object() && json.contains("problem");
  const Json whole = wrapped ? json : Json{{"problem", json}};
  const Body body(whole, {"problem", "seed", "gap", "picture", "items"}, errors);
  const bool picture = body.flag("picture"), items = body.flag("items");
  const Options options = options_of(body, handling);
  const auto problem = problem_in(body, handling, errors);
  const io::Answer answer = services::teach(*problem, options);
  Json result = report::to_json(answer, items);
  if (picture) result["picture"] = plot::to_json(report::sheet(answer, problem->json()));
  return result;
}

Json evaluate(const Json& json, const Handling& handling) {
  io::Errors errors;
  const Body body(json, {"problem", "seed", "picture", "set"}, errors);
  const auto set = Node(json, "", errors).need("set");
  const bool picture = body.flag("picture");
  const Options options = options_of(body, handling);
  const auto problem = problem_in(body, handling, errors);
  const io::Verdict verdict = services::evaluate(*problem, {set->json(), handling.context, "set"}, options);
  Json result = report::to_json(verdict);
  if (picture) result["picture"] = plot::to_json(report::sheet(verdict, problem->json()));
  return result;
}

services::SimulationRequest simulation_of(const Body& body, const Handling& handling) {
  services::SimulationRequest request;
  request.sets = body.whole("sets", 1, most_sets, request.sets);
  request.size = body.text("size");
  request.exact = body.flag("exact");
  request.options = options_of(body, handling);
  request.options.progress = {};
  if (const auto set = body.find("set")) request.set.emplace(set->json(), handling.context, "set");
  return request;
}

Json simulate(const Json& json, const Handling& handling) {
  io::Errors errors;
  const Body body(json, {"problem", "sets", "size", "exact", "set", "seed"}, errors);
  const services::SimulationRequest request = simulation_of(body, handling);
  const auto problem = problem_in(body, handling, errors);
  return report::to_json(*services::simulate(*problem, request, services::threads_for(handling.listener)));
}

Json baselines(const Json& json, const Handling& handling) {
  io::Errors errors;
  const Body body(json, {"problem", "sets", "most", "seed"}, errors);
  const services::SimulationRequest request = simulation_of(body, handling);
  const Index most = body.whole("most", 1, 200, 20);
  return report::to_json(services::baselines(*problem_in(body, handling, errors), most, request));
}

Json sweep(const Json& json, const Handling& handling) {
  io::Errors errors;
  const Body body(json, {"problem", "over", "seed"}, errors);
  std::vector<std::string> over;
  if (const auto list = Node(json, "", errors).need("over"); list && list->is_list()) {
    for (std::size_t i = 0; i < list->json().size(); ++i) over.push_back((*list)[i].string().value_or(""));
  }
  Options options = options_of(body, handling);
  options.progress = {};
  const auto problem = problem_in(body, handling, errors);
  return report::to_json(*services::sweep(*problem, over, options, services::threads_for(handling.listener)));
}

struct Service {
  std::string_view name;
  Json (*answer)(const Json& body, const Handling& handling);
};
constexpr Service services_offered[] = {
    {"teach", teach}, {"evaluate", evaluate}, {"simulate", simulate}, {"sweep", sweep}, {"baselines", baselines}};

const Service* find(const std::string& what) {
  for (const Service& service : services_offered) {
    if (service.name == what) return &service;
  }
  return nullptr;
}

/// Options of the command line are members of the body.
std::vector<io::Error> spelled(const std::vector<io::Error>& errors) {
  std::vector<io::Error> list = errors;
  for (io::Error& error : list) {
    if (error.path.starts_with("--")) error.path.erase(0, 2);
  }
  return list;
}

}  // namespace

void LastProblem::forget_unless(const std::string& data_version) {
  if (data_version != data_version_) problem_ = nullptr;
  data_version_ = data_version;
}

std::shared_ptr<const io::Problem> LastProblem::read(const Json& json, const io::Context& context) {
  if (!problem_ || problem_->json() != json) problem_ = io::read_problem(json, context);
  return problem_;
}

bool is_request(const std::string& what) {
  return find(what) != nullptr;
}

Json answer(const std::string& what, const Json& body, const Handling& handling) {
  try {
    return find(what)->answer(body, handling);
  } catch (const io::InvalidProblem& problem) {
    throw io::InvalidProblem(spelled(problem.errors()));
  }
}

}  // namespace didact::studio
