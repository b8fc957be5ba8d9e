#include "../core/owned.hpp"
#include "../core/workers.hpp"
#include "../grid/cell_or_border.hpp"
#include "../index/index_contents.hpp"
#include "field_walk.hpp"
#include "goal_field.hpp"

#include <throng/assert.hpp>
#include <throng/flow_field.hpp>

#include <utility>

namespace throng {

struct FlowField::Impl {
  explicit Impl(std::shared_ptr<const Grid> on)
      : grid(std::move(on)), field(*grid), walk(*grid) {}
  explicit Impl(std::shared_ptr<const Index> with)
      : grid(with->grid()),
        index(std::move(with)),
        field(*grid, index->contents().fronts.get()),
        walk(*grid) {}

  void follow(std::shared_ptr<const Grid> now, std::shared_ptr<const Index> with,
              const MapChanges& changes, Workers& workers) {
    const WorkersInUse team(workers);
    walk = FieldWalk(*now);
    const auto before = std::exchange(grid, std::move(now));
    const auto former = std::exchange(index, std::move(with));  // until the field left it
    field.follow({*before, *grid, changes},
                 index ? index->contents().fronts.get() : nullptr, team->scratch.front());
  }

  std::shared_ptr<const Grid> grid;
  std::shared_ptr<const Index> index;  ///< null: none
  GoalField field;
  FieldWalk walk;
};

FlowField::FlowField(std::shared_ptr<const Grid> grid) {
  THRONG_ASSERT(grid != nullptr);
  impl_ = std::make_unique<Impl>(std::move(grid));
}

FlowField::FlowField(std::shared_ptr<const Index> index) {
  THRONG_ASSERT(index != nullptr);
  impl_ = std::make_unique<Impl>(std::move(index));
}

FlowField::~FlowField() = default;
FlowField::FlowField(FlowField&&) noexcept = default;
FlowField& FlowField::operator=(FlowField&&) noexcept = default;

const std::shared_ptr<const Grid>& FlowField::grid() const noexcept {
  return owned(impl_).grid;
}

void FlowField::set_goals(std::span<const Position> goals, Workers& workers,
                          Cost max_cost) {
  const WorkersInUse team(workers);
  owned(impl_).field.make(goals, max_cost, team->scratch.front());
}

void FlowField::follow(std::shared_ptr<const Grid> grid, const MapChanges& changes,
                       Workers& workers) {
  THRONG_ASSERT(grid != nullptr);
  owned(impl_).follow(std::move(grid), nullptr, changes, workers);
}

void FlowField::follow(std::shared_ptr<const Index> index, const MapChanges& changes,
                       Workers& workers) {
  THRONG_ASSERT(index != nullptr);
  auto grid = index->grid();
  owned(impl_).follow(std::move(grid), std::move(index), changes, workers);
}

Cost FlowField::distance(Position from) const noexcept {
  const Impl& own = owned(impl_);
  return own.field[cell_or_border(*own.grid, from)];
}

std::optional<Move> FlowField::next(Position from,
                                    std::optional<Move> last) const noexcept {
  const Impl& own = owned(impl_);
  const CellIndex cell = cell_or_border(*own.grid, from);
  const Cost distance = own.field[cell];
  if (distance == 0 || distance == kUnreachable) return std::nullopt;
  return own.walk.next(own.field.data(), cell, last.value_or(Move::north));
}

void FlowField::append_path(Position from, std::vector<Move>& moves) const {
  const Impl& own = owned(impl_);
  const CellIndex cell = cell_or_border(*own.grid, from);
  if (own.field[cell] == kUnreachable) return;
  own.walk.append(own.field.data(), cell, moves);
}

std::size_t FlowField::memory_bytes() const noexcept {
  return sizeof(Impl) + owned(impl_).field.memory_bytes();
}

}  // namespace throng
