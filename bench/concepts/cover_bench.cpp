// Writes the benchmark's cover problems as files for the peers, and solves them.
//   didact-cover-bench FOLDER SECONDS   prints one JSON line for each problem

#include <didact/concepts/named_classes.hpp>
#include <didact/concepts/teaching_set.hpp>
#include <didact/core/random.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace {

using namespace didact;

struct Instance {
  std::string kind, name;
  concepts::CoverProblem problem;
};

ConceptClass random_class(std::uint64_t seed, std::size_t concepts, std::size_t items, double density) {
  std::vector<std::vector<int>> labels(concepts, std::vector<int>(items));
  Random random(seed);
  for (auto& row : labels) {
    for (int& label : row) label = random.uniform() < density;
  }
  return ConceptClass(labels);
}

concepts::CoverProblem of_concept(const ConceptClass& concepts, std::size_t target) {
  return didact::concepts::separating_items(concepts, target, didact::concepts::all_bits(concepts.size()));
}

void add_random(std::vector<Instance>& list) {
  struct Shape {
    std::size_t concepts, items;
  };
  for (const Shape shape : {Shape{50, 200}, {60, 1000}, {100, 50}, {200, 50}, {200, 100}, {500, 60}}) {
    for (const int percent : {5, 10, 25, 50}) {
      for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        ConceptClass concepts = random_class(seed, shape.concepts, shape.items, percent / 100.0);
        const std::string name = std::to_string(shape.concepts) + "x" + std::to_string(shape.items) + " at " +
                                 std::to_string(percent) + " %, " + std::to_string(seed);
        list.push_back({"random", name, of_concept(concepts, 0)});
        if (percent == 50) continue;  // the empty concept is the hard one where labels are mostly 0
        for (std::size_t i = 0; i < shape.items; ++i) concepts.set_label(0, i, false);
        list.push_back({"random, empty target", name, of_concept(concepts, 0)});
      }
    }
  }
  list.push_back({"random", "1000x100 at 50 %, 1", of_concept(random_class(1, 1000, 100, 0.5), 0)});
  list.push_back({"random", "1000x100 at 50 %, 2", of_concept(random_class(2, 1000, 100, 0.5), 0)});
}

void add_named(std::vector<Instance>& list) {
  for (const char* const name :
       {"thresholds:100", "singletons-and-empty:50", "power-set:8", "intervals:20", "boxes:6x6", "monotone-monomials:7",
        "monomials:5", "parities:7", "halfspaces:3", "warmuth"}) {
    const ConceptClass concepts = concepts::named_class(name);
    list.push_back({"named", std::string(name) + ", first", of_concept(concepts, 0)});
    list.push_back({"named", std::string(name) + ", middle", of_concept(concepts, concepts.size() / 2)});
  }
}

std::vector<Instance> instances() {
  std::vector<Instance> list;
  add_random(list);
  add_named(list);
  for (const std::size_t order : {9, 15, 27, 45}) {
    list.push_back({"Steiner triples", std::to_string(order), concepts::steiner_triple_cover(order)});
  }
  return list;
}

void write(const concepts::CoverProblem& problem, const std::string& file) {
  std::ofstream out(file);
  out << problem.elements << ' ' << problem.items << '\n';
  for (std::size_t i = 0; i < problem.items; ++i) {
    for (const std::size_t e : concepts::members(problem.column(i))) out << e << ' ';
    out << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::fprintf(stderr, "usage: didact-cover-bench FOLDER SECONDS\n"), 2;
  const std::vector<Instance> list = instances();
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto& [kind, name, problem] = list[k];
    const std::string file = std::string(argv[1]) + "/" + std::to_string(k) + ".cover";
    write(problem, file);
    const auto start = std::chrono::steady_clock::now();
    const concepts::Cover cover = concepts::minimum_cover(problem, {Stop(std::atof(argv[2]))});
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf(R"({"kind": "%s", "name": "%s", "file": "%s", "lower": %g, "upper": %g, "seconds": %g, "exists": %s})"
                "\n",
                kind.c_str(), name.c_str(), file.c_str(), cover.lower, cover.cost, seconds,
                cover.exists ? "true" : "false");
    std::fflush(stdout);
  }
}
