#pragma once

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

/// Paths as a file holds them: path i is cells[begin[i] .. begin[i + 1]), both ends
/// included; empty: no path.
struct PathList {
  std::vector<std::uint64_t> begin{0};
  std::vector<Position> cells;

  std::size_t size() const noexcept { return begin.size() - 1; }
  std::span<const Position> path(std::size_t i) const noexcept {
    return std::span(cells).subspan(begin[i], begin[i + 1] - begin[i]);
  }
};

/// Reads a paths file: one line a query, in order: its index from 0, then the cells as x,y,
/// separated by spaces; no cell when there is no path.
/// Errors: bad_format, with the number of the offending line.
Result<PathList> parse_paths(std::string_view text);
Result<PathList> read_paths(const std::string& path);

/// Something wrong with one path.
struct PathError {
  std::size_t query = 0;
  std::string what;  ///< "step 3, from 4,7 to 5,8, cuts a corner"
};

/// Replays paths move by move on the terrain itself. Shares no code with grids and
/// searches, so that a bug there cannot hide here.
///
/// For each query the path must begin and end at the right cells, stand on open cells, make
/// legal moves only, and be as long as scenario.lengths says (where it says so); a query
/// with an end outside the map, a closed end, or ends that no path joins must have no path,
/// and no other may lack one. Lengths are those of Grid::path_length; where several ways
/// lead from one cell of a path to the next, steps or links, the cheapest counts, and any
/// of several that cost the same.
///
/// options: weights, altitudes, closed steps and links are those of the grid; see
/// Grid::make.
///
/// Pre:  paths.size() == scenario.queries.size(); check_unit(rules).
/// Gives the complaints in query order, at most one a query; none: all is well.
/// Cost: O((cells + moves) x unit_size^2).
std::vector<PathError> validate_paths(TerrainView terrain, const Rules& rules,
                                      const Scenario& scenario, const PathList& paths,
                                      const GridOptions& options = {});

}  // namespace throng
