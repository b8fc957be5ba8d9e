#include "near_moves.hpp"

#include "../core/large_vector.hpp"
#include "../sweep/sweep.hpp"
#include "step_moves.hpp"

#include <algorithm>

namespace throng {
namespace {

/// Copies what a sweep from `goal` may read or change.
void make_blank(const SweepSpace& space, CellIndex goal, std::uint64_t reach,
                std::span<Cost> field) {
  const auto stride =
      static_cast<std::int64_t>(space.offsets[static_cast<std::size_t>(Move::south)]);
  const auto cells = static_cast<std::int64_t>(field.size());
  if (reach >= static_cast<std::uint64_t>(stride)) {
    std::copy(space.blank.begin(), space.blank.end(), field.begin());
    return;
  }
  const auto steps = static_cast<std::int64_t>(reach);
  const std::int64_t begin = goal - steps * stride, end = goal + steps * stride;
  for (std::int64_t row = begin; row <= end; row += stride) {
    const std::int64_t from = std::clamp<std::int64_t>(row - steps, 0, cells),
                       to = std::clamp<std::int64_t>(row + steps + 1, 0, cells);
    std::copy(space.blank.data() + from, space.blank.data() + to, field.data() + from);
  }
}

}  // namespace

void NearMoves::make(const SweepSpace& space, CellIndex goal, FieldScratch& scratch) {
  moves_.assign(std::size_t{kSide} * kSide, 0);
  stride_ = space.offsets[static_cast<std::size_t>(Move::south)];
  corner_ = goal - kSteps * stride_ - kSteps;
  if (space.blank[goal] == 0) return;
  const Cost radius = std::min(kSteps * space.straight, kUnreachable - 1);
  if (scratch.field.size() < space.blank.size()) remake(scratch.field, space.blank.size());
  const std::span<Cost> field(scratch.field.data(), space.blank.size());
  make_blank(space, goal, sweep_reach(space, radius), field);
  sweep_blank(space, {&goal, 1}, radius, scratch.queues, field);
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const CellIndex cell = corner_ + y * stride_ + x;
      if (cell >= field.size() || space.moves[cell] == 0 || field[cell] > radius) continue;
      moves_[std::size_t{y} * kSide + x] =
          static_cast<std::uint8_t>(moves_down(space, field, cell));
    }
}

}  // namespace throng
