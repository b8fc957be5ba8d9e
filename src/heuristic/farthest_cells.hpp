#pragma once

#include "placement.hpp"

#include <vector>

namespace throng {

/// Finds, in each component, the cells farthest from all cells found before. The caller
/// passes the fields of the found cells to learn(), a wave at a time. See place_farthest.
class FarthestCells {
 public:
  explicit FarthestCells(const PlacementWork& work);

  /// The cell with the least index in each component. Sweep from these and learn() their
  /// fields first: the first cell found is the farthest from them.
  std::vector<CellIndex> origins() const;

  /// The next `count` cells of each component: [i * component_count + component].
  std::vector<CellIndex> next(std::size_t count);

  /// Updates distances with the fields of the cells found last. Cost: reads each field
  /// once, in parallel.
  void learn(std::span<const std::span<const Cost>> fields);

 private:
  CellIndex find(std::uint32_t component, std::span<const CellIndex> found,
                 std::size_t count) const;

  const PlacementWork* work_;   ///< never null
  std::vector<Cost> distance_;  ///< as work_->components: from the nearest cell found
  bool from_origins_ = true;    ///< no cell has been found yet
};

}  // namespace throng
