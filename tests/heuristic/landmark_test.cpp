#include "../../src/heuristic/landmark.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/core/versioned_array.hpp"
#include "../../src/heuristic/two_way_landmark.hpp"
#include "../support/catch.hpp"
#include "../support/edited_map.hpp"
#include "../support/maps.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace throng::landmark_test {

using namespace test;

namespace {

/// A table of a living map. In the usable slots it has the distances of the open cells from
/// some cell of each component; all other values are random. The first open cells are
/// nodes, kNodes of them.
class LivingTable {
 public:
  static constexpr std::uint32_t kNodes = 5;

  LivingTable(const EditedMap& map, int landmarks, SlotSet usable, SplitMix64& random)
      : table(make(map, landmarks, usable & first_slots(landmarks), random)) {}

  Cost value(CellIndex cell, unsigned slot) const {
    return table.exact()[cell * table.slots() + slot];
  }
  /// The bound of the usable slots, by its definition.
  Cost lower(CellIndex a, CellIndex b, SlotSet slots) const {
    Cost most = 0;
    for_each_slot(slots, [&](unsigned slot) {
      const Cost x = value(a, slot), y = value(b, slot);
      most = std::max(most, x > y ? x - y : y - x);
    });
    return most;
  }

  LandmarkTable table;

 private:
  static LandmarkTable make(const EditedMap& map, int landmarks, SlotSet usable,
                            SplitMix64& random) {
    const std::size_t slots = (static_cast<std::size_t>(landmarks) + 7) / 8 * 8;
    const std::size_t cells = map.grid().cell_count();
    const std::size_t count = (cells + kNodes) * slots;
    VersionedArray<Cost> rows(count);
    const std::span<Cost> values = rows.write(0, count);
    for (std::size_t i = 0; i < count; ++i)
      if (i % slots < static_cast<std::size_t>(landmarks))
        values[i] = static_cast<Cost>(random.next());
    const std::vector<CellIndex> open = map.open_cells();
    for_each_slot(usable, [&](unsigned slot) {
      const std::vector<Cost> distance =
          closure_distances(map, {open[slot * 7 % open.size()]});
      for (const CellIndex cell : open) values[cell * slots + slot] = distance[cell];
    });
    for (std::size_t node = 0; node < kNodes; ++node)
      std::copy_n(&values[open[node] * slots], slots, &values[(cells + node) * slots]);
    return {rows.publish(), landmarks, usable, 0};
  }
};

constexpr SlotSet kSets[] = {0,          1, 0b10110, 0x8421'0842, 0xFFFF'0000'FFFF'0001,
                             ~SlotSet{0}};

}  // namespace

TEST_CASE("the landmark bound of a living map uses the usable slots and no others",
          "[heuristic]") {
  SplitMix64 random(11);
  for (const int landmarks : {1, 6, 16, 20, 64})
    for (const SlotSet usable : kSets) {
      CAPTURE(landmarks, usable);
      const EditedMap map({}, Layers::none, 9, 7, 15, 3);
      const Grid& grid = map.grid();
      const LivingTable living(map, landmarks, usable, random);
      const LandmarkTable& table = living.table;
      for (const CellIndex goal : map.open_cells()) {
        const OctileBound open(grid.rules().topology, grid.min_step_costs());
        const LivingLandmarkBound<RowIsKey> by_cell(table, open, {}, goal);
        const auto cells = static_cast<std::uint32_t>(grid.cell_count());
        REQUIRE(table.rows() == cells + LivingTable::kNodes);
        const RowOfNode row{cells, LivingTable::kNodes, goal,
                            static_cast<std::uint32_t>(grid.stride())};
        const LivingLandmarkBound<RowOfNode> by_node(table, open, row, goal);
        std::uint32_t node = 0;
        for (const CellIndex at : map.open_cells()) {
          const Cost lower = living.lower(at, goal, table.lower_slots());
          REQUIRE(table.lower(at, goal) == lower);
          const Position p = grid.position(at), q = grid.position(goal);
          const std::int32_t dx = p.x - q.x, dy = p.y - q.y;
          REQUIRE(by_cell(at, dx, dy) == std::max(open(at, dx, dy), lower));
          REQUIRE(by_node(node++, dx, dy) == by_cell(at, dx, dy));
          REQUIRE(by_node(0xFFFF'FFFF, dx, dy) == by_cell(at, dx, dy));
        }
      }
    }
}

TEST_CASE("the best landmark of a living map is a usable one", "[heuristic]") {
  SplitMix64 random(12);
  for (const int landmarks : {1, 6, 20})
    for (const SlotSet usable : kSets) {
      const EditedMap map({}, Layers::none, 8, 6, 15, 5);
      const LivingTable living(map, landmarks, usable, random);
      const LandmarkTable& table = living.table;
      const std::vector<CellIndex> cells = map.open_cells();
      for (const CellIndex start : cells) {
        const CellIndex goal = cells[start % cells.size()];
        const auto best = static_cast<std::size_t>(table.best_slot(start, goal));
        REQUIRE(contains(table.lower_slots(), best) == (table.lower_slots() != 0));
        REQUIRE(living.lower(start, goal, table.lower_slots() & SlotSet{1} << best) ==
                living.lower(start, goal, table.lower_slots()));
      }
    }
}

TEST_CASE("two-way landmarks skip the slots that one of the tables does not use",
          "[heuristic]") {
  SplitMix64 random(13);
  for (const SlotSet usable : kSets) {
    CAPTURE(usable);
    const EditedMap map({}, Layers::none, 8, 6, 0, 5);
    const LivingTable from(map, 20, usable, random);
    const LivingTable to(map, 20, ~SlotSet{0b110}, random);
    const TwoWayTables tables{from.table, to.table};
    const SlotSet both = usable & first_slots(20) & ~SlotSet{0b110};
    for (const CellIndex goal : map.open_cells()) {
      const ManhattanBound open(Topology::octile, map.grid().costs());
      const TwoWayLandmarkBound<RowIsKey, ManhattanBound> bound(tables, open, {}, goal);
      for (const CellIndex at : map.open_cells()) {
        // The distances are symmetric, so each slot contributes in one direction.
        REQUIRE(tables.lower(at, goal) == from.lower(at, goal, both));
        REQUIRE(bound(at, 0, 0) == from.lower(at, goal, both));
        REQUIRE(tables.upper(at, goal) == kUnreachable);
      }
    }
  }
}

}  // namespace throng::landmark_test
