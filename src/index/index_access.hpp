#pragma once

#include "../core/version_pool.hpp"
#include "index_contents.hpp"

#include <throng/index.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace throng {

/// Makes indexes of parts that other rooms prepare, such as the versions of a living map.
struct IndexAccess {
  /// Pre: the parts fit together. grid and landmark_grid are not null. A living landmark
  /// table has a row for each padded cell of landmark_grid. A jump graph comes with its
  /// map, its shortcuts and either `rows` or `living_nodes`. An index with a living table
  /// or with living nodes has neither areas nor hubs.
  static Index make(Index::Parts parts, const VersionPool& pool) {
    return Index(pool.make<const Index::Parts>(std::move(parts)));
  }
  /// Null: a grid alone.
  static const Index::Parts* parts(const Index& index) noexcept {
    return index.parts_.get();
  }
  /// Whether nothing else refers to the index.
  static bool is_alone(const Index& index) noexcept {
    return index.parts_.use_count() == 1;
  }
  static Index make(std::shared_ptr<const Index::Parts> parts) {
    return Index(std::move(parts));
  }

  /// Returns an index with the landmark of a slot moved to `cell`, in the component of that
  /// cell. Pre: slot < options().landmarks.count; the cell is open; the index is of a
  /// static map. Cost: one sweep.
  static Index move_landmark(const Index& index, std::size_t slot, Position cell,
                             Workers& workers);
};

}  // namespace throng
