#include "seen_rows.hpp"

#include "../grid/padded_position.hpp"

#include <algorithm>
#include <memory>

namespace throng {
namespace {

/// A jump point that a cell sees.
struct Seen {
  const Cost* row;
  Cost away;
};

/// Lowers the values of a row to those by way of a jump point. A conditional expression
/// becomes vector code, std::min does not.
void lower(Cost* row, std::size_t slots, Seen seen) noexcept {
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const Cost sum = seen.row[slot] + seen.away;
    row[slot] = sum < row[slot] ? sum : row[slot];
  }
}

}  // namespace

LandmarkTable EndRows::table(const Grid& grid) const noexcept {
  const std::span<const Cost> both(values_.data(), 2 * slots_);
  return LandmarkTable(grid, landmarks_, FieldMetric::cost,
                       SharedArray<Cost>(std::shared_ptr<const void>(), both));
}

EndRows SeenRows::rows_of(CellIndex from, CellIndex to) const noexcept {
  EndRows rows;
  rows.landmarks_ = table_.landmarks();
  rows.slots_ = table_.slots();
  write(from, rows.values_.data());
  write(to, rows.values_.data() + rows.slots_);
  return rows;
}

void SeenRows::write(CellIndex cell, Cost* row) const noexcept {
  const std::size_t slots = table_.slots();
  if (const std::uint32_t node = node_of_[cell]; node < table_.rows()) {
    std::copy_n(table_.exact() + node * slots, slots, row);
    return;
  }
  std::fill_n(row, slots, kUnreachable);
  look_at_jump_points(cell, row);
  look_at_landmarks(cell, row);
  std::fill(row + table_.landmarks(), row + slots, Cost{0});
}

void SeenRows::look_at_jump_points(CellIndex cell, Cost* row) const noexcept {
  // Rows are fetched together: most of the time is spent waiting for them.
  constexpr std::size_t kTogether = 32;
  std::array<Seen, kTogether> seen;
  std::size_t count = 0;
  const std::size_t slots = table_.slots();
  const auto look = [&] {
    for (std::size_t i = 0; i < count; ++i) lower(row, slots, seen[i]);
    count = 0;
  };
  const CellIndex stride = grid_.stride();
  const PaddedPosition at = padded_position(cell, stride);
  walker_.walk(
      at.x, at.y, walker_.moves(at.x, at.y), at,
      [&](std::int32_t x, std::int32_t y, unsigned, Cost cost) {
        const std::uint32_t node = node_of_[cell_at({x, y}, stride)];
        if (node >= table_.rows()) return;  // a closed cell
        const Cost* const other = table_.exact() + node * slots;
        for (std::size_t slot = 0; slot < slots; slot += 64 / sizeof(Cost))
          __builtin_prefetch(other + slot);
        seen[count++] = {other, cost};
        if (count == kTogether) look();
      },
      [](Cost) {});
  look();
}

/// A landmark that the cell sees need not be a jump point in the direction of the jump.
void SeenRows::look_at_landmarks(CellIndex cell, Cost* row) const noexcept {
  const CellIndex stride = grid_.stride();
  const PaddedPosition at = padded_position(cell, stride);
  const unsigned moves = walker_.moves(at.x, at.y);
  const std::uint32_t component = grid_.component(cell);
  for (std::size_t slot = 0; slot < static_cast<std::size_t>(table_.landmarks()); ++slot) {
    const PaddedPosition landmark =
        padded_position(landmarks_[slot * grid_.component_count() + component], stride);
    const Cost away = JumpLine(landmark.x - at.x, landmark.y - at.y).cost(walker_.costs());
    if (away < row[slot] && (away == 0 || walker_.sees(at.x, at.y, moves, landmark)))
      row[slot] = away;
  }
}

}  // namespace throng
