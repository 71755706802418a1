#include "report/catalogue.hpp"

#include "io/effort_terms.hpp"
#include "io/template.hpp"

#include <fmt/format.h>

#include <map>

namespace didact::report {
namespace {

io::Json to_json(const std::vector<io::Parameter>& parameters) {
  io::Json list = io::Json::array();
  for (const io::Parameter& p : parameters) {
    io::Json entry = {{"name", p.name},
                      {"shape", p.shape},
                      {"domain", io::domain_text(p)},
                      {"meaning", p.meaning},
                      {"example", p.example}};
    if (p.optional) entry["optional"] = true;
    if (!p.schema.is_null()) entry["free"] = true;  // neither a number nor a list of numbers
    if (!p.instead_of.empty()) entry["instead_of"] = p.instead_of;
    list.push_back(std::move(entry));
  }
  return list;
}

void add_parameters(Table& table, const std::string& group, const std::vector<io::Parameter>& parameters) {
  for (const io::Parameter& p : parameters) {
    const std::string domain = io::domain_text(p);
    table.add({Cell{group + "." + std::string(p.name)},
               {io::shape_text(p)},
               {domain.empty() ? "any" : domain},
               brief(p.example),
               {std::string(p.meaning)}});
  }
}

/// "mean 1, kappa 1"
std::string defaults(const std::vector<io::Parameter>& parameters) {
  std::string text;
  for (const io::Parameter& p : parameters) {
    if (p.optional || !p.instead_of.empty()) continue;
    if (!text.empty()) text += ", ";
    const std::string example = io::pretty(p.example);
    text += fmt::format("{} {}", p.name, example.find('\n') == example.npos ? example : p.example.dump());
  }
  return text;
}

bool takes_one_of(const io::Description& model) {
  return model.conjugate && model.takes_class;
}

/// What is not taken together, a line for each loss, and one for what needs a pool.
std::map<std::string, std::string> exclusions_in_words(const io::Description& model) {
  std::map<std::string, std::string> lines;
  for (const io::Exclusion& exclusion : model.exclusions) {
    const std::string beside = exclusion.loss.empty() ? "free items" : fmt::format("loss {}", exclusion.loss);
    std::string& line = lines[beside];
    line += fmt::format("{}{}", line.empty() ? "" : ", ", exclusion.path);
    if (!exclusion.value.empty()) line += fmt::format(" {}", exclusion.value);
    if (!exclusion.beside.empty()) line += fmt::format(" with {}", exclusion.beside);
  }
  return lines;
}

/// The keys that every problem may have, as in the format.
std::string optional_keys(const io::Description& model) {
  Table table("lll");
  table.add({"optional", "", "default"});
  if (!model.has_parts) table.add({"learner.has_seen", "a list of items, or a CSV file", "nothing"});
  if (takes_one_of(model)) {
    table.add({"learner.one_of", "several priors with weights; learner.judge expected or worst", "one prior"});
  }
  if (model.conjugate) {
    table.add({"target.belief", "weighted targets, or parameters of a prior", "a point"});
  }
  if (model.conjugate || model.fits_data) {
    table.add({"target.data", "items whose best fit is the target", "a point"});
  }
  if (!model.item_rules.empty())
    table.add(
        {"items", fmt::format("{}", fmt::join(model.item_rules, ", ")), model.needs_items ? "must be given" : "all"});
  if (model.losses.size() > 1) {
    table.add({"loss", fmt::format("{}", fmt::join(model.losses, ", ")), std::string(model.losses[0])});
  }
  table.add({"size", "n, or [min, max]", "any"});
  const std::string own = fmt::format("{}{}", fmt::join(model.efforts, ", "), model.efforts.empty() ? "" : ", ");
  table.add({"effort",
             model.has_parts ? "what each part's model takes" : fmt::format("per_item, {}of_size, fixed", own),
             "none"});
  if (model.labels()) table.add({"names", "of the categories", "1 to K"});
  if (!model.named.empty())
    table.add({"names", fmt::format("of the {}", model.named), fmt::format("1 to {}", model.named_size)});
  if (model.has_parts)
    table.add({"{\"parts\": […]}", "in place of items, size or effort: one for each part", "the same for all"});
  table.add({"limits", "max_items, seconds", "none"});
  for (const auto& [beside, line] : exclusions_in_words(model)) {
    table.add({fmt::format("not with {}", beside), line, ""});
  }
  return table.text();
}

/// The efforts that are plain prices, with what each charges for and a price to begin with.
io::Json costs_of(const io::Description& model) {
  io::Json list = io::Json::array();
  for (const io::EffortTerm& term : io::effort_terms()) {
    if (!term.number || (!term.everywhere && !model.takes_effort(term.name))) continue;
    if (model.needs_pool(fmt::format("effort.{}", term.name))) continue;  // over a pool alone
    list.push_back({{"name", term.name}, {"charges", term.charges}, {"example", term.example}});
  }
  return list;
}

io::Json exclusions_of(const io::Description& model) {
  io::Json list = io::Json::array();
  for (const io::Exclusion& exclusion : model.exclusions) {
    io::Json entry = {{"path", exclusion.path}};
    if (!exclusion.value.empty()) entry["value"] = exclusion.value;
    if (!exclusion.loss.empty()) entry["loss"] = exclusion.loss;
    if (exclusion.without_pool) entry["pool"] = false;
    if (!exclusion.beside.empty()) entry["beside"] = exclusion.beside;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

io::Json to_json(const io::Description& model) {
  const auto target = model.whole_target ? std::vector{*model.whole_target} : model.target;
  io::Json efforts = {"per_item", "fixed", "of_size"};
  for (const std::string_view term : model.efforts) efforts.push_back(term);
  io::Json also = io::Json::array();  // may stand in the learner
  if (!model.has_parts) also.push_back("has_seen");
  if (takes_one_of(model)) also.insert(also.end(), {"one_of", "judge"});
  return {{"model", model.name},
          {"summary", model.summary},
          {"item", model.item},
          {"known", to_json(model.known)},
          {"prior", to_json(model.prior)},
          {"also", also},
          {"target", to_json(target)},
          {"losses", model.losses},
          {"efforts", efforts},
          {"costs", costs_of(model)},
          {"items", model.item_rules},
          {"exclusions", exclusions_of(model)},
          {"drawing", io::to_string(model.drawing)},
          {"example", io::problem_example(model)}};
}

io::Json to_json(const std::vector<const io::Description*>& models) {
  io::Json list = io::Json::array();
  for (const io::Description* model : models) list.push_back(to_json(*model));
  return list;
}

std::string to_text(const std::vector<const io::Description*>& models, Paint paint) {
  std::string text;
  for (const io::Description* model : models) {
    text += fmt::format("{}: {}\n", paint.bold(model->name), model->summary);
    Table table("ll");
    table.add({"item", std::string(model->item)});
    if (const std::string known = defaults(model->known); !known.empty()) table.add({"known", known});
    if (!model->prior.empty()) table.add({"prior", defaults(model->prior)});
    const auto& whole = model->whole_target;
    table.add({"target", whole ? std::string(whole->what) : defaults(model->target)});
    text += table.text("    ");
  }
  return text +
         "\ndidact learners MODEL explains the parameters, didact new MODEL writes a problem with these values.\n";
}

std::string to_text(const io::Description& model, Paint paint) {
  std::string text = fmt::format("{}: {}\nitem: {}\n\n", paint.bold(model.name), model.summary, model.item);
  Table table("lllll");
  table.add({"parameter", "what", "allowed", "example", "meaning"});
  add_parameters(table, "learner", model.known);
  add_parameters(table, "learner.prior", model.prior);
  add_parameters(table, "target", model.target);
  if (const auto& target = model.whole_target) {
    table.add({Cell{"target"}, {std::string(target->what)}, {"any"}, {"…"}, {std::string(target->meaning)}});
  }
  return text + table.text() + '\n' + optional_keys(model);
}

}  // namespace didact::report
