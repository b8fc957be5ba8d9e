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

Answers path_between(const Grid& grid, Position a, Position b) {
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
      const Answers result = Solver::make(grid)->solve(queries, workers);
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
  const Answers whole = path_between(*grid, {0, 2}, {8, 2});
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
  const Answers head = path_between(*now, route.position(), joint);
  route.splice(5, head.path(0));
  CHECK(route.walkable(*now, 100) == route.size());
  const Answers more = path_between(*now, {8, 2}, {11, 4});
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

TEST_CASE("a unit is put on its route, or leaves it") {
  const std::vector<Link> links{{{0, 4}, {9, 0}, 1}};
  for (const bool linked : {false, true}) {
    GridOptions options;
    if (linked) options.links = links;
    const auto grid = *Grid::make(*Terrain::make(10, 5, '.'), {}, options);
    const Answers path = path_between(*grid, {0, 2}, {9, 1});
    const std::vector<Position> cells = path.path(0).cells();
    for (std::size_t k = 0; k < cells.size(); ++k) {
      Route route;
      route.assign(path.path(0));
      CHECK(route.place(*grid, cells[k]));
      CHECK(walked(route, *grid) == std::vector<Position>(cells.begin() + k, cells.end()));
    }
    Route route;
    route.assign(path.path(0));
    CHECK(!route.place(*grid, {2, 0}));
    CHECK(walked(route, *grid) == std::vector<Position>{{2, 0}});
  }
}

TEST_CASE("a unit that walks while it waits joins the path that it requested") {
  const auto grid = *Grid::make(test::random_terrain(24, 20, 10, 5));
  const Position start{0, 0}, goal{23, 3}, other{5, 19};
  const Answers first = path_between(*grid, start, goal);
  const std::vector<Position> cells = first.path(0).cells();
  REQUIRE(cells.size() > 12);
  const Answers second = path_between(*grid, cells[6], other);
  REQUIRE(second.status[0] == Status::found);
  std::vector<Position> joined(cells.begin(), cells.begin() + 6);
  for (const Position p : second.path(0).cells()) joined.push_back(p);
  for (std::size_t walked_first = 0; walked_first < cells.size(); ++walked_first)
    for (const bool waits : {false, true}) {
      CAPTURE(walked_first, waits);
      Route route;
      route.assign(first.path(0));
      if (waits) route.truncate(6);
      CHECK(route.size() == (waits ? 6 : cells.size() - 1));
      for (std::size_t k = 0; k < walked_first && !route.empty(); ++k) route.advance(*grid);
      const std::vector<Position> before = walked(route, *grid);
      const std::size_t passed =
          waits ? std::min<std::size_t>(walked_first, 6) : walked_first;
      CHECK(route.join(*grid, second.path(0)) == (passed <= 6));
      const auto rest = joined.begin() + static_cast<std::ptrdiff_t>(passed);
      CHECK(walked(route, *grid) ==
            (passed <= 6 ? std::vector<Position>(rest, joined.end()) : before));
    }
  Route route;
  route.assign(first.path(0));
  route.truncate(100);
  CHECK(walked(route, *grid) == cells);
  CHECK(route.join(*grid, PathView(Topology::octile, cells[2], {})));  // no path: it stops
  CHECK(walked(route, *grid) == std::vector<Position>(cells.begin(), cells.begin() + 3));
}

}  // namespace throng::route_test
