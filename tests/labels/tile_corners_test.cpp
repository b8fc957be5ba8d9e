#include "../../src/labels/tile_corners.hpp"

#include "../../src/core/crew.hpp"
#include "../../src/jump/numbered_cells.hpp"
#include "../../src/labels/subgoal_graph.hpp"
#include "../../src/labels/turn_scan.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "graph_distances.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng::tile_corners_test {

namespace {

/// A tile grid with its corners, and distances by the oracle.
struct World {
  explicit World(const Terrain& map, std::int32_t unit_size = 1)
      : terrain(map),
        grid(*Grid::make(map, {.topology = Topology::tile, .unit_size = unit_size})),
        corners(*grid) {}

  bool is_open(std::int32_t x, std::int32_t y) const {
    return x >= 0 && y >= 0 && x < grid->width() && y < grid->height() &&
           grid->component(grid->cell({x, y})) != Grid::kNoComponent;
  }
  std::vector<CellIndex> open_cells() const {
    std::vector<CellIndex> cells;
    for (const Position at : test::all_cells(terrain))
      if (is_open(at.x, at.y)) cells.push_back(grid->cell(at));
    return cells;
  }
  std::vector<Cost> distances(CellIndex from) const {
    const auto field = test::oracle_field(terrain, grid->rules(), grid->position(from));
    std::vector<Cost> costs(grid->cell_count(), kUnreachable);
    for (const Position at : test::all_cells(terrain)) {
      const auto& reached = field[static_cast<std::size_t>(at.y * terrain.width() + at.x)];
      if (reached) costs[grid->cell(at)] = static_cast<Cost>(reached.cost);
    }
    return costs;
  }
  PaddedPosition place(CellIndex cell) const {
    return padded_position(cell, grid->stride());
  }
  Cost open_cost(CellIndex a, CellIndex b) const {
    const PaddedPosition from = place(a), to = place(b);
    return JumpLine(to.x - from.x, to.y - from.y).cost(leg_costs(*grid));
  }

  Terrain terrain;
  std::shared_ptr<const Grid> grid;
  TileCorners corners;
};

Terrain some_terrain(std::uint64_t seed) {
  return test::random_terrain(static_cast<std::int32_t>(6 + seed % 17), 14,
                              static_cast<int>(5 + seed * 7 % 45), seed);
}

bool is_corner(const World& world, Position at) {
  if (!world.is_open(at.x, at.y)) return false;
  for (const std::int32_t dx : {-1, 1})
    for (const std::int32_t dy : {-1, 1})
      if (world.is_open(at.x + dx, at.y) && world.is_open(at.x, at.y + dy) &&
          !world.is_open(at.x + dx, at.y + dy))
        return true;
  return false;
}

bool is_empty(const World& world, Position a, Position b) {
  for (std::int32_t y = std::min(a.y, b.y); y <= std::max(a.y, b.y); ++y)
    for (std::int32_t x = std::min(a.x, b.x); x <= std::max(a.x, b.x); ++x)
      if (!world.is_open(x, y)) return false;
  return true;
}

}  // namespace

TEST_CASE("corners of a tile grid are open cells with a closed one between open ones") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13})) {
    const World world(test::random_terrain(static_cast<std::int32_t>(1 + seed * 3), 14,
                                           static_cast<int>(5 + seed * 7 % 45), seed),
                      1 + static_cast<std::int32_t>(seed % 3));
    CAPTURE(seed);
    std::vector<CellIndex> expected;
    for (const Position at : test::all_cells(world.terrain))
      if (is_corner(world, at)) expected.push_back(world.grid->cell(at));
    const SubgoalPlaces found = world.corners.subgoals();
    std::vector<CellIndex> cells(found.cells.begin(), found.cells.end());
    REQUIRE(found.places.size() == cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      REQUIRE(cell_at(found.places[i], world.grid->stride()) == cells[i]);
    std::ranges::sort(cells);
    REQUIRE(cells == expected);
  }
}

TEST_CASE("a rectangle of a tile grid is empty if all of its cells are open") {
  for (std::uint64_t seed = 0; seed < 24; seed += test::every({2, 13})) {
    const World world(test::random_terrain(90, 9, static_cast<int>(seed % 6), seed));
    CAPTURE(seed);
    for (const CellIndex a : world.open_cells())
      for (const CellIndex b : world.open_cells()) {
        if ((a + b) % 3 != 0) continue;
        const Position from = world.grid->position(a), to = world.grid->position(b);
        const bool expected = is_empty(world, from, to);
        if (world.corners.is_empty(world.place(a), world.place(b)) == expected) continue;
        CAPTURE(from.x, from.y, to.x, to.y);
        REQUIRE_FALSE(expected);
        FAIL("a closed cell is in the rectangle");
      }
  }
}

TEST_CASE("edges between the corners of a tile grid are distances, and go both ways") {
  Crew crew(1);
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13})) {
    const World world(some_terrain(seed));
    CAPTURE(seed);
    const std::span<const CellIndex> cells = world.corners.subgoals().cells;
    const NumberedCells numbers(world.grid->cell_count(), cells);
    const SubgoalGraph graph(*world.grid, cells, NodesByCell(numbers),
                             SubgoalScan(*world.grid, cells), crew);
    const auto count = static_cast<std::uint32_t>(cells.size());
    std::vector<std::vector<Cost>> distances(count, std::vector<Cost>(count));
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::vector<Cost> costs = world.distances(cells[i]);
      for (std::uint32_t k = 0; k < count; ++k) distances[i][k] = costs[cells[k]];
    }
    test::require_distances(graph, distances);
  }
}

TEST_CASE("a shortest path of a tile grid turns at corners found from both of its ends") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({4, 13})) {
    const World world(some_terrain(seed));
    CAPTURE(seed);
    const std::vector<CellIndex> cells = world.open_cells();
    const TurnScan scan(*world.grid);
    std::vector<std::vector<CellIndex>> turns(world.grid->cell_count());
    std::vector<std::vector<Cost>> distances(world.grid->cell_count());
    for (const CellIndex cell : cells) {
      distances[cell] = world.distances(cell);
      scan.for_each(cell, [&](CellIndex corner) {
        turns[cell].push_back(corner);
        REQUIRE(corner != cell);
        REQUIRE(distances[cell][corner] == world.open_cost(cell, corner));
      });
    }
    for (const CellIndex s : cells)
      for (const CellIndex t : cells) {
        const Cost distance = distances[s][t];
        if (distance == kUnreachable ||
            world.corners.is_empty(world.place(s), world.place(t)))
          continue;
        Cost least = kUnreachable;
        for (const CellIndex p : turns[s])
          for (const CellIndex q : turns[t])
            least = std::min(
                least, world.open_cost(s, p) + distances[p][q] + world.open_cost(q, t));
        if (least == distance) continue;
        CAPTURE(s, t);
        REQUIRE(least == distance);
      }
  }
}

}  // namespace throng::tile_corners_test
