#include "front_editor.hpp"

#include "front_lanes.hpp"

#include <algorithm>
#include <utility>

namespace throng {

Result<FrontEditor> FrontEditor::make(const Grid& map, const Grid& now, bool symmetric,
                                      bool rows, std::size_t most_bytes, Crew& crew) {
  Result<FrontPlan> plan = FrontPlan::make(map, symmetric, most_bytes, crew, nullptr);
  if (!plan) return plan.failure();
  const std::size_t used = plan->shape->memory_bytes() + plan->shape->entry_bytes();
  return FrontEditor(*std::move(plan), now, rows ? most_bytes - used : 0, crew);
}

FrontEditor::FrontEditor(FrontPlan plan, const Grid& now, std::size_t row_bytes, Crew& crew)
    : plan_(std::make_unique<const FrontPlan>(std::move(plan))),
      elimination_(*plan_),
      costs_(plan_->shape->entries() + kLanePadding, kUnreachable),
      ways_(plan_->shape->entries()),
      stale_(plan_->units.size(), 0),
      row_plan_(std::make_shared<const RowPlan>(RowPlan::make(*plan_->shape, row_bytes))) {
  elimination_.run_all(
      now, FrontElimination::Read::keep, crew, nullptr,
      {costs_.write(0, costs_.size()).data(), ways_.write(0, ways_.size()).data()});
  find_strangers({{0, 0}, now.width(), now.height()}, now);
  if (!row_plan_->empty()) make_rows(crew);
}

void FrontEditor::make_rows(Crew& crew) {
  const FrontShape& shape = *plan_->shape;
  const std::size_t sets = shape.symmetric ? 1 : 2;
  row_costs_.resize(sets * row_plan_->values + kLanePadding, kUnreachable);
  row_nexts_.resize(sets * row_plan_->values, 0);
  for (const std::vector<FrontId>& round : FrontRowMaker(shape.tree, *row_plan_).rounds())
    row_order_.insert(row_order_.end(), round.begin(), round.end());
  std::vector<FrontRowMaker::Set> all;
  for (std::size_t set = 0; set < sets; ++set)
    all.push_back({costs_.values().data() + set * shape.tree.entries,
                   row_costs_.write(set * row_plan_->values, row_plan_->values).data(),
                   row_nexts_.write(set * row_plan_->values, row_plan_->values).data()});
  FrontRowMaker(shape.tree, *row_plan_).make_all(all, crew, nullptr);
  rows_done_ = row_order_.size();
  for (std::size_t i = 0; i < rows_done_; ++i) all_row_work_ += row_work(i);
}

/// Of the front with this number in row_order_.
std::size_t FrontEditor::row_work(std::size_t number) const noexcept {
  const FrontShape& shape = *plan_->shape;
  return RowPlan::work(shape.tree.fronts[row_order_[number]], shape.symmetric);
}

/// All rows are out of date but the first ones.
void FrontEditor::forget_rows(std::size_t done) noexcept {
  rows_done_ = done;
  row_debt_ = all_row_work_;
  for (std::size_t i = 0; i < done; ++i) row_debt_ -= row_work(i);
}

/// Makes the rows of the next front. Returns the work.
std::size_t FrontEditor::make_next_rows() {
  const FrontShape& shape = *plan_->shape;
  const FrontId id = row_order_[rows_done_++];
  const Front& front = shape.tree.fronts[id];
  const std::size_t begin = row_plan_->begins[id], count = RowPlan::count(front);
  for (std::size_t set = 0; set < (shape.symmetric ? 1U : 2U); ++set) {
    const std::size_t first = set * row_plan_->values;
    row_costs_.write(first + begin, count);
    row_nexts_.write(first + begin, count);
    FrontRowMaker(shape.tree, *row_plan_)
        .make(
            id,
            {costs_.values().data() + set * shape.tree.entries,
             row_costs_.write(0, 0).data() + first, row_nexts_.write(0, 0).data() + first},
            row_scratch_);
  }
  const std::size_t work = RowPlan::work(front, shape.symmetric);
  row_debt_ -= work;
  return work;
}

void FrontEditor::edit(const Grid& now, const GridChanges& changes) {
  std::erase_if(strangers_,
                [&](CellIndex cell) { return now.component(cell) == Grid::kNoComponent; });
  for (const Rectangle& cells : changes.toggled) find_strangers(cells, now);
  std::ranges::sort(strangers_);  // rectangles may overlap
  strangers_.erase(std::unique(strangers_.begin(), strangers_.end()), strangers_.end());
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
void FrontEditor::mark(FrontUnitId unit) {
  lowest_ = std::min(lowest_, unit);
  forget_rows(0);
  for (; unit != kNoUnit && stale_[unit] == 0; unit = plan_->units[unit].parent) {
    stale_[unit] = 1;
    ++stale_count_;
    unit_debt_ += plan_->units[unit].work;
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
    unit_debt_ -= unit.work;
    done += unit.work;
  }
  while (!settled() && done < work) done += make_next_rows();
  return done;
}

Fronts FrontEditor::publish() {
  std::shared_ptr<const FrontRows> rows;
  if (settled() && !row_order_.empty())
    rows = std::make_shared<const FrontRows>(row_plan_, row_costs_.publish(),
                                             row_nexts_.publish());
  return {plan_->shape, costs_.publish(), ways_.publish(), std::move(rows)};
}

std::vector<FrontUnitId> FrontEditor::stale() const {
  std::vector<FrontUnitId> stale;
  for (FrontUnitId unit = lowest_; unit < stale_.size(); ++unit)
    if (stale_[unit] != 0) stale.push_back(unit);
  return stale;
}

bool FrontEditor::restore(std::span<const FrontUnitId> stale, std::size_t rows_done) {
  const auto known = [&](FrontUnitId unit) { return unit < stale_.size(); };
  if (rows_done > row_order_.size() || !std::ranges::all_of(stale, known)) return false;
  forget_rows(rows_done);
  for (const FrontUnitId unit : stale) mark(unit);
  return true;
}

std::size_t FrontEditor::memory_bytes() const noexcept {
  return sizeof(*this) + plan_->memory_bytes() + plan_->shape->memory_bytes() +
         elimination_.memory_bytes() + costs_.memory_bytes() + ways_.memory_bytes() +
         stale_.capacity() + strangers_.capacity() * sizeof(CellIndex) +
         row_plan_->memory_bytes() + row_costs_.memory_bytes() + row_nexts_.memory_bytes() +
         row_order_.capacity() * sizeof(FrontId);
}

}  // namespace throng
