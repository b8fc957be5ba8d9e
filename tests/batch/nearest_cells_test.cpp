#include "../../src/batch/nearest_cells.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <algorithm>
#include <memory>
#include <vector>

namespace throng::nearest_cells_test {

namespace {

/// The same by looking at every cell.
NearestCells by_force(const Grid& grid, CellIndex member,
                      const std::vector<Position>& goals, const OpenBound& distance,
                      Cost most) {
  const Topology topology = grid.rules().topology;
  NearestCells best;
  best.distance = most;
  for (std::int32_t y = 0; y < grid.height(); ++y)
    for (std::int32_t x = 0; x < grid.width(); ++x) {
      const CellIndex cell = grid.cell({x, y});
      if (grid.component(cell) != grid.component(member)) continue;
      for (const Position goal : goals) {
        const Cost far = distance(axial(topology, {x, y}), axial(topology, goal));
        if (far < best.distance) best.cells.clear();
        if (far > best.distance) continue;
        best.distance = far;
        best.cells.push_back(cell);
      }
    }
  return best;
}

std::pmr::vector<CellIndex> sorted(std::pmr::vector<CellIndex> cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

void check(const Grid& grid, CellIndex member, const std::vector<Position>& goals,
           Cost most) {
  const OpenBound distance(grid.rules().topology, grid.costs());
  const NearestCells expected = by_force(grid, member, goals, distance, most);
  NearestCells found;
  found.distance = most;
  for (const Position goal : goals) add_nearest_cells(grid, member, goal, distance, found);
  CHECK(found.distance == expected.distance);
  CHECK(sorted(found.cells) == sorted(expected.cells));
}

}  // namespace

TEST_CASE("the nearest cells of a component are those that a look at all cells gives") {
  SplitMix64 random(1);
  for (const Topology topology : kTopologies)
    for (const StepCosts costs : {kExactCosts, StepCosts{1, 1}, StepCosts{1, 2}})
      for (const int closed : {40, 80, 97})
        for (const Position size : {Position{60, 45}, {1, 90}, {90, 1}, {9, 70}}) {
          const Rules rules{.topology = topology, .costs = costs};
          const auto grid = *Grid::make(
              test::random_terrain(size.x, size.y, closed, random.below(1000)), rules);
          for (int i = 0; i < 12; ++i) {
            const auto cell = [&] {
              const auto below = [&](std::int32_t n) {
                return static_cast<std::int32_t>(
                    random.below(static_cast<std::uint32_t>(n)));
              };
              const std::int32_t x = below(size.x);
              return Position{x, below(size.y)};
            };
            const Position member = cell();
            if (!grid->open(member)) continue;
            std::vector<Position> goals(1 + random.below(3));
            std::generate(goals.begin(), goals.end(), cell);
            CAPTURE(name(topology), closed, size.x, size.y, member.x, member.y);
            check(*grid, grid->cell(member), goals, kUnreachable);
            check(*grid, grid->cell(member), goals, 5 * grid->costs().straight);
          }
        }
}

TEST_CASE("cells beyond wide rock are found, whatever others lie there") {
  SplitMix64 random(4);
  for (const Topology topology : kTopologies)
    for (const Position size : {Position{150, 110}, {20, 300}}) {
      Terrain terrain = *Terrain::make(size.x, size.y, '@');
      const auto cell = [&] {
        const std::int32_t x =
            static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(size.x)));
        return Position{
            x, static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(size.y)))};
      };
      std::vector<Position> rooms(12);
      std::generate(rooms.begin(), rooms.end(), cell);
      for (std::size_t i = 0; i < rooms.size(); ++i) {
        const auto side = static_cast<std::int32_t>(1 + 2 * i);
        for (std::int32_t y = rooms[i].y; y < std::min(rooms[i].y + side, size.y); ++y)
          for (std::int32_t x = rooms[i].x; x < std::min(rooms[i].x + side, size.x); ++x)
            if (random.below(4) > 0) terrain.set({x, y}, '.');
        terrain.set(rooms[i], '.');
      }
      const auto plain = *Grid::make(terrain, {.topology = topology});
      const std::vector<Link> links{{rooms[0], rooms[5], 2}};
      const auto linked = *Grid::make(terrain, {.topology = topology}, {.links = links});
      for (const auto& grid : {plain, linked})
        for (const Position room : rooms)
          for (int i = 0; i < 4; ++i) {
            const std::vector<Position> goals{cell(), cell()};
            CAPTURE(name(topology), size.x, room.x, room.y, goals[0].x, goals[0].y);
            check(*grid, grid->cell(room), {goals[0]}, kUnreachable);
            check(*grid, grid->cell(room), goals, kUnreachable);
            check(*grid, grid->cell(room), goals, 40 * grid->costs().straight);
          }
      const OpenBound distance(topology, plain->costs());
      for (int i = 0; i < 30; ++i) {
        const Position goal = cell();
        NearestCells expected, found;
        for (const Position room : rooms)
          add_nearest_cells(*plain, plain->cell(room), goal, distance, expected);
        add_nearest_open_cells(*plain, goal, distance, found);
        CHECK(found.distance <= expected.distance);  // some cells are in no such room
        Cost nearest = kUnreachable;
        for (std::int32_t y = 0; y < size.y; ++y)
          for (std::int32_t x = 0; x < size.x; ++x)
            if (plain->open({x, y}))
              nearest = std::min(nearest,
                                 distance(axial(topology, {x, y}), axial(topology, goal)));
        CHECK(found.distance == nearest);
      }
    }
}

TEST_CASE("cells that steps only lead into are found") {
  const Terrain terrain = test::drawn("..@@");
  const auto grid = *Grid::make(
      terrain, {}, {.closed_steps = std::vector{ClosedStep{{1, 0}, Move::west}}});
  REQUIRE(grid->moves({1, 0}) == 0);
  check(*grid, grid->cell({0, 0}), {{3, 0}}, kUnreachable);
}

}  // namespace throng::nearest_cells_test
