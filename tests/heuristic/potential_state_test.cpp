#include "../../src/heuristic/packed_state.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"
#include "potential_maps.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::potential_state_test {

using namespace test;

namespace {

/// Whether a state that was packed is the same again, and has few values. In a usable slot
/// all values follow from those of sources and pending cells.
bool packs(const PotentialState& state, const Grid& grid) {
  const PackedState packed = pack(state, grid);
  const SlotSet known = state.with_values() & state.usable & ~state.being_swept();
  for (std::size_t slot = 0; slot < state.slots.size(); ++slot)
    if (contains(known, slot) && !packed.slots[slot].values.empty()) return false;
  return unpack(packed, grid) == state;
}

}  // namespace

TEST_CASE("potentials continue from a saved state as if nothing had happened",
          "[landmarks]") {
  PotentialScratch scratch, other_scratch;
  for_each_map(3 / every({3, 3}), [&](EditedMap& map, const std::string& words) {
    CAPTURE(words);
    Potentials saved = potentials_of(map);
    std::optional<Potentials> restored;
    SplitMix64 random(words.size());
    for (std::uint32_t i = 0; i < 40; ++i) {
      CAPTURE(i, map.drawing());
      const PotentialState state = saved.state();
      REQUIRE(state.fits(map.grid()));
      REQUIRE(packs(state, map.grid()));
      if (restored) {
        REQUIRE(restored->state() == state);
        REQUIRE(same_usable_values(saved, *restored));
      }
      if (i % 4 == 0) {
        restored.emplace(map.grid(), state, other_scratch);
        REQUIRE(same_usable_values(saved, *restored));
      }
      if (saved.settled()) {
        REQUIRE(state.doubts == 0);
        for (const PotentialState::Slot& slot : state.slots)
          REQUIRE(slot.values.size() + slot.open.size() == 0);
      }
      if (random.below(2) == 0) {
        const std::vector<CellIndex> cells = map.edit(some_source(saved, i));
        const ClosureGraph graph(map.grid());
        const std::size_t most = random.below(12);
        saved.edit(graph, cells, scratch, most);
        restored->edit(graph, cells, other_scratch, most);
      } else {
        const ClosureGraph graph(map.grid());
        const std::size_t budget =
            random.below(3) == 0 ? Potentials::kUnlimited : random.below(50);
        REQUIRE(saved.settle(graph, budget, scratch) ==
                restored->settle(graph, budget, other_scratch));
      }
    }
  });
}

TEST_CASE("a sweep in parts continues from a saved state", "[landmarks]") {
  PotentialScratch scratch, other_scratch;
  // By lines, by steps, and by Dijkstra's algorithm; tile grids by levels and by a FIFO.
  const auto [layers, closed_percent] = GENERATE(
      std::pair(Layers::none, 3), std::pair(Layers::none, 25), std::pair(Layers::all, 10));
  const Rules rules{.topology = GENERATE(Topology::octile, Topology::tile)};
  const bool plain = layers == Layers::none;
  std::array<std::size_t, 7> steps{};
  std::size_t together = 0, writing = 0;
  for (std::uint64_t seed = 0; seed < 12 / every({1, 3}); ++seed) {
    EditedMap map(rules, layers, 30, 22, closed_percent, seed);
    Potentials saved = potentials_of(map);
    std::optional<Potentials> restored;
    SplitMix64 random(seed);
    for (std::uint32_t i = 0; i < 90; ++i) {
      CAPTURE(in_words(rules), static_cast<int>(layers), closed_percent, seed, i);
      const PotentialState state = saved.state();
      REQUIRE(state.fits(map.grid()));
      REQUIRE(packs(state, map.grid()));
      for (const PotentialState::Fresh& fresh : state.fresh) ++steps.at(fresh.step);
      together += state.fresh.size() > 1 ? 1 : 0;
      writing += state.writing ? 1 : 0;
      if (restored) {
        REQUIRE(restored->state() == state);
        REQUIRE(same_usable_values(saved, *restored));
      }
      if (i % 3 == 0) restored.emplace(map.grid(), state, other_scratch);
      if (random.below(2) == 0) {
        const Position near{static_cast<std::int32_t>(random.below(30)),
                            static_cast<std::int32_t>(random.below(22))};
        const std::vector<CellIndex> cells = map.toggle(near);
        const ClosureGraph graph(map.grid());
        saved.edit(graph, cells, scratch);
        restored->edit(graph, cells, other_scratch);
      }
      const ClosureGraph graph(map.grid());
      const std::size_t budget = 1 + random.below(state.writing ? 9 : plain ? 30 : 300);
      REQUIRE(saved.settle(graph, budget, scratch) ==
              restored->settle(graph, budget, other_scratch));
    }
  }
  CHECK(steps.at(plain ? 2 : 3) * every({1, 3}) > 5);
  CHECK(together * every({1, 3}) > 20);
  CHECK(writing * every({1, 3}) > 20);
}

TEST_CASE("a state has the values of slots whose sources are out of date", "[landmarks]") {
  PotentialScratch scratch;
  Terrain terrain = drawn("..@.");
  auto grid = *Grid::make(terrain);
  Potentials potentials(*grid, 1, {});
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  const std::vector<CellIndex> cells{grid->cell({1, 0}), grid->cell({2, 0}),
                                     grid->cell({3, 0})};
  terrain.set({3, 0}, '@');
  grid = *Grid::make(terrain);
  potentials.edit(ClosureGraph(*grid), cells, scratch);
  terrain.set({2, 0}, '.');
  terrain.set({3, 0}, '.');
  grid = *Grid::make(terrain);
  potentials.edit(ClosureGraph(*grid), cells, scratch);
  // The source on the right is still active, but its value is not 0, and no cell is
  // pending.
  REQUIRE(active_sources(potentials, 0).size() == 2);
  REQUIRE(potentials.pending().slots() == 0);
  REQUIRE(potentials.rows().row(cells[2])[0] > 0);
  const Potentials restored(*grid, potentials.state(), scratch);
  CHECK(same_usable_values(potentials, restored));
}

TEST_CASE("a state that does not fit the grid is noticed", "[landmarks]") {
  PotentialScratch scratch;
  const auto grid = *Grid::make(drawn("..@."));
  Potentials potentials(*grid, 2, {});
  potentials.settle(ClosureGraph(*grid), Potentials::kUnlimited, scratch);
  const PotentialState good = potentials.state();
  REQUIRE(good.fits(*grid));
  const auto wrong = [&](const auto& change) {
    PotentialState state = good;
    change(state);
    return !state.fits(*grid);
  };
  using State = PotentialState;
  CHECK(wrong([](State& s) { s.slots.clear(); }));
  CHECK(wrong([](State& s) { s.slots.resize(65); }));
  CHECK(wrong([](State& s) { s.usable = 4; }));
  CHECK(wrong([](State& s) { s.unbuilt = 1; }));
  CHECK(wrong([](State& s) { s.stale_sources = 1; }));
  CHECK(wrong([](State& s) { s.slots[1].values.resize(1); }));
  CHECK(wrong([](State& s) { s.slots[0].sources.at(0).cell = 0; }));
  CHECK(wrong([&](State& s) { s.slots[0].sources.at(0).cell = grid->cell({2, 0}); }));
  CHECK(wrong([](State& s) { s.slots[0].open.push_back(9999); }));
  CHECK(wrong([](State& s) { s.pending.add(0, 1); }));
  CHECK(wrong([](State& s) { s.sweep_kind = 0; }));
  CHECK(wrong([](State& s) { s.sweep_kind = 6; }));
  constexpr std::uint8_t kFifo = 5;  // for tile grids
  CHECK(wrong([&](State& s) { s.sweep_kind = kFifo; }));
  CHECK(wrong([](State& s) { s.writing = true; }));
  CHECK(wrong([](State& s) { s.written = 64; }));
  CHECK(wrong([](State& s) { s.doubts = 4; }));

  constexpr std::uint8_t kBlank = 1, kSweep = 2, kEnded = 6;
  const auto wrong_field = [&](std::uint8_t step, const auto& change) {
    return wrong([&](State& s) {
      const bool has_values = step != kBlank;
      s.fresh.emplace_back().step = step;
      s.fresh[0].field.resize(has_values ? grid->open_cells() : 0);
      s.slots[0].values.resize(grid->open_cells());
      change(s, s.fresh[0]);
    });
  };
  using Fresh = PotentialState::Fresh;
  const auto same = [](State&, Fresh&) {};
  CHECK_FALSE(wrong_field(kBlank, same));
  CHECK_FALSE(wrong_field(kSweep, same));
  CHECK_FALSE(wrong_field(kEnded, same));
  CHECK(wrong_field(0, same));
  CHECK(wrong_field(kEnded + 1, same));
  CHECK(wrong_field(kSweep, [](State&, Fresh& f) { f.next = 1; }));
  CHECK(wrong_field(kSweep, [](State&, Fresh& f) { f.slot = 2; }));
  CHECK(wrong_field(kSweep, [](State&, Fresh& f) { f.field.pop_back(); }));
  CHECK(wrong_field(kSweep, [](State&, Fresh& f) { f.queue.push_back(9999); }));
  CHECK(wrong_field(kSweep, [](State&, Fresh& f) { f.edited.push_back(9999); }));
  CHECK(wrong_field(kEnded, [](State&, Fresh& f) { f.floor = 1; }));
  CHECK(wrong_field(kEnded, [](State&, Fresh& f) { f.unsupported.add(9999, 1); }));
  CHECK(wrong_field(kEnded, [](State&, Fresh& f) { f.unsupported.add(7, 2); }));
  CHECK(wrong_field(kEnded, [](State& s, Fresh&) { s.fresh.push_back(s.fresh[0]); }));

  const auto write = [](State& s) {
    s.writing = true;
    s.usable = 2;
    s.unbuilt = 1;
    s.slots[0].values.clear();
  };
  CHECK_FALSE(wrong_field(kEnded, [&](State& s, Fresh&) { write(s); }));
  CHECK(wrong_field(kSweep, [&](State& s, Fresh&) { write(s); }));
  CHECK(wrong_field(kEnded, [](State& s, Fresh&) { s.writing = true; }));  // usable
  CHECK(wrong_field(kEnded, [&](State& s, Fresh&) {
    write(s);
    s.written = 1;
  }));
  CHECK(wrong_field(kEnded, [&](State& s, Fresh&) {
    write(s);
    s.slots[0].open.push_back(grid->cell({0, 0}));  // to be lowered
  }));
}

}  // namespace throng::potential_state_test
