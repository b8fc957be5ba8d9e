#pragma once

#include "report.hpp"

#include <cstdint>
#include <vector>

// Squares that move from cell to cell, and whether they touch while they do. Shares nothing
// with the library but its words.

namespace attack {

/// A square during one step of a crowd.
struct MovingBody {
  std::uint32_t unit = 0;
  throng::Position at;      ///< its top left cell, where it stands or which it leaves
  std::int32_t size = 1;    ///< cells a side
  int move = -1;            ///< a direction; -1: it stands
  std::int32_t period = 1;  ///< steps of the whole move
  std::int32_t done = 0;    ///< steps of it before this one

  throng::Position end() const;
};

/// Fails if two squares overlap at any moment of the step.
void check_exact_bodies(const std::vector<MovingBody>& bodies);

/// Fails if two bodies end in one cell, exchange their cells, or cross each other on
/// diagonals.
void check_synchronous_bodies(const std::vector<MovingBody>& bodies);

}  // namespace attack
