#include "../../src/jump/jump_editor.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/edited_jumps.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace throng::jump_editor_test {

using test::Change;
using test::EditedJumps;
using test::kNothing;
using test::wrong;

TEST_CASE("after each edit the jumps equal those of a new build") {
  const Position size =
      GENERATE(Position{6, 5}, Position{1, 9}, Position{9, 1}, Position{17, 12},
               Position{12, 33}, Position{70, 20}, Position{66, 66});
  for (std::uint64_t seed = 0; seed < 24; seed += test::every({1, 6})) {
    SplitMix64 random(seed);
    EditedJumps map(test::random_terrain(size.x, size.y, static_cast<int>(seed * 2), seed));
    CAPTURE(size.x, size.y, seed);
    REQUIRE(wrong(map, true) == kNothing);
    for (int edit = 0; edit < 40; ++edit) {
      const std::string before = map.drawing();
      map.edit_at_random(random);
      CAPTURE(edit, before, map.drawing());
      for (std::uint64_t parts = random.below(4); parts > 0 && map.jumps().complete();
           --parts)
        map.jumps().prepare_settle(map.grid(), random.below(100));
      REQUIRE(wrong(map, false) == kNothing);
      if (random.below(8) != 0) continue;
      map.settle();
      REQUIRE(map.jumps().settled());
      REQUIRE(wrong(map, true) == kNothing);
    }
  }
}

TEST_CASE("after most small edits all shortcuts are those of a new build at once") {
  int good = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    EditedJumps map(test::random_terrain(40, 30, 8, seed));
    for (const Change by : {Change::close, Change::open}) {
      map.edit({{18, 12}, 1, 1}, by);
      good += wrong(map, true) == kNothing ? 1 : 0;
    }
  }
  CHECK(good > 70);  // of 120; 5 if edits leave plain edges
}

TEST_CASE("doors that open and close change the jumps like a new build") {
  const Terrain rooms = test::drawn(R"(
    .........@.........
    .........@.........
    ...................
    .........@.........
    .........@.........
    @@@@.@@@@@@@@@.@@@@
    .........@.........
    .........@.........
    ...................
    .........@.........)");
  EditedJumps map(rooms);
  SplitMix64 random(1);
  for (int turn = 0; turn < 200; ++turn) {
    const Position door =
        std::array<Position, 4>{Position{9, 2}, {4, 5}, {14, 5}, {9, 8}}[random.below(4)];
    map.edit({door}, Change::toggle);
    CAPTURE(turn, map.drawing());
    REQUIRE(wrong(map, false) == kNothing);
    if (turn % 5 == 0) map.settle();
  }
}

TEST_CASE("jumps follow the places where a large unit fits") {
  EditedJumps map(test::random_terrain(50, 40, 6, 1), {.unit_size = 3});
  SplitMix64 random(3);
  for (int edit = 0; edit < 60; ++edit) {
    map.edit_at_random(random);
    CAPTURE(edit);
    REQUIRE(wrong(map, false) == kNothing);
  }
}

TEST_CASE("diagonal walks beyond the exact boxes keep shortcuts correct") {
  EditedJumps map(*Terrain::make(150, 140));
  SplitMix64 random(5);
  for (int edit = 0; edit < 40; ++edit) {
    map.edit({{static_cast<std::int32_t>(random.below(150)),
               static_cast<std::int32_t>(random.below(140))},
              static_cast<std::int32_t>(1 + random.below(20)),
              static_cast<std::int32_t>(1 + random.below(3))},
             Change::toggle);
    CAPTURE(edit);
    REQUIRE(wrong(map, false) == kNothing);
    if (edit % 7 == 0) map.settle();
  }
}

TEST_CASE("an edit that changes nothing makes no new version") {
  EditedJumps map(test::random_terrain(40, 20, 30, 1));
  const JumpVersion before = map.jumps().publish();
  for (const Rectangle at : {Rectangle{{-5, 0}, 5, 9}, Rectangle{{0, 20}, 40, 1},
                             Rectangle{{3, 3}, 0, 4}, Rectangle{{0, 0}, 40, 20}})
    map.jumps().edit(map.grid(), std::array{at});
  const JumpVersion after = map.jumps().publish();
  CHECK(before.graph.nodes().data() == after.graph.nodes().data());
  CHECK(before.node_of.data() == after.node_of.data());
  CHECK(map.jumps().settled());
}

TEST_CASE("a published version of the jumps stays as it was") {
  struct Held {
    JumpVersion version;
    std::shared_ptr<const Grid> grid;
    bool settled;
  };
  EditedJumps map(test::random_terrain(60, 45, 20, 2));
  SplitMix64 random(7);
  std::deque<Held> held;
  for (int edit = 0; edit < 80; ++edit) {
    map.edit_at_random(random);
    const bool settled = edit % 9 == 0;
    if (settled) map.settle();
    if (!map.jumps().complete()) continue;
    held.push_back({map.jumps().publish(), map.shared_grid(), settled});
    if (held.size() > 10) held.erase(held.begin() + random.below(10));
    for (const Held& one : held)
      REQUIRE(wrong(*one.grid, one.version, one.settled) == kNothing);
  }
}

TEST_CASE("a node keeps its number while it exists") {
  EditedJumps map(test::random_terrain(50, 40, 15, 4));
  SplitMix64 random(8);
  for (int edit = 0; edit < 60; ++edit) {
    const JumpVersion before = map.jumps().publish();
    map.edit_at_random(random);
    const JumpVersion after = map.jumps().publish();
    for (CellIndex cell = 0; cell < map.grid().cell_count(); ++cell)
      if (before.node_of[cell] != JumpEditor::kNoNode &&
          after.node_of[cell] != JumpEditor::kNoNode)
        REQUIRE(before.node_of[cell] == after.node_of[cell]);
  }
}

TEST_CASE("a large edit drops the graph, which is built again between further edits") {
  const Rules rules{.unit_size = GENERATE(1, 2)};
  for (std::uint64_t seed = 0; seed < 6; seed += test::every({1, 3})) {
    SplitMix64 random(seed);
    EditedJumps map(test::random_terrain(90, 70, static_cast<int>(seed * 6), seed), rules);
    const JumpVersion before = map.jumps().publish();
    const auto grid_before = map.shared_grid();
    int between = 0;
    for (int turn = 0; turn < 3; ++turn) {
      map.edit_many(random, 300);
      CAPTURE(rules.unit_size, seed, turn);
      REQUIRE(!map.jumps().complete());
      REQUIRE(!map.jumps().numbered());
      REQUIRE(wrong(map, false) == kNothing);
      map.edit_at_random(random);  // while there is no graph
      REQUIRE(wrong(map, false) == kNothing);
      if (!map.jumps().numbered()) map.jumps().number();
      while (!map.jumps().complete() && map.jumps().numbered()) {
        const std::size_t work = 1 + random.below(4'000);
        REQUIRE(map.jumps().build(map.grid(), work) < work + 100);
        if (random.below(2) == 0) map.edit_at_random(random);
        ++between;
      }
      REQUIRE(wrong(map, false) == kNothing);
      for (int edit = 0; edit < 3; ++edit) {
        map.edit_at_random(random);
        REQUIRE(wrong(map, false) == kNothing);
      }
      map.settle();
      REQUIRE(wrong(map, true) == kNothing);
    }
    CHECK(between > 6);
    CHECK(wrong(*grid_before, before, true) == kNothing);
  }
}

TEST_CASE("edits while the graph is built change it like a new build") {
  // Small edits alone, so that the graph is never dropped again.
  for (std::uint64_t seed = 0; seed < 8; seed += test::every({1, 4})) {
    SplitMix64 random(seed);
    EditedJumps map(test::random_terrain(80, 60, static_cast<int>(seed * 5), seed));
    map.edit_many(random, 300);
    REQUIRE(!map.jumps().numbered());
    map.jumps().number();
    int between = 0;
    for (; !map.jumps().complete(); ++between) {
      map.jumps().build(map.grid(), 500);
      map.edit({{static_cast<std::int32_t>(random.below(80)),
                 static_cast<std::int32_t>(random.below(60))},
                3,
                2},
               Change::toggle);
      CAPTURE(seed, between);
      REQUIRE(map.jumps().numbered());
    }
    CHECK(between > 5);
    CHECK(wrong(map, false) == kNothing);
    map.settle();
    CHECK(wrong(map, true) == kNothing);
  }
}

TEST_CASE("an editor continues a build from its state") {
  SplitMix64 random(4);
  EditedJumps map(test::random_terrain(90, 70, 20, 4));
  map.edit_many(random, 300);
  const auto restored = [&] {
    EditedJumps other(map.terrain());
    REQUIRE(other.jumps().restore(map.jumps().state()));
    REQUIRE(other.jumps().state() == map.jumps().state());
    return other;
  };
  REQUIRE(!restored().jumps().numbered());
  map.jumps().number();
  for (int turn = 0; turn < 20; ++turn) {
    map.jumps().build(map.grid(), 400);
    map.edit({{static_cast<std::int32_t>(random.below(80)),
               static_cast<std::int32_t>(random.below(60))},
              4,
              4},
             Change::toggle);
    REQUIRE(map.jumps().numbered());
    EditedJumps other = restored();
    while (!other.jumps().complete()) other.jumps().build(other.grid(), 500);
    REQUIRE(wrong(other, false) == kNothing);
  }
  // Both build the same nodes with the same work.
  EditedJumps other = restored();
  while (!map.jumps().complete()) {
    map.jumps().build(map.grid(), 700);
    other.jumps().build(other.grid(), 700);
    REQUIRE(other.jumps().state() == map.jumps().state());
  }
  REQUIRE(other.jumps().complete());
}

TEST_CASE("a saved state of a build that is not of the map is refused") {
  SplitMix64 random(4);
  EditedJumps map(test::random_terrain(90, 70, 20, 4));
  map.edit_many(random, 300);
  const auto accepted = [&](const JumpRepairState& state) {
    return EditedJumps(map.terrain()).jumps().restore(state);
  };
  JumpRepairState dropped = map.jumps().state();
  CHECK(accepted(dropped));
  dropped.unbuilt.push_back(0);
  CHECK(!accepted(dropped));
  map.jumps().number();
  map.jumps().build(map.grid(), 2'000);
  const JumpRepairState saved = map.jumps().state();
  REQUIRE(!saved.unbuilt.empty());
  CHECK(accepted(saved));
  JumpRepairState forged = saved;
  forged.unbuilt.push_back(saved.unbuilt.front());  // twice
  CHECK(!accepted(forged));
  forged = saved;
  forged.unbuilt.front() = 0;  // no node
  CHECK(!accepted(forged));
  forged.unbuilt.front() = 0xFFFF'FFFF;
  CHECK(!accepted(forged));
  forged = saved;
  forged.unbuilt.clear();
  CHECK(!accepted(forged));
  forged = saved;
  forged.graph = JumpRepairState::Graph::complete;
  CHECK(!accepted(forged));
  forged = saved;
  forged.settled = true;
  CHECK(!accepted(forged));
}

TEST_CASE("a saved state that is not of the map is refused") {
  EditedJumps map(test::random_terrain(40, 30, 15, 1));
  map.edit({{18, 12}, 3, 2}, Change::toggle);
  JumpRepairState saved = map.jumps().state();
  REQUIRE(!saved.settled);
  const auto accepted = [&](const JumpRepairState& state) {
    return EditedJumps(map.terrain()).jumps().restore(state);
  };
  CHECK(accepted(saved));
  for (std::size_t i = 0; i < saved.shortcuts.size(); ++i) {
    JumpRepairState forged = saved;
    ++forged.shortcuts[i].cost;
    CHECK(!accepted(forged));
  }
  // A dead end of which an edge is none.
  std::erase_if(saved.shortcuts, [](const auto& shortcut) { return !shortcut.dead_end; });
  CHECK(accepted(saved));
  int refused = 0;
  for (std::size_t i = 0; i < saved.shortcuts.size(); ++i) {
    JumpRepairState forged = saved;
    forged.shortcuts.erase(forged.shortcuts.begin() + static_cast<std::ptrdiff_t>(i));
    refused += accepted(forged) ? 0 : 1;
  }
  CHECK(refused > 0);
}

TEST_CASE("edits of jumps allocate nothing once they have been made before") {
  test::CountingMemory memory;
  const Terrain terrain = test::random_terrain(70, 60, 20, 3);
  EditedJumps map(terrain, {}, &memory);
  JumpVersion version = map.jumps().publish();
  const std::array<Rectangle, 3> at{{{{10, 12}, 4, 4}, {{30, 5}, 9, 2}, {{62, 50}, 8, 10}}};
  // Two maps by turns: the cells of the rectangles as they are, and closed.
  Terrain closed = terrain;
  for (const Position p : test::all_cells(terrain))
    for (const Rectangle& some : at)
      if (p.x >= some.corner.x && p.x < some.corner.x + some.width &&
          p.y >= some.corner.y && p.y < some.corner.y + some.height)
        closed.set(p, '@');
  const std::array grids{*Grid::make(terrain), *Grid::make(closed)};
  const auto round = [&](std::size_t turn) {
    map.jumps().edit(*grids[turn % 2], at);
    if (turn % 4 < 2) map.jumps().settle(*grids[turn % 2]);
    version = map.jumps().publish();
  };
  for (std::size_t turn = 1; turn < 13; ++turn) round(turn);
  const std::size_t taken = memory.allocations(), heap = test::heap_allocations();
  for (std::size_t turn = 13; turn < 60; ++turn) round(turn);
  CHECK(memory.allocations() == taken);
  CHECK(test::heap_allocations() == heap);
  CHECK(wrong(*grids[1], version, false) == kNothing);
  CHECK(map.jumps().memory_bytes() <= memory.bytes());
  CHECK(10 * map.jumps().memory_bytes() > 9 * memory.bytes());
}

}  // namespace throng::jump_editor_test
