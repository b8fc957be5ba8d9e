#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"

#include <throng/map_io.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>

#include <cstdio>
#include <string>

using namespace throng;

namespace {

std::string hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

/// The hash of all answers to a bundled scenario, and how many cells were expanded.
std::string golden(const std::string& map, const Rules& rules, Heuristic heuristic) {
  const std::string path = (test::maps_folder() / map).string();
  const auto grid = *Grid::make(test::must(read_map(path)), rules);
  Workers workers(1);
  const BatchResult result =
      Solver::make(grid, {Algorithm::astar, heuristic})
          ->solve(test::must(read_scenario(path + ".scen")).queries, workers);
  std::uint64_t expanded = 0;
  for (const std::uint32_t one : result.expanded) expanded += one;
  return hex(result.hash()) + " " + std::to_string(expanded);
}

}  // namespace

// The same on every machine and from every compiler: a difference here means that paths or
// the work they take have changed. A change that means to do that says so and puts the new
// values here.
TEST_CASE("answers and work on the bundled maps are what they were") {
  const Rules octile, tile{.topology = Topology::tile},
      cut{.corners = Corners::cut_one, .costs = kBg2006Costs};
  CHECK(golden("demo.map", octile, Heuristic::octile) == "0efc749feeeb554d 531514");
  CHECK(golden("demo.map", octile, Heuristic::zero) == "530b9a997553f952 2407742");
  CHECK(golden("demo.map", tile, Heuristic::manhattan) == "654dad0959f34484 353434");
  CHECK(golden("demo.map", cut, Heuristic::octile) == "10d56858df3059c4 462536");
  CHECK(golden("rooms.map", octile, Heuristic::octile) == "5d205d267f58e69e 64844");
}
