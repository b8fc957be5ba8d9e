#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/distances.hpp>
#include <throng/group_goals.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>
#include <vector>

namespace throng::assign_places_test {

namespace {

/// How good an assignment is: the smallest is the best.
struct Rank {
  std::vector<int> lacks;  ///< of each unit: whether it does not reach its place
  Cost largest = 0;
  std::uint64_t sum = 0;

  friend auto operator<=>(const Rank&, const Rank&) = default;
};

Rank rank_of(const std::vector<std::uint32_t>& place_of, std::size_t places,
             const std::vector<Cost>& costs) {
  Rank rank;
  for (std::size_t unit = 0; unit < place_of.size(); ++unit) {
    const Cost cost = costs[unit * places + place_of[unit]];
    rank.lacks.push_back(cost == kUnreachable ? 1 : 0);
    if (cost == kUnreachable) continue;
    rank.largest = std::max(rank.largest, cost);
    rank.sum += cost;
  }
  return rank;
}

/// The rank of the best of all assignments.
Rank best_rank(std::size_t units, std::size_t places, const std::vector<Cost>& costs) {
  std::vector<std::uint32_t> order(places);
  std::iota(order.begin(), order.end(), 0U);
  Rank best = rank_of({order.begin(), order.begin() + static_cast<std::ptrdiff_t>(units)},
                      places, costs);
  while (std::ranges::next_permutation(order).found)
    best = std::min(
        best, rank_of({order.begin(), order.begin() + static_cast<std::ptrdiff_t>(units)},
                      places, costs));
  return best;
}

bool all_differ(std::vector<std::uint32_t> places) {
  std::ranges::sort(places);
  return std::ranges::adjacent_find(places) == places.end();
}

}  // namespace

TEST_CASE("an assignment by cost is the best of all assignments") {
  SplitMix64 random(3);
  for (int round = 0; round < 1500; ++round) {
    const std::size_t units = random.below(7), places = random.below(7);
    const std::uint32_t walls = random.below(3) * 30;
    const std::uint32_t range = round % 2 == 0 ? 6 : kUnreachable - 1;
    std::vector<Cost> costs(units * places);
    for (Cost& cost : costs)
      cost = random.below(100) < walls ? kUnreachable : random.below(range);
    const std::size_t count = std::min(units, places);
    CAPTURE(round, units, places);
    const auto place_of = *assign_by_cost(units, places, costs);
    REQUIRE(place_of.size() == count);
    REQUIRE(all_differ(place_of));
    if (count == 0) continue;
    const Rank rank = rank_of(place_of, places, costs);
    REQUIRE(rank == best_rank(count, places, costs));
    std::uint32_t before = 0;
    for (std::size_t unit = 0; unit < count; ++unit)
      if (rank.lacks[unit] != 0) {
        REQUIRE(place_of[unit] >= before);  // the rest, in turn
        before = place_of[unit];
      }
  }
}

TEST_CASE("behind one door the last unit receives the nearest place") {
  // Unit i is i + 1 steps before the door, place k is k + 1 steps behind it.
  constexpr std::size_t kUnits = 40;
  std::vector<Cost> costs;
  for (Cost unit = 1; unit <= kUnits; ++unit)
    for (Cost place = 1; place <= kUnits; ++place) costs.push_back(unit + place);
  const auto place_of = *assign_by_cost(kUnits, kUnits, costs);
  for (std::uint32_t unit = 0; unit < kUnits; ++unit)
    CHECK(place_of[unit] == kUnits - 1 - unit);
}

TEST_CASE("a table of costs must have a cost for each unit and place") {
  const std::vector<Cost> costs(6);
  CHECK(assign_by_cost(2, 3, costs));
  for (const auto& [units, places] : std::vector<std::pair<std::size_t, std::size_t>>{
           {3, 3}, {4, 2}, {0, 3}, {2, 0}, {0, 0}, {2, (std::size_t{1} << 63) + 3}}) {
    const auto result = assign_by_cost(units, places, costs);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == Code::bad_argument);
  }
  CHECK(assign_by_cost(4, 2, costs).has_value() == false);
  CHECK(assign_by_cost(5, 2, costs).error().what ==
        "a table of 5 units and 2 places was given 6 costs");
  CHECK(assign_by_cost(0, 9, {})->empty());
  CHECK(assign_by_cost(9, 0, {})->empty());
}

TEST_CASE("units exchange places of their own class and component by path cost") {
  Workers workers(2);
  const std::vector<ClosedStep> one_way{{{4, 3}, Move::east}, {{2, 2}, Move::south}};
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules())
    for (int round = 0; round < 4; ++round) {
      CAPTURE(test::in_words(rules), round);
      SplitMix64 random(++seed);
      const Terrain terrain = test::random_terrain(12, 9, 15, seed);
      GridOptions options;
      if (seed % 2 == 1) options.closed_steps = one_way;
      std::vector<Index> movements;
      for (const std::int32_t size : {1, 2}) {
        Rules own = rules;
        own.unit_size = is_hexagonal(rules.topology) ? 1 : size;
        movements.emplace_back(*Grid::make(terrain, own, options));
      }
      std::vector<GroupUnit> units;
      for (int k = 0; k < 9; ++k)
        units.push_back({{static_cast<std::int32_t>(random.below(13)),
                          static_cast<std::int32_t>(random.below(9))},
                         random.below(2)});
      TakenCells taken = *TakenCells::make(12, 9);
      const auto before = *promise_places(movements, units, {6, 4}, taken);
      std::vector<Position> after = before;
      REQUIRE(exchange_places(movements, units, after, workers));

      for (std::uint32_t movement = 0; movement < 2; ++movement) {
        const Grid& grid = *movements[movement].grid();
        for (std::uint32_t part = 0; part < grid.component_count(); ++part) {
          std::vector<Position> from, to, now;
          for (std::size_t i = 0; i < units.size(); ++i)
            if (units[i].movement == movement && before[i] != kNowhere &&
                grid.component(grid.cell(units[i].at)) == part) {
              from.push_back(units[i].at);
              to.push_back(before[i]);
              now.push_back(after[i]);
            }
          if (from.empty()) continue;
          const std::vector<Cost> costs = distances(movements[movement], from, to, workers);
          std::vector<std::uint32_t> place_of;
          for (const Position p : now)
            place_of.push_back(
                static_cast<std::uint32_t>(std::ranges::find(to, p) - to.begin()));
          REQUIRE(std::ranges::max(place_of) < to.size());
          REQUIRE(all_differ(place_of));
          if (to.size() < 8)
            REQUIRE(rank_of(place_of, to.size(), costs) ==
                    best_rank(to.size(), to.size(), costs));
        }
      }
      for (std::size_t i = 0; i < units.size(); ++i)
        CHECK((before[i] == kNowhere) == (after[i] == kNowhere));
    }
}

TEST_CASE("units do not exchange what is not theirs") {
  Workers workers(1);
  const std::vector<Index> movements{*Grid::make(*Terrain::make(9, 9))};
  const std::vector<GroupUnit> units{{{0, 0}}, {{-3, 0}}, {{8, 8}}};
  std::vector<Position> places{{8, 7}, {1, 1}, {0, 1}};
  REQUIRE(exchange_places(movements, units, places, workers));
  CHECK(places == std::vector<Position>{{0, 1}, {1, 1}, {8, 7}});
  const std::vector<Index> halves{*Grid::make(test::drawn(R"(
    ....@....
    ....@....)"))};
  const std::vector<GroupUnit> left{{{0, 0}}, {{1, 0}}, {{3, 1}}};
  std::vector<Position> mixed{{8, 0}, {3, 0}, {1, 1}};  // the first one is out of reach
  REQUIRE(exchange_places(halves, left, mixed, workers));
  CHECK(mixed == std::vector<Position>{{8, 0}, {1, 1}, {3, 0}});
  places.pop_back();
  CHECK(exchange_places(movements, units, places, workers).error().what ==
        "3 units were given 2 places");
  CHECK(exchange_places({}, units, places, workers).error().what ==
        "unit 0 is of movement class 0 of 0");
  CHECK(places == std::vector<Position>{{0, 1}, {1, 1}});
}

}  // namespace throng::assign_places_test
