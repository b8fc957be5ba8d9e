#pragma once

#include "../core/crew.hpp"
#include "../core/shared_array.hpp"
#include "front_plan.hpp"
#include "front_rows.hpp"
#include "front_way.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

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
  /// Builds the fronts, and as many rows as the memory limit allows. Equal grids and limits
  /// have equal fronts, for every number of threads.
  ///
  /// Cost: 0.3 s and 52 MB on a game map of 132,000 open cells, on one thread; with all
  ///       rows, twice that. While it builds, about 60 bytes a cell more, and
  ///       24 bytes times the square of the columns of the largest front for each thread.
  /// Errors:
  /// - over_limit: the fronts without rows would need more than `most_bytes`. Nothing of
  ///   that size was allocated.
  /// - unsupported: the grid has links, or is too large.
  /// - cancelled: the monitor cancelled; it counts cells, and may be null.
  static Result<Fronts> build(const Grid& grid, std::size_t most_bytes, Crew& crew,
                              Monitor* monitor);

  /// shape: not null. costs, ways: of all sets; costs are followed by kLanePadding more.
  /// rows: null: none.
  Fronts(std::shared_ptr<const FrontShape> shape, SharedArray<Cost> costs,
         SharedArray<FrontWay> ways, std::shared_ptr<const FrontRows> rows = nullptr)
      : shape_(std::move(shape)),
        costs_(std::move(costs)),
        ways_(std::move(ways)),
        rows_(std::move(rows)) {}

  const Front& front(FrontId id) const noexcept { return tree().fronts[id]; }
  std::size_t size() const noexcept { return tree().fronts.size(); }
  const FrontTree& tree() const noexcept { return shape_->tree; }
  bool symmetric() const noexcept { return shape_->symmetric; }
  Rank rank(CellIndex cell) const noexcept { return shape_->rank_of[cell]; }
  std::size_t padded_cells() const noexcept { return shape_->rank_of.size(); }

  /// Null: there are none.
  const FrontRows* rows() const noexcept { return rows_.get(); }

  /// What the fronts consist of, for index files.
  const std::shared_ptr<const FrontShape>& shape() const noexcept { return shape_; }
  std::span<const Cost> all_costs() const noexcept { return costs_.values(); }
  std::span<const FrontWay> all_ways() const noexcept { return ways_.values(); }

  /// The costs of a set of entries, by entry.
  const Cost* costs(bool up) const noexcept { return costs_.data() + set(up); }
  const FrontWay* ways(bool up) const noexcept { return ways_.data() + set(up); }

  /// What a query takes in the mean, in expansions of a search. Measured: entries of two
  /// ways that take as long as one, 300 (small fronts) to 1,500 (large ones).
  std::size_t query_work() const noexcept { return 2 * tree().mean_way / 1024 + 1; }

  std::size_t memory_bytes() const noexcept;

 private:
  std::size_t set(bool up) const noexcept { return up || symmetric() ? 0 : tree().entries; }

  std::shared_ptr<const FrontShape> shape_;
  SharedArray<Cost> costs_;     ///< ways up, then ways down unless they are the same
  SharedArray<FrontWay> ways_;  ///< how to walk them
  std::shared_ptr<const FrontRows> rows_;
};

}  // namespace throng
