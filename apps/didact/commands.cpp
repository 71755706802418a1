#include "commands.hpp"

namespace didact::app {

const std::vector<Command>& commands() {
  static const std::vector<Command> list = {
      {"teach",
       "Find the best teaching set and prove how good it is",
       "  didact teach problem.json\n"
       "  didact teach problem.json --format csv --out lesson.csv\n"
       "  didact teach problem.json --plot lesson.svg\n"
       "  didact new categorical | didact teach -\n"
       "\nExit code: 0 a lesson, 2 bad input, 3 unbounded or unteachable, 130 interrupted (the best so far is "
       "printed).",
       {"text", "json", "csv"},
       {.file = true, .seed = true, .style = true, .gap = true, .all_items = true, .log = true, .plot = true},
       teach},
      {"evaluate",
       "Judge a given set: its impedance, and how far it is from the best",
       "  didact evaluate problem.json --set items.csv\n"
       "  didact teach one.json --format csv | didact evaluate another.json --set -",
       {"text", "json"},
       {.file = true, .set = true, .seed = true, .gap = true, .plot = true},
       evaluate},
      {"simulate",
       "How good are random teaching sets? Their impedances, beside the best lesson",
       "  didact simulate problem.json --sets 1000000\n"
       "  didact simulate problem.json --size 5:20 --set mine.csv    and how many beat a set of yours\n"
       "  didact simulate problem.json --exact                       all sets, where they can be enumerated\n"
       "  didact simulate problem.json --sets 1e9 --checkpoint run.json --resume",
       {"text", "json", "csv"},
       {.file = true, .set = true, .seed = true, .gap = true, .sets = true, .long_run = true, .plot = true},
       simulate},
      {"sweep",
       "How the best lesson changes with one or two parameters of the problem",
       "  didact sweep problem.json --over effort.per_item=0.01:2:log:60\n"
       "  didact sweep problem.json --over size=1:20:20 --over learner.prior.kappa=1,10,100 --format csv\n"
       "  didact sweep problem.json --over learner.prior=@students.csv     one row a learner",
       {"text", "json", "csv"},
       {.file = true, .seed = true, .gap = true, .over = true, .long_run = true, .plot = true},
       sweep},
      {"studio",
       "Design a lesson by hand and eye, in the browser",
       "  didact studio\n"
       "  didact studio --open problem.json --port 8080 --no-browser\n"
       "\nIt is served to this machine alone, at an address with a token of this run. Ctrl-C ends it.",
       {"text"},
       {.studio = true},
       studio},
      {"check",
       "Validate a problem file and list all its mistakes",
       "  didact check problem.json",
       {"text", "json"},
       {.file = true},
       check},
      {"unpack",
       "Make items that have given statistics",
       "  didact unpack gaussian --n 3 --s 3,5     three numbers with sum 3 and sum of squares 5\n"
       "  didact unpack poisson --n 4 --s 10 --style plain",
       {"text", "json", "csv"},
       {.statistics = true, .seed = true, .style = true, .model = Takes::a_model},
       unpack},
      {"learners",
       "List the models, or what one of them takes",
       "  didact learners\n  didact learners gaussian",
       {"text", "json"},
       {.model = Takes::optional_model},
       learners},
      {"new",
       "Write a commented problem file to start from",
       "  didact new multivariate-gaussian --out problem.json",
       {"text", "json"},
       {.model = Takes::a_model},
       new_problem},
      {"schema",
       "Write the JSON Schema of problem files, for editors",
       "  didact schema --out didact.schema.json",
       {"json"},
       {},
       schema},
      {"dimension",
       "Teaching dimensions of a class of concepts, with the teaching sets",
       "  didact dimension class.csv               concepts in rows, items in columns, labels 0 or 1\n"
       "  didact dimension class.csv --concept c2\n"
       "  didact dimension --class thresholds:10   thresholds, singletons, power-set, intervals, boxes, monomials, …",
       {"text", "json", "csv"},
       {.concepts = true, .long_run = true, .plot = true},
       dimension},
      {"reproduce",
       "Recompute the paper's figures: as printed, as it says, and corrected",
       "  didact reproduce\n  didact reproduce --format json --seed 7\n  didact reproduce --figures figures",
       {"text", "json"},
       {.seed = true, .figures = true},
       reproduce},
  };
  return list;
}

}  // namespace didact::app
