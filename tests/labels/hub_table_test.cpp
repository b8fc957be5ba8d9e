#include "../../src/labels/hub_table.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/index/index_contents.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace throng::hub_table_test {

namespace {

/// All cells of a map against each other, closed ones too.
void check_all_pairs(const Terrain& terrain, const Rules& rules) {
  Workers workers(1);
  Crew crew(2);
  const auto grid = *Grid::make(terrain, rules);
  const std::vector<Position> cells = test::all_cells(terrain);
  std::vector<CellIndex> targets;
  for (const Position p : cells) targets.push_back(grid->cell(p));
  for (const bool cell_labels : {true, false}) {
    const auto index = *Index::build(
        grid, {.landmarks = {0}, .hub_labels = {.build = true, .cells = cell_labels}},
        workers);
    REQUIRE(index.has(Part::hub_labels));
    HubTable table(index.contents().hub_map(), {});
    table.assign({}, crew);
    table.assign(targets, crew);  // replaces those before
    HubTable::Scratch scratch;
    std::vector<Cost> row(cells.size());
    for (std::size_t s = 0; s < cells.size(); ++s) {
      table.measure(targets[s], scratch, [&](std::size_t t, Cost cost) { row[t] = cost; });
      const auto field = test::oracle_field(terrain, rules, cells[s]);
      for (std::size_t t = 0; t < cells.size(); ++t) {
        const Cost expected = field[t] ? static_cast<Cost>(field[t].cost) : kUnreachable;
        if (row[t] == expected) continue;
        CAPTURE(cell_labels, cells[s].x, cells[s].y, cells[t].x, cells[t].y);
        REQUIRE(row[t] == expected);
      }
    }
  }
}

/// check(terrain, costs) for small maps of all kinds.
template <class Check>
void for_each_small_map(const Check& check) {
  for (std::uint64_t seed = 0; seed < 160; seed += test::every({3, 17})) {
    const auto closed = static_cast<int>(2 + seed * 5 % 53);
    const auto width = static_cast<std::int32_t>(1 + seed % 22);
    CAPTURE(seed, closed, width);
    check(test::random_terrain(width, 24 - width, closed, seed),
          seed % 2 == 0 ? StepCosts{} : StepCosts{1, 1});
  }
}

}  // namespace

TEST_CASE("tables by labels hold the distances of all pairs of small maps") {
  for_each_small_map([](const Terrain& terrain, StepCosts costs) {
    check_all_pairs(terrain, {.costs = costs});
  });
}

TEST_CASE("tables by labels hold the distances of all pairs of small tile grids") {
  for_each_small_map([](const Terrain& terrain, StepCosts) {
    check_all_pairs(terrain, {.topology = Topology::tile});
  });
}

TEST_CASE("tables by labels hold the distances of all pairs where corners may be cut") {
  for_each_small_map([](const Terrain& terrain, StepCosts costs) {
    for (const Corners corners : {Corners::cut_one, Corners::always})
      check_all_pairs(terrain, {.corners = corners, .costs = costs});
  });
}

TEST_CASE("tables by labels know where a way turns at a corner that it passes by") {
  // From the lower left to the upper right: over the corner of the block at its lower right
  // end, past which the target's ways go without a stop.
  check_all_pairs(test::drawn(R"(........
                                 ........
                                 ........
                                 ...@@...
                                 ...@@...
                                 ........
                                 ........)"),
                  {});
}

TEST_CASE("tables by labels have rows of nothing, and of one cell") {
  check_all_pairs(test::drawn("."), {});
  check_all_pairs(test::drawn("@"), {});
  check_all_pairs(test::drawn(".........@......"), {});
  for (const char* drawing : {".", "@", ".........@......"})
    for (const Rules& rules :
         {Rules{.topology = Topology::tile}, Rules{.corners = Corners::always}})
      check_all_pairs(test::drawn(drawing), rules);
}

TEST_CASE("targets that would be cheaper are found with and without wide registers") {
  SplitMix64 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t count = random.below(40);
    const auto coordinate = [&] { return static_cast<std::int32_t>(random.below(30)); };
    TargetPlaces places{{}};
    places.assign(count, [&](std::size_t) {
      return PaddedPosition{coordinate(), coordinate()};
    });
    std::vector<std::int32_t> costs(places.padded_size(), 0);
    for (std::size_t i = 0; i < count; ++i)
      costs[i] = static_cast<std::int32_t>(random.below(60));
    const PaddedPosition from{coordinate(), coordinate()};
    DiagonalRuns runs{};
    for (std::int32_t& run : runs) run = static_cast<std::int32_t>(random.below(20));
    const StepCosts steps{2, 3};

    std::vector<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < count; ++i) {
      const JumpLine line(places[i].x - from.x, places[i].y - from.y);
      if (static_cast<std::int32_t>(line.cost(steps)) < costs[i] &&
          (line.diagonal == 0 || line.diagonal <= runs[line.across - 4]))
        expected.push_back(i);
    }
    std::vector<std::uint32_t> found(places.padded_size());
    found.resize(places.find_cheaper(from, runs, steps, costs.data(), found.data()));
    REQUIRE(found == expected);
    found.assign(places.padded_size(), 0);
    found.resize(
        places.find_cheaper_portably(from, runs, steps, costs.data(), found.data()));
    REQUIRE(found == expected);
  }
}

}  // namespace throng::hub_table_test
