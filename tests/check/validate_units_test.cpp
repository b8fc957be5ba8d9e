// The replay's own idea of units that cover several cells, by hand.
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/validate.hpp>

#include <string>
#include <vector>

namespace throng::validate_units_test {
namespace {

/// The complaint about one path; nothing when it is accepted.
std::string complaint(const Terrain& terrain, const Rules& rules,
                      const std::vector<Position>& path, double length,
                      const GridOptions& options = {}) {
  Scenario scenario;
  scenario.queries = {{path.front(), path.back()}};
  scenario.lengths = {length};
  scenario.tolerance = 1e-9;
  const auto found = validate_paths(terrain, rules, scenario,
                                    {.begin = {0, path.size()}, .cells = path}, options);
  return found.empty() ? "" : found[0].what;
}

}  // namespace

TEST_CASE("a replayed unit stands on all the cells that it covers") {
  const Terrain terrain = test::drawn(R"(
      .....
      .....
      ..@..
      .....)");
  const Rules rules{.topology = Topology::tile, .unit_size = 2};
  CHECK(complaint(terrain, rules, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}}, 5) ==
        "");
  CHECK(complaint(terrain, rules, {{0, 0}, {0, 1}, {1, 1}}, 2) ==
        "has a path, though the goal 1,1 is closed");
  CHECK(complaint(terrain, rules, {{3, 0}, {2, 0}, {2, 1}, {3, 1}}, 3) ==
        "step 2, from 2,0 to 2,1, enters a closed cell");
  CHECK(complaint(terrain, rules, {{3, 0}, {4, 0}, {3, 0}}, 2) ==
        "step 1, from 3,0 to 4,0, enters a closed cell");
  CHECK(complaint(terrain, rules, {{0, 3}, {0, 2}}, 1) ==
        "has a path, though the start 0,3 is closed");
}

TEST_CASE("a replayed unit cuts no corner with any of its cells") {
  const Terrain terrain = test::drawn(R"(
      ...@
      ....
      ....)");
  Rules rules{.corners = Corners::never_cut, .unit_size = 2};
  const std::vector<Position> slant{{1, 0}, {2, 1}};
  const double root = 1.4142135623730951;
  CHECK(complaint(terrain, rules, slant, root) == "step 1, from 1,0 to 2,1, cuts a corner");
  rules.corners = Corners::cut_one;
  CHECK(complaint(terrain, rules, slant, root) == "");
  rules.unit_size = 1;
  rules.corners = Corners::never_cut;
  CHECK(complaint(terrain, rules, slant, root) == "");
}

TEST_CASE("a replayed unit weighs what the heaviest cell under it weighs") {
  const Terrain terrain = test::drawn("..G.\n....");
  Rules rules{.topology = Topology::tile, .unit_size = 2};
  rules.movement.set('G', 5);
  const std::vector<Position> path{{0, 0}, {1, 0}, {2, 0}};
  CHECK(complaint(terrain, rules, path, 3 + 5) == "");
  rules.cost_model = CostModel::enter;
  CHECK(complaint(terrain, rules, path, 5 + 5) == "");
  const std::vector<Weight> weights{9, 2, 1, 1, 1, 1, 1, 7};
  CHECK(complaint(terrain, rules, path, 2 + 7, {.weights = weights}) == "");
  CHECK(complaint(terrain, rules, path, 9, {}) ==
        "is 10.000000 long, but the scenario says 9.000000");
}

}  // namespace throng::validate_units_test
