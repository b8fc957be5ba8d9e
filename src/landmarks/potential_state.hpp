#pragma once

#include "pending_cells.hpp"
#include "slot_set.hpp"
#include "slot_sources.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// The state of Potentials as plain data, to be saved: all that the results of later calls
/// depend on, besides the grid.
///
/// Two kinds of slots need no values. The values of a settled slot are the distances from
/// its active sources. Those of a slot without values yet are never read: settle() replaces
/// them by a sweep, and a bound does not use them. So the state of settled Potentials is
/// their sources.
struct PotentialState {
  struct Slot {
    std::vector<SlotSources::Source> sources;  ///< the oldest first
    std::vector<Cost> values;     ///< of the open cells, in rising order; or empty
    std::vector<CellIndex> open;  ///< cells from which an edge lowers a neighbour
    std::uint64_t expanded = 0;   ///< for repairs that did not come to their end

    friend bool operator==(const Slot&, const Slot&) = default;
  };

  /// The slots that have values here.
  SlotSet with_values() const noexcept;
  /// Whether sizes and cells fit the grid: all cells are on it, and active sources that are
  /// not stale are on open cells. Does not examine the values.
  bool fits(const Grid& grid) const;

  std::vector<Slot> slots;
  PendingCells pending;
  SlotSet usable = 0;
  SlotSet unbuilt = 0;        ///< slots without values yet
  SlotSet stale_sources = 0;  ///< slots whose sources may not fit the components
  /// The slot into whose rows a field is being written, see FreshField; its values are
  /// those written and those of the field. At most one.
  SlotSet fresh = 0;
  std::uint64_t fresh_next = 0;           ///< the first cell that is not written
  std::vector<CellIndex> fresh_edited{};  ///< cells of the edits since the sweep

  friend bool operator==(const PotentialState&, const PotentialState&) = default;
};

}  // namespace throng
