#pragma once

#include "../core/crew.hpp"
#include "front_tree.hpp"
#include "front_way.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Distances of a grid over low ranks of an order of elimination, as dense fronts: an entry
/// is the cost of the cheapest way between two columns over lower ranks alone. A cheapest
/// path has a highest rank, which is an ancestor of both ends in the elimination tree; it
/// is reached from both by entries that lead upward. FrontSearch finds it.
///
/// Where steps cost the same there and back, one set of entries serves both directions.
/// Where not, there are two: ways up, and ways down. Bytes: 12 an entry of a set.
///
/// Immutable once built.
/// Source: J. Dibbelt, B. Strasser, D. Wagner, "Customizable Contraction Hierarchies", ACM
///         JEA 21, 2016; multifrontal elimination, I. Duff, J. Reid, ACM TOMS 9, 1983.
class Fronts {
 public:
  /// Builds the fronts; equal grids have equal fronts, for every number of threads.
  ///
  /// Cost: 0.3 s and 52 MB on a game map of 132,000 open cells, on one thread. While it
  ///       builds, about 60 bytes a cell more, and 16 bytes times the square of the columns
  ///       of the largest front for each thread.
  /// Errors:
  /// - over_limit: the fronts would need more than `most_bytes`. Nothing of that size was
  ///   allocated.
  /// - unsupported: the grid has links, or is too large.
  /// - cancelled: the monitor cancelled; it counts cells, and may be null.
  static Result<Fronts> build(const Grid& grid, std::size_t most_bytes, Crew& crew,
                              Monitor* monitor);

  const Front& front(FrontId id) const noexcept { return tree_.fronts[id]; }
  std::size_t size() const noexcept { return tree_.fronts.size(); }
  const FrontTree& tree() const noexcept { return tree_; }
  bool symmetric() const noexcept { return symmetric_; }
  Rank rank(CellIndex cell) const noexcept { return rank_of_[cell]; }

  /// The costs of a set of entries, by entry.
  const Cost* costs(bool up) const noexcept { return costs_.data() + set(up); }
  const FrontWay* ways(bool up) const noexcept { return ways_.data() + set(up); }

  std::size_t memory_bytes() const noexcept;

 private:
  friend class FrontBuilder;

  Fronts() = default;
  std::size_t set(bool up) const noexcept { return up || symmetric_ ? 0 : tree_.entries; }

  FrontTree tree_;
  bool symmetric_ = true;
  std::vector<Rank> rank_of_;   ///< by cell
  std::vector<Cost> costs_;     ///< ways up, then ways down unless they are the same
  std::vector<FrontWay> ways_;  ///< how to walk them
};

}  // namespace throng
