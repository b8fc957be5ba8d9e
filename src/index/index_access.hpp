#pragma once

#include "../core/version_pool.hpp"
#include "index_contents.hpp"

#include <throng/index.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace throng {

/// Only the library can make one.
class Index::Key {};

/// Makes indexes of parts that other rooms prepare, such as the versions of a living map.
struct IndexAccess {
  /// Pre: the parts fit together. grid and landmark_grid are not null. A living landmark
  /// table has a row for each padded cell of landmark_grid. A jump graph comes with its
  /// map, its shortcuts and either `rows` or `living_nodes`. An index with a living table
  /// or with living nodes has neither areas nor hubs.
  static std::shared_ptr<const Index> make(Index::Parts parts, const VersionPool& pool) {
    return pool.make<const Index>(Index::Key(),
                                  pool.make<const Index::Parts>(std::move(parts)));
  }

  /// Returns an index with the landmark of a slot moved to `cell`, in the component of that
  /// cell. Pre: slot < stats().landmarks; the cell is open; the index is of a static map.
  /// Cost: one sweep.
  static std::shared_ptr<const Index> move_landmark(const Index& index, std::size_t slot,
                                                    Position cell, Workers& workers);
};

}  // namespace throng
