#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

// Paths that do not keep to the directions of a grid: straight from point to point, each
// the centre of a cell. They are shorter than grid paths, by 4 % as a rule, and look
// natural.
//
// Lengths are those of the drawing, in heights of a cell: octile and tile grids are drawn
// with squares; hex with hexagons, whose columns are sqrt(3) / 2 apart; tex with squares in
// shifted columns (a step sideways is sqrt(5) / 2 long there, though it counts as 1 in
// path_length). They are not costs, and never mixed with them.
//
// Everything is decided in integers and the same on every machine; a length is a double for
// reports. All but line_of_sight refuses a grid that is not uniform (unsupported): where
// steps have weights a straight line need not be better than a detour.

namespace throng {

/// Whether a unit may walk straight from the centre of `from` to that of `to`. Cut where it
/// leaves a cell, the segment is a path of steps, and each of these has to be legal:
///
/// - Through the side between two cells: the step from one to the other.
/// - Through a point in which four squares meet: the diagonal step; on octile grids the
///   corner rule decides in this way. A tile grid has no such step: there, as under
///   never_cut, both ways round the point, of two steps each, must be legal.
/// - Along the side between two cells of a hex or tex grid: both ways that pass one of
/// them,
///   as above.
/// - Hex and tex cells that it touches in a corner alone do not matter.
///
/// So every cell whose inside it meets is open, and closed steps hold. Neighbours see each
/// other where the step between them is legal; a cell sees itself where it is open; no cell
/// sees anything outside the map. Symmetric unless the grid has one-way steps.
///
/// Cost: O(cells met).
bool line_of_sight(const Grid& grid, Position from, Position to) noexcept;

/// A path of straight legs, each of which is in line of sight.
struct AnyAnglePath {
  std::pmr::vector<Position> points;  ///< both ends included; nothing when there is no path
  double length = 0;
};

/// Pulls the string of a path tight that any search has found: see smooth_path.hpp. No
/// longer than the path as it is drawn.
/// Errors: unsupported, see above.
/// Pre:  the path was found on this grid.
/// Cost: O(log n) checks of a line of sight for each point that is left.
Result<AnyAnglePath> smooth(const Grid& grid, const PathView& path);

/// Memory of any_angle_path(), kept from search to search: 16 bytes a padded cell, and the
/// largest open list met. Serves one call at a time, for any grid.
class AnyAngleScratch {
 public:
  AnyAngleScratch();
  ~AnyAngleScratch();
  AnyAngleScratch(AnyAngleScratch&&) noexcept;
  AnyAngleScratch& operator=(AnyAngleScratch&&) noexcept;

  struct Impl;
  /// For the library alone: the type is private to it.
  Impl& impl() noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Searches for an any-angle path by Lazy Theta*, and pulls that one tight. Not always the
/// shortest, but no longer than any path from cell to cell (but for 2^-24 a step; see
/// theta_star.hpp). No points when there is no path; a Solver tells why.
/// Errors: unsupported, see above.
/// Cost: some ten times that of a grid path by A*.
Result<AnyAnglePath> any_angle_path(const Grid& grid, const Query& query,
                                    AnyAngleScratch& scratch);

/// How any-angle paths are made of the answers to a batch.
enum class AnyAngle : std::uint8_t {
  smooth,  ///< each path is pulled tight
  theta,   ///< that, and a search by Lazy Theta*; the shorter of the two
};

/// Any-angle paths of a batch, packed; slot i belongs to query i.
class AnyAnglePaths {
 public:
  AnyAnglePaths() = default;
  /// See BatchResult.
  explicit AnyAnglePaths(std::pmr::memory_resource* memory)
      : point_begin(memory), points(memory), length(memory) {}

  std::size_t size() const noexcept { return length.size(); }

  /// Path i is points[point_begin[i] .. point_begin[i + 1]), from start to goal; nothing
  /// unless found. n + 1 slots.
  std::pmr::vector<std::uint64_t> point_begin;
  std::pmr::vector<Position> points;
  std::pmr::vector<double> length;  ///< 0 unless found

  std::span<const Position> path(std::size_t i) const noexcept {
    return std::span(points).subspan(point_begin[i], point_begin[i + 1] - point_begin[i]);
  }
};

/// smooth() for all paths of a batch, on all threads; `paths` is overwritten and its memory
/// reused. Depends on the grid and the batch alone, not on the number of threads.
///
/// Errors: unsupported, see above.
/// Pre:    the batch was solved on this grid, with paths.
/// Cost:   as smooth(); nothing is allocated once paths and workers have met a batch as
///         large.
/// Throws: std::bad_alloc only.
Outcome smooth(const Grid& grid, const BatchResult& batch, Workers& workers,
               AnyAnglePaths& paths);

/// Solver::solve, with paths, and any-angle paths of its answers: never longer than they
/// are. By theta, options.max_expansions holds for Theta* once more, and a path for which
/// that is not enough, or whose turn had not come when the batch was cancelled, is only
/// pulled tight.
/// Errors, Throws: as smooth().
Outcome solve_any_angle(const Solver& solver, std::span<const Query> queries,
                        Workers& workers, BatchResult& batch, AnyAnglePaths& paths,
                        const BatchOptions& options = {}, AnyAngle how = AnyAngle::smooth);

}  // namespace throng
