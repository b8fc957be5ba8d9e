#pragma once

#include "../core/versioned_array.hpp"
#include "component_map.hpp"

#include <cstddef>
#include <cstdint>

namespace throng {

/// The arrays of one version of a Grid, in its padded layout. A handle: copies share the
/// arrays (see VersionedArray::Snapshot).
struct GridArrays {
  VersionedArray<std::uint8_t>::Snapshot moves;
  VersionedArray<std::uint16_t>::Snapshot step_weights;  ///< see GridAccess::step_weights
  ComponentMap components;

  std::size_t memory_bytes() const noexcept {
    return moves.values().size_bytes() + step_weights.values().size_bytes() +
           components.memory_bytes();
  }
};

}  // namespace throng
