#pragma once
// The subcommands. Each has its body in a file of its own and its line in commands.cpp; main.cpp makes the options.

#include <didact/core/problem.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace didact::app {

/// Everything that can be said on the command line. A command sees only what it takes.
struct Arguments {
  std::string file;          ///< of a problem; "-" is standard input
  std::string set;           ///< of items
  std::string model;         ///< of a learner
  std::string class_name;    ///< of a known concept class
  std::string concept_name;  ///< the only one asked about; empty: all
  std::optional<double> seconds;
  Index n = 0;
  std::string s;  ///< numbers with commas between
  std::string format = "text";
  std::string out;                ///< empty: standard output
  std::string plot;               ///< an SVG file for a picture of the result; empty: none
  std::string figures;            ///< a folder for those of the paper; empty: none
  Options options;                ///< seed, style, gap
  Index sets = 100'000;           ///< to draw at random
  std::string size;               ///< of each: "10", "5:20", "poisson:7.5"; empty: the best
  std::vector<std::string> over;  ///< "effort.per_item=0.1:2:log:20"
  Index baselines = 0;            ///< of a threshold: sizes up to this
  bool exact = false;             ///< all sets there are, instead of random ones
  unsigned threads = 0;           ///< 0: as many as there are cores
  std::string progress = "auto";
  std::string checkpoint;
  double checkpoint_seconds = 3;
  bool resume = false;
  bool all_items = false;
  bool log = false;
  bool quiet = false;
  std::optional<unsigned short> port;  ///< of the studio
  std::string opened;                  ///< a problem that it begins with
  bool no_browser = false;
  bool worker = false;  ///< do the studio's work instead
};

/// What a command takes.
struct Takes {
  bool file = false;
  bool concepts = false;  ///< CLASS, --class, --concept and --seconds
  bool set = false;
  bool statistics = false;  ///< --n and --s
  bool seed = false;
  bool style = false;
  bool gap = false;
  bool all_items = false;
  bool log = false;
  bool sets = false;  ///< --sets, --size, --exact, and --set need not be given
  bool over = false;
  bool long_run = false;  ///< --threads, --progress, --checkpoint, --resume
  bool plot = false;
  bool figures = false;
  bool studio = false;  ///< --port, --open, --no-browser
  enum { no_model, optional_model, a_model } model = no_model;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;
  std::vector<std::string> formats;  ///< the first is the default
  Takes takes;
  int (*run)(const Arguments&);  ///< returns the exit code; may throw io::InvalidProblem
};

const std::vector<Command>& commands();

/// As the format says.
enum ExitCode { success = 0, failure = 1, bad_input = 2, no_lesson = 3, interrupted = 130 };

int teach(const Arguments& arguments);
int evaluate(const Arguments& arguments);
int check(const Arguments& arguments);
int unpack(const Arguments& arguments);
int learners(const Arguments& arguments);
int new_problem(const Arguments& arguments);
int schema(const Arguments& arguments);
int reproduce(const Arguments& arguments);
int dimension(const Arguments& arguments);
int simulate(const Arguments& arguments);
int sweep(const Arguments& arguments);
int studio(const Arguments& arguments);

}  // namespace didact::app
