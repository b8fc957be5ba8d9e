#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "slot_set.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// The values of one slot: the value of a cell is values[cell * stride].
struct PotentialColumn {
  Cost& operator[](CellIndex cell) const noexcept { return values[cell * stride]; }

  Cost* values;
  std::size_t stride;
};

/// A row of values for each cell of the padded layout: the distances from K landmarks, side
/// by side. The layout of a row is that of LandmarkTable with exact storage: slots() values
/// in multiples of 32 bytes, of which those beyond K are 0.
///
/// Behind the rows of all cells may lie copies of some: those of the nodes of a jump graph,
/// in the order of the nodes. Searches read the copies, which lie close together.
///
/// publish() returns a version of the values, see VersionedArray. The rule for writers:
/// call begin_changes() before the first write, and touch() for each row written.
class PotentialRows {
 public:
  using Snapshot = VersionedArray<Cost>::Snapshot;

  /// All values of the K slots are kUnreachable. copies: for so many nodes; the first of
  /// them have copies. Pre: 0 < landmarks <= 64.
  PotentialRows(std::size_t cells, std::size_t landmarks, std::size_t copies,
                Memory memory = heap_memory())
      : cells_(cells),
        landmarks_(landmarks),
        copies_(copies),
        slots_((landmarks + kLanes - 1) / kLanes * kLanes),
        array_((cells + copies) * slots_, 0, memory),
        outdated_(copies == 0 ? 0 : (cells + kWordBits - 1) / kWordBits, 0, memory),
        outdated_words_(memory) {
    THRONG_ASSERT(landmarks > 0 && landmarks <= 64);
    begin_changes();
    outdated_words_.reserve(outdated_.size());
    for (CellIndex cell = 0; cell < cells; ++cell) {
      std::fill_n(row(cell), landmarks_, kUnreachable);
      renew_copy(cell);
    }
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
  PotentialColumn column(std::size_t slot) noexcept { return {values_ + slot, slots_}; }

  /// Sets the values of a closed cell.
  void close(CellIndex cell) {
    std::fill_n(row(cell), landmarks_, kUnreachable);
    touch(cell);
  }

  /// Records that a row changes, before or after the write.
  void touch(CellIndex cell) {
    array_.write(cell * slots_, slots_);
    renew_copy(cell);
  }
  /// The same for up to 64 rows, by bit of `changed`, from 64 * `word` on. May record rows
  /// between them too.
  void touch(std::size_t word, std::uint64_t changed) {
    if (changed == 0) return;
    const auto first = static_cast<std::size_t>(std::countr_zero(changed));
    const auto last = static_cast<std::size_t>(std::bit_width(changed)) - 1;
    array_.write((word * kWordBits + first) * slots_, (last - first + 1) * slots_);
    renew_copies(word, changed);
  }
  /// Records that the node of a cell may be another one.
  void renew_copy(CellIndex cell) noexcept {
    renew_copies(cell / kWordBits, Word{1} << cell % kWordBits);
  }

  /// The newest values. nodes: node by cell; a value that is not less than the number of
  /// nodes means that there is none. May be empty if there are no copies.
  /// Cost: O(changed rows) with copies, else O(1).
  Snapshot publish(std::span<const std::uint32_t> nodes) noexcept {
    for (const std::size_t w : outdated_words_)
      for (Word bits = std::exchange(outdated_[w], 0); bits != 0; bits &= bits - 1)
        copy_row(w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits)), nodes);
    outdated_words_.clear();
    return array_.publish();
  }

  std::size_t memory_bytes() const noexcept {
    return array_.memory_bytes() + outdated_.capacity() * sizeof(Word) +
           outdated_words_.capacity() * sizeof(std::size_t);
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kLanes = 32 / sizeof(Cost);

  void renew_copies(std::size_t word, Word cells) noexcept {
    if (copies_ == 0) return;
    if (outdated_[word] == 0) outdated_words_.push_back(word);
    outdated_[word] |= cells;
  }

  void copy_row(std::size_t cell, std::span<const std::uint32_t> nodes) noexcept {
    if (cell >= nodes.size() || nodes[cell] >= copies_) return;
    const std::size_t to = (cells_ + nodes[cell]) * slots_;
    std::copy_n(&values_[cell * slots_], slots_, array_.write(to, slots_).begin());
  }

  std::size_t cells_;
  std::size_t landmarks_;
  std::size_t copies_;
  std::size_t slots_;
  VersionedArray<Cost> array_;
  std::pmr::vector<Word> outdated_;  ///< a bit a cell: its copy differs; empty: no copies
  std::pmr::vector<std::size_t> outdated_words_;  ///< those that are not 0
  Cost* values_ = nullptr;                        ///< of the newest buffer of the array
};

}  // namespace throng
