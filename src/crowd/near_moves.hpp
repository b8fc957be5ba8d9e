#pragma once

#include "../core/memory.hpp"
#include "../field/field_scratch.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// As StepMoves, for the cells within kSteps of one goal: a byte a cell in a square around
/// it. For groups, whose units share a field until they are near to their own places.
class NearMoves {
 public:
  static constexpr std::uint32_t kSteps = 32;  ///< of weight 1
  static constexpr std::uint32_t kSide = 2 * kSteps + 1;

  explicit NearMoves(Memory memory) : moves_(memory) {}

  /// Computes the moves; none if the goal is closed. They depend only on cells and steps
  /// of the square. Cost: a sweep of it, and a copy of what lies within sweep_reach(). If
  /// memory runs out, nothing has changed.
  void make(const SweepSpace& space, CellIndex goal, FieldScratch& scratch);

  /// The moves at a cell, of those legal there.
  unsigned at(CellIndex cell, unsigned legal) const noexcept {
    const CellIndex from_corner = cell - corner_;  // cells before the corner: too large
    const CellIndex y = from_corner / stride_, x = from_corner % stride_;
    if (x >= kSide || y >= kSide || moves_.empty()) return 0;
    return moves_[std::size_t{y} * kSide + x] & legal;
  }

  /// See StepMoves.
  std::size_t size_bytes() const noexcept { return moves_.size(); }
  std::size_t memory_bytes() const noexcept { return moves_.capacity(); }

 private:
  CellIndex corner_ = 0;  ///< modulo 2^32: may lie before the first cell
  CellIndex stride_ = 1;
  std::pmr::vector<std::uint8_t> moves_;
};

}  // namespace throng
