#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "potential_checks.hpp"
#include "potential_maps.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace throng::potentials_test {

using namespace test;

namespace {

/// Some published tables, each with a copy of its values.
class Versions {
 public:
  /// Publishes and keeps the table for a while. Whether it has the newest values, and all
  /// tables that are kept have their old ones.
  bool add(Potentials& potentials, SplitMix64& random) {
    const LandmarkTable table = potentials.publish();
    const auto values = table.exact_values();
    if (!std::ranges::equal(values, potentials.rows().values())) return false;
    kept_.push_back({table, {values.begin(), values.end()}});
    while (kept_.size() > 4 || (!kept_.empty() && random.below(2) == 0))
      kept_.erase(kept_.begin() + random.below(static_cast<std::uint32_t>(kept_.size())));
    return std::ranges::all_of(kept_, [](const Version& version) {
      return std::ranges::equal(version.table.exact_values(), version.values);
    });
  }

 private:
  struct Version {
    LandmarkTable table;
    std::vector<Cost> values;
  };
  std::vector<Version> kept_;
};

}  // namespace

TEST_CASE("potentials satisfy both invariants after each edit, and are exact when settled",
          "[landmarks]") {
  constexpr std::array<std::size_t, 4> kMost{Potentials::kEditWork, 40, 4, 0};
  PotentialScratch scratch;
  std::size_t fresh = 0;
  const auto edits = static_cast<std::uint32_t>(60 / every({1, 6}));
  for_each_map(9 / every({9, 9}), [&](EditedMap& map, const std::string& words) {
    CAPTURE(words);
    Potentials potentials = potentials_of(map);
    Versions versions;
    SplitMix64 random(words.size());
    potentials.settle(ClosureGraph(map.grid()), Potentials::kUnlimited, scratch);
    for (std::uint32_t i = 0; i < edits; ++i) {
      const std::vector<CellIndex> cells = map.edit(some_source(potentials, i));
      const ClosureGraph graph(map.grid());
      CAPTURE(i, map.drawing());
      potentials.edit(graph, cells, scratch, kMost[random.below(kMost.size())]);
      REQUIRE(wrong_i1(map, potentials) == kRight);
      REQUIRE(wrong_i2(map, potentials) == kRight);
      REQUIRE(wrong_on_closed_cells(map, potentials) == kRight);
      if (i % 16 == 0) REQUIRE(wrong_bound(map, potentials) == kRight);
      if (random.below(3) == 0) {
        potentials.settle(graph, 1 + random.below(60), scratch);
        REQUIRE(wrong_i1(map, potentials) == kRight);
        REQUIRE(wrong_i2(map, potentials) == kRight);
        fresh += potentials.fresh() != 0 ? 1 : 0;
      }
      if (random.below(5) == 0) {
        potentials.settle(graph, Potentials::kUnlimited, scratch);
        REQUIRE(wrong_when_settled(map, potentials) == kRight);
        const LandmarkTable table = potentials.publish();
        REQUIRE(table.lower_slots() == potentials.rows().all_slots());
        REQUIRE(table.upper_slots() ==
                (map.grid().symmetric() ? potentials.rows().all_slots() : 0));
      }
      if (random.below(3) != 0) REQUIRE(versions.add(potentials, random));
    }
  });
  CHECK(fresh * every({1, 12}) > 40);  // fields that were being written during edits
}

TEST_CASE("small budgets settle potentials to the same values as one large budget",
          "[landmarks]") {
  PotentialScratch scratch, other_scratch;
  for_each_map(1, [&](EditedMap& map, const std::string& words) {
    CAPTURE(words);
    Potentials at_once = potentials_of(map), in_steps = potentials_of(map);
    SplitMix64 random(7);
    const auto settle_both = [&] {
      const ClosureGraph graph(map.grid());
      at_once.settle(graph, Potentials::kUnlimited, scratch);
      std::size_t calls = 0;
      for (; !in_steps.settled(); ++calls) {
        REQUIRE(calls < 10'000);
        REQUIRE(in_steps.settle(graph, 1 + random.below(9), other_scratch) > 0);
        REQUIRE(wrong_i1(map, in_steps) == kRight);
      }
      REQUIRE(same_state(at_once, in_steps));
      REQUIRE(at_once.settle(graph, Potentials::kUnlimited, scratch) == 0);
    };
    settle_both();
    for (std::uint32_t i = 0; i < 24 / every({1, 4}); ++i) {
      const std::vector<CellIndex> cells = map.edit(some_source(at_once, i));
      at_once.edit(ClosureGraph(map.grid()), cells, scratch);
      in_steps.edit(ClosureGraph(map.grid()), cells, other_scratch, 10);
      if (i % 3 == 2) settle_both();
    }
  });
}

TEST_CASE("repairs of closings that are cut leave every slot usable", "[landmarks]") {
  PotentialScratch scratch;
  for (std::uint64_t seed = 0; seed < 12 / every({2, 3}); ++seed) {
    EditedMap map({}, Layers::none, 44, 36, 15, seed);
    Potentials potentials = potentials_of(map);
    potentials.settle(ClosureGraph(map.grid()), Potentials::kUnlimited, scratch);
    SplitMix64 random(seed);
    std::size_t calls = 0;
    for (int i = 0; i < 40; ++i) {
      const std::vector<CellIndex> open = map.open_cells();
      const CellIndex cell = open[random.below(static_cast<std::uint32_t>(open.size()))];
      const std::vector<CellIndex> cells = map.toggle(map.grid().position(cell));
      const ClosureGraph graph(map.grid());
      potentials.edit(graph, cells, scratch);
      for (; i % 8 == 7 && !potentials.settled(); ++calls) {
        REQUIRE(potentials.settle(graph, 1 + random.below(90), scratch) > 0);
        // A source that closes moves, which lowers values.
        if (potentials.usable() != potentials.rows().all_slots()) continue;
        CAPTURE(seed, i, calls);
        REQUIRE(wrong_i1(map, potentials) == kRight);
        REQUIRE(wrong_i2(map, potentials) == kRight);
      }
      if (i % 8 == 7) REQUIRE(wrong_when_settled(map, potentials) == kRight);
    }
    CHECK(calls > 50);
  }
}

TEST_CASE("sweeps go on in parts although edits come in between", "[landmarks]") {
  PotentialScratch scratch;
  std::size_t swept = 0, written = 0;
  std::uint64_t seed = 0;
  for (const Rules& rules : few_rules({{.costs = {2, 3}}}))
    for (const Layers layers : {Layers::none, Layers::all}) {
      // Lines are drawn on the first map, and steps taken on the second.
      for (const int closed_percent : {3, 25}) {
        EditedMap map(rules, layers, 30, 22, closed_percent, ++seed);
        Potentials potentials = potentials_of(map);
        potentials.settle(ClosureGraph(map.grid()), Potentials::kUnlimited, scratch);
        SplitMix64 random(seed);
        const auto settle = [&](std::size_t budget) {
          potentials.settle(ClosureGraph(map.grid()), budget, scratch);
        };
        for (std::uint32_t i = 0; i < 100 / every({1, 4}); ++i) {
          CAPTURE(name(rules.topology), name(rules.corners), name(layers), seed, i);
          const SlotSet writing = potentials.fresh() & potentials.without_values();
          written += writing != 0 ? 1 : 0;
          swept += potentials.fresh() != writing ? 1 : 0;
          const Position near{static_cast<std::int32_t>(random.below(30)),
                              static_cast<std::int32_t>(random.below(22))};
          const auto cells =
              i % 20 == 0 ? map.edit(some_source(potentials, i)) : map.toggle(near);
          potentials.edit(ClosureGraph(map.grid()), cells, scratch, random.below(3));
          settle(1 + random.below(8));
          if (i % 4 != 0) continue;
          REQUIRE(wrong_i1(map, potentials) == kRight);
          REQUIRE(wrong_i2(map, potentials) == kRight);
        }
        while (!potentials.settled()) settle(1 + random.below(8));
        REQUIRE(wrong_when_settled(map, potentials) == kRight);
      }
    }
  CHECK(swept * every({1, 4}) > 600);
  CHECK(written * every({1, 4}) > 200);
}

TEST_CASE("copies of rows follow edits, repairs and nodes", "[landmarks]") {
  constexpr std::uint32_t kCopies = 20, kNodes = 25, kNone = 0xFFFF'FFFF;
  PotentialScratch scratch;
  for_each_map(1, [&](EditedMap& map, const std::string& words) {
    CAPTURE(words);
    Potentials potentials(map.grid(), kSlots, {}, kCopies);
    std::vector<std::uint32_t> nodes(map.grid().cell_count(), kNone);
    SplitMix64 random(words.size());
    std::vector<CellIndex> place(kNodes);
    std::vector<CellIndex> cells = map.open_cells();
    std::uint32_t placed = 0;
    for (std::uint32_t i = 0; i < 24 / every({1, 4}); ++i) {
      const ClosureGraph graph(map.grid());
      potentials.edit(graph, cells, scratch);
      // Nodes appear and disappear where something was edited.
      for (const CellIndex cell : cells)
        if (nodes[cell] == kNone && map.grid().open(map.grid().position(cell)) &&
            random.below(4) == 0) {
          const std::uint32_t node = placed++ % kNodes;
          if (place[node] != 0 && std::ranges::find(cells, place[node]) == cells.end())
            continue;
          nodes[place[node]] = kNone;
          nodes[cell] = node;
          place[node] = cell;
        }
      if (i % 2 == 0) potentials.settle(graph, 1 + random.below(200), scratch);
      const LandmarkTable table = potentials.publish(nodes);
      REQUIRE(table.rows() == map.grid().cell_count() + kCopies);
      const auto row = [&](std::size_t number) {
        return table.exact_values().subspan(number * table.slots(), table.slots());
      };
      for (std::uint32_t node = 0; node < kCopies; ++node)
        if (place[node] != 0)
          REQUIRE(
              std::ranges::equal(row(map.grid().cell_count() + node), row(place[node])));
      cells = map.edit(some_source(potentials, i));
    }
  });
}

TEST_CASE("potentials do not depend on how edits are cut into batches", "[landmarks]") {
  PotentialScratch scratch;
  for_each_map(1, [&](EditedMap& map, const std::string& words) {
    CAPTURE(words);
    Potentials one_by_one = potentials_of(map), together = potentials_of(map);
    std::vector<CellIndex> batch;
    for (std::uint32_t i = 0; i < 40 / every({1, 4}); ++i) {
      const std::vector<CellIndex> cells = map.edit(some_source(together, i));
      const ClosureGraph graph(map.grid());
      one_by_one.edit(graph, cells, scratch);
      batch.insert(batch.end(), cells.begin(), cells.end());
      if (i % 5 != 4) continue;
      together.edit(graph, batch, scratch);
      batch.clear();
      one_by_one.settle(graph, Potentials::kUnlimited, scratch);
      together.settle(graph, Potentials::kUnlimited, scratch);
      REQUIRE(same_state(one_by_one, together));
    }
  });
}

TEST_CASE("an edit without a limit leaves every slot usable", "[landmarks]") {
  PotentialScratch scratch;
  for_each_map(1, [&](EditedMap& map, const std::string& words) {
    CAPTURE(words);
    Potentials limited = potentials_of(map), unlimited = potentials_of(map);
    for (Potentials* const each : {&limited, &unlimited})
      each->settle(ClosureGraph(map.grid()), Potentials::kUnlimited, scratch);
    for (std::uint32_t i = 0; i < 20 / every({1, 4}); ++i) {
      const std::vector<CellIndex> cells = map.edit(some_source(limited, i));
      unlimited.edit(ClosureGraph(map.grid()), cells, scratch, Potentials::kUnlimited);
      limited.edit(ClosureGraph(map.grid()), cells, scratch);
      REQUIRE(unlimited.usable() == unlimited.rows().all_slots());
      // Small maps never reach the limit, so the results are the same.
      REQUIRE(same_state(limited, unlimited));
    }
  });
}

TEST_CASE("a door that toggles switches between two states", "[landmarks]") {
  const Terrain rooms = drawn(R"(
      .....@......
      .....@......
      ............
      .....@......
      .....@......)");
  PotentialScratch scratch;
  Terrain terrain = rooms;
  auto grid = *Grid::make(terrain);
  std::vector<CellIndex> given(kSlots);
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    given[slot] = grid->cell({static_cast<std::int32_t>(2 * slot), 0});
  // A source on the wall moves to the nearest open cell.
  given[5] = grid->cell({5, 1});
  Potentials potentials(*grid, kSlots, given);
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);

  std::array<std::vector<Cost>, 2> states;
  std::array<std::vector<CellIndex>, kSlots> sources;
  for (int round = 0; round < 8; ++round) {
    const bool open = round % 2 != 0;
    terrain.set({5, 2}, open ? '.' : '@');
    grid = *Grid::make(terrain);
    std::vector<CellIndex> cells;
    for (std::int32_t y = 1; y <= 3; ++y)
      for (std::int32_t x = 4; x <= 6; ++x) cells.push_back(grid->cell({x, y}));
    potentials.edit(ClosureGraph(*grid), cells, scratch);
    potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
    const auto values = potentials.rows().values();
    std::vector<Cost>& state = states[open ? 1 : 0];
    if (round >= 2) REQUIRE(std::ranges::equal(state, values));
    state.assign(values.begin(), values.end());
    for (std::size_t slot = 0; slot < kSlots; ++slot)
      REQUIRE(active_sources(potentials, slot).size() == (open ? 1 : 2));
  }
}

TEST_CASE("a closed landmark moves to the nearest open cell and stays there",
          "[landmarks]") {
  Terrain terrain = *Terrain::make(9, 9);
  auto grid = *Grid::make(terrain);
  PotentialScratch scratch;
  const std::vector<CellIndex> given(kSlots, grid->cell({4, 4}));
  Potentials potentials(*grid, kSlots, given);
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  const auto edit = [&](const std::vector<Position>& cells, char terrain_char) {
    std::vector<CellIndex> changed;
    for (const Position p : cells) {
      terrain.set(p, terrain_char);
      for (const Position near : all_cells(terrain))
        if (std::abs(near.x - p.x) <= 1 && std::abs(near.y - p.y) <= 1)
          changed.push_back(grid->cell(near));
    }
    grid = *Grid::make(terrain);
    potentials.edit(ClosureGraph(*grid), changed, scratch);
  };
  const auto source = [&] { return grid->position(active_sources(potentials, 0).at(0)); };

  edit({{4, 4}, {4, 3}}, '@');
  CHECK(source() == Position{4, 4});  // until it is settled
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  CHECK(source() == Position{3, 4});
  edit({{4, 4}, {4, 3}}, '.');
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  CHECK(source() == Position{3, 4});
  // A landmark that closes and opens again between two settlements does not move.
  edit({{3, 4}}, '@');
  edit({{3, 4}}, '.');
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  CHECK(source() == Position{3, 4});
  CHECK(potentials.rows().row(grid->cell({3, 4}))[0] == 0);
}

TEST_CASE("potentials that publish each edit allocate nothing once warm", "[landmarks]") {
  PotentialScratch scratch;
  EditedMap map({}, Layers::none, 24, 20, 20, 3);
  Potentials potentials = potentials_of(map);
  potentials.settle(ClosureGraph(map.grid()), Potentials::kUnlimited, scratch);
  std::size_t allocations = 1;
  LandmarkTable held = potentials.publish();
  for (int round = 0; round < 6; ++round) {
    allocations = 0;
    for (const Position p : all_cells(map.terrain())) {
      if ((p.x * 7 + p.y) % 5 != 0) continue;
      for (int i = 0; i < 2; ++i) {
        const std::vector<CellIndex> cells = map.toggle(p);
        const ClosureGraph graph(map.grid());
        const std::size_t before = heap_allocations();
        potentials.edit(graph, cells, scratch);
        potentials.settle(graph, Potentials::kUnlimited, scratch);
        held = potentials.publish();
        allocations += heap_allocations() - before;
      }
    }
  }
  CHECK(allocations == 0);
  CHECK(potentials.memory_bytes() > potentials.rows().values().size() * sizeof(Cost));
}

}  // namespace throng::potentials_test
