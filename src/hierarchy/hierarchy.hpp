#pragma once

#include "../core/crew.hpp"
#include "../core/shared_array.hpp"
#include "../jump/jump_map.hpp"
#include "../jump/numbered_cells.hpp"
#include "../labels/subgoal_scan.hpp"
#include "core_ways.hpp"
#include "hierarchy_arc.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng {

/// A partial contraction hierarchy over the subgoals of a map, with landmarks on its core.
///
/// Nodes are subgoals by falling rank: first those of the core, which are not contracted,
/// then the contracted ones, the last one first. A cheapest way between two subgoals climbs
/// from both by arcs to higher ranks; the climbs meet, or a way through the core joins
/// them.
///
/// Immutable. Bytes: 12 an arc, of which most maps have 4 to 7 for each subgoal; 12 a
/// subgoal, half a byte a cell; 4 for each landmark and node of the core; CoreWays.
/// Source: as Contraction; the graph is SubgoalGraph.
class Hierarchy {
 public:
  /// The position of a node in the padded layout.
  struct Place {
    std::uint16_t x, y;
  };

  /// The parts of a hierarchy that are not computed from the grid.
  struct Arrays {
    std::size_t core = 0;              ///< the nodes of the core
    SharedArray<Place> places;         ///< by node
    SharedArray<std::uint32_t> first;  ///< arc of each node; one more for the end
    SharedArray<HierarchyArc> arcs;
    SharedArray<Cost> rows;  ///< by node of the core: its distances from the landmarks
    CoreWays ways{};
  };

  /// Builds the hierarchy; equal grids have equal ones, for every number of threads.
  ///
  /// Cost: 15 us a subgoal on one thread in caves, less on most maps. While it builds,
  ///       about 300 bytes a subgoal and 4 a cell.
  /// Errors:
  /// - over_limit: it would need more than `most_bytes`.
  /// - unsupported: the map is too large to number.
  /// - cancelled: the monitor cancelled; it counts subgoals, and may be null.
  /// Pre: JumpMap::allowed(grid), jumps is that of the grid.
  static Result<Hierarchy> build(const Grid& grid, const JumpMap& jumps,
                                 std::size_t most_bytes, Crew& crew, Monitor* monitor);
  /// scan: of the jump points of the grid, which are the places. Arrays of build(),
  /// perhaps without ways: then paths take longer.
  Hierarchy(const Grid& grid, SubgoalScan scan, Arrays arrays);

  const Arrays& arrays() const noexcept { return arrays_; }
  std::size_t size() const noexcept { return arrays_.places.size(); }
  /// Numbers that no node has, for the start (0) and the goal (1) of a query in a trace.
  std::uint32_t end(unsigned side) const noexcept {
    return static_cast<std::uint32_t>(size()) + side;
  }
  std::size_t core() const noexcept { return arrays_.core; }
  std::size_t arc_count() const noexcept { return arrays_.arcs.size(); }

  std::span<const HierarchyArc> arcs(std::uint32_t node) const noexcept {
    const HierarchyArc* const all = arrays_.arcs.data();
    return {all + arrays_.first[node], all + arrays_.first[node + 1]};
  }
  std::uint32_t first_arc(std::uint32_t node) const noexcept { return arrays_.first[node]; }
  const HierarchyArc& arc(std::uint32_t position) const noexcept {
    return arrays_.arcs[position];
  }
  Place place(std::uint32_t node) const noexcept { return arrays_.places[node]; }
  const CoreWays& ways() const noexcept { return arrays_.ways; }

  /// Landmarks on each connected part of the core, fewer where memory is short; those of
  /// all parts share rows.
  std::size_t landmarks() const noexcept { return landmarks_; }
  /// The distances from the landmarks to a node of the core.
  const Cost* landmark_row(std::uint32_t node) const noexcept {
    return arrays_.rows.data() + node * landmarks_;
  }

  // Queries mostly wait for memory: with these, they take 0.75 of the time in large caves.
  /// Fetches what a climb reads of a node that it reaches.
  void prefetch(std::uint32_t node) const noexcept {
    __builtin_prefetch(arrays_.first.data() + node);
    __builtin_prefetch(arrays_.places.data() + node);
  }
  /// Fetches its first arcs. Waits for memory unless prefetch(node) was called before.
  void prefetch_arcs(std::uint32_t node) const noexcept {
    // As a number, since there may be no arc at all, or fewer than two cache lines of them.
    // A test for that makes queries on terrain a quarter slower.
    const std::uintptr_t arcs = reinterpret_cast<std::uintptr_t>(arrays_.arcs.data()) +
                                arrays_.first[node] * sizeof(HierarchyArc);
    // NOLINTBEGIN(performance-no-int-to-ptr): nothing is read
    __builtin_prefetch(reinterpret_cast<const void*>(arcs));
    __builtin_prefetch(reinterpret_cast<const void*>(arcs + kCacheLine));
    // NOLINTEND(performance-no-int-to-ptr)
  }
  /// Fetches what bounds read of a node of the core.
  void prefetch_row(std::uint32_t node) const noexcept {
    __builtin_prefetch(arrays_.places.data() + node);
    const Cost* const row = landmark_row(node);
    for (std::size_t i = 0; i < landmarks_; i += kCacheLine / sizeof(Cost))
      __builtin_prefetch(row + i);
  }

  const SubgoalScan& scan() const noexcept { return scan_; }
  const NumberedCells& numbers() const noexcept { return numbers_; }

  std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::size_t kCacheLine = 64;

  SubgoalScan scan_;
  Arrays arrays_;
  NumberedCells numbers_;  ///< the node of each subgoal
  std::size_t landmarks_ = 0;
};

}  // namespace throng
