#pragma once

#include "../../src/heuristic/potentials.hpp"
#include "../support/edited_map.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "potential_maps.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// What potentials promise, checked for every edge and cell of a small map.

namespace throng::test {

/// What the functions below return if nothing is wrong.
inline constexpr std::string_view kRight;

/// The pending slots of each cell.
inline std::vector<SlotSet> pending_slots(const Potentials& potentials) {
  std::vector<SlotSet> pending(potentials.rows().cells());
  potentials.pending().for_each(
      [&](CellIndex cell, SlotSet slots) { pending[cell] |= slots; });
  return pending;
}

/// The first sentence of I1 that is wrong; empty if none is.
inline std::string wrong_i1(const EditedMap& map, const Potentials& potentials) {
  for (const Edge& edge : map.edges())
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (!contains(potentials.usable(), slot)) continue;
      const Cost a = potentials.rows().row(edge.from)[slot];
      const Cost b = potentials.rows().row(edge.to)[slot];
      if ((a == kUnreachable) != (b == kUnreachable) || (a > b && a - b > edge.cost))
        return "slot " + std::to_string(slot) + " has " + std::to_string(a) + " and " +
               std::to_string(b) + " at an edge of cost " + std::to_string(edge.cost);
    }
  return {};
}

inline std::string wrong_i2(const EditedMap& map, const Potentials& potentials) {
  const std::vector<SlotSet> pending = pending_slots(potentials);
  std::vector<SlotSet> supported(map.grid().cell_count());
  for (const Edge& edge : map.edges())
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      const Cost from = potentials.rows().row(edge.from)[slot];
      const Cost to = potentials.rows().row(edge.to)[slot];
      if (from < to && to - from >= edge.cost) supported[edge.to] |= SlotSet{1} << slot;
    }
  for (const CellIndex cell : map.open_cells())
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (contains(potentials.without_values() | potentials.fresh(), slot)) continue;
      const std::string at =
          "slot " + std::to_string(slot) + " of cell " + std::to_string(cell);
      if (potentials.rows().row(cell)[slot] == 0) {
        const auto list = potentials.sources(slot).list();
        if (std::ranges::find(list, cell, &SlotSources::Source::cell) == list.end())
          return at + " is 0, without a source";
      } else if (!contains(supported[cell], slot) && !contains(pending[cell], slot)) {
        return at + " has no support";
      }
    }
  return {};
}

/// The bounds of a published table for all pairs, against the oracle, which follows one-way
/// steps and links.
inline std::string wrong_bound(const EditedMap& map, Potentials& potentials) {
  const Grid& grid = map.grid();
  const LandmarkTable table = potentials.publish();
  for (const CellIndex from : map.open_cells()) {
    const auto field =
        oracle_field(map.terrain(), map.rules(), grid.position(from), map.options());
    for (const CellIndex to : map.open_cells()) {
      const Position p = grid.position(to);
      const auto& reached =
          field[static_cast<std::size_t>(p.y) * static_cast<std::size_t>(grid.width()) +
                static_cast<std::size_t>(p.x)];
      if (!reached) continue;
      const Cost lower = table.lower(from, to), upper = table.upper(from, to);
      if (lower > reached.cost || upper < reached.cost)
        return std::to_string(reached.cost) + " has the bounds " + std::to_string(lower) +
               " and " + std::to_string(upper);
    }
  }
  return {};
}

/// Whether the active sources are one in each component of the closure, and the values
/// the distances from them.
inline std::string wrong_when_settled(const EditedMap& map, const Potentials& potentials) {
  if (!potentials.settled()) return "not settled";
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const std::vector<CellIndex> sources = active_sources(potentials, slot);
    for (const CellIndex source : sources) {
      const std::vector<Cost> own = closure_distances(map, {source});
      for (const CellIndex other : sources)
        if (other != source && own[other] != kUnreachable)
          return "two sources in one component";
    }
    const std::vector<Cost> distance = closure_distances(map, sources);
    for (const CellIndex cell : map.open_cells()) {
      if (distance[cell] == kUnreachable) return "a component without a source";
      if (distance[cell] != potentials.rows().row(cell)[slot])
        return "slot " + std::to_string(slot) + " of cell " + std::to_string(cell) +
               " has " + std::to_string(potentials.rows().row(cell)[slot]) + ", not " +
               std::to_string(distance[cell]);
    }
  }
  return {};
}

inline std::string wrong_on_closed_cells(const EditedMap& map,
                                         const Potentials& potentials) {
  for (const Position p : all_cells(map.terrain()))
    if (!map.grid().open(p))
      for (std::size_t slot = 0; slot < kSlots; ++slot)
        if (potentials.rows().row(map.grid().cell(p))[slot] != kUnreachable)
          return "a closed cell has a value";
  return {};
}

}  // namespace throng::test
