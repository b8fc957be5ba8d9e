#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

namespace throng {

/// Lowers the distance of `cell` to `distance` if `legal`; returns whether it did.
/// Branch-free.
inline bool lower(Cost* field, CellIndex cell, Cost distance, bool legal = true) {
  const Cost old = field[cell];
  const bool lowers = (distance < old) & legal;
  field[cell] = lowers ? distance : old;
  return lowers;
}

}  // namespace throng
