#include "io/template.hpp"

#include "io/effort_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace didact::io {
namespace {

/// Lines of JSON, each with a remark that is set beside it.
class Page {
 public:
  /// Code of several lines keeps its own indentation below the first, which has the remark.
  void line(int level, std::string_view code, std::string remark = "") {
    const std::string margin(static_cast<std::size_t>(level) * 2, ' ');
    for (std::size_t end = 0; end != code.npos;) {
      end = code.find('\n');
      lines_.push_back({margin + std::string(code.substr(0, end)), std::exchange(remark, "")});
      if (end != code.npos) code.remove_prefix(end + 1);
    }
  }

  std::string text() const {
    constexpr std::size_t widest = 48;  // longer lines do not push all remarks to the right
    std::size_t column = 0;
    for (const Line& line : lines_) {
      if (!line.remark.empty() && line.code.size() <= widest) column = std::max(column, line.code.size());
    }
    std::string text;
    for (const Line& line : lines_) {
      const std::size_t gap = line.code.size() < column ? column - line.code.size() : 0;
      text += line.code + (line.remark.empty() ? "" : std::string(gap, ' ') + "  // " + line.remark) + '\n';
    }
    return text;
  }

 private:
  struct Line {
    std::string code, remark;
  };
  std::vector<Line> lines_;
};

std::string remark_on(const Parameter& p) {
  const std::string domain = domain_text(p);
  std::string kind = p.shape.empty() ? "" : shape_text(p);
  if (!domain.empty()) kind += (kind.empty() ? "" : ", ") + domain;
  return fmt::format("{}{}", p.meaning, kind.empty() ? "" : fmt::format(" ({})", kind));
}

std::string key_value(std::string_view key, const Json& value, bool last) {
  return fmt::format("\"{}\": {}{}", key, pretty(value), last ? "" : ",");
}

/// All but the last parameter end with a comma, and the last too if something follows.
void add_parameters(Page& page, int level, const std::vector<Parameter>& parameters, bool more_follows) {
  for (const Parameter& p : parameters) {
    const bool last = &p == &parameters.back() && !more_follows;
    page.line(level, key_value(p.name, p.example, last), remark_on(p));
  }
}

std::vector<Parameter> needed_of(const std::vector<Parameter>& parameters) {
  std::vector<Parameter> needed;
  for (const Parameter& p : parameters) {
    if (!p.optional && p.instead_of.empty()) needed.push_back(p);
  }
  return needed;
}

Json example_object(const std::vector<Parameter>& parameters) {
  Json object = Json::object();
  for (const Parameter& p : parameters) {
    if (!p.optional) object[std::string(p.name)] = p.example;
  }
  return object;
}

void add_prior(Page& page, const Description& model) {
  page.line(2, R"("prior": {)", "what the learner believes now");
  for (const Parameter& p : model.prior) {
    if (!p.optional) continue;
    const std::string condition = p.instead_of.empty() ? "Perhaps" : fmt::format("Without {}", p.instead_of);
    page.line(3, fmt::format("// {}: {}", condition, key_value(p.name, p.example, false)), remark_on(p));
  }
  add_parameters(page, 3, needed_of(model.prior), false);
  page.line(2, "}");
}

/// A learner that is not conjugate; what it needs stands last, where no comma follows.
void add_plain_learner(Page& page, const Description& model) {
  const std::vector<Parameter> needed = needed_of(model.known);
  if (!needed.empty()) page.line(2, key_value("model", model.name, false));
  for (const Parameter& p : model.known) {
    const std::string value = key_value(p.name, p.example, false);
    if (p.optional) page.line(2, "// " + value, remark_on(p));
    if (!p.instead_of.empty()) page.line(2, "// Instead: " + value, remark_on(p));
  }
  if (!model.has_parts) {
    page.line(2, "// " + key_value("has_seen", model.example_items, false),
              "examples it learned from before, or a CSV file");
  }
  const bool more_follows = !model.prior.empty();
  if (needed.empty()) page.line(2, key_value("model", model.name, !more_follows));
  add_parameters(page, 2, needed, more_follows);
  if (more_follows) add_prior(page, model);
  page.line(1, "},");
}

void add_class(Page& page) {
  page.line(2, "// Not sure which of several learners it is? Instead of \"prior\":");
  page.line(2, "// \"one_of\": [{ \"weight\": 0.5, \"prior\": { … } }, { \"weight\": 0.5, \"prior\": { … } }],");
  page.line(2, "// \"judge\": \"expected\",", "or \"worst\": by the learner that fares worst");
}

void add_learner(Page& page, const Description& model) {
  page.line(1, R"("learner": {)");
  if (!model.conjugate) return add_plain_learner(page, model);
  page.line(2, key_value("model", model.name, false));
  add_parameters(page, 2, model.known, true);
  page.line(2, "// " + key_value("has_seen", model.example_items, false),
            "examples it learned from before, or a CSV file");
  if (model.takes_class) add_class(page);
  add_prior(page, model);
  page.line(1, "},");
}

void add_target(Page& page, const Description& model) {
  if (const auto& target = model.whole_target) {
    return page.line(1, key_value("target", target->example, false), std::string(target->meaning));
  }
  page.line(1, R"("target": {)", "what it should believe");
  std::vector<Parameter> needed;
  for (const Parameter& p : model.target) {
    if (!p.optional) needed.push_back(p);
    // Each belongs to a choice made elsewhere, and is no option by itself.
    if (p.optional) page.line(2, "// Perhaps: " + key_value(p.name, p.example, false), remark_on(p));
  }
  add_parameters(page, 2, needed, false);
  if (model.fits_data) {
    page.line(2, "// Instead: \"data\": a list of items or a CSV file, whose best fit is the target.");
  }
  if (model.conjugate) {
    page.line(2, "// Instead: \"data\": a list of items or a CSV file, whose best fit is the target; or \"belief\":");
    page.line(2, "// [{ \"weight\": 0.5, \"target\": { … } }, …], or parameters like those of the prior.");
  }
  page.line(1, "},");
}

void add_options(Page& page, const Description& model) {
  if (model.labels() || !model.named.empty()) {
    Json names = Json::array();
    for (std::size_t k = 0; k < model.prior[0].example.size(); ++k)
      names.push_back(std::string(1, static_cast<char>('A' + k)));
    page.line(1, "// " + key_value("names", names, false),
              fmt::format("of the {}, used in the answer", model.labels() ? "categories" : model.named));
  }
  if (model.labels()) {
    page.line(1, R"(// "items": { "distinct": true },)", "no category twice");
  } else if (!model.example_rules.is_null()) {
    page.line(1, key_value("items", model.example_rules, false), "which items may be used");
  } else if (model.takes_rule("range")) {
    const auto [low, high] = model.domain.range[0];
    const Json range = {number(std::max(low, -10.0)), number(std::min(high, 10.0))};
    Json items = {{"range", range}};
    for (const std::string_view rule : {"integers", "distinct"}) {
      if (model.takes_rule(rule)) items[std::string(rule)] = true;
    }
    page.line(1, "// " + key_value("items", items, false),
              items.size() == 3 ? "which items may be used; any of the three" : "which items may be used");
  }
  if (model.losses.size() > 1) {
    // One that needs more of the target is no option by itself.
    const bool by_itself =
        std::none_of(model.target.begin(), model.target.end(), [](const Parameter& p) { return p.optional; });
    page.line(1, "// " + key_value("loss", model.losses[by_itself ? 1 : 0], false),
              fmt::format("one of {}; {} if absent", fmt::join(model.losses, ", "), model.losses[0]));
  }
  if (model.has_parts) {
    page.line(
        1, R"(// "items", "size" and "effort" hold for each part; { "parts": [{ … }, { … }] } has its own for each.)");
  }
  page.line(1, R"(// "size": [0, 20],)", "only lessons of 0 to 20 items; or one number");
  page.line(1, R"(// "limits": { "max_items": 1000, "seconds": 10 },)", "what the search may cost");
}

/// Terms that the example has are in force, the others are there to be switched on.
void add_effort(Page& page, const Description& model) {
  page.line(1, R"("effort": {)", "what a lesson costs; the terms add up");
  std::vector<const EffortTerm*> used;
  for (const EffortTerm& term : effort_terms()) {
    if (!term.everywhere && !model.takes_effort(term.name)) continue;
    if (model.needs_pool(fmt::format("effort.{}", term.name))) continue;  // over a pool alone
    if (model.example_effort.contains(std::string(term.name))) {
      used.push_back(&term);
      continue;
    }
    const Json value =
        term.name == "per_category" ? Json(std::vector<double>(model.prior[0].example.size(), 0.1)) : term.example;
    page.line(2, "// " + key_value(term.name, value, false), fmt::format("for {}", term.charges));
  }
  for (const EffortTerm* term : used) {
    page.line(2, key_value(term->name, model.example_effort[std::string(term->name)], term == used.back()),
              fmt::format("for {}", term->charges));
  }
  page.line(1, "}");
}

}  // namespace

std::string problem_template(const Description& model) {
  Page page;
  page.line(0, fmt::format("// Learner: {}.", model.summary));
  page.line(0, fmt::format("// An item is {}.", model.item));
  page.line(0, "{");
  add_learner(page, model);
  add_target(page, model);
  add_options(page, model);
  add_effort(page, model);
  page.line(0, "}");
  return page.text();
}

Json problem_example(const Description& model) {
  Json learner = {{"model", model.name}};
  for (const Parameter& p : model.known) {
    if (!p.optional && p.instead_of.empty()) learner[std::string(p.name)] = p.example;
  }
  if (!model.prior.empty()) learner["prior"] = example_object(model.prior);
  Json problem = {{"learner", learner},
                  {"target", model.whole_target ? model.whole_target->example : example_object(model.target)}};
  if (!model.example_rules.is_null()) problem["items"] = model.example_rules;
  problem["effort"] = model.example_effort;
  return problem;
}

}  // namespace didact::io
