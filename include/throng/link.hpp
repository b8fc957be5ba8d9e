#pragma once

#include <throng/query.hpp>
#include <throng/terrain.hpp>

#include <cstddef>

namespace throng {

/// A way from one open cell to any other beside the steps of the grid: a teleporter, a
/// bridge, a jump pad. One way: the way back is a link of its own.
struct Link {
  Position from;
  Position to;
  Weight weight = 1;  ///< it costs so many straight steps on plain ground; 1 to kMaxWeight

  friend constexpr bool operator==(const Link&, const Link&) = default;
};

/// Most links that may begin at one cell.
inline constexpr std::size_t kMaxLinksPerCell = 200;

}  // namespace throng
