#pragma once

#include "../core/crew.hpp"
#include "../core/large_vector.hpp"
#include "../core/shared_array.hpp"
#include "cell_rows.hpp"
#include "slot_set.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The distances of every open cell from K landmarks, side by side: a row of slots() values
/// for each cell, in the numbering of a CellRows. slots() is K rounded up so that a row is
/// a multiple of 32 bytes; the values start on a cache line. Each component has its own K
/// landmarks in the same K slots. The slots beyond K are 0, so that they do not affect the
/// bounds.
///
/// The values of a row are integers v such that, for cells a and b of one component,
///
///   |v(a) - v(b)| * unit() <= distance(a, b)         in every slot,
///   distance(a, b) <= (v(a) + v(b)) * upper_unit()   in the first K slots,
///
/// in the costs of the grid. So the lower bound is consistent. Values are distances, or
/// numbers of steps, of which one costs at least unit() and at most upper_unit().
///
/// A table may have rows for jump points only: the first of the CellRows. SeenRows computes
/// the others.
///
/// A table of a living map is a version of Potentials. Its rows have the numbers of padded
/// cells. Only lower_slots() satisfy the first inequality, and only upper_slots() the
/// second one. The other slots have arbitrary values. Tables of static maps use all slots
/// that are set.
///
/// A value; copies of a version share the rows. Any number of threads may call const
/// members at once.
class LandmarkTable {
 public:
  /// The slots of a row.
  static std::size_t slots_of(int landmarks) noexcept;

  /// A table for `landmarks` landmarks. A slot contributes to bounds once set_fields() has
  /// set it; until then its values are arbitrary, so that the threads that set them are the
  /// first to touch their memory. Pre: landmarks > 0.
  LandmarkTable(const Grid& grid, const CellRows& rows, int landmarks, FieldMetric metric);

  /// A table with values that lie in memory already; the rest is as above. Pre: slots()
  /// values for each row, and 0 in the slots beyond `landmarks`.
  LandmarkTable(const Grid& grid, int landmarks, FieldMetric metric,
                SharedArray<Cost> values) noexcept;

  /// A version of Potentials, with costs for metric. rows: a row for each
  /// padded cell, then copies for nodes. Pre: 0 < landmarks <= 64; the slots beyond are 0.
  LandmarkTable(SharedArray<Cost> rows, int landmarks, SlotSet lower_slots,
                SlotSet upper_slots) noexcept;

  /// Sets the distances of all cells from the landmarks of slots first_slot, first_slot +
  /// 1, ...: one field for each, in the padded layout. Pre: the fields reach all open
  /// cells, in the metric of the table, or hold kUnreachable, see TwoWayTables; the table
  /// is no version of a living map. Skips cells of which the table has no row. Cost: reads
  /// each field and writes each row once, in parallel.
  void set_fields(std::size_t first_slot, std::span<const std::span<const Cost>> fields,
                  const CellRows& rows, Crew& crew);
  /// The same for some cells. The rows of other cells keep their values.
  void set_fields(std::size_t first_slot, std::span<const std::span<const Cost>> fields,
                  std::span<const CellIndex> cells, const CellRows& rows, Crew& crew);

  int landmarks() const noexcept { return landmarks_; }
  std::size_t slots() const noexcept { return slots_; }
  std::uint32_t rows() const noexcept {
    return static_cast<std::uint32_t>(exact_values().size() / slots_);
  }
  Cost unit() const noexcept { return unit_; }
  Cost upper_unit() const noexcept { return upper_unit_; }

  /// Whether the table belongs to a living map. If so, the row of a cell is its number, and
  /// rows of nodes follow those of all cells.
  bool living() const noexcept { return living_; }
  /// The slots that contribute to lower bounds, and those that contribute to upper bounds.
  SlotSet lower_slots() const noexcept { return lower_slots_; }
  SlotSet upper_slots() const noexcept { return upper_slots_; }

  /// All rows, one after the other; row r starts at exact() + r * slots().
  std::span<const Cost> exact_values() const noexcept {
    return shared_.empty() ? std::span<const Cost>(own_) : shared_.values();
  }
  const Cost* exact() const noexcept { return exact_values().data(); }

  /// Bounds on the distance between the cells of rows a and b, of one component: the best
  /// over the slots that contribute. lower() is in units of unit(): costs or steps.
  /// upper() is in costs; kUnreachable when it does not fit, or without slots.
  Cost lower(std::uint32_t a, std::uint32_t b) const noexcept;
  Cost upper(std::uint32_t a, std::uint32_t b) const noexcept;
  /// What upper() would be if all slots that contribute to lower bounds contributed: after
  /// closings too small for some cells, so no bound. Pre: living().
  Cost likely_upper(std::uint32_t a, std::uint32_t b) const noexcept {
    return upper_in(lower_slots_, a, b);
  }
  /// Whether a landmark proves that no path joins the cells of rows a and b, because it
  /// reaches one of them alone. Cost: O(landmarks). Pre: living().
  bool apart(std::uint32_t a, std::uint32_t b) const noexcept;
  /// The slot with the best lower bound; on a tie the least slot. 0 if none contributes.
  int best_slot(std::uint32_t a, std::uint32_t b) const noexcept;

  std::size_t memory_bytes() const noexcept;

 private:
  LandmarkTable(const Grid& grid, int landmarks, FieldMetric metric) noexcept;
  template <class CellAt>
  void set_rows(std::size_t first_slot, std::span<const std::span<const Cost>> fields,
                std::size_t cells, const CellAt& cell_at, const CellRows& rows, Crew& crew);
  Cost upper_in(SlotSet slots, std::uint32_t a, std::uint32_t b) const noexcept;

  int landmarks_;
  std::size_t slots_;
  Cost unit_ = 1, upper_unit_ = 1;
  SlotSet lower_slots_, upper_slots_;
  bool living_ = false;
  // slots x rows, by row. One of these two is empty.
  SharedArray<Cost> shared_;  ///< of living maps, and values that lay in memory already
  LargeColumn<Cost> own_;
};

}  // namespace throng
