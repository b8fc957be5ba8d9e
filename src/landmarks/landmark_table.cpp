#include "landmark_table.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <limits>

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

/// Writes shifted distances into slots of the rows of `cells`.
template <class V>
void write_fields(V* first, std::size_t slots, unsigned shift,
                  std::span<const std::span<const Cost>> fields,
                  std::span<const CellIndex> cells, const CellRows& rows) {
  for (const CellIndex cell : cells) {
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
Values<V> matrix_of(const std::vector<V, CacheLineAllocator<V>>& buffer,
                    std::size_t slots) {
  return {buffer.data(), static_cast<Eigen::Index>(slots),
          static_cast<Eigen::Index>(buffer.size() / slots)};
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

template <class V>
int slot_of_largest_difference(const Values<V>& values, int landmarks, std::uint32_t a,
                               std::uint32_t b) {
  int best = 0;
  Cost largest = 0;
  for (int slot = 0; slot < landmarks; ++slot) {
    const Cost x = values(slot, a), y = values(slot, b);
    const Cost difference = std::max(x, y) - std::min(x, y);
    if (difference <= largest) continue;
    largest = difference;
    best = slot;
  }
  return best;
}

}  // namespace

LandmarkTable::LandmarkTable(const Grid& grid, const CellRows& rows, int landmarks,
                             FieldMetric metric, LandmarkStorage storage)
    : landmarks_(landmarks), storage_(storage) {
  THRONG_ASSERT(landmarks > 0);
  if (metric == FieldMetric::steps) {
    step_ = grid.min_edge_cost();
    upper_step_ = grid.max_edge_cost();
  }
  const bool is_exact = storage == LandmarkStorage::exact;
  const std::size_t value_bytes = is_exact ? sizeof(Cost) : sizeof(std::uint16_t);
  const std::size_t unit = kRowBytes / value_bytes;
  slots_ = (static_cast<std::size_t>(landmarks) + unit - 1) / unit * unit;
  if (is_exact)
    exact_.resize(slots_ * rows.count);
  else
    compressed_.resize(slots_ * rows.count);
}

void LandmarkTable::set_fields(std::size_t first_slot,
                               std::span<const std::span<const Cost>> fields,
                               std::span<const CellIndex> cells, const CellRows& rows,
                               Crew& crew) {
  THRONG_ASSERT(first_slot + fields.size() <= static_cast<std::size_t>(landmarks_));
  const bool is_exact = storage_ == LandmarkStorage::exact;
  if (!is_exact) make_room_for(largest_of(fields, cells, crew), crew);
  crew.for_each_block(
      cells.size(), kCellsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        const std::span<const CellIndex> block = cells.subspan(begin, end - begin);
        if (is_exact)
          write_fields(exact_.data() + first_slot, slots_, 0, fields, block, rows);
        else
          write_fields(compressed_.data() + first_slot, slots_, shift_, fields, block,
                       rows);
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
  if (storage_ == LandmarkStorage::exact)
    return largest_difference(matrix_of(exact_, slots_), a, b);
  const Cost rounding = (Cost{1} << shift_) - 1;
  const std::uint64_t difference =
      std::uint64_t{largest_difference(matrix_of(compressed_, slots_), a, b)} << shift_;
  return difference > rounding ? static_cast<Cost>(difference - rounding) : 0;
}

Cost LandmarkTable::upper(std::uint32_t a, std::uint32_t b) const noexcept {
  const std::uint64_t sum =
      storage_ == LandmarkStorage::exact
          ? least_sum(matrix_of(exact_, slots_), landmarks_, a, b)
          : least_sum(matrix_of(compressed_, slots_), landmarks_, a, b);
  return static_cast<Cost>(std::min<std::uint64_t>(sum * upper_unit(), kUnreachable));
}

int LandmarkTable::best_slot(std::uint32_t a, std::uint32_t b) const noexcept {
  return storage_ == LandmarkStorage::exact
             ? slot_of_largest_difference(matrix_of(exact_, slots_), landmarks_, a, b)
             : slot_of_largest_difference(matrix_of(compressed_, slots_), landmarks_, a, b);
}

std::size_t LandmarkTable::memory_bytes() const noexcept {
  return exact_.capacity() * sizeof(Cost) + compressed_.capacity() * sizeof(std::uint16_t);
}

}  // namespace throng
