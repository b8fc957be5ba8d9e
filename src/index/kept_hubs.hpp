#pragma once

#include "../grid/closed_tiles.hpp"
#include "index_parts.hpp"
#include "opened_areas.hpp"

#include <memory>

namespace throng {

/// Hub labels of an earlier version of a living map.
struct Index::KeptHubs {
  std::shared_ptr<const Parts> labels;  ///< of that version; has hubs
  OpenedAreas opened;                   ///< since that version
  ClosedTiles closed;                   ///< since that version
  bool worn_out = false;                ///< they are wrong too often to be asked
};

}  // namespace throng
