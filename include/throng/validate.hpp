#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/scenario.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// The paths of a file. Path i is cells[begin[i] .. begin[i + 1]), both ends included;
/// empty: no path.
struct PathList {
  std::vector<std::uint64_t> begin{0};
  std::vector<Position> cells;
  std::int32_t scale = 1;  ///< of any-angle paths, as AnyAnglePaths::scale

  std::size_t size() const noexcept { return begin.size() - 1; }
  std::span<const Position> path(std::size_t i) const noexcept {
    return std::span(cells).subspan(begin[i], begin[i + 1] - begin[i]);
  }
};

/// Parses a paths file: one query a line, in order: its index from 0, then the cells as
/// x,y, separated by spaces; no cells if there is no path. # starts a comment. If any
/// coordinate is a whole number and a half, such as 3.5, the scale of all paths is 2. Then
/// coordinates must be below 2^30, else below 2^31.
/// Errors: bad_format, with the number of the offending line; read_paths also io.
THRONG_API Result<PathList> parse_paths(std::string_view text);
THRONG_API Result<PathList> read_paths(const std::string& path);

/// An error in one path.
struct PathError {
  std::size_t query = 0;
  std::string what;  ///< "step 3, from 4,7 to 5,8, cuts a corner"
};

/// Checks paths by replaying them move by move on the terrain. Shares no code with grids
/// and searches, so it can detect their bugs.
///
/// Checks for each query:
/// - The path begins and ends at the right cells, uses open cells and legal moves only, and
///   has the length in scenario.lengths, if given; see Scenario::has_no_length().
/// - The path is empty if an end is outside the map or closed, or if no path joins the
///   ends. Otherwise it is not empty.
///
/// Lengths are as Grid::path_length. If several steps or links lead from one cell of a path
/// to the next, the cheapest counts.
///
/// options: the weights, altitudes, closed steps and links of the grid; see Grid::make.
///
/// Returns at most one error for each query, in query order; empty if all paths are valid.
/// Pre:  paths.size() == scenario.queries.size(); check_unit(rules).
/// Cost: O((cells + moves) x unit_size^2).
THRONG_API std::vector<PathError> validate_paths(TerrainView terrain, const Rules& rules,
                                                 const Scenario& scenario,
                                                 const PathList& paths,
                                                 const GridOptions& options = {});

/// Checks any-angle paths: the points of each path are joined by straight legs. Each leg
/// must obey the corner rule; see any_angle.hpp. With scale 2, which requires an octile
/// grid under cut_one, a point moves between centres and corners of cells: it may touch
/// closed cells, but not pass between two that touch. Lengths are not compared: those of a
/// scenario are lengths of paths from cell to cell. Otherwise as validate_paths(). Cost:
/// O(cells x unit_size^2 + cells that the legs meet x unit_size).
THRONG_API std::vector<PathError> validate_points(TerrainView terrain, const Rules& rules,
                                                  const Scenario& scenario,
                                                  const PathList& points,
                                                  const GridOptions& options = {});

}  // namespace throng
