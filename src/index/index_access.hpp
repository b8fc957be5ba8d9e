#pragma once

#include "index_parts.hpp"

#include <throng/index.hpp>

#include <memory>
#include <utility>

namespace throng {

/// Makes indexes of parts that other rooms prepare, such as the versions of a living map.
struct IndexAccess {
  /// Pre: the parts fit together. grid and landmark_grid are not null. A living landmark
  /// table has a row for each padded cell of landmark_grid. A jump graph comes with its
  /// map, its shortcuts and either `rows` or `living_nodes`. An index with a living table
  /// or with living nodes has neither areas nor hub labels.
  static std::shared_ptr<const Index> make(Index::Parts parts) {
    return std::shared_ptr<const Index>(
        new Index(std::make_unique<const Index::Parts>(std::move(parts))));
  }
};

}  // namespace throng
