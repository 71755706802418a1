// The command line. Options are made here and nowhere else, because CLI11 is slow to compile.

#include "command_line.hpp"

#include "commands.hpp"
#include "io/csv.hpp"
#include "io/errors.hpp"
#include "io/nearest.hpp"
#include "long_run.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include <didact/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

namespace {

using namespace didact;
using app::Arguments;
using app::Command;

CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& text) {
        const bool known = std::find(words.begin(), words.end(), text) != words.end();
        return known ? std::string() : fmt::format("must be {}, got {}", fmt::join(words, " or "), text);
      },
      "");
}

/// CLI11 would read -1 as 2⁶⁴ - 1, and 1e3 as 1.
CLI::Validator whole_number() {
  return CLI::Validator(
      [](const std::string& text) {
        const bool digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos && text.size() < 20;
        return digits ? std::string() : "must be a whole number >= 0, got " + text;
      },
      "");
}

CLI::Validator finite_gap() {
  return CLI::Validator(
      [](const std::string& text) {
        const auto gap = io::to_number(text);
        return gap && *gap >= 0 && *gap < infinity ? std::string() : "must be a number >= 0, got " + text;
      },
      "");
}

void add_search_options(CLI::App& sub, const app::Takes& takes, Arguments& arguments) {
  Options& options = arguments.options;
  if (takes.seed) sub.add_option("--seed", options.seed, "Same seed, same items (default 1)")->check(whole_number());
  if (takes.style) {
    const auto set = [&options](const std::string& style) {
      options.style = style == "plain" ? Style::plain : Style::natural;
    };
    sub.add_option_function<std::string>("--style", set,
                                         "Items that look like the target (default), or equal ones where that suffices")
        ->check(one_of({"natural", "plain"}))
        ->type_name("natural|plain");
  }
  if (takes.gap) {
    sub.add_option("--gap", options.gap, "Stop when this close to the bound, relative to max(1, |impedance|)")
        ->check(finite_gap());
  }
}

void add_concept_options(CLI::App& sub, Arguments& arguments) {
  sub.add_option("CLASS", arguments.file, "A class of concepts, a CSV file; - is standard input");
  sub.add_option("--class", arguments.class_name, "A class known by name instead, like thresholds:10");
  sub.add_option("--concept", arguments.concept_name, "Only this concept");
  sub.add_option("--seconds", arguments.seconds, "Stop after so long, with what is proven by then")
      ->check(CLI::NonNegativeNumber.description(""));
}

void add_set_options(CLI::App& sub, Arguments& arguments) {
  const auto count = CLI::Validator(
      [&arguments](const std::string& text) {
        const auto sets = io::to_number(text);
        if (!sets || !(*sets >= 1) || !(*sets <= 1e15) || *sets != std::floor(*sets)) {
          return "must be a whole number from 1 to 1e15, got " + text;
        }
        arguments.sets = static_cast<Index>(*sets);
        return std::string();
      },
      "");
  sub.add_option("--sets", "How many sets to draw (default 100000; 1e9 is fine)")->check(count)->type_name("N");
  sub.add_option("--size", arguments.size, "Items a set: 10, 5:20, poisson:7.5 (default: as the best lesson)")
      ->type_name("N");
  sub.add_option("--baselines", arguments.baselines, "For thresholds: errors of passive, active and taught learners")
      ->check(whole_number());
  sub.add_flag("--exact", arguments.exact, "All sets there are, each with its probability");
}

void add_long_run_options(CLI::App& sub, Arguments& arguments) {
  sub.add_option("--threads", arguments.threads, "Threads to use (default: all cores); the result is the same")
      ->check(whole_number());
  sub.add_option("--progress", arguments.progress, "How far it has come, on standard error (default auto)")
      ->check(one_of({"auto", "bar", "plain", "none"}))
      ->type_name("auto|bar|plain|none");
  sub.add_option("--checkpoint", arguments.checkpoint, "Keep what is done in this file")->type_name("FILE");
  sub.add_option("--checkpoint-seconds", arguments.checkpoint_seconds, "How often to write it (default 3)")
      ->check(CLI::PositiveNumber.description(""));
  sub.add_flag("--resume", arguments.resume, "Go on from the checkpoint");
}

void add_studio_options(CLI::App& sub, Arguments& arguments) {
  sub.add_option("--port", arguments.port, "Where to listen (default 8737, or any that is free)")
      ->check(CLI::Range(0, 65535).description(""));
  sub.add_option("--open", arguments.opened, "A problem file to begin with")->type_name("FILE");
  sub.add_flag("--no-browser", arguments.no_browser, "Only print the address");
  sub.add_flag("--worker", arguments.worker)->group("");  // how the studio starts its helpers
}

void add_options(CLI::App& sub, const Command& command, Arguments& arguments) {
  const app::Takes& takes = command.takes;
  if (takes.file) sub.add_option("FILE", arguments.file, "A problem file; - is standard input")->required();
  if (takes.model != app::Takes::no_model) {
    sub.add_option("MODEL", arguments.model, "A model, as listed by didact learners")
        ->required(takes.model == app::Takes::a_model);
  }
  if (takes.set) {
    sub.add_option("--set", arguments.set, "Items, a CSV file, one a row; - is standard input")->required(!takes.sets);
  }
  if (takes.sets) add_set_options(sub, arguments);
  if (takes.over) {
    sub.add_option("--over", arguments.over, "PATH=from:to:log:points, PATH=1,2,5 or PATH=@file.csv; once or twice")
        ->allow_extra_args(false)
        ->type_name("PATH=VALUES");
  }
  if (takes.studio) add_studio_options(sub, arguments);
  if (takes.long_run) add_long_run_options(sub, arguments);
  if (takes.statistics) {
    sub.add_option("--n", arguments.n, "How many items")->required()->check(whole_number());
    sub.add_option("--s", arguments.s, "Their summed statistics, with commas between")->required();
  }
  if (takes.concepts) add_concept_options(sub, arguments);
  add_search_options(sub, takes, arguments);
  if (takes.log) sub.add_flag("--log", arguments.log, "Say on standard error how far a long search has come");
  if (takes.all_items) sub.add_flag("--items", arguments.all_items, "Write the items as JSON even beyond 10,000");
  sub.add_option("--format", arguments.format, fmt::format("How to write the result (default {})", command.formats[0]))
      ->check(one_of(command.formats))
      ->type_name(fmt::format("{}", fmt::join(command.formats, "|")));
  if (takes.plot) sub.add_option("--plot", arguments.plot, "Also draw the result, an SVG file")->type_name("FILE");
  if (takes.figures) {
    sub.add_option("--figures", arguments.figures, "Also draw the paper's two figures, SVG files in this folder")
        ->type_name("DIR");
  }
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
  if (!app::executor().reports()) return app::bad_input;
  if (json) fmt::print("{}\n", io::pretty(report::to_json(errors)));
  fmt::print(stderr, "{}", report::to_text(errors, source, app::paint_for_errors()));
  return app::bad_input;
}

/// What stands on the command line and nobody asked for.
std::vector<io::Error> unexpected(const CLI::App& sub) {
  std::vector<std::string> names;
  for (const CLI::Option* option : sub.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames()[0]);
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  std::vector<io::Error> errors;
  for (const std::string& argument : sub.remaining()) {
    const bool option = argument.starts_with("-") && argument.size() > 1;
    errors.push_back({"", option ? fmt::format("unknown option {}{}", argument, io::suggestion(argument, known))
                                 : fmt::format("unexpected argument {}", argument)});
    if (option) break;  // what follows may be its value
  }
  return errors;
}

/// A first word that is no command; CLI11 would only say that one is missing.
std::vector<io::Error> unknown_command(int argc, const char* const* argv) {
  if (argc < 2) return {{"", "a command is missing; didact --help lists them"}};
  std::vector<std::string_view> names;
  for (const Command& command : app::commands()) names.push_back(command.name);
  const std::string_view word = argv[1];
  if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) return {};
  return {{"", fmt::format("unknown command {}{}", word, io::suggestion(word, names))}};
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
    if (app::executor().reports()) fmt::print(stderr, "didact: {}\n", error.what());
  }
  return app::failure;
}

}  // namespace

int didact::app::command_line(int argc, char** argv, LongCommandsOnly which) {
  CLI::App cli{"didact finds the best teaching set for a learner, and proves how good it is.", "didact"};
  cli.footer(
      "Start here:\n  didact new categorical --out problem.json\n  didact teach problem.json\n"
      "didact COMMAND --help has examples of each.");
  cli.set_version_flag("--version", fmt::format("didact {}", version));
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
    if (which == LongCommandsOnly::yes && !command.takes.long_run) continue;
    CLI::App& sub = *cli.add_subcommand(std::string(command.name), std::string(command.summary));
    auto& [at, arguments] = known[&sub];
    at = &command;
    arguments.format = command.formats[0];
    add_options(sub, command, arguments);
    sub.allow_extras();  // to say more about them than CLI11 does
    sub.footer("Examples:\n" + std::string(command.examples));
  }
  const bool json = wants_json(argc, argv);
  if (const auto errors = unknown_command(argc, argv); !errors.empty()) return refuse(errors, "didact", json);
  try {
    cli.parse(argc, argv);
  } catch (const CLI::Success& information) {  // --help and --version
    return cli.exit(information);
  } catch (const CLI::ParseError& error) {
    return refuse({{"", error.what()}}, "didact", json);
  }
  const CLI::App* const sub = cli.get_subcommands().front();
  if (const auto errors = unexpected(*sub); !errors.empty()) return refuse(errors, "didact", json);
  const auto& [command, arguments] = known.at(sub);
  return run(*command, arguments, json);
}
