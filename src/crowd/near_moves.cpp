#include "near_moves.hpp"

#include "../core/large_vector.hpp"
#include "../sweep/sweep.hpp"
#include "step_moves.hpp"

namespace throng {

void NearMoves::make(const SweepSpace& space, CellIndex goal, FieldScratch& scratch) {
  const CellIndex stride = space.offsets[static_cast<std::size_t>(Move::south)];
  const CellIndex corner = goal - kSteps * stride - kSteps;
  const Cost radius = kSteps * space.straight;  // each step costs as much or more
  const bool open = space.blank[goal] != 0;
  if (scratch.field.size() < space.blank.size()) remake(scratch.field, space.blank.size());
  const std::span<Cost> field(scratch.field.data(), space.blank.size());
  if (open) {
    blank_around(space, {&goal, 1}, sweep_reach(space, radius), stride, field);
    sweep_blank(space, {&goal, 1}, radius, scratch.queues, field);
  }
  moves_.assign(std::size_t{kSide} * kSide, 0);
  stride_ = stride;
  corner_ = corner;
  if (!open) return;
  for (std::uint32_t y = 0; y < kSide; ++y)
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const CellIndex cell = corner_ + y * stride_ + x;
      if (cell >= field.size() || space.moves[cell] == 0 || field[cell] > radius) continue;
      moves_[std::size_t{y} * kSide + x] =
          static_cast<std::uint8_t>(moves_down(space, field, cell));
    }
}

}  // namespace throng
