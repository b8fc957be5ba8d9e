#pragma once

#include "closure_graph.hpp"
#include "potential_rows.hpp"
#include "potential_scratch.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <memory_resource>
#include <span>

namespace throng {

/// Adapts whole rows to an edit: all slots at once, with vector instructions. Most edits
/// lower the values of a few cells in many slots, and then this is several times as fast as
/// a search for each slot.
class RowEdit {
 public:
  /// slots: those that may change. spreading: those of them in which changes spread from
  /// cell to cell; the others change only in the cells that relax() visits.
  RowEdit(const ClosureGraph& graph, PotentialRows& rows, SlotSet slots, SlotSet spreading,
          PotentialScratch& scratch);

  /// The slots of one cell after relax().
  struct Found {
    SlotSet lowered;      ///< the value decreased
    SlotSet unsupported;  ///< no neighbour supports the value (see ValueRepair)
  };

  /// Lowers each value of an open cell, in the slots that may change, to the least that its
  /// neighbours allow, and queues the cell if that changed one of the slots that spread.
  Found relax(CellIndex cell);

  /// The slots of an open cell in which no neighbour supports the value, of those that may
  /// change.
  SlotSet unsupported(CellIndex cell) const;

  /// Expands queued cells, first in, first out, until none is left, at most `most` of them.
  /// A cell may be expanded again. Returns the number of expansions.
  std::size_t spread(std::size_t most);

  /// Calls visit(cell, slots) for each cell that is still queued: those slots in which an
  /// edge from it would lower a neighbour.
  template <class Visit>
  void for_each_left(const Visit& visit) const {
    for (std::size_t i = head_; i < queue_.size(); ++i)
      if (const SlotSet slots = lowering(queue_[i]); slots != 0) visit(queue_[i], slots);
  }

 private:
  using Row = std::array<Cost, 64>;

  template <EdgeKind kind>
  void expand(CellIndex cell);
  void find_least(CellIndex cell, Row& least) const;
  SlotSet lowering(CellIndex cell) const;
  void queue(CellIndex cell);

  const ClosureGraph& graph_;
  PotentialRows& rows_;
  SlotSet slots_, spreading_;
  PotentialScratch& scratch_;
  std::pmr::vector<CellIndex>& queue_;
  std::size_t head_ = 0;  ///< of the queue
};

}  // namespace throng
