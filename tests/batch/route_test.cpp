#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/route.hpp>
#include <throng/solver.hpp>

#include <vector>

namespace throng::route_test {

namespace {

/// The cells of a route, from where the unit is.
std::vector<Position> walked(Route route, const Grid& grid) {
  std::vector<Position> cells{route.position()};
  while (!route.empty()) cells.push_back(route.advance(grid));
  return cells;
}

BatchResult path_between(const Grid& grid, Position a, Position b) {
  Workers workers(1);
  const auto shared = std::make_shared<const Grid>(grid);
  return Solver::make(shared)->solve(std::vector<Query>{{a, b}}, workers);
}

}  // namespace

TEST_CASE("a unit walks its route cell by cell") {
  Workers workers(1);
  const std::vector<Link> links{{{1, 1}, {15, 12}, 1}, {{14, 3}, {2, 12}, 1}};
  for (const Rules& rules : test::all_rules())
    for (const bool linked : {false, true}) {
      CAPTURE(test::in_words(rules), linked);
      const Terrain terrain = test::random_terrain(18, 15, 20, 3);
      GridOptions options;
      if (linked) options.links = links;
      const auto grid = *Grid::make(terrain, rules, options);
      const auto queries = test::random_queries(terrain, 40, 1);
      const BatchResult result = Solver::make(grid)->solve(queries, workers);
      Route route;
      for (std::size_t i = 0; i < result.size(); ++i) {
        const std::vector<Position> cells = result.path(i).cells();
        route.assign(result.path(i));
        CHECK(route.size() == cells.size() - 1);
        CHECK(walked(route, *grid) == cells);
        for (std::size_t k = 0; k < cells.size() + 2; ++k)
          CHECK(route.ahead(*grid, k) == cells[std::min(k, cells.size() - 1)]);
        CHECK(route.walkable(*grid, 1000) == cells.size() - 1);
      }
    }
}

TEST_CASE("a detour replaces the first moves, and more goes to the end") {
  const Terrain terrain = *Terrain::make(12, 5, '.');
  const auto grid = *Grid::make(terrain);
  const BatchResult whole = path_between(*grid, {0, 2}, {8, 2});
  Route route;
  route.assign(whole.path(0));
  route.advance(*grid);
  Terrain closed = terrain;
  closed.set({4, 2}, '@');
  const auto now = *Grid::make(closed);
  CHECK(route.walkable(*now, 10) == 2);
  CHECK(route.walkable(*now, 1) == 1);
  const Position joint = route.ahead(*now, 5);
  CHECK(joint == Position{6, 2});
  const BatchResult head = path_between(*now, route.position(), joint);
  route.splice(5, head.path(0));
  CHECK(route.walkable(*now, 100) == route.size());
  const BatchResult more = path_between(*now, {8, 2}, {11, 4});
  route.append(more.path(0));
  std::vector<Position> cells = head.path(0).cells();
  cells.push_back({7, 2});
  for (const Position p : more.path(0).cells()) cells.push_back(p);
  CHECK(walked(route, *now) == cells);

  route.clear();
  CHECK(walked(route, *now) == std::vector<Position>{{1, 2}});
  CHECK(route.ahead(*now, 3) == Position{1, 2});
  route.append(head.path(0));
  CHECK(walked(route, *now) == head.path(0).cells());
}

}  // namespace throng::route_test
