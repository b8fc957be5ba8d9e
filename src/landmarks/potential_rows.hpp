#pragma once

#include "landmark_table.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A set of slots: bit s for slot s.
using SlotSet = std::uint64_t;

/// Calls visit(slot) for each slot of a set, in rising order.
template <class Visit>
void for_each_slot(SlotSet slots, const Visit& visit) {
  for (; slots != 0; slots &= slots - 1)
    visit(static_cast<unsigned>(std::countr_zero(slots)));
}

/// The values of one slot: the value of a cell is values[cell * stride].
struct Column {
  Cost& operator[](CellIndex cell) const noexcept { return values[cell * stride]; }

  Cost* values;
  std::size_t stride;
};

/// A row of values for each cell of the padded layout: the distances from K landmarks, side
/// by side. The layout of a row is that of LandmarkTable with exact storage: slots() values
/// in multiples of 32 bytes, of which those beyond K are 0. Remembers which rows changed.
class PotentialRows {
 public:
  /// All values of the K slots are kUnreachable. Pre: 0 < landmarks <= 64.
  PotentialRows(std::size_t cells, std::size_t landmarks)
      : cells_(cells),
        landmarks_(landmarks),
        slots_((landmarks + kLanes - 1) / kLanes * kLanes),
        values_(cells * slots_),
        changed_words_((cells + 63) / 64) {
    THRONG_ASSERT(landmarks > 0 && landmarks <= 64);
    for (std::size_t cell = 0; cell < cells; ++cell)
      std::fill_n(row(static_cast<CellIndex>(cell)), landmarks_, kUnreachable);
  }

  std::size_t landmarks() const noexcept { return landmarks_; }
  std::size_t slots() const noexcept { return slots_; }
  std::size_t cells() const noexcept { return cells_; }
  SlotSet all_slots() const noexcept { return ~SlotSet{0} >> (64 - landmarks_); }

  Cost* row(CellIndex cell) noexcept { return values_.data() + cell * slots_; }
  const Cost* row(CellIndex cell) const noexcept { return values_.data() + cell * slots_; }
  std::span<const Cost> values() const noexcept { return values_; }
  Column column(std::size_t slot) noexcept { return {values_.data() + slot, slots_}; }

  /// Sets the values of a closed cell.
  void close(CellIndex cell) {
    std::fill_n(row(cell), landmarks_, kUnreachable);
    touch(cell);
  }

  /// Records that a row changed.
  void touch(CellIndex cell) {
    std::uint64_t& word = changed_words_[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << cell % 64;
    if ((word & bit) != 0) return;
    word |= bit;
    changed_.push_back(cell);
  }
  /// The cells of the rows that changed since forget_changes(), each once.
  std::span<const CellIndex> changed() const noexcept { return changed_; }
  void forget_changes() noexcept {
    for (const CellIndex cell : changed_) changed_words_[cell / 64] = 0;
    changed_.clear();
  }

  std::size_t memory_bytes() const noexcept {
    return values_.capacity() * sizeof(Cost) +
           changed_words_.capacity() * sizeof(std::uint64_t) +
           changed_.capacity() * sizeof(CellIndex);
  }

 private:
  static constexpr std::size_t kLanes = 32 / sizeof(Cost);

  std::size_t cells_;
  std::size_t landmarks_;
  std::size_t slots_;
  std::vector<Cost, CacheLineAllocator<Cost>> values_;
  std::vector<std::uint64_t> changed_words_;  ///< a bit a cell
  std::vector<CellIndex> changed_;
};

}  // namespace throng
