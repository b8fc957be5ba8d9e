#include "goal_field.hpp"

#include "../grid/cell_or_border.hpp"
#include "front_fields.hpp"
#include "front_price.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cstdint>

namespace throng {

GoalField::GoalField(const Grid& grid, const Fronts* fronts)
    : grid_(&grid),
      fronts_(fronts),
      space_(grid, FieldMetric::cost, SweepKind::automatic, SweepDirection::to_sources),
      field_(space_.blank.begin(), space_.blank.end()) {}

void GoalField::make(std::span<const Position> goals, Cost radius, Scratch& scratch) {
  blank_around(space_, goals_, reach_, grid_->stride(), field_);
  radius_ = std::min(radius, kUnreachable - 1);
  goals_.clear();
  try {
    for (const Position goal : goals) goals_.push_back(cell_or_border(*grid_, goal));
    find_open_goals();
    fill(scratch);
    complete_ = true;
  } catch (...) {
    goals_.clear();
    clear();
    throw;
  }
}

void GoalField::follow(const GridChange& change, const Fronts* fronts, Scratch& scratch) {
  THRONG_ASSERT(change.now.width() == change.before.width() &&
                change.now.height() == change.before.height() &&
                change.now.rules().topology == change.before.rules().topology);
  grid_ = &change.now;
  fronts_ = fronts;
  try {
    space_.follow(change.now, change.changes);
    follow_goals(change, scratch);
    complete_ = true;
  } catch (...) {
    clear();
    throw;
  }
}

void GoalField::follow_goals(const GridChange& change, Scratch& scratch) {
  reach_ = std::max(reach_, reach());
  find_open_goals();
  const bool same_costs = change.before.costs() == change.now.costs();
  if (same_costs && complete_ &&
      repair_field(space_, change, goals_, radius_, repair_limit(space_, swept_cells()),
                   scratch.of<RepairScratch>(), field_))
    return;
  if (!same_costs) reach_ = kEverywhere;
  blank_around(space_, goals_, reach_, grid_->stride(), field_);
  fill(scratch);
}

/// Leaves a field in which no cell reaches a goal.
void GoalField::clear() noexcept {
  std::copy(space_.blank.begin(), space_.blank.end(), field_.begin());
  complete_ = false;
}

/// A goal may have opened or closed alone, without any step that changed.
void GoalField::find_open_goals() {
  open_goals_.clear();
  for (const CellIndex goal : goals_) {
    space_.blank[goal] = is_open(*grid_, goal) ? kUnreachable : 0;
    if (space_.blank[goal] != 0) open_goals_.push_back(goal);
  }
}

void GoalField::fill(Scratch& scratch) {
  if (front_field_pays(fronts_, *grid_, open_goals_.size(), radius_)) {
    reach_ = kEverywhere;
    return read_field(*grid_, *fronts_, SweepDirection::to_sources, open_goals_, radius_,
                      scratch.of<FrontField::Scratch>(), field_);
  }
  reach_ = reach();
  sweep_blank(space_, open_goals_, radius_, scratch.of<SweepScratch>(), field_);
}

/// The steps from a goal within which a sweep or a repair changes cells.
std::uint64_t GoalField::reach() const noexcept {
  return space_.links != nullptr ? kEverywhere : sweep_reach(space_, radius_);
}

/// About the cells within the radius.
std::size_t GoalField::swept_cells() const noexcept {
  if (space_.links != nullptr) return grid_->open_cells();
  return throng::swept_cells(*grid_, open_goals_.size(), radius_);
}

std::size_t GoalField::memory_bytes() const noexcept {
  return (space_.blank.capacity() + field_.capacity()) * sizeof(Cost) +
         space_.turns.capacity() +
         (goals_.capacity() + open_goals_.capacity()) * sizeof(CellIndex);
}

}  // namespace throng
