#include "front_editor.hpp"

#include <algorithm>
#include <utility>

namespace throng {

Result<FrontEditor> FrontEditor::make(const Grid& map, const Grid& now, bool symmetric,
                                      std::size_t most_bytes, Crew& crew) {
  Result<FrontPlan> plan = FrontPlan::make(map, symmetric, most_bytes, crew, nullptr);
  if (!plan) return plan.failure();
  return FrontEditor(*std::move(plan), now, crew);
}

FrontEditor::FrontEditor(FrontPlan plan, const Grid& now, Crew& crew)
    : plan_(std::make_unique<const FrontPlan>(std::move(plan))),
      elimination_(*plan_),
      costs_(plan_->shape->entries() + kLanePadding, kUnreachable),
      ways_(plan_->shape->entries()),
      stale_(plan_->units.size(), 0) {
  elimination_.run_all(
      now, FrontElimination::Read::keep, crew, nullptr,
      {costs_.write(0, costs_.size()).data(), ways_.write(0, ways_.size()).data()});
  find_strangers({{0, 0}, now.width(), now.height()}, now);
}

void FrontEditor::edit(const Grid& now, const GridChanges& changes) {
  std::erase_if(strangers_,
                [&](CellIndex cell) { return now.component(cell) == Grid::kNoComponent; });
  for (const Rectangle& cells : changes.toggled) find_strangers(cells, now);
  std::ranges::sort(strangers_);  // rectangles may overlap
  strangers_.erase(std::ranges::unique(strangers_).begin(), strangers_.end());
  for (const auto* list : {&changes.costlier, &changes.cheaper})
    for (const Rectangle& cells : *list) mark(cells, now);
}

void FrontEditor::find_strangers(const Rectangle& cells, const Grid& now) {
  const Position end{cells.corner.x + cells.width, cells.corner.y + cells.height};
  for (Position p = cells.corner; p.y < end.y; ++p.y)
    for (p.x = cells.corner.x; p.x < end.x; ++p.x) {
      const CellIndex cell = now.cell(p);
      if (plan_->shape->rank_of[cell] == kNoRank &&
          now.component(cell) != Grid::kNoComponent)
        strangers_.push_back(cell);
    }
}

/// Marks the units that have steps from or to these cells: those of the lower rank.
void FrontEditor::mark(const Rectangle& cells, const Grid& now) {
  const FrontShape& shape = *plan_->shape;
  const Position end{cells.corner.x + cells.width, cells.corner.y + cells.height};
  for (Position p = cells.corner; p.y < end.y; ++p.y)
    for (p.x = cells.corner.x; p.x < end.x; ++p.x) {
      const CellIndex cell = now.cell(p);
      const Rank rank = shape.rank_of[cell];
      if (rank == kNoRank) continue;
      for (unsigned d = 0; d < kMoves; ++d) {
        const CellIndex next = cell + now.offset(static_cast<Move>(d));
        if (next >= shape.rank_of.size() || shape.rank_of[next] == kNoRank) continue;
        mark(plan_->unit_of[shape.tree.front_of[std::min(rank, shape.rank_of[next])]]);
      }
    }
}

/// Units above a stale one are stale.
void FrontEditor::mark(UnitId unit) {
  lowest_ = std::min(lowest_, unit);
  for (; unit != kNoUnit && stale_[unit] == 0; unit = plan_->units[unit].parent) {
    stale_[unit] = 1;
    ++stale_count_;
  }
}

std::size_t FrontEditor::settle(const Grid& now, std::size_t work) {
  const FrontShape& shape = *plan_->shape;
  std::size_t done = 0;
  for (; stale_count_ > 0 && done < work; ++lowest_) {
    if (stale_[lowest_] == 0) continue;
    const FrontUnit& unit = plan_->units[lowest_];
    const std::size_t begin = shape.tree.fronts[unit.first].entries;
    const Front& last = shape.tree.fronts[unit.last];
    const std::size_t count = last.entries + last.entry_count() - begin;
    for (std::size_t set = 0; set < shape.entries(); set += shape.tree.entries) {
      costs_.write(set + begin, count);
      ways_.write(set + begin, count);
    }
    elimination_.run(lowest_, now, FrontElimination::Read::keep, scratch_,
                     {costs_.write(0, 0).data(), ways_.write(0, 0).data()});
    stale_[lowest_] = 0;
    --stale_count_;
    done += unit.work;
  }
  return done;
}

Fronts FrontEditor::publish() { return {plan_->shape, costs_.publish(), ways_.publish()}; }

std::vector<UnitId> FrontEditor::stale() const {
  std::vector<UnitId> stale;
  for (UnitId unit = lowest_; unit < stale_.size(); ++unit)
    if (stale_[unit] != 0) stale.push_back(unit);
  return stale;
}

bool FrontEditor::restore(std::span<const UnitId> stale) {
  for (const UnitId unit : stale) {
    if (unit >= stale_.size()) return false;
    mark(unit);
  }
  return true;
}

std::size_t FrontEditor::memory_bytes() const noexcept {
  return sizeof(*this) + plan_->memory_bytes() + plan_->shape->memory_bytes() +
         elimination_.memory_bytes() + costs_.memory_bytes() + ways_.memory_bytes() +
         stale_.capacity() + strangers_.capacity() * sizeof(CellIndex);
}

}  // namespace throng
