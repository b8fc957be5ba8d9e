#include "../../src/labels/turn_corners.hpp"

#include "../../src/core/crew.hpp"
#include "../../src/jump/numbered_cells.hpp"
#include "../../src/labels/cut_scan.hpp"
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

namespace throng::turn_corners_test {

namespace {

const Rules kTile{.topology = Topology::tile};
const Rules kCutOne{.corners = Corners::cut_one};
const Rules kAlways{.corners = Corners::always};

/// A grid with its corners, and distances by the oracle.
struct World {
  World(const Terrain& map, const Rules& rules)
      : terrain(map), grid(*Grid::make(map, rules)), corners(*grid) {}

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
  TurnCorners corners;
};

Terrain some_terrain(std::uint64_t seed) {
  return test::random_terrain(static_cast<std::int32_t>(6 + seed % 17), 14,
                              static_cast<int>(5 + seed * 7 % 45), seed);
}

/// Whether a unit may turn around a closed cell at a corner, between two straight moves at
/// a right angle.
bool turns_between(const World& world, Position at, Position x, Position y) {
  const auto is_open = [&](std::int32_t times_x, std::int32_t times_y) {
    return world.is_open(at.x + times_x * x.x + times_y * y.x,
                         at.y + times_x * x.y + times_y * y.y);
  };
  if (world.grid->rules().topology == Topology::tile)
    return is_open(1, 0) && is_open(0, 1) && !is_open(1, 1);
  if (is_open(1, 0) || !is_open(1, 1)) return false;
  return world.grid->rules().corners == Corners::cut_one ? is_open(0, 1) && is_open(0, -1)
                                                         : is_open(0, -1) || is_open(1, -1);
}

bool is_corner(const World& world, Position at) {
  if (!world.is_open(at.x, at.y)) return false;
  for (const std::int32_t one : {-1, 1})
    for (const std::int32_t other : {-1, 1})
      if (turns_between(world, at, {one, 0}, {0, other}) ||
          turns_between(world, at, {0, one}, {other, 0}))
        return true;
  return false;
}

/// Whether all shortest ways between two cells on an open map are legal.
bool is_free(const World& world, Position a, Position b) {
  const std::int32_t dx = b.x - a.x, dy = b.y - a.y;
  if (world.grid->rules().topology == Topology::tile) {
    for (std::int32_t y = std::min(a.y, b.y); y <= std::max(a.y, b.y); ++y)
      for (std::int32_t x = std::min(a.x, b.x); x <= std::max(a.x, b.x); ++x)
        if (!world.is_open(x, y)) return false;
    return true;
  }
  const JumpLine line(dx, dy);
  const auto moves_of = [&](Position at) {
    return world.is_open(at.x, at.y) ? world.grid->moves(at) : 0U;
  };
  for (std::int32_t i = 0; i <= line.diagonal; ++i)
    for (std::int32_t k = 0; k <= line.straight; ++k) {
      const Position at{a.x + i * kMoveX[line.across] + k * kMoveX[line.along],
                        a.y + i * kMoveY[line.across] + k * kMoveY[line.along]};
      if (!world.is_open(at.x, at.y)) return false;
      if (i < line.diagonal && (moves_of(at) >> line.across & 1U) == 0) return false;
    }
  return true;
}

/// Whether the way whose diagonal steps come first is legal.
bool is_canonical_way_legal(const World& world, Position a, Position b) {
  const JumpLine line(b.x - a.x, b.y - a.y);
  for (std::int32_t i = 0; i < line.diagonal + line.straight; ++i) {
    const unsigned move = i < line.diagonal ? line.across : line.along;
    if ((world.grid->moves(a) >> move & 1U) == 0) return false;
    a = step(Topology::octile, a, static_cast<Move>(move));
  }
  return true;
}

/// The corners that a scan finds from each cell.
template <class Scan>
std::vector<std::vector<CellIndex>> turns_from(const World& world) {
  const Scan scan(*world.grid);
  std::vector<std::vector<CellIndex>> turns(world.grid->cell_count());
  for (const CellIndex cell : world.open_cells())
    scan.for_each(cell, [&](CellIndex corner) {
      turns[cell].push_back(corner);
      REQUIRE(corner != cell);
      REQUIRE(is_corner(world, world.grid->position(corner)));
      REQUIRE(is_free(world, world.grid->position(cell), world.grid->position(corner)));
    });
  return turns;
}

void check_turns(const World& world) {
  const std::vector<CellIndex> cells = world.open_cells();
  const auto turns = world.grid->rules().topology == Topology::tile
                         ? turns_from<TurnScan>(world)
                         : turns_from<CutScan>(world);
  std::vector<std::vector<Cost>> distances(world.grid->cell_count());
  for (const CellIndex cell : cells) distances[cell] = world.distances(cell);
  for (const CellIndex s : cells)
    for (const CellIndex t : cells) {
      const Cost distance = distances[s][t];
      if (distance == kUnreachable ||
          is_free(world, world.grid->position(s), world.grid->position(t)))
        continue;
      Cost least = kUnreachable;
      for (const CellIndex p : turns[s])
        for (const CellIndex q : turns[t])
          if (distances[p][q] != kUnreachable)
            least = std::min(
                least, world.open_cost(s, p) + distances[p][q] + world.open_cost(q, t));
      if (least == distance) continue;
      CAPTURE(s, t);
      REQUIRE(least == distance);
    }
}

}  // namespace

TEST_CASE("corners are the cells at which a path may turn around a closed cell") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13}))
    for (Rules rules : {kTile, kCutOne, kAlways}) {
      rules.unit_size = 1 + static_cast<std::int32_t>(seed % 3);
      const World world(test::random_terrain(static_cast<std::int32_t>(1 + seed * 3), 14,
                                             static_cast<int>(5 + seed * 7 % 45), seed),
                        rules);
      CAPTURE(seed, static_cast<int>(rules.topology), static_cast<int>(rules.corners));
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

TEST_CASE("a cell sees another one if the way is legal whose cost is that of an open map") {
  for (std::uint64_t seed = 0; seed < 24; seed += test::every({2, 13}))
    for (const Rules& rules : {kTile, kCutOne, kAlways}) {
      const World world(test::random_terrain(90, 9, static_cast<int>(seed % 6), seed),
                        rules);
      CAPTURE(seed, static_cast<int>(rules.topology), static_cast<int>(rules.corners));
      for (const CellIndex a : world.open_cells())
        for (const CellIndex b : world.open_cells()) {
          if ((a + b) % 3 != 0) continue;
          const Position from = world.grid->position(a), to = world.grid->position(b);
          const bool expected = rules.topology == Topology::tile
                                    ? is_free(world, from, to)
                                    : is_canonical_way_legal(world, from, to);
          if (world.corners.sees(world.place(a), world.place(b)) == expected) continue;
          CAPTURE(from.x, from.y, to.x, to.y);
          REQUIRE_FALSE(expected);
          FAIL("the way is not legal");
        }
    }
}

TEST_CASE("edges between corners are distances, and go both ways") {
  Crew crew(1);
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13}))
    for (const Rules& rules : {kTile, kCutOne, kAlways}) {
      const World world(some_terrain(seed), rules);
      CAPTURE(seed, static_cast<int>(rules.topology), static_cast<int>(rules.corners));
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
    CAPTURE(seed);
    check_turns(World(some_terrain(seed), kTile));
  }
}

TEST_CASE("a shortest path that may cut corners turns at those found from both ends") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({4, 13}))
    for (Rules rules : {kCutOne, kAlways}) {
      if (seed % 3 != 0) rules.costs = seed % 3 == 1 ? StepCosts{1, 1} : StepCosts{1, 2};
      CAPTURE(seed, static_cast<int>(rules.corners));
      check_turns(World(some_terrain(seed), rules));
    }
}

}  // namespace throng::turn_corners_test
