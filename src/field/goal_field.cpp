#include "goal_field.hpp"

#include "../grid/cell_or_border.hpp"

#include <algorithm>
#include <cstdint>

namespace throng {

GoalField::GoalField(const Grid& grid)
    : grid_(grid),
      space_(grid, FieldMetric::cost, SweepKind::automatic, SweepDirection::to_sources),
      field_(space_.blank.begin(), space_.blank.end()) {}

void GoalField::make(std::span<const Position> goals, Cost radius, SweepScratch& scratch) {
  make_blank();
  radius_ = std::min(radius, kUnreachable - 1);
  goals_.clear();
  for (const Position goal : goals) {
    const CellIndex cell = cell_or_border(grid_, goal);
    if (is_open(grid_, cell)) goals_.push_back(cell);
  }
  sweep_blank(space_, goals_, radius_, scratch, field_);
}

/// The cells that may have changed lie around the goals: n steps reach at most n rows up
/// and down and n columns to each side, also in the layout of hexagonal grids. A row that
/// crosses the edge of the map also blanks cells that are blank already.
void GoalField::make_blank() {
  const auto cells = static_cast<std::int64_t>(field_.size());
  const std::int64_t stride = grid_.stride();
  const auto reach = static_cast<std::int64_t>(sweep_reach(space_, radius_));
  const auto in_map = [&](std::int64_t cell) {
    return std::clamp<std::int64_t>(cell, 0, cells);
  };
  const std::int64_t side = 2 * reach + 1;
  const auto goals = static_cast<std::int64_t>(goals_.size());
  if (space_.links != nullptr || side >= stride || goals > cells / (side * side)) {
    std::copy(space_.blank.begin(), space_.blank.end(), field_.begin());
    return;
  }
  for (const CellIndex goal : goals_)
    for (std::int64_t row = -reach; row <= reach; ++row) {
      const std::int64_t middle = goal + row * stride;
      const std::int64_t begin = in_map(middle - reach), end = in_map(middle + reach + 1);
      std::copy(space_.blank.data() + begin, space_.blank.data() + end,
                field_.data() + begin);
    }
}

std::size_t GoalField::memory_bytes() const noexcept {
  return (space_.blank.capacity() + field_.capacity()) * sizeof(Cost) +
         space_.turns.capacity() + goals_.capacity() * sizeof(CellIndex);
}

}  // namespace throng
