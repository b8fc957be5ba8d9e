#include "../core/workers.hpp"
#include "field_walk.hpp"
#include "goal_field.hpp"

#include <throng/assert.hpp>
#include <throng/flow_field.hpp>

#include <utility>

namespace throng {

struct FlowField::Impl {
  explicit Impl(std::shared_ptr<const Grid> on)
      : grid(std::move(on)), field(*grid), walk(*grid) {}

  std::shared_ptr<const Grid> grid;
  GoalField field;
  FieldWalk walk;
};

FlowField::FlowField(std::shared_ptr<const Grid> grid) {
  THRONG_ASSERT(grid != nullptr);
  impl_ = std::make_unique<Impl>(std::move(grid));
}

FlowField::~FlowField() = default;
FlowField::FlowField(FlowField&&) noexcept = default;
FlowField& FlowField::operator=(FlowField&&) noexcept = default;

const std::shared_ptr<const Grid>& FlowField::grid() const noexcept { return impl_->grid; }

void FlowField::set_goals(std::span<const Position> goals, Workers& workers,
                          Cost max_cost) {
  const WorkersInUse team(workers);
  impl_->field.make(goals, max_cost, team->scratch.front().of<SweepScratch>());
}

Cost FlowField::distance(Position from) const noexcept {
  return impl_->field[impl_->grid->cell(from)];
}

std::optional<Move> FlowField::next(Position from,
                                    std::optional<Move> last) const noexcept {
  const CellIndex cell = impl_->grid->cell(from);
  const Cost distance = impl_->field[cell];
  if (distance == 0 || distance == kUnreachable) return std::nullopt;
  return impl_->walk.next(impl_->field.data(), cell, last.value_or(Move::north));
}

void FlowField::append_path(Position from, std::vector<Move>& moves) const {
  const CellIndex cell = impl_->grid->cell(from);
  if (impl_->field[cell] == kUnreachable) return;
  impl_->walk.append(impl_->field.data(), cell, moves);
}

std::size_t FlowField::memory_bytes() const noexcept {
  return sizeof(*impl_) + impl_->field.memory_bytes();
}

}  // namespace throng
