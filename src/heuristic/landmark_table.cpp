#include "landmark_table.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <bit>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kRowValues = 32 / sizeof(Cost);  ///< rows are multiples of 32 bytes
constexpr std::size_t kCellsPerBlock = 4096;

/// A column a cell, a row a slot.
using Values =
    Eigen::Map<const Eigen::Matrix<Cost, Eigen::Dynamic, Eigen::Dynamic>, Eigen::Aligned64>;

Values matrix_of(std::span<const Cost> values, std::size_t slots) {
  return {values.data(), static_cast<Eigen::Index>(slots),
          static_cast<Eigen::Index>(values.size() / slots)};
}

Cost difference(const Values& values, unsigned slot, std::uint32_t a, std::uint32_t b) {
  const Cost x = values(slot, a), y = values(slot, b);
  return std::max(x, y) - std::min(x, y);
}

Cost largest_difference(const Values& values, std::uint32_t a, std::uint32_t b) {
  const auto x = values.col(a).array(), y = values.col(b).array();
  return (x.max(y) - x.min(y)).maxCoeff();
}

std::uint64_t least_sum(const Values& values, int landmarks, std::uint32_t a,
                        std::uint32_t b) {
  const auto x = values.col(a).head(landmarks), y = values.col(b).head(landmarks);
  return (x.cast<std::uint64_t>() + y.cast<std::uint64_t>()).minCoeff();
}

// The same for some slots of a version.

Cost largest_difference(const Values& values, SlotSet slots, std::uint32_t a,
                        std::uint32_t b) {
  Cost largest = 0;
  for_each_slot(slots, [&](unsigned slot) {
    largest = std::max(largest, difference(values, slot, a, b));
  });
  return largest;
}

std::uint64_t least_sum(const Values& values, SlotSet slots, std::uint32_t a,
                        std::uint32_t b) {
  std::uint64_t least = kUnreachable;
  for_each_slot(slots, [&](unsigned slot) {
    least = std::min(least, std::uint64_t{values(slot, a)} + values(slot, b));
  });
  return least;
}

}  // namespace

std::size_t LandmarkTable::slots_of(int landmarks) noexcept {
  return (static_cast<std::size_t>(landmarks) + kRowValues - 1) / kRowValues * kRowValues;
}

LandmarkTable::LandmarkTable(const Grid& grid, int landmarks, FieldMetric metric) noexcept
    : landmarks_(landmarks),
      slots_(slots_of(landmarks)),
      lower_slots_(first_slots(landmarks)),
      upper_slots_(lower_slots_) {
  THRONG_ASSERT(landmarks > 0 && landmarks <= 64);
  if (metric == FieldMetric::steps) {
    unit_ = grid.min_edge_cost();
    upper_unit_ = grid.max_edge_cost();
  }
}

LandmarkTable::LandmarkTable(const Grid& grid, const CellRows& rows, int landmarks,
                             FieldMetric metric)
    : LandmarkTable(grid, landmarks, metric) {
  lower_slots_ = upper_slots_ = 0;
  own_.resize(slots_ * rows.count);
}

LandmarkTable::LandmarkTable(const Grid& grid, int landmarks, FieldMetric metric,
                             SharedArray<Cost> values) noexcept
    : LandmarkTable(grid, landmarks, metric) {
  shared_ = std::move(values);
}

LandmarkTable::LandmarkTable(SharedArray<Cost> rows, int landmarks, SlotSet lower_slots,
                             SlotSet upper_slots) noexcept
    : landmarks_(landmarks),
      slots_(slots_of(landmarks)),
      lower_slots_(lower_slots),
      upper_slots_(upper_slots),
      living_(true),
      shared_(std::move(rows)) {
  THRONG_ASSERT(landmarks > 0 && landmarks <= 64 && !shared_.empty());
}

/// cell_at(k): the cells, for k < cells.
template <class CellAt>
void LandmarkTable::set_rows(std::size_t first_slot,
                             std::span<const std::span<const Cost>> fields,
                             std::size_t cells, const CellAt& cell_at, const CellRows& rows,
                             Crew& crew) {
  const std::size_t end = first_slot + fields.size();
  THRONG_ASSERT(!living() && end <= static_cast<std::size_t>(landmarks_));
  if (!shared_.empty()) {  // other tables or a file share the values
    own_.assign(shared_.values().begin(), shared_.values().end());
    shared_ = {};
  }
  const SlotSet set = first_slots(static_cast<int>(fields.size())) << first_slot;
  lower_slots_ |= set;
  upper_slots_ |= set;
  const std::uint32_t count = this->rows();
  if (count == 0) return;  // no corner on the map, thus no values
  const std::size_t zeros = end == static_cast<std::size_t>(landmarks_) ? slots_ - end : 0;
  crew.for_each_block(cells, kCellsPerBlock, [&](int, std::size_t begin, std::size_t last) {
    for (std::size_t k = begin; k < last; ++k) {
      const CellIndex cell = cell_at(k);
      if (rows.row[cell] >= count) continue;
      Cost* row = own_.data() + rows.row[cell] * slots_ + first_slot;
      for (const std::span<const Cost> field : fields) *row++ = field[cell];
      std::fill_n(row, zeros, Cost{0});
    }
  });
}

void LandmarkTable::set_fields(std::size_t first_slot,
                               std::span<const std::span<const Cost>> fields,
                               const CellRows& rows, Crew& crew) {
  const auto itself = [](std::size_t k) { return static_cast<CellIndex>(k); };
  set_rows(first_slot, fields, rows.row.size(), itself, rows, crew);
}

void LandmarkTable::set_fields(std::size_t first_slot,
                               std::span<const std::span<const Cost>> fields,
                               std::span<const CellIndex> cells, const CellRows& rows,
                               Crew& crew) {
  const auto listed = [&](std::size_t k) { return cells[k]; };
  set_rows(first_slot, fields, cells.size(), listed, rows, crew);
}

Cost LandmarkTable::lower(std::uint32_t a, std::uint32_t b) const noexcept {
  const auto values = matrix_of(exact_values(), slots_);
  return lower_slots_ == first_slots(landmarks_)
             ? largest_difference(values, a, b)
             : largest_difference(values, lower_slots_, a, b);
}

bool LandmarkTable::apart(std::uint32_t a, std::uint32_t b) const noexcept {
  const auto values = matrix_of(exact_values(), slots_);
  bool apart = false;
  for_each_slot(lower_slots_, [&](unsigned slot) {
    apart |= (values(slot, a) == kUnreachable) != (values(slot, b) == kUnreachable);
  });
  return apart;
}

Cost LandmarkTable::upper(std::uint32_t a, std::uint32_t b) const noexcept {
  return upper_in(upper_slots_, a, b);
}

Cost LandmarkTable::upper_in(SlotSet slots, std::uint32_t a,
                             std::uint32_t b) const noexcept {
  const auto values = matrix_of(exact_values(), slots_);
  const std::uint64_t sum = slots == first_slots(landmarks_)
                                ? least_sum(values, landmarks_, a, b)
                                : least_sum(values, slots, a, b);
  return static_cast<Cost>(std::min<std::uint64_t>(sum * upper_unit(), kUnreachable));
}

int LandmarkTable::best_slot(std::uint32_t a, std::uint32_t b) const noexcept {
  if (lower_slots_ == 0) return 0;
  const auto values = matrix_of(exact_values(), slots_);
  auto best = static_cast<unsigned>(std::countr_zero(lower_slots_));
  for_each_slot(lower_slots_, [&](unsigned slot) {
    if (difference(values, slot, a, b) > difference(values, best, a, b)) best = slot;
  });
  return static_cast<int>(best);
}

std::size_t LandmarkTable::memory_bytes() const noexcept {
  return exact_values().size_bytes();
}

}  // namespace throng
