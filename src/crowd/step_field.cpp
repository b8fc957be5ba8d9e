#include "../core/large_vector.hpp"
#include "../core/owned.hpp"
#include "../core/workers.hpp"
#include "../field/field_scratch.hpp"
#include "../grid/cell_or_border.hpp"
#include "../sweep/kept_space.hpp"
#include "../sweep/sweep.hpp"
#include "step_moves.hpp"

#include <throng/assert.hpp>
#include <throng/step_field.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace throng {

struct StepField::Impl {
  explicit Impl(std::shared_ptr<const Grid> of) : grid(std::move(of)) {
    for (std::size_t d = 0; d < kMoves; ++d)
      offsets[d] = grid->offset(static_cast<Move>(d));
  }

  std::shared_ptr<const Grid> grid;  ///< never null
  std::array<CellIndex, kMoves> offsets{};
  std::vector<Position> goals;
  StepMoves moves{Memory{}};
};

namespace {

/// The moves towards some goals.
StepMoves moves_to(const Grid& grid, std::span<const Position> goals, Workers& workers) {
  const WorkersInUse team(workers);
  auto& scratch = team->scratch.front().of<FieldScratch>();
  const SweepSpace* space =
      &team->common.of<KeptSpace>().of(grid, FieldMetric::cost, SweepDirection::to_sources);
  std::optional<SweepSpace> without_links;
  if (space->links != nullptr) {
    without_links.emplace(*space).links = nullptr;
    space = &*without_links;
  }
  scratch.sources.clear();
  for (const Position goal : goals) {
    const CellIndex cell = cell_or_border(grid, goal);
    if (is_open(grid, cell)) scratch.sources.push_back(cell);
  }
  remake(scratch.field, grid.cell_count());
  sweep(*space, scratch.sources, kUnreachable - 1, scratch.queues, scratch.field);
  StepMoves moves{Memory{}};
  moves.make(*space, grid.rules().topology, scratch.field);
  return moves;
}

}  // namespace

StepField::StepField(std::shared_ptr<const Grid> grid) {
  THRONG_ASSERT(grid != nullptr);
  impl_ = std::make_unique<Impl>(std::move(grid));
}

StepField::~StepField() = default;
StepField::StepField(StepField&&) noexcept = default;
StepField& StepField::operator=(StepField&&) noexcept = default;

const std::shared_ptr<const Grid>& StepField::grid() const noexcept {
  return owned(impl_).grid;
}

void StepField::set_goals(std::span<const Position> goals, Workers& workers) {
  Impl& own = owned(impl_);
  std::vector<Position> kept(goals.begin(), goals.end());
  own.moves = moves_to(*own.grid, goals, workers);
  own.goals = std::move(kept);
}

void StepField::follow(std::shared_ptr<const Grid> grid, Workers& workers) {
  Impl& own = owned(impl_);
  THRONG_ASSERT(grid != nullptr && grid->width() == own.grid->width() &&
                grid->height() == own.grid->height() &&
                grid->rules().topology == own.grid->rules().topology);
  own.moves = moves_to(*grid, own.goals, workers);
  own.grid = std::move(grid);
}

std::uint8_t StepField::moves(Position from) const noexcept {
  const Impl& own = owned(impl_);
  if (!own.moves.made() || !own.grid->contains(from)) return 0;
  const CellIndex cell = own.grid->cell(from);
  return static_cast<std::uint8_t>(
      own.moves.at(cell, own.grid->moves()[cell], own.offsets));
}

std::size_t StepField::memory_bytes() const noexcept {
  const Impl& own = owned(impl_);
  return sizeof(Impl) + own.moves.memory_bytes() + own.goals.capacity() * sizeof(Position);
}

}  // namespace throng
