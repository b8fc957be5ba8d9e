#pragma once

#include "fresh_field.hpp"
#include "slot_set.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// Fields that a FreshField has swept, which follow edits until they are in the rows. They
/// are written together, because the time goes into reading and writing the rows.
class SweptFields {
 public:
  static constexpr std::size_t kMost = 4;

  struct Field {
    unsigned slot = 0;
    std::vector<Cost> values;     ///< padded
    std::vector<CellIndex> open;  ///< cells to be expanded by Dijkstra's algorithm
  };

  std::span<Field> list() noexcept { return std::span(fields_).first(count_); }
  std::span<const Field> list() const noexcept { return std::span(fields_).first(count_); }
  SlotSet slots() const noexcept {
    SlotSet all = 0;
    for (const Field& field : list()) all |= SlotSet{1} << field.slot;
    return all;
  }

  /// Takes over the field, which has ended. Pre: there are less than kMost.
  void take(FreshField& fresh) {
    THRONG_ASSERT(count_ < kMost && !writing);
    Field& field = fields_[count_++];
    field.slot = fresh.slot;
    field.values.swap(fresh.field);
    field.open.swap(fresh.open);
    fresh.end();
  }
  void clear() noexcept {
    count_ = 0;
    writing = false;
    written = 0;
  }

  /// A cell opened or closed.
  void set_open(CellIndex cell, bool is_open) {
    for (Field& field : list()) field.values[cell] = is_open ? kUnreachable : 0;
  }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = 0;
    for (const Field& field : fields_)
      bytes += field.values.capacity() * sizeof(Cost) +
               field.open.capacity() * sizeof(CellIndex);
    return bytes;
  }

  bool writing = false;     ///< no fields are added any more
  std::size_t written = 0;  ///< the rows before this padded cell have the values

 private:
  std::array<Field, kMost> fields_;
  std::size_t count_ = 0;
};

}  // namespace throng
