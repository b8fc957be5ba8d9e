#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <boost/graph/properties.hpp>
#include <vector>

namespace throng::bench {

/// Boost.Graph's A*, used as efficiently as possible: an implicit graph over the move bytes
/// of the same grid, flat property maps, integer costs, the octile distance. The property
/// maps are made once. After a search only touched entries are reset (astar_search_no_init,
/// because astar_search clears all of them).
class BoostAstar {
 public:
  /// Pre: `grid` is octile and outlives this object.
  explicit BoostAstar(const Grid& grid);

  /// Cost of a cheapest path, kUnreachable if there is none; cells() returns the path.
  /// Pre: both ends are open cells.
  Cost solve(const Query& query);

  const std::vector<CellIndex>& cells() const noexcept { return cells_; }

 private:
  void search(CellIndex start, CellIndex goal);
  void read_path(CellIndex start, CellIndex goal);
  void forget();

  const Grid& grid_;
  std::vector<CellIndex> predecessor_;
  std::vector<Cost> f_;
  std::vector<Cost> distance_;
  std::vector<boost::default_color_type> color_;
  std::vector<CellIndex> touched_;
  std::vector<CellIndex> cells_;
};

}  // namespace throng::bench
