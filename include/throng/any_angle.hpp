#pragma once

#include <throng/answers.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory_resource>
#include <span>
#include <vector>

// Any-angle paths: straight legs from point to point, where each point is the centre of a
// cell or, of solve_lines() under cut_one, a corner of cells. They are typically 4 %
// shorter than grid paths, and look natural.
//
// The legs obey the corner rule of the grid:
// - under never_cut and on tile grids: clear_line(). A unit on its way covers open cells
//   only, as on the steps of these grids.
// - under cut_one and always, and on hex and tex grids: line_of_sight().
//
// Lengths are Euclidean, in heights of a cell as it is drawn. They are not costs. Drawings:
// - octile and tile: squares.
// - hex: hexagons, whose columns are sqrt(3) / 2 apart.
// - tex: squares in shifted columns. A step sideways has length sqrt(5) / 2 here, but
//   counts as 1 in path_length().
//
// All decisions use integers, so results are equal on every machine. Only reported lengths
// are doubles. All functions except line_of_sight() and clear_line() fail with
// `unsupported` on grids that are not Grid::uniform(): where steps have weights, a straight
// line may cost more than a detour.

namespace throng {

/// Whether a point can move straight from the centre of `from` to the centre of `to`; for
/// larger units than one cell, whether their anchor can. Use it for views and shots. A unit
/// as large as a cell may overlap closed cells on such a line: see clear_line().
///
/// The segment is cut where it leaves a cell. Each cut must be legal:
///
/// - Through the side between two cells: the step between these cells is legal.
/// - Through a point where four squares meet: the diagonal step is legal. On octile grids
///   the corner rule decides this. On tile grids, and under never_cut, both two-step ways
///   around the point must be legal.
/// - Along the side between two cells of a hex or tex grid: both two-step ways, one through
///   each of these cells, must be legal.
/// - Hex and tex cells that the segment touches only in a corner do not matter.
///
/// So all cells whose interior the segment meets are open, and closed steps block the view.
/// Neighbours see each other if the step between them is legal. An open cell sees itself. A
/// position outside the map sees nothing and is seen from nowhere. Symmetric unless the
/// grid has one-way steps.
///
/// Cost: O(cells met).
THRONG_API bool line_of_sight(const Grid& grid, Position from, Position to) noexcept;

/// Whether a unit can move straight from `from` to `to` and cover open cells only. The unit
/// is the square of Rules::unit_size x unit_size cells of the grid; positions are those of
/// its anchor. It may touch closed cells, but not overlap them. Cells outside the map are
/// closed. Exact: all arithmetic uses integers.
///
/// - Every clear line is also a line of sight, so closed steps block it.
/// - Neighbours in a row or column are joined by a clear line if the step between them is
///   legal. Diagonal neighbours are if the step is legal under never_cut. The corner rule
///   of the grid does not matter.
/// - A position outside the map or on a closed cell has no clear lines.
/// - Symmetric unless the grid has one-way steps.
/// - On hex and tex grids, where every step overlaps cells beside it: line_of_sight().
///
/// Cost: O(rows + cells met).
THRONG_API bool clear_line(const Grid& grid, Position from, Position to) noexcept;

/// A path of straight legs. Each leg obeys the corner rule of the grid; see above.
struct AnyAnglePath {
  Column<Position> points;  ///< both ends included; empty if there is no path
  double length = 0;
};

/// Shortens a grid path by string pulling; see smooth_path.hpp. The path may come from any
/// search. The result is no longer than the path as it is drawn.
/// Pre:    the path was found on this grid.
/// Cost:   O(log n) line checks for each remaining point.
/// Errors: unsupported, unless grid.uniform().
THRONG_API Result<AnyAnglePath> smooth(const Grid& grid, const PathView& path);

/// Any-angle paths of a batch, packed, by slot of its Answers.
class AnyAnglePaths {
 public:
  AnyAnglePaths() = default;
  /// `memory`: see Answers.
  explicit AnyAnglePaths(std::pmr::memory_resource* memory)
      : status(memory),
        point_begin(memory),
        points(memory),
        length(memory),
        expanded(memory) {}

  std::size_t size() const noexcept { return length.size(); }

  Column<Status> status;  ///< as Answers::status

  /// Path i is points[point_begin[i] .. point_begin[i + 1]), from start to goal. It is
  /// empty unless slot i is found, and without BatchOptions::paths. size() + 1 numbers.
  std::pmr::vector<std::uint64_t> point_begin;
  Column<Position> points;
  /// Points are in 1/scale of a cell, from the centre of the cell 0,0. 1: they are cells.
  /// 2, of solve_lines() under cut_one: the centre of the cell x,y is 2x,2y, and its upper
  /// left corner 2x - 1,2y - 1.
  std::int32_t scale = 1;
  std::pmr::vector<double> length;  ///< see above; 0 unless found
  Column<std::uint32_t> expanded;   ///< of solve_lines(); else 0

  std::span<const Position> path(std::size_t i) const noexcept {
    return std::span(points).subspan(point_begin[i], point_begin[i + 1] - point_begin[i]);
  }
};

/// Applies smooth() to all paths of a batch, on all threads. Overwrites `paths` and reuses
/// its memory. The result does not depend on the number of threads.
///
/// Pre:    the batch was solved on this grid, with paths.
/// Cost:   as smooth(). Allocates nothing once `paths` and `workers` have held a batch as
///         large.
/// Errors: unsupported, unless grid.uniform().
/// Throws: see Workers.
THRONG_API Outcome smooth(const Grid& grid, const Answers& batch, Workers& workers,
                          AnyAnglePaths& paths);

/// Finds shortest any-angle paths: of all paths of legal straight legs, none is shorter.
/// Units can walk them. Under never_cut and on tile grids they turn at cells; under cut_one
/// they turn at corners of cells, see AnyAnglePaths::scale. Overwrites `paths` and reuses
/// its memory. The result does not depend on the number of threads.
///
/// The length of each leg is rounded to 2^-32 cells. Of paths whose lengths differ by no
/// more than these roundings, any may be found. Points and lengths are equal on every
/// machine and for every compiler.
///
/// LineOptions::memory decides what it does. Typical times of a query on maps of games:
/// - it reads labels of a static index: 0.3 to 7 us. Nothing is expanded.
/// - it searches along stored edges of a static index: 10 to 100 us.
/// - it searches and scans the map for edges: 0.05 to 1 ms, two to five times as long as a
///   path by jps with smooth(), which is 0.1 to 0.8 % longer in the mean. This needs no
///   precomputed paths; so on a LivingMap answers are those of its newest version at once
///   (see LivingClass::lines).
/// Of equally short paths, these three may find different ones.
///
/// Of `options`, the members paths, max_expansions and monitor count. An expansion is that
/// of a turning point, which looks at all the others that it sees. Both ends of a query
/// look around in the same way. That is not counted, but takes long on large open maps.
/// With max_expansions 0 and without labels, nothing looks around: a query is out_of_budget
/// at once, unless one legal leg joins its ends.
///
/// Pre:    index.has(Part::lines).
/// Cost:   with labels O(label entries of two tiles of 8 x 8 cells); else O(log n) for each
///         corner reached, and for each expansion O(its edges) or, without stored edges, a
///         scan of the rows in view. Allocates nothing once `paths` and `workers` have held
///         a batch as large.
/// Errors:
/// - bad_argument: the index was built without IndexOptions::lines.
/// - unsupported: the index could not have lines; see LineOptions.
/// Throws: see Workers.
/// Source: hub labels over taut edges, see src/lines/line_labels.hpp; A* over taut edges,
///         see src/lines/line_search.hpp, with landmarks, see src/lines/line_graph.hpp.
THRONG_API Outcome solve_lines(const Index& index, std::span<const Query> queries,
                               Workers& workers, AnyAnglePaths& paths,
                               const BatchOptions& options = {});
/// Deleted for the same reason as in Solver::solve.
template <class... Rest>
void solve_lines(const Index& index, std::initializer_list<Query> queries,
                 Rest&&... rest) = delete;

}  // namespace throng
