#pragma once

#include "slot_set.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// The field of a sweep on the way into the rows, which takes several calls of settle():
/// writing a column takes longer than the sweep. Until all is written, edits leave the slot
/// alone, and are remembered.
struct FreshField {
  std::optional<unsigned> slot;   ///< nothing: no field is being written
  std::size_t next = 0;           ///< of the padded cells: those before have their values
  std::vector<Cost> field;        ///< padded; kUnreachable where a cell opened since
  std::vector<CellIndex> edited;  ///< open cells of all edits since the sweep

  SlotSet slots() const noexcept { return slot ? SlotSet{1} << *slot : 0; }

  void begin(unsigned of_slot, std::span<const Cost> swept) {
    slot = of_slot;
    next = 0;
    field.assign(swept.begin(), swept.end());
    edited.clear();
  }

  std::size_t memory_bytes() const noexcept {
    return field.capacity() * sizeof(Cost) + edited.capacity() * sizeof(CellIndex);
  }
};

}  // namespace throng
