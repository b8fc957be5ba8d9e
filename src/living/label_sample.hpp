#pragma once

#include "../index/index_parts.hpp"
#include "../index/opened_areas.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <vector>

namespace throng {

/// Paths between some random cells, read from hub labels. They tell how many answers of the
/// labels are still right after edits. Labels that are often wrong cost more than they
/// save: a query that they do not answer takes up to 1.7 times as long as without labels.
class LabelSample {
 public:
  /// labels: an index with hub labels. Depends on the labels alone.
  explicit LabelSample(const Index::Parts& labels);

  /// Whether enough paths are still cheapest ones. now: a later version of the map. opened:
  /// what opened since. Cost: O(steps of the paths), about 10 us on 512 x 512 cells.
  bool mostly_right(const Grid& now, const OpenedAreas& opened) const noexcept;

 private:
  static constexpr std::size_t kPaths = 64;
  /// Below this share of right answers, labels cost more than they save.
  static constexpr std::size_t kLeastPercent = 90;

  struct Path {
    Position start, goal;
    Cost cost;
    std::size_t end;  ///< of its moves in moves_
  };

  std::vector<Path> paths_;
  std::vector<Move> moves_;
};

}  // namespace throng
