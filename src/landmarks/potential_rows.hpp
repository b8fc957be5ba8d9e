#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "slot_set.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace throng {

/// The values of one slot: the value of a cell is values[cell * stride].
struct Column {
  Cost& operator[](CellIndex cell) const noexcept { return values[cell * stride]; }

  Cost* values;
  std::size_t stride;
};

/// A row of values for each cell of the padded layout: the distances from K landmarks, side
/// by side. The layout of a row is that of LandmarkTable with exact storage: slots() values
/// in multiples of 32 bytes, of which those beyond K are 0.
///
/// publish() returns a version of the values, see VersionedArray. The rule for writers:
/// call begin_changes() before the first write, and touch() for each row written.
class PotentialRows {
 public:
  using Snapshot = VersionedArray<Cost>::Snapshot;

  /// All values of the K slots are kUnreachable. Pre: 0 < landmarks <= 64.
  PotentialRows(std::size_t cells, std::size_t landmarks, Memory memory = heap_memory())
      : cells_(cells),
        landmarks_(landmarks),
        slots_((landmarks + kLanes - 1) / kLanes * kLanes),
        array_(cells * slots_, 0, memory) {
    THRONG_ASSERT(landmarks > 0 && landmarks <= 64);
    begin_changes();
    for (std::size_t cell = 0; cell < cells; ++cell)
      std::fill_n(row(static_cast<CellIndex>(cell)), landmarks_, kUnreachable);
  }

  std::size_t landmarks() const noexcept { return landmarks_; }
  std::size_t slots() const noexcept { return slots_; }
  std::size_t cells() const noexcept { return cells_; }
  SlotSet all_slots() const noexcept { return first_slots(static_cast<int>(landmarks_)); }

  const Cost* row(CellIndex cell) const noexcept { return values_ + cell * slots_; }
  std::span<const Cost> values() const noexcept { return array_.values(); }

  /// Makes the rows writable until publish(). Cost: copies the rows that changed between
  /// the last two versions. Throws: std::bad_alloc; then nothing changed.
  void begin_changes() { values_ = array_.write(0, 0).data(); }

  // These change values, after begin_changes().

  Cost* row(CellIndex cell) noexcept { return values_ + cell * slots_; }
  Column column(std::size_t slot) noexcept { return {values_ + slot, slots_}; }

  /// Sets the values of a closed cell.
  void close(CellIndex cell) {
    std::fill_n(row(cell), landmarks_, kUnreachable);
    touch(cell);
  }

  /// Records that a row changes, before or after the write.
  void touch(CellIndex cell) { array_.write(cell * slots_, slots_); }

  /// The newest values. Cost: O(1).
  Snapshot publish() noexcept { return array_.publish(); }

  std::size_t memory_bytes() const noexcept { return array_.memory_bytes(); }

 private:
  static constexpr std::size_t kLanes = 32 / sizeof(Cost);

  std::size_t cells_;
  std::size_t landmarks_;
  std::size_t slots_;
  VersionedArray<Cost> array_;
  Cost* values_ = nullptr;  ///< of the newest buffer of the array
};

}  // namespace throng
