#pragma once

#include "../core/memory.hpp"
#include "sweep_space.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// The SweepSpace made last, kept for further calls on the same grid. On open maps, making
/// it takes longer than a sweep.
class KeptSpace {
 public:
  explicit KeptSpace(Memory memory) : space_(memory) {}

  /// The space of a grid, valid until the next call and while the grid lives.
  const SweepSpace& of(const Grid& grid, FieldMetric metric, SweepDirection direction) {
    if (GridAccess::number(grid) != grid_ || metric != metric_) {
      grid_ = 0;  // in case the next line throws
      space_.make(grid, metric, SweepKind::automatic, direction);
      grid_ = GridAccess::number(grid);
      metric_ = metric;
    }
    space_.direction = direction;
    return space_;
  }

 private:
  SweepSpace space_;
  std::uint64_t grid_ = 0;  ///< GridAccess::number(); 0: there is no space
  FieldMetric metric_ = FieldMetric::cost;
};

}  // namespace throng
