#include "../../src/core/rng.hpp"
#include "../../src/heuristic/plain.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/distances.hpp>
#include <throng/group_goals.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace throng::group_goals_test {

namespace {

std::uint32_t component(const Grid& grid, Position p) {
  return grid.component(grid.cell(p));
}

bool overlap(Position a, Position b, std::int32_t side) {
  return std::abs(a.x - b.x) < side && std::abs(a.y - b.y) < side;
}

struct Place {
  Position at;
  Cost cost;
};

/// The places of units like the one at `from`, free or not, by looking at every cell.
std::vector<Place> places_in_order(const std::shared_ptr<const Grid>& shared,
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
  std::vector<Place> places;
  for (const Position p : all)
    if (const Cost one = cost[static_cast<std::size_t>(p.y * grid.width() + p.x)];
        one != kUnreachable)
      places.push_back({p, one});
  std::ranges::sort(places, {}, [&](const Place& place) {
    return std::tuple(place.cost, grid.cell(place.at));
  });
  return places;
}

/// The same as spread_goals().
std::vector<Position> by_force(const std::shared_ptr<const Grid>& shared,
                               const std::vector<Position>& all, Position from,
                               Position goal, Workers& workers) {
  std::vector<Position> places;
  for (const Place& place : places_in_order(shared, all, from, goal, workers))
    if (std::ranges::none_of(places, [&](Position other) {
          return overlap(place.at, other, shared->rules().unit_size);
        }))
      places.push_back(place.at);
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

/// A map with movement classes of several sizes, and the cells that are taken on it: by
/// another implementation of promise_places().
struct Town {
  Terrain terrain;
  std::vector<Position> all = test::all_cells(terrain);
  std::vector<std::shared_ptr<const Grid>> grids{};
  std::vector<std::vector<int>> takers =
      std::vector(static_cast<std::size_t>(terrain.height()),
                  std::vector<int>(static_cast<std::size_t>(terrain.width())));

  template <class Body>
  void for_square(Position corner, std::int32_t size, const Body& body) {
    for (std::int32_t y = corner.y; y < corner.y + size; ++y)
      for (std::int32_t x = corner.x; x < corner.x + size; ++x)
        body(takers[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
  }
  void take(Position corner, std::int32_t size) {
    for_square(corner, size, [](int& count) { ++count; });
  }
  bool is_free(Position corner, std::int32_t size) {
    bool free = true;
    for_square(corner, size, [&](int count) { free = free && count == 0; });
    return free;
  }

  std::vector<Position> promise(const std::vector<GroupUnit>& units, Position goal,
                                Cost max_cost, Workers& workers);
};

std::vector<Position> Town::promise(const std::vector<GroupUnit>& units, Position goal,
                                    Cost max_cost, Workers& workers) {
  std::vector<Position> places(units.size(), kNowhere);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> parties;
  for (std::int32_t size = 3; size >= 1; --size)
    for (std::size_t i = 0; i < units.size(); ++i) {
      const auto [at, movement] = units[i];
      const Grid& grid = *grids[movement];
      if (grid.rules().unit_size != size || !grid.contains(at) || !grid.open(at)) continue;
      for (const Place& place : places_in_order(grids[movement], all, at, goal, workers)) {
        if (place.cost > max_cost) break;
        if (!is_free(place.at, size)) continue;
        take(places[i] = place.at, size);
        parties[{movement, component(grid, at)}].push_back(i);
        break;
      }
    }
  for (const auto& [key, members] : parties) {
    std::vector<Position> from;
    std::vector<Position> to;
    for (const std::size_t i : members)
      from.push_back(units[i].at), to.push_back(places[i]);
    const std::vector<std::uint32_t> place_of = assign_places(from, to);
    for (std::size_t k = 0; k < members.size(); ++k) places[members[k]] = to[place_of[k]];
  }
  return places;
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

TEST_CASE("units of several sizes and classes are promised places of their own") {
  Workers workers(1);
  const std::vector<Link> links{{{1, 1}, {8, 6}, 1}, {{5, 0}, {0, 7}, 2}};
  const std::vector<ClosedStep> one_way{{{4, 3}, Move::east}, {{2, 2}, Move::south}};
  const std::vector<Weight> mud = [] {
    std::vector<Weight> weights(90, 1);
    for (std::size_t k = 0; k < weights.size(); k += 4) weights[k] = 3;
    return weights;
  }();
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules())
    for (int round = 0; round < 8; ++round) {
      CAPTURE(test::in_words(rules), round);
      SplitMix64 random(++seed);
      Town town{.terrain = test::random_terrain(10, 9, 10, seed)};
      GridOptions options;
      if (seed % 4 == 1) options.links = links;
      if (seed % 4 == 2) options.closed_steps = one_way;
      for (const std::int32_t size : {1, 2, 1, 3}) {
        Rules own = rules;
        own.unit_size = is_hexagonal(rules.topology) ? 1 : size;
        options.weights = town.grids.size() == 2 ? mud : std::span<const Weight>{};
        town.grids.push_back(*Grid::make(town.terrain, own, options));
      }
      const std::vector<Index> movements(town.grids.begin(), town.grids.end());
      TakenCells taken = *TakenCells::make(10, 9);
      for (int k = 0; k < 4; ++k) {
        const Position corner{static_cast<std::int32_t>(random.below(9)),
                              static_cast<std::int32_t>(random.below(8))};
        const auto size = static_cast<std::int32_t>(1 + random.below(2));
        town.take(corner, size);
        REQUIRE(taken.add(corner, size));
      }
      for (int group = 0; group < 3; ++group) {
        std::vector<GroupUnit> units;
        for (std::uint32_t k = random.below(14); k > 0; --k)
          units.push_back({{static_cast<std::int32_t>(random.below(11)),
                            static_cast<std::int32_t>(random.below(9))},
                           random.below(4)});
        const Position goal = town.all[random.below(90)];
        const Cost max_cost =
            random.below(3) == 0 ? town.grids[0]->cost_of_steps(3) : kUnreachable - 1;
        const auto places = promise_places(movements, units, goal, taken, max_cost);
        CHECK(*places == town.promise(units, goal, max_cost, workers));
        for (const Position p : town.all) {
          const auto y = static_cast<std::size_t>(p.y), x = static_cast<std::size_t>(p.x);
          if (taken.is_free(p) != (town.takers[y][x] == 0)) FAIL(p.x << ',' << p.y);
        }
      }
    }
}

TEST_CASE("small units fill the gaps between large ones") {
  const Terrain terrain = *Terrain::make(30, 30);
  const std::vector<Index> movements{*Grid::make(terrain),
                                     *Grid::make(terrain, {.unit_size = 2})};
  std::vector<GroupUnit> units;
  for (std::int32_t k = 0; k < 40; ++k)
    units.push_back({{k % 20, k / 20}, k % 2 == 0 ? 0U : 1U});
  TakenCells taken = *TakenCells::make(30, 30);
  REQUIRE(taken.add({14, 14}, 3));
  std::vector<std::pair<Position, std::int32_t>> squares{{{14, 14}, 3}};
  for (int group = 0; group < 3; ++group) {
    const auto places = *promise_places(movements, units, {15, 15}, taken);
    for (std::size_t i = 0; i < units.size(); ++i)
      squares.emplace_back(places[i], units[i].movement == 0 ? 1 : 2);
  }
  std::set<Position> cells;
  std::size_t count = 0;
  for (const auto& [corner, size] : squares)
    for (const Position p : block(corner, size, size)) {
      cells.insert(p);
      ++count;
    }
  CHECK(cells.size() == count);
  for (const Position p : cells)
    CHECK(std::max(std::abs(p.x - 15), std::abs(p.y - 15)) < 12);
  for (const auto& [corner, size] : squares) CHECK(taken.remove(corner, size));
  CHECK(taken == *TakenCells::make(30, 30));
}

TEST_CASE("a group that stands on its places keeps them") {
  const std::vector<Index> movements{*Grid::make(*Terrain::make(20, 20))};
  TakenCells taken = *TakenCells::make(20, 20);
  std::vector<GroupUnit> units(12, GroupUnit{{3, 3}});
  const auto first = *promise_places(movements, units, {10, 10}, taken);
  for (std::size_t i = 0; i < units.size(); ++i) {
    units[i].at = first[i];
    REQUIRE(taken.remove(first[i]));
  }
  CHECK(*promise_places(movements, units, {10, 10}, taken) == first);
}

TEST_CASE("promises are refused with a reason, and take nothing") {
  const Terrain terrain = *Terrain::make(20, 10);
  const std::vector<Index> movements{*Grid::make(terrain)};
  TakenCells taken = *TakenCells::make(20, 10);
  const std::vector<GroupUnit> fine{{{1, 1}, 0}, {{2, 1}, 0}};
  const auto refusal = [&](std::span<const Index> classes, std::span<const GroupUnit> units,
                           Position goal, TakenCells& cells) {
    const auto result = promise_places(classes, units, goal, cells);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == Code::bad_argument);
    return result.error().what;
  };
  const std::vector<GroupUnit> unknown{{{1, 1}, 0}, {{2, 1}, 1}};
  CHECK(refusal(movements, unknown, {5, 5}, taken) == "unit 1 is of movement class 1 of 1");
  CHECK(refusal(movements, fine, {20, 5}, taken) == "the goal 20,5 lies outside the map");
  CHECK(refusal(movements, fine, {5, -1}, taken) == "the goal 5,-1 lies outside the map");
  const std::vector<Index> none{std::shared_ptr<const Grid>()};
  CHECK(refusal(none, fine, {5, 5}, taken) == "movement class 0 has no grid, but null");
  TakenCells other = *TakenCells::make(10, 20);
  CHECK(refusal(movements, fine, {5, 5}, other) ==
        "the grid of movement class 0 is 20 x 10, the map of the taken cells 10 x 20");
  TakenCells lower = *TakenCells::make(20, 11);
  CHECK(refusal(movements, fine, {5, 5}, lower) ==
        "the grid of movement class 0 is 20 x 10, the map of the taken cells 20 x 11");
  CHECK(taken == *TakenCells::make(20, 10));
  CHECK(promise_places({}, {}, {5, 5}, taken)->empty());
  const std::vector<GroupUnit> lost{{{-1, 4}, 0}, {{20, 4}, 0}, {{1, 1}, 0}};
  CHECK(*promise_places(movements, lost, {5, 5}, taken) ==
        std::vector<Position>{kNowhere, kNowhere, {5, 5}});
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
