#include "../../src/heuristic/coarse_map.hpp"

#include "../../src/sweep/sweep.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <algorithm>
#include <vector>

namespace throng::coarse_map_test {

namespace {

/// The distances of all nodes from one of them, by rounds over all edges.
std::vector<Cost> distances(const CoarseMap& map, CoarseMap::Node from) {
  std::vector<Cost> costs(map.size(), kUnreachable);
  costs[from] = 0;
  for (bool lowered = true; lowered;) {
    lowered = false;
    for (CoarseMap::Node node = 0; node < map.size(); ++node)
      for (const CoarseMap::Edge& edge : map.edges(node))
        if (costs[node] != kUnreachable && costs[node] + edge.cost < costs[edge.to]) {
          costs[edge.to] = costs[node] + edge.cost;
          lowered = true;
        }
  }
  return costs;
}

}  // namespace

TEST_CASE("each open cell lies in one piece, and edges join the pieces of a component") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  const int closed = GENERATE(0, 25, 45, 100);
  Crew crew(1);
  for (const Rules& rules : test::all_rules()) {
    CAPTURE(seed, closed, test::in_words(rules));
    const auto grid = *Grid::make(test::random_terrain(43, 29, closed, seed), rules);
    const SweepSpace space(*grid, FieldMetric::cost);
    const CoarseMap map(*grid, space, crew);
    std::size_t cells = 0;
    for (std::uint32_t c = 0; c < grid->component_count(); ++c) {
      REQUIRE(!map.nodes(c).empty());
      const std::vector<Cost> costs = distances(map, map.nodes(c).front());
      for (const CoarseMap::Node node : map.nodes(c)) {
        CHECK(costs[node] != kUnreachable);
        CHECK(map.cost(map.centre(node)) == 0);
        std::vector<CellIndex> piece;
        map.list_cells(node, piece);
        for (const CellIndex cell : piece)
          CHECK((grid->component(cell) == c && map.node(cell) == node));
        cells += piece.size();
      }
    }
    CHECK(cells == grid->open_cells());
  }
}

TEST_CASE("links and steps of one direction are edges of their direction") {
  const Terrain terrain = test::drawn(R"(
      ...........
      @@@@@@@@@@@
      ...........)");
  const std::vector<Link> links{{.from = {0, 0}, .to = {10, 2}}};
  std::vector<ClosedStep> closed;
  for (const Move move : {Move::west, Move::north_west, Move::south_west})
    closed.push_back({{7, 0}, move});  // between two blocks: column 7 is the ninth cell
  const auto grid = *Grid::make(terrain, {}, {.closed_steps = closed, .links = links});
  const SweepSpace space(*grid, FieldMetric::cost);
  Crew crew(1);
  const CoarseMap map(*grid, space, crew);
  REQUIRE(map.size() == 4);
  const auto cost = [&](Position from, Position to) {
    const CoarseMap::Node end = map.node(grid->cell(to));
    for (const CoarseMap::Edge& edge : map.edges(map.node(grid->cell(from))))
      if (edge.to == end) return edge.cost;
    return kUnreachable;
  };
  CHECK(cost({0, 0}, {10, 0}) != kUnreachable);
  CHECK(cost({10, 0}, {0, 0}) == kUnreachable);
  CHECK(cost({10, 2}, {0, 2}) != kUnreachable);
  CHECK(cost({0, 2}, {10, 2}) != kUnreachable);
  CHECK(cost({0, 0}, {10, 2}) != kUnreachable);
  CHECK(cost({10, 2}, {0, 0}) == kUnreachable);
}

TEST_CASE("a step of one direction joins two pieces of a block") {
  const std::vector<ClosedStep> closed{{{2, 0}, Move::east}};
  const auto grid = *Grid::make(*Terrain::make(6, 1), {}, {.closed_steps = closed});
  const SweepSpace space(*grid, FieldMetric::cost);
  Crew crew(1);
  const CoarseMap map(*grid, space, crew);
  const CoarseMap::Node west = map.node(grid->cell({0, 0}));
  const CoarseMap::Node east = map.node(grid->cell({5, 0}));
  REQUIRE(map.size() == 2);
  REQUIRE(west != east);
  CHECK(map.edges(west).empty());
  REQUIRE(map.edges(east).size() == 1);
  CHECK(map.edges(east).front().to == west);
}

TEST_CASE("distances between centres along a winding corridor are those of the grid") {
  const auto grid = *Grid::make(test::drawn(R"(
      ......................
      @@@@@@@@@@@@@@@@@@@@@.
      ......................
      .@@@@@@@@@@@@@@@@@@@@@
      ......................)"));
  const SweepSpace space(*grid, FieldMetric::cost);
  Crew crew(1);
  const CoarseMap map(*grid, space, crew);
  CHECK(map.size() == 7);  // three lines in three blocks; two blocks join two lines
  const CellIndex from = map.centre(map.node(grid->cell({0, 0})));
  SweepScratch scratch;
  std::vector<Cost> field(grid->cell_count());
  sweep(space, {&from, 1}, kUnreachable - 1, scratch, field);
  const std::vector<Cost> costs = distances(map, map.node(from));
  for (CoarseMap::Node node = 0; node < map.size(); ++node)
    CHECK(costs[node] == field[map.centre(node)]);
}

TEST_CASE("of a piece, the cell farthest from others is found by the ways around it") {
  const auto grid = *Grid::make(*Terrain::make(64, 1));
  const SweepSpace space(*grid, FieldMetric::cost);
  Crew crew(1);
  const CoarseMap map(*grid, space, crew);
  const auto cell = [&](std::int32_t x) { return grid->cell({x, 0}); };
  const std::vector<Cost> nearest = distances(map, map.node(cell(0)));
  const std::vector<CellIndex> near{cell(0)};
  CHECK(map.farthest(map.node(cell(63)), nearest, near).cell == cell(63));
  // The block of columns 0 to 6 holds the cell itself.
  const CoarseMap::Far own = map.farthest(map.node(cell(0)), nearest, near);
  CHECK(own.cost <= 6 * grid->costs().straight);
  CHECK(map.node(own.cell) == map.node(cell(0)));
}

TEST_CASE("several threads make the same coarse map as one", "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(200, 150, 35, 4));
  const SweepSpace space(*grid, FieldMetric::cost);
  Crew one(1);
  const CoarseMap alone(*grid, space, one);
  for (const int threads : {2, 7, 16}) {
    CAPTURE(threads);
    Crew crew(threads);
    const CoarseMap together(*grid, space, crew);
    REQUIRE(together.size() == alone.size());
    bool same = true;
    for (CoarseMap::Node node = 0; node < alone.size(); ++node)
      same &= alone.centre(node) == together.centre(node) &&
              std::ranges::equal(alone.edges(node), together.edges(node),
                                 [](const CoarseMap::Edge& a, const CoarseMap::Edge& b) {
                                   return a.to == b.to && a.cost == b.cost;
                                 });
    CHECK(same);
  }
}

}  // namespace throng::coarse_map_test
