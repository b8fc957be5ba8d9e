#pragma once

#include "../core/memory.hpp"
#include "../grid/no_trace.hpp"
#include "../jump/jumps.hpp"
#include "../sweep/heap4.hpp"
#include "hierarchy.hpp"
#include "node_labels.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// Memory of one thread, kept from query to query.
struct HierarchyScratch {
  /// An arc on the way, walked as it is or back.
  struct Leg {
    std::uint32_t arc;
    std::uint32_t next;  ///< index of the leg after it; NodeLabel::kNone: the last one
    bool back;
    HubLeg leg{};  ///< of an edge
  };

  /// A subgoal that an end sees.
  struct Seen {
    CellIndex cell;
    Cost cost;              ///< from the end
    std::size_t place = 0;  ///< of its number, see NumberedCells
    std::uint32_t node = 0;
  };

  explicit HierarchyScratch(Memory memory = {})
      : labels(memory),
        seen(memory),
        open{Heap4(memory), Heap4(memory)},
        entries{std::pmr::vector<std::uint32_t>(memory),
                std::pmr::vector<std::uint32_t>(memory)},
        to_goal(memory),
        legs(memory),
        queue(memory) {}

  /// Takes at least as much memory as another scratch has. Forgets the last search.
  void reserve_as(const HierarchyScratch& other);

  NodeLabels labels;
  std::pmr::vector<Seen> seen;
  std::array<Heap4, 2> open;  ///< of the climbs; the first one serves the core too
  /// Labels of the nodes of the core where the climbs enter it.
  std::array<std::pmr::vector<std::uint32_t>, 2> entries;
  std::pmr::vector<Cost> to_goal;            ///< by landmark: its distance to the goal
  Cost best = kUnreachable;                  ///< the cost of the best way, else the bound
  bool spent = false;                        ///< the search used up its expansions
  std::uint32_t meeting = NodeLabel::kNone;  ///< a label; kNone: the ends see each other
  bool in_core = false;  ///< the way from the start to it is that of the core
  std::uint32_t expanded = 0, generated = 0, most_expanded = 0;
  // Of append_path(), for which the scratch is constant.
  mutable std::pmr::vector<Leg> legs;
  mutable std::pmr::vector<std::uint32_t> queue;  ///< legs to look at
};

/// Answers queries from a hierarchy.
///
/// The ends of a query climb from the subgoals that they see by rising rank. A climb does
/// not continue from a node that it could have reached at less cost from above, nor where
/// no way of less cost than the best one can follow. If both reach the core, A* joins them
/// there, with bounds from landmarks.
///
/// Any number of threads may call const members at once, each with its own scratch. Cost:
/// see bench/RESULTS.md, hierarchy.
/// Source: as Hierarchy; landmarks: A. Goldberg, C. Harrelson, "Computing the Shortest
/// Path: A* Search Meets Graph Theory", SODA 2005.
class HierarchySearch {
 public:
  /// jumps: of the grid. Keeps references.
  HierarchySearch(const Grid& grid, const JumpMap& jumps, const Hierarchy& hierarchy)
      : grid_(grid), walker_(grid, jumps, nullptr), hierarchy_(hierarchy) {}

  /// The cost of a cheapest path if it is less than `bound`, else `bound`. If the search
  /// would expand more than `most_expanded` nodes, it sets scratch.spent; the result is the
  /// cost of the best path found so far.
  /// trace: see NoTrace. Cells are named by their nodes, the ends by Hierarchy::end().
  /// Pre: start and goal are open, differ and are connected.
  template <class Trace = NoTrace>
  Cost find(CellIndex start, CellIndex goal, Cost bound, std::uint32_t most_expanded,
            HierarchyScratch& scratch, const Trace& trace = {}) const;

  /// Appends the moves of the path found last. Pre: start and goal are those of that
  /// search, which found one.
  void append_path(CellIndex start, CellIndex goal, const HierarchyScratch& scratch,
                   Column<Move>& moves) const;

 private:
  template <class Trace>
  class Climbs;
  template <class Trace>
  class CoreSearch;

  JumpLine line_between(CellIndex from, CellIndex to) const noexcept;
  /// Counts an expansion, unless none is left.
  static bool spend(HierarchyScratch& scratch) noexcept;
  Cost open_cost(std::uint32_t node, PaddedPosition to) const noexcept;
  CellIndex cell_of(std::uint32_t node) const noexcept;
  std::pair<std::uint32_t, std::uint32_t> list_legs(const HierarchyScratch& scratch) const;
  void unpack(const HierarchyScratch& scratch) const;

  const Grid& grid_;
  JumpWalker walker_;
  const Hierarchy& hierarchy_;
};

extern template Cost HierarchySearch::find(CellIndex, CellIndex, Cost, std::uint32_t,
                                           HierarchyScratch&, const NoTrace&) const;

}  // namespace throng
