#pragma once

#include "placement.hpp"

#include <vector>

namespace throng {

/// Finds, in each component, the cells farthest from all cells found before. The fields of
/// what it found have to be shown to it, a wave at a time. See place_farthest.
class FarthestCells {
 public:
  explicit FarthestCells(const PlacementWork& work);

  /// The least cell of each component, to be swept from and shown before all else: the
  /// first cell found is the farthest from it.
  std::vector<CellIndex> origins() const;

  /// The next `count` cells of each component: [i * component_count + component].
  std::vector<CellIndex> next(std::size_t count);

  /// Learns the fields of the cells found last. Cost: reads each field once; shared out.
  void learn(std::span<const std::span<const Cost>> fields);

 private:
  CellIndex find(std::uint32_t component, std::span<const CellIndex> found,
                 std::size_t count) const;

  const PlacementWork* work_;   ///< never null
  std::vector<Cost> distance_;  ///< from the nearest cell found so far; in the order of
                                ///< work_->components
  bool from_origins_ = true;    ///< no cell has been found yet
};

}  // namespace throng
