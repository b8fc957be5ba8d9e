#pragma once

// For programs that link throng_lab beside throng (in CMake throng::lab).

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <memory>
#include <vector>

namespace throng {

/// Lets solvers and indexes use what research needs and games do not: the algorithms
/// textbook, idastar, fringe, bidirectional, wastar, pxwd, pxwu, xdp, xup, greedy and beam,
/// and the placements random, avoid and coverage. Without this call, these are errors
/// (Code::unsupported). The C interface, the Python module and the program have made it.
///
/// Call it once, before the first solver or index is made. Further calls do nothing.
/// Thread-safe.
void use_lab() noexcept;

/// A path of straight legs.
struct ThetaPath {
  std::vector<Position> points;  ///< both ends included; empty if there is no path
  double length = 0;             ///< as of AnyAnglePath
};

/// Memory of theta_path(), reused between searches and grids. Bytes: 16 a padded cell, and
/// the largest open list so far. Thread safety: one call at a time.
class ThetaMemory {
 public:
  ThetaMemory();
  ~ThetaMemory();
  ThetaMemory(ThetaMemory&&) noexcept;
  ThetaMemory& operator=(ThetaMemory&&) noexcept;

 private:
  friend Result<ThetaPath> theta_path(const Grid&, const Query&, ThetaMemory&);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Finds an any-angle path by Lazy Theta*, for comparisons with solve_lines(). It is not
/// always a shortest one, but no longer than any path from cell to cell, up to a rounding
/// of 2^-24 a step. It turns at cells, and each leg obeys the corner rule of the grid (see
/// any_angle.hpp). No points: there is no path, or an end is closed or outside the map.
/// Cost:   about ten times that of an A* grid path.
/// Errors: unsupported, unless grid.uniform().
/// Source: A. Nash, S. Koenig, C. Tovey, "Lazy Theta*: Any-Angle Path Planning and Path
///         Length Analysis in 3D", AAAI 2010.
Result<ThetaPath> theta_path(const Grid& grid, const Query& query, ThetaMemory& memory);

}  // namespace throng
