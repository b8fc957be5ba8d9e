#include "landmark_table.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kRowBytes = 32;  ///< rows are multiples of it
constexpr std::size_t kCellsPerBlock = 4096;
constexpr Cost kLargestCompressed = std::numeric_limits<std::uint16_t>::max();

/// d / 2^shift, rounded up. Applying it with a and then with b equals applying it with a +
/// b.
constexpr Cost shifted_up(Cost d, unsigned shift) noexcept {
  return (d >> shift) + Cost{(d & ((Cost{1} << shift) - 1)) != 0};
}

Cost largest_of(std::span<const std::span<const Cost>> fields,
                std::span<const CellIndex> cells, Crew& crew) {
  std::vector<Cost> largest(static_cast<std::size_t>(crew.size()), 0);
  crew.for_each_block(cells.size(), kCellsPerBlock,
                      [&](int thread, std::size_t begin, std::size_t end) {
                        Cost most = largest[static_cast<std::size_t>(thread)];
                        for (const std::span<const Cost> field : fields)
                          for (std::size_t i = begin; i < end; ++i)
                            most = std::max(most, field[cells[i]]);
                        largest[static_cast<std::size_t>(thread)] = most;
                      });
  return *std::max_element(largest.begin(), largest.end());
}

/// Writes shifted distances into slots of the first `count` rows, those of `cells`.
template <class V>
void write_fields(V* first, std::size_t slots, std::uint32_t count, unsigned shift,
                  std::span<const std::span<const Cost>> fields,
                  std::span<const CellIndex> cells, const CellRows& rows) {
  for (const CellIndex cell : cells) {
    if (rows.row[cell] >= count) continue;
    V* const row = first + rows.row[cell] * slots;
    for (std::size_t i = 0; i < fields.size(); ++i)
      row[i] = static_cast<V>(shifted_up(fields[i][cell], shift));
  }
}

/// A column a cell, a row a slot.
template <class V>
using Values =
    Eigen::Map<const Eigen::Matrix<V, Eigen::Dynamic, Eigen::Dynamic>, Eigen::Aligned64>;

template <class V>
Values<V> matrix_of(std::span<const V> values, std::size_t slots) {
  return {values.data(), static_cast<Eigen::Index>(slots),
          static_cast<Eigen::Index>(values.size() / slots)};
}

template <class V>
Cost difference(const Values<V>& values, unsigned slot, std::uint32_t a, std::uint32_t b) {
  const Cost x = values(slot, a), y = values(slot, b);
  return std::max(x, y) - std::min(x, y);
}

template <class V>
Cost largest_difference(const Values<V>& values, std::uint32_t a, std::uint32_t b) {
  const auto x = values.col(a).array(), y = values.col(b).array();
  return (x.max(y) - x.min(y)).maxCoeff();
}

template <class V>
std::uint64_t least_sum(const Values<V>& values, int landmarks, std::uint32_t a,
                        std::uint32_t b) {
  const auto x = values.col(a).head(landmarks), y = values.col(b).head(landmarks);
  return (x.template cast<std::uint64_t>() + y.template cast<std::uint64_t>()).minCoeff();
}

/// Pre: slots is not empty.
template <class V>
unsigned slot_of_largest_difference(const Values<V>& values, SlotSet slots, std::uint32_t a,
                                    std::uint32_t b) {
  auto best = static_cast<unsigned>(std::countr_zero(slots));
  for_each_slot(slots, [&](unsigned slot) {
    if (difference(values, slot, a, b) > difference(values, best, a, b)) best = slot;
  });
  return best;
}

// The same for some slots of a version.

Cost largest_difference(const Values<Cost>& values, SlotSet slots, std::uint32_t a,
                        std::uint32_t b) {
  Cost largest = 0;
  for_each_slot(slots, [&](unsigned slot) {
    largest = std::max(largest, difference(values, slot, a, b));
  });
  return largest;
}

std::uint64_t least_sum(const Values<Cost>& values, SlotSet slots, std::uint32_t a,
                        std::uint32_t b) {
  std::uint64_t least = kUnreachable;
  for_each_slot(slots, [&](unsigned slot) {
    least = std::min(least, std::uint64_t{values(slot, a)} + values(slot, b));
  });
  return least;
}

}  // namespace

std::size_t LandmarkTable::slots_of(int landmarks, LandmarkStorage storage) noexcept {
  const std::size_t bytes =
      storage == LandmarkStorage::exact ? sizeof(Cost) : sizeof(std::uint16_t);
  const std::size_t unit = kRowBytes / bytes;
  return (static_cast<std::size_t>(landmarks) + unit - 1) / unit * unit;
}

LandmarkTable::LandmarkTable(const Grid& grid, int landmarks, FieldMetric metric,
                             LandmarkStorage storage) noexcept
    : landmarks_(landmarks),
      slots_(slots_of(landmarks, storage)),
      storage_(storage),
      lower_slots_(first_slots(landmarks)),
      upper_slots_(lower_slots_) {
  THRONG_ASSERT(landmarks > 0 && landmarks <= 64);
  if (metric == FieldMetric::steps) {
    step_ = grid.min_edge_cost();
    upper_step_ = grid.max_edge_cost();
  }
}

LandmarkTable::LandmarkTable(const Grid& grid, const CellRows& rows, int landmarks,
                             FieldMetric metric, LandmarkStorage storage)
    : LandmarkTable(grid, landmarks, metric, storage) {
  if (storage == LandmarkStorage::exact)
    exact_.resize(slots_ * rows.count);
  else
    compressed_.resize(slots_ * rows.count);
}

LandmarkTable::LandmarkTable(const Grid& grid, int landmarks, FieldMetric metric,
                             LandmarkStorage storage, Values values) noexcept
    : LandmarkTable(grid, landmarks, metric, storage) {
  shift_ = values.shift;
  shared_ = {std::move(values.exact), std::move(values.compressed)};
}

LandmarkTable::LandmarkTable(SharedArray<Cost> rows, int landmarks, SlotSet lower_slots,
                             SlotSet upper_slots) noexcept
    : landmarks_(landmarks),
      slots_(slots_of(landmarks, LandmarkStorage::exact)),
      storage_(LandmarkStorage::exact),
      lower_slots_(lower_slots),
      upper_slots_(upper_slots),
      living_(true) {
  shared_.exact = std::move(rows);
  THRONG_ASSERT(landmarks > 0 && landmarks <= 64 && !shared_.exact.empty());
}

/// Copies values that other tables or a file share, so that they can be changed.
void LandmarkTable::own_values() {
  const auto copy = [](auto& shared, auto& own) {
    if (shared.empty()) return;
    own.assign(shared.values().begin(), shared.values().end());
    shared = {};
  };
  copy(shared_.exact, exact_);
  copy(shared_.compressed, compressed_);
}

void LandmarkTable::set_fields(std::size_t first_slot,
                               std::span<const std::span<const Cost>> fields,
                               std::span<const CellIndex> cells, const CellRows& rows,
                               Crew& crew) {
  THRONG_ASSERT(!living());
  THRONG_ASSERT(first_slot + fields.size() <= static_cast<std::size_t>(landmarks_));
  own_values();
  const bool is_exact = storage_ == LandmarkStorage::exact;
  const std::uint32_t count = this->rows();
  if (count == 0) return;  // no corner on the map, thus no values
  if (!is_exact) make_room_for(largest_of(fields, cells, crew), crew);
  crew.for_each_block(
      cells.size(), kCellsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        const std::span<const CellIndex> block = cells.subspan(begin, end - begin);
        if (is_exact)
          write_fields(exact_.data() + first_slot, slots_, count, 0, fields, block, rows);
        else
          write_fields(compressed_.data() + first_slot, slots_, count, shift_, fields,
                       block, rows);
      });
}

/// Raises the shift until `largest` fits, and shifts the values in the table.
void LandmarkTable::make_room_for(Cost largest, Crew& crew) {
  const unsigned before = shift_;
  while (shifted_up(largest, shift_) > kLargestCompressed) ++shift_;
  const unsigned by = shift_ - before;
  if (by == 0) return;
  crew.for_each_block(compressed_.size(), kCellsPerBlock * slots_,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t i = begin; i < end; ++i)
                          compressed_[i] =
                              static_cast<std::uint16_t>(shifted_up(compressed_[i], by));
                      });
}

Cost LandmarkTable::lower(std::uint32_t a, std::uint32_t b) const noexcept {
  if (storage_ == LandmarkStorage::exact) {
    const auto values = matrix_of(exact_values(), slots_);
    return lower_slots_ == first_slots(landmarks_)
               ? largest_difference(values, a, b)
               : largest_difference(values, lower_slots_, a, b);
  }
  const auto values = matrix_of(compressed_values(), slots_);
  const Cost rounding = (Cost{1} << shift_) - 1;
  const std::uint64_t difference = std::uint64_t{largest_difference(values, a, b)}
                                   << shift_;
  return difference > rounding ? static_cast<Cost>(difference - rounding) : 0;
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
  std::uint64_t sum = 0;
  if (slots != first_slots(landmarks_))
    sum = least_sum(matrix_of(exact_values(), slots_), slots, a, b);
  else if (storage_ == LandmarkStorage::exact)
    sum = least_sum(matrix_of(exact_values(), slots_), landmarks_, a, b);
  else
    sum = least_sum(matrix_of(compressed_values(), slots_), landmarks_, a, b);
  return static_cast<Cost>(std::min<std::uint64_t>(sum * upper_unit(), kUnreachable));
}

SlotSet LandmarkTable::best_slots(std::uint32_t a, std::uint32_t b,
                                  int most) const noexcept {
  SlotSet rest = lower_slots_;
  for (; most > 0 && rest != 0; --most) {
    const unsigned best =
        storage_ == LandmarkStorage::exact
            ? slot_of_largest_difference(matrix_of(exact_values(), slots_), rest, a, b)
            : slot_of_largest_difference(matrix_of(compressed_values(), slots_), rest, a,
                                         b);
    rest &= ~(SlotSet{1} << best);
  }
  return lower_slots_ & ~rest;
}

int LandmarkTable::best_slot(std::uint32_t a, std::uint32_t b) const noexcept {
  const SlotSet best = best_slots(a, b, 1);
  return best == 0 ? 0 : std::countr_zero(best);
}

std::size_t LandmarkTable::memory_bytes() const noexcept {
  return exact_values().size_bytes() + compressed_values().size_bytes();
}

}  // namespace throng
