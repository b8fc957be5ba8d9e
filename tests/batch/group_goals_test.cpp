#include "../../src/heuristic/plain.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/distances.hpp>
#include <throng/group_goals.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace throng::group_goals_test {

namespace {

std::uint32_t component(const Grid& grid, Position p) {
  return grid.component(grid.cell(p));
}

bool overlap(Position a, Position b, std::int32_t side) {
  return std::abs(a.x - b.x) < side && std::abs(a.y - b.y) < side;
}

/// The same by looking at every cell.
std::vector<Position> by_force(const std::shared_ptr<const Grid>& shared,
                               const std::vector<Position>& all, Position from,
                               Position goal, Workers& workers) {
  const Grid& grid = *shared;
  if (!grid.open(from)) return {};
  const OpenBound open_map(grid.rules().topology, grid.costs());
  const auto far = [&](Position p) {
    const Topology topology = grid.rules().topology;
    return std::tuple(open_map(axial(topology, p), axial(topology, goal)), grid.cell(p));
  };
  Position first = from;
  for (const Position p : all)
    if (component(grid, p) == component(grid, from) && far(p) < far(first)) first = p;
  if (component(grid, goal) == component(grid, from)) first = goal;
  const std::vector<Cost> cost = distances(shared, {&first, 1}, workers);
  const auto rank = [&](Position p) {
    return std::tuple(cost[static_cast<std::size_t>(p.y * grid.width() + p.x)],
                      grid.cell(p));
  };
  std::vector<Position> sorted = all;
  std::ranges::sort(sorted, {}, rank);
  std::vector<Position> places;
  for (const Position p : sorted) {
    if (std::get<0>(rank(p)) == kUnreachable) break;
    if (std::ranges::none_of(places, [&](Position other) {
          return overlap(p, other, grid.rules().unit_size);
        }))
      places.push_back(p);
  }
  return places;
}

void check(const std::shared_ptr<const Grid>& shared, const std::vector<Position>& all,
           Workers& workers) {
  const Grid& grid = *shared;
  for (const Position goal : all)
    for (const Position from : {all[3], all[all.size() / 2]}) {
      const std::vector<Position> expected = by_force(shared, all, from, goal, workers);
      CAPTURE(goal.x, goal.y, from.x, from.y);
      CHECK(spread_goals(grid, from, goal, all.size() + 1) == expected);
      const std::size_t few = std::min<std::size_t>(expected.size(), 3);
      CHECK(spread_goals(grid, from, goal, 3) ==
            std::vector<Position>(expected.data(), expected.data() + few));
    }
}

std::vector<Position> block(Position corner, std::int32_t width, std::int32_t height) {
  std::vector<Position> cells;
  for (std::int32_t y = 0; y < height; ++y)
    for (std::int32_t x = 0; x < width; ++x) cells.push_back({corner.x + x, corner.y + y});
  return cells;
}

}  // namespace

TEST_CASE("the places of a group are the nearest squares that do not overlap") {
  Workers workers(1);
  const std::vector<Link> links{{{1, 1}, {8, 6}, 1}, {{5, 0}, {0, 7}, 2}};
  const std::vector<ClosedStep> one_way{{{4, 3}, Move::east}, {{2, 2}, Move::south}};
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules())
    for (const std::int32_t size : {1, 2, 3}) {
      if (size > 1 && is_hexagonal(rules.topology)) continue;
      Rules own = rules;
      own.unit_size = size;
      CAPTURE(test::in_words(own), size);
      const Terrain terrain = test::random_terrain(9, 8, size == 1 ? 30 : 8, ++seed);
      GridOptions options;
      if (seed % 3 == 1) options.links = links;
      if (seed % 3 == 2) options.closed_steps = one_way;
      check(*Grid::make(terrain, own, options), test::all_cells(terrain), workers);
    }
}

TEST_CASE("the places of a group do not lie behind a wall") {
  const Terrain terrain = test::drawn(R"(
    ....@....
    ....@....
    ....@....
    .........)");
  const auto grid = *Grid::make(terrain);
  for (const Position p : spread_goals(*grid, {0, 0}, {3, 0}, 8)) CHECK(p.x < 4);
  CHECK(spread_goals(*grid, {4, 0}, {3, 0}, 8).empty());  // nobody can stand there
  CHECK(spread_goals(*grid, {0, 0}, {3, 0}, 0).empty());
  CHECK(spread_goals(*grid, {0, 0}, {4, 1}, 1) == std::vector<Position>{{3, 1}});
}

TEST_CASE("a large group visits more cells than fit into the first tables") {
  const auto grid = *Grid::make(*Terrain::make(70, 60, '.'), {.unit_size = 2});
  const auto places = spread_goals(*grid, {0, 0}, {35, 30}, 10'000);
  CHECK(places.size() > 700);  // of 30 x 35 that fit at best
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (overlap(places[i], places[k], 2)) FAIL("two places overlap");
}

TEST_CASE("every unit receives a place of its own, and the group keeps its formation") {
  const std::vector<Position> units = block({3, 40}, 7, 6);
  std::vector<Position> places = block({90, 2}, 7, 6);
  std::vector<std::uint32_t> same(units.size());
  for (std::uint32_t i = 0; i < same.size(); ++i) same[i] = i;
  CHECK(assign_places(units, places) == same);
  std::ranges::reverse(places);
  CHECK(assign_places(units, places) ==
        std::vector<std::uint32_t>(same.rbegin(), same.rend()));

  const std::vector<Position> row = block({0, 0}, 9, 1);
  const std::vector<Position> wide{{90, 4}, {50, 4}, {70, 4}};
  CHECK(assign_places(std::vector<Position>{{8, 0}, {2, 1}, {5, 0}}, wide) ==
        std::vector<std::uint32_t>{0, 1, 2});
  CHECK(assign_places(row, wide) == std::vector<std::uint32_t>{1, 2, 0});  // the first 3
  CHECK(assign_places(std::vector<Position>{{6, 6}}, wide) ==
        std::vector<std::uint32_t>{0});
  CHECK(assign_places({}, wide).empty());

  // Farther apart than 32 bits count: still ordered by columns.
  const std::vector<Position> far{{1'900'000'000, 0}, {-1'900'000'000, 5}};
  CHECK(assign_places(std::vector<Position>{{0, 0}, {1, 5}}, far) ==
        std::vector<std::uint32_t>{1, 0});

  std::vector<Position> crowd(20, Position{5, 5});  // all in one cell
  std::vector<std::uint32_t> assigned = assign_places(crowd, block({0, 0}, 20, 1));
  std::ranges::sort(assigned);
  CHECK(assigned == std::vector<std::uint32_t>(same.begin(), same.begin() + 20));
}

}  // namespace throng::group_goals_test
