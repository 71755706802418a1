// The command line. Options are made here and nowhere else, because CLI11 is slow to compile.

#include "commands.hpp"
#include "io/errors.hpp"
#include "output.hpp"
#include "report/report.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <map>

namespace {

using namespace didact;
using app::Arguments;
using app::Command;

void add_search_options(CLI::App& sub, const app::Takes& takes, Arguments& arguments) {
  static const std::map<std::string, Style> styles = {{"natural", Style::natural}, {"plain", Style::plain}};
  Options& options = arguments.options;
  if (takes.seed) sub.add_option("--seed", options.seed, "Same seed, same items (default 1)");
  if (takes.style) {
    sub.add_option("--style", options.style,
                   "Items that look like the target (default), or equal ones where that suffices")
        ->transform(CLI::CheckedTransformer(styles).description(""))
        ->type_name("natural|plain");
  }
  if (takes.gap) {
    const auto valid = [](const std::string& text) {
      const double gap = std::strtod(text.c_str(), nullptr);
      return gap >= 0 && gap < infinity ? std::string() : "must be >= 0, got " + text;
    };
    sub.add_option("--gap", options.gap, "Stop when this close to the bound, relative to max(1, |impedance|)")
        ->check(valid);
  }
}

void add_concept_options(CLI::App& sub, Arguments& arguments) {
  sub.add_option("CLASS", arguments.file, "A class of concepts, a CSV file; - is standard input");
  sub.add_option("--class", arguments.class_name, "A class known by name instead, like thresholds:10");
  sub.add_option("--concept", arguments.concept_name, "Only this concept");
  sub.add_option("--seconds", arguments.seconds, "Stop after so long, with what is proven by then")
      ->check(CLI::NonNegativeNumber.description(""));
}

void add_options(CLI::App& sub, const Command& command, Arguments& arguments) {
  const app::Takes& takes = command.takes;
  if (takes.file) sub.add_option("FILE", arguments.file, "A problem file; - is standard input")->required();
  if (takes.model != app::Takes::no_model) {
    sub.add_option("MODEL", arguments.model, "A model, as listed by didact learners")
        ->required(takes.model == app::Takes::a_model);
  }
  if (takes.set)
    sub.add_option("--set", arguments.set, "Items, a CSV file, one a row; - is standard input")->required();
  if (takes.statistics) {
    sub.add_option("--n", arguments.n, "How many items")->required()->check(CLI::NonNegativeNumber);
    sub.add_option("--s", arguments.s, "Their summed statistics, with commas between")->required();
  }
  if (takes.concepts) add_concept_options(sub, arguments);
  add_search_options(sub, takes, arguments);
  if (takes.all_items) sub.add_flag("--items", arguments.all_items, "Write the items as JSON even beyond 10,000");
  sub.add_option("--format", arguments.format, fmt::format("How to write the result (default {})", command.formats[0]))
      ->check(CLI::IsMember(command.formats).description(""))
      ->type_name(fmt::format("{}", fmt::join(command.formats, "|")));
  sub.add_option("--out", arguments.out, "Write the result to a file")->type_name("FILE");
  sub.add_flag("--quiet", arguments.quiet, "No remarks on standard error");
}

/// Whether errors are to be said as JSON, also where the command line itself was not understood.
bool wants_json(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--format=json") return true;
    if (argument == "--format" && i + 1 < argc && std::string_view(argv[i + 1]) == "json") return true;
  }
  return false;
}

int refuse(const std::vector<io::Error>& errors, const std::string& source, bool json) {
  if (json) fmt::print("{}\n", io::pretty(report::to_json(errors)));
  fmt::print(stderr, "{}", report::to_text(errors, source, app::paint_for_errors()));
  return app::bad_input;
}

int run(const Command& command, Arguments arguments, bool json) {
  const std::string source = arguments.file.empty()  ? "didact"
                             : arguments.file == "-" ? "standard input"
                                                     : arguments.file;
  try {
    app::require_writable(arguments);
    return command.run(arguments);
  } catch (const io::InvalidProblem& error) {
    return refuse(error.errors(), source, json);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "didact: out of memory\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "didact: {}\n", error.what());
  }
  return app::failure;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App cli{"didact finds the best teaching set for a learner, and proves how good it is.", "didact"};
  cli.footer(
      "Start here:\n  didact new categorical --out problem.json\n  didact teach problem.json\n"
      "didact COMMAND --help has examples of each.");
  cli.set_version_flag("--version", "didact " DIDACT_VERSION);
  cli.require_subcommand(1);
  const auto formatter = std::make_shared<CLI::Formatter>();
  formatter->column_width(28);
  formatter->label("REQUIRED", "");
  formatter->label("TEXT", "");
  formatter->label("UINT", "N");
  formatter->label("INT", "N");
  formatter->label("FLOAT", "X");
  cli.formatter(formatter);
  std::map<const CLI::App*, std::pair<const Command*, Arguments>> known;
  for (const Command& command : app::commands()) {
    CLI::App& sub = *cli.add_subcommand(std::string(command.name), std::string(command.summary));
    auto& [at, arguments] = known[&sub];
    at = &command;
    arguments.format = command.formats[0];
    add_options(sub, command, arguments);
    sub.footer("Examples:\n" + std::string(command.examples));
  }
  const bool json = wants_json(argc, argv);
  try {
    cli.parse(argc, argv);
  } catch (const CLI::Success& information) {  // --help and --version
    return cli.exit(information);
  } catch (const CLI::ParseError& error) {
    return refuse({{"", error.what()}}, "didact", json);
  }
  const auto& [command, arguments] = known.at(cli.get_subcommands().front());
  return run(*command, arguments, json);
}
