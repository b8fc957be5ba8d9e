#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"
#include "../support/sight.hpp"

#include <throng/any_angle.hpp>
#include <throng/validate.hpp>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace throng::validate_points_test {
namespace {

std::vector<Rules> all_rules() {
  std::vector<Rules> all;
  for (const std::int32_t size : {1, 2, 3}) {
    all.push_back({.topology = Topology::tile, .unit_size = size});
    for (const Corners corners : kCorners)
      all.push_back({.corners = corners, .unit_size = size});
  }
  all.push_back({.topology = Topology::hex});
  all.push_back({.topology = Topology::tex});
  return all;
}

Scenario scenario_of(std::vector<Query> queries) {
  Scenario scenario;
  scenario.queries = std::move(queries);
  return scenario;
}

/// The complaint about the points of one path; nothing when they are accepted.
std::string complaint(std::string_view drawing, const std::vector<Position>& points,
                      const Rules& rules = {}, const GridOptions& options = {}) {
  const Scenario scenario = scenario_of({{points.front(), points.back()}});
  const auto found = validate_points(test::drawn(drawing), rules, scenario,
                                     {{0, points.size()}, points}, options);
  return found.empty() ? "" : found[0].what;
}

/// Compares the verdict on a leg between each pair of cells with the oracle.
void check_all_pairs(TerrainView terrain, const Rules& rules, const GridOptions& options) {
  Scenario scenario;
  PathList points;
  for (const Query& query : test::all_pairs(terrain)) {
    if (query.start == query.goal) continue;
    scenario.queries.push_back(query);
    points.cells.push_back(query.start);
    points.cells.push_back(query.goal);
    points.begin.push_back(points.cells.size());
  }
  const auto complaints = validate_points(terrain, rules, scenario, points, options);
  const test::SightOracle oracle(terrain, rules, options);
  auto next = complaints.begin();
  for (std::size_t i = 0; i < scenario.queries.size(); ++i) {
    const auto& [from, to] = scenario.queries[i];
    const bool accepted = next == complaints.end() || next->query != i;
    if (accepted == oracle.leg(from, to)) {
      if (!accepted) ++next;
      continue;
    }
    CAPTURE(test::in_words(rules), from.x, from.y, to.x, to.y);
    FAIL((accepted ? "accepted" : next->what));
  }
}

}  // namespace

TEST_CASE("the validator accepts the legs that geometry allows, and no others") {
  for (const Rules& rules : all_rules())
    for (std::uint64_t seed = 0; seed < 12; seed += test::every({.sanitized = 4})) {
      const auto width = static_cast<std::int32_t>(1 + seed % 9);
      const auto height = static_cast<std::int32_t>(1 + seed * 5 % 8);
      const int closed = (seed % 3 == 0 ? 30 : 12) / rules.unit_size;
      const Terrain terrain = test::random_terrain(width, height, closed, seed);
      check_all_pairs(terrain, rules, {});
      const auto fences = test::random_fences(terrain, 8, seed);
      check_all_pairs(terrain, rules, {.closed_steps = fences});
    }
}

TEST_CASE("the validator accepts every smoothed and every exact path") {
  Workers workers(1);
  for (const Rules& rules : all_rules()) {
    const Terrain terrain = test::random_terrain(40, 30, 18 / rules.unit_size, 6);
    const auto grid = *Grid::make(terrain, rules);
    const Scenario scenario = scenario_of(test::random_queries(terrain, 150, 7));
    const Index index = *Index::build(
        grid, {.landmarks = {0}, .jump_graph = false, .lines = {true}}, workers);
    for (const bool exact : {false, true}) {
      if (exact && !index.has(Part::lines)) continue;
      AnyAnglePaths paths;
      if (exact)
        REQUIRE(solve_lines(index, scenario.queries, workers, paths));
      else
        REQUIRE(smooth(*grid, Solver::make(grid)->solve(scenario.queries, workers), workers,
                       paths));
      const PathList points{{paths.point_begin.begin(), paths.point_begin.end()},
                            {paths.points.begin(), paths.points.end()},
                            paths.scale};
      CAPTURE(test::in_words(rules));
      for (const PathError& error : validate_points(terrain, rules, scenario, points))
        FAIL(error.query << ": " << error.what);
    }
  }
}

TEST_CASE("complaints about legs name the leg and the cell") {
  const auto* const corner = R"(
      ......
      ..@...
      ......
      ......)";
  CHECK(complaint(corner, {{1, 2}, {3, 2}, {5, 1}}) == "");
  CHECK(complaint(corner, {{1, 2}, {5, 1}}) ==
        "leg 1, from 1,2 to 5,1, overlaps the closed cell 2,1");
  CHECK(complaint(corner, {{1, 2}, {5, 1}}, {.corners = Corners::cut_one}) == "");
  CHECK(complaint(corner, {{0, 0}, {1, 1}, {3, 1}}, {.corners = Corners::cut_one}) ==
        "leg 2, from 1,1 to 3,1, meets the closed cell 2,1");
  CHECK(complaint(corner, {{0, 0}, {0, 0}, {1, 0}}) ==
        "leg 1, from 0,0 to 0,0, stands still");
  CHECK(complaint(corner, {{0, 0}, {2, 1}, {3, 0}}) ==
        "leg 1, from 0,0 to 2,1, ends on a closed cell");
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  CHECK(complaint(corner, {{0, 0}, {kMost, -kMost - 1}, {3, 0}}) ==
        "leg 1, from 0,0 to " + std::to_string(kMost) + "," + std::to_string(-kMost - 1) +
            ", leaves the map");
  const std::vector<ClosedStep> closed{{{2, 0}, Move::east}};
  CHECK(complaint(corner, {{0, 0}, {5, 0}}, {}, {.closed_steps = closed}) ==
        "leg 1, from 0,0 to 5,0, goes from 2,0 to 3,0, which is closed");
  CHECK(complaint("..@..", {{0, 0}, {4, 0}}) ==
        "has a path, though nothing joins its ends");
}

TEST_CASE("a valid leg may be as long as a map") {
  const std::int32_t length = 50'000;
  for (const auto& [width, height] : {std::pair{length, 2}, std::pair{2, length}}) {
    Terrain terrain = *Terrain::make(width, height);
    for (const Position p : test::all_cells(terrain)) terrain.set(p, '.');
    const Position end{width - 1, height - 1};
    const Scenario scenario = scenario_of({{{0, 0}, end}});
    for (const Topology topology : kTopologies)
      CHECK(validate_points(terrain, {.topology = topology}, scenario,
                            {{0, 2}, {{0, 0}, end}})
                .empty());
  }
}

}  // namespace throng::validate_points_test
