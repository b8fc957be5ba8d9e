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

  /// A FreshField.
  struct Fresh {
    std::uint8_t step = 0;
    std::uint8_t slot = 0;
    Cost floor = 0;  ///< of the sweep
    std::uint64_t next = 0;
    std::vector<CellIndex> edited;
    std::vector<CellIndex> open;
    PendingCells unsupported;
    std::vector<Cost> field;           ///< the open cells, in rising order; or empty
    std::vector<std::uint64_t> queue;  ///< of the sweep: bucket, move and cell

    friend bool operator==(const Fresh&, const Fresh&) = default;
  };

  /// The slots that have values here.
  SlotSet with_values() const noexcept;
  /// The slots of the fresh fields.
  SlotSet being_swept() const noexcept;
  /// Whether sizes and cells fit the grid: all cells are on it, and active sources that are
  /// not stale are on open cells. Does not examine the values.
  bool fits(const Grid& grid) const;

  std::vector<Slot> slots;
  PendingCells pending;
  SlotSet usable = 0;
  SlotSet unbuilt = 0;          ///< slots without values yet
  SlotSet stale_sources = 0;    ///< slots whose sources may not fit the components
  std::uint8_t sweep_kind = 0;  ///< SweepKind of fresh fields
  std::vector<Fresh> fresh;
  bool writing = false;       ///< the fresh fields
  std::uint64_t written = 0;  ///< the rows before this padded cell are written
  std::uint8_t doubts = 0;    ///< see Potentials

  friend bool operator==(const PotentialState&, const PotentialState&) = default;
};

}  // namespace throng
