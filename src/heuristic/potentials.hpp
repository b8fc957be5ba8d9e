#pragma once

#include "../sweep/sweep_space.hpp"
#include "closure_graph.hpp"
#include "fresh_fields.hpp"
#include "landmark_table.hpp"
#include "pending_cells.hpp"
#include "potential_rows.hpp"
#include "potential_scratch.hpp"
#include "potential_state.hpp"
#include "slot_repair.hpp"
#include "slot_sources.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

class RowEdit;

/// The distances from the landmarks of one movement class on a map that changes. Each slot
/// has a value f for every cell. Between edits two invariants hold:
///
/// I1. In a usable slot |f(u) - f(v)| <= c for each edge u, v of cost c. So |f(v) - f(t)|
///     is an admissible and consistent bound on the distance from v to t, as is the maximum
///     over the usable slots. f need not be a distance: usable slots may be out of date.
/// I2. Each open cell v that is no source has a neighbour u with f(v) >= f(u) + c, or is
///     pending in the slot. In a usable slot f(v) = f(u) + c, by I1.
///
/// The edges are those of the ClosureGraph. A settled slot has exact values: the distances
/// from its active sources, one in each component. Proof: by I2 a chain of edges leads from
/// v to a source, so f(v) is the cost of a path and no less than the distance. By I1 it is
/// no more.
///
/// A closed step or a higher cost preserves I1: edit() only makes the cells pending that
/// lost their support. A new step or a lower cost breaks I1, so edit() lowers values at
/// once, by Dijkstra's algorithm. The result is the largest f that satisfies I1 and is
/// nowhere above the old one. If this takes too long, the slot becomes unusable, and
/// settle() continues. settle() raises values and adapts the sources.
///
/// All results depend only on the calls and their arguments, never on clock or threads.
/// One thread may edit, settle and publish, and none may read rows() meanwhile. Any number
/// of threads may read the published tables. Edits and settlements allocate nothing once
/// the object and the scratch are warm.
///
/// kUnreachable: the value of closed cells, and of open cells that no source reaches, until
/// the slot is settled. Neither is joined by a path to a cell with another value.
class Potentials {
 public:
  /// No slot is usable before settle(). sources: landmarks x component_count cells, in the
  /// layout of Landmarks::cells; components beyond them get sources when settled. Sources
  /// of larger components count as older, see SlotSources. copies: see PotentialRows.
  /// Cost: O(cells x landmarks). Pre: 0 < landmarks <= 64.
  Potentials(const Grid& grid, std::size_t landmarks, std::span<const CellIndex> sources,
             std::size_t copies = 0);

  /// Continues from a saved state: all later calls have the results that they would have
  /// had on the object that was saved. Pre: state.fits(grid), and `grid` is that of the
  /// last edit before state(). Cost: a sweep for each slot that was settled.
  Potentials(const Grid& grid, const PotentialState& state, PotentialScratch& scratch,
             std::size_t copies = 0);

  /// Cost: O(slots), and O(cells) for each slot that is not settled.
  PotentialState state() const;

  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();
  /// Expansions of an edit, over all slots; about 0.2 ms. Of 4 x 4 cells that open on
  /// brc202d with 16 landmarks, 77 % need no more; with 10'000 (0.6 ms), 81 %.
  static constexpr std::size_t kEditWork = 4'000;

  /// Adapts the values to the edges that changed since the last edit.
  ///
  /// graph: the new edges. cells: all cells of which an edge appeared, vanished or changed
  /// its cost, or which opened or closed; both ends of each such edge. Other cells may be
  /// among them, and a cell may occur twice. So the caller need not know the old edges: it
  /// passes the edited rectangles, grown by one cell on each side (by the size of the unit
  /// to the left and above), and both ends of each changed link. A cell that changes
  /// several times between two calls counts once, as it is now.
  ///
  /// most: expansions; slots that need more become unusable. If there are more cells than a
  /// share of the map (1/32, at least 512), all slots lose their values: most would, and
  /// the sweeps are the same. Cost: O(cells x slots), and the expansions.
  void edit(const ClosureGraph& graph, std::span<const CellIndex> cells,
            PotentialScratch& scratch, std::size_t most = kEditWork);

  /// Repairs slots until all are settled or the budget is used up: first those that are not
  /// usable, then the others. Returns the work done, in expansions.
  ///
  /// Repairs the affected cells, or sweeps the whole map where they are more than 1/32 of
  /// its cells. Both stop when the budget is used up, and continue in the next call, also
  /// after edits. A sweep counts as FreshField::kCellsPerWork cells an expansion. Up to
  /// FreshFields::kMost slots are swept together, and then written into the rows together;
  /// see kRowsPerWork. A slot stays usable while it is swept, but not while it is written.
  /// A call with a budget above 0 makes progress. It exceeds the budget by a bucket of each
  /// sweep at most, or in order to add sources to regions that have none. Pre: `graph` is
  /// that of the last edit.
  ///
  /// Repairs raise the values of the affected cells, the smallest first. If they stop
  /// early, the slot stays usable: the values of the cells found so far rise to the largest
  /// that I1 allows beside those of all others, and these are feasible because the former
  /// values were. The cells that lost their support thereby are pending.
  std::size_t settle(const ClosureGraph& graph, std::size_t budget,
                     PotentialScratch& scratch);

  // settle() for several threads, in rounds. Each round calls settle_alone(), share_out()
  // and, unless that returns 0, which ends the last round, do_part() for each part. Parts
  // may run at the same time. The sum of the work is that of settle(), on any threads.

  /// What one thread has to do, until fields can be swept or rows be written, or the budget
  /// is used up; also what ends the last round. Returns the work done.
  std::size_t settle_alone(const ClosureGraph& graph, std::size_t budget,
                           PotentialScratch& scratch);
  /// Divides so much work into parts. Returns their number, at most FreshFields::kMost.
  std::size_t share_out(std::size_t budget);
  /// Returns the work done. Pre: part < share_out(), and the part was not done before.
  std::size_t do_part(std::size_t part, const ClosureGraph& graph,
                      PotentialScratch& scratch);

  /// The work that settle() has left, in expansions, about. 0 only if settled(). Depends on
  /// the state() alone. Cost: O(slots). graph: that of the last edit.
  std::size_t debt(const ClosureGraph& graph) const noexcept;

  /// Whether all values are exact.
  bool settled() const noexcept { return (usable() & ~unsettled()) == rows_.all_slots(); }
  /// The slots that satisfy I1: a bound may use only these.
  SlotSet usable() const noexcept { return usable_; }
  /// The slots that are being swept or written, see settle(). I2 need not hold in them.
  SlotSet fresh() const noexcept { return fresh_.slots(); }
  /// The slots in which neither invariant holds: those to be swept whose rows have no
  /// values, or a part of a fresh field, or of repairs that were given up.
  SlotSet without_values() const noexcept { return unbuilt_; }
  /// The slots that settle() has to visit.
  SlotSet unsettled() const noexcept {
    return unbuilt_ | (~usable_ & rows_.all_slots()) | stale_sources_ | pending_.slots() |
           fresh();
  }

  /// Prepares the next edit or settlement after publish(): copies the rows that changed
  /// between the last two versions, which the next call would do otherwise. Useful after a
  /// settlement that swept, when up to all rows changed: 1 or 2 ms on maps of 512 x 512.
  void prepare() { rows_.begin_changes(); }

  /// Returns the newest values as a table that never changes. Row r is the row of cell r;
  /// behind them lie the copies for nodes. nodes: see PotentialRows::publish. A node may
  /// differ from the last call only at cells that were passed to edit(), or to
  /// renew_copies().
  /// Lower bounds use the usable slots. Upper bounds use those that are settled too; none
  /// on a grid that is not symmetric(), where a distance in the closure may belong to no
  /// path. The first change after publish() updates a spare buffer, see VersionedArray.
  /// Cost: that of PotentialRows::publish.
  LandmarkTable publish(std::span<const std::uint32_t> nodes = {}) noexcept;

  /// Before a publish() in which the nodes of these cells may differ from the last call.
  void renew_copies(std::span<const CellIndex> cells) {
    rows_.begin_changes();
    for (const CellIndex cell : cells) rows_.renew_copy(cell);
  }

  /// The row of a cell has the number of the cell. Pre of all uses: slots that are not
  /// usable are ignored.
  const PotentialRows& rows() const noexcept { return rows_; }

  const SlotSources& sources(std::size_t slot) const noexcept {
    return slots_[slot].sources;
  }
  const PendingCells& pending() const noexcept { return pending_; }

  std::size_t memory_bytes() const noexcept;

  /// So many rows are written for one expansion if one field was swept, which on maps of
  /// 512 x 512 takes eleven calls with a budget of 500. Each further field takes half as
  /// long as the first.
  static constexpr std::size_t kRowsPerWork = 48;
  /// A repair ends in a sweep beyond this share of the cells of the map.
  static constexpr std::size_t kRepairShare = 32;
  /// After so many repairs in vain, slots are swept as often without trying a repair.
  static constexpr std::size_t kMostDoubts = 2;

 private:
  struct Slot {
    SlotSources sources;
    /// Each cell from which an edge lowers a neighbour; I1 holds where it is empty.
    std::vector<CellIndex> open;
    std::size_t expanded = 0;  ///< for repairs that did not come to their end
  };

  /// How share_out() divided the work.
  struct Parts {
    std::size_t count = 0;
    std::size_t budget = 0;                                ///< of each field
    std::array<FreshField*, FreshFields::kMost> fields{};  ///< to be swept, by part
    std::size_t rows = 0;  ///< of each part; 0: fields are swept
    std::size_t end = 0;   ///< of the rows of all parts
  };

  void lower_values(const ClosureGraph& graph, std::span<const CellIndex> cells,
                    std::size_t most, PotentialScratch& scratch);
  void drop_values() noexcept;
  void adopt(const ClosureGraph& graph, CellIndex cell);
  void spread(const ClosureGraph& graph, RowEdit& edit, std::size_t most,
              PotentialScratch& scratch);

  std::size_t settle_slot(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                          PotentialScratch& scratch);
  std::size_t repair(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                     PotentialScratch& scratch);
  std::size_t most_repairs() const noexcept;
  std::size_t raise(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                    PotentialScratch& scratch);
  std::size_t renew_sources(const ClosureGraph& graph, unsigned slot,
                            PotentialScratch& scratch);
  void begin_fresh(const ClosureGraph& graph, unsigned slot, PotentialScratch& scratch);
  SlotSet swept_with(unsigned slot) const noexcept;
  void restore_fresh(const PotentialState& state);
  void share_out_rows(std::size_t budget);
  /// How many rows are written for one expansion.
  static constexpr std::size_t rows_per_work(std::size_t fields) noexcept {
    return 2 * kRowsPerWork / (fields + 1);
  }
  std::size_t rows_per_work() const noexcept { return rows_per_work(fresh_.list().size()); }
  std::size_t lower_written(const ClosureGraph& graph, std::size_t budget,
                            PotentialScratch& scratch);
  void begin_writing(PotentialScratch& scratch);
  void write_rows(std::size_t first, std::size_t end);
  void finish_parts(PotentialScratch& scratch);
  void finish_fresh(PotentialScratch& scratch);
  void sweep_now(const ClosureGraph& graph, SlotSet slots, PotentialScratch& scratch);
  std::size_t finish_slot(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                          PotentialScratch& scratch);
  std::size_t add_sources(const ClosureGraph& graph, unsigned slot,
                          PotentialScratch& scratch);
  std::size_t lower(const ClosureGraph& graph, unsigned slot, std::size_t most,
                    PotentialScratch& scratch);
  void set_root(unsigned slot, CellIndex cell);

  PotentialRows rows_;
  bool symmetric_;    ///< distances in the closure are those of the grid
  SweepSpace space_;  ///< of the current graph if that is plain; `blank` always
  std::size_t open_cells_;
  std::vector<Slot> slots_;
  PendingCells pending_;
  FreshFields fresh_;
  Parts parts_;
  /// How often in a row a repair was in vain, or was not tried because of that; begins
  /// again below kMostDoubts when it has not been tried kMostDoubts times.
  std::size_t doubts_ = 0;
  SlotSet usable_ = 0;
  SlotSet unbuilt_;        ///< see without_values()
  SlotSet stale_sources_;  ///< slots whose sources may not fit the components
};

}  // namespace throng
