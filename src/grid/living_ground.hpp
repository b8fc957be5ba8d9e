#pragma once

#include <throng/grid.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// What the cells of a map weigh more for one class of units.
struct DangerLayer {
  std::vector<Weight> cells = {};  ///< by cell of the map; empty: the class has no layer
  std::uint64_t sum = 0;           ///< of all cells
};

/// A map that changes, before any rules: what all its movement classes share, and their
/// layers of danger.
struct LivingGround {
  Terrain terrain;
  std::vector<Weight> weights = {};         ///< as GridOptions::weights; empty: no layer
  std::vector<std::int16_t> altitude = {};  ///< as GridOptions::altitude
  /// By cell of the map, a bit a Move: the closed steps. Empty: no step can be closed.
  std::vector<std::uint8_t> closed_steps = {};
  std::size_t closed_step_count = 0;
  std::vector<Link> links = {};
  std::vector<std::uint8_t> link_open = {};  ///< by link
  /// By class. Those of the last classes may be missing if they are empty.
  std::vector<DangerLayer> danger = {};

  std::size_t slot(Position p) const noexcept {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain.width()) +
           static_cast<std::size_t>(p.x);
  }

  /// The danger of each cell for a class; empty: it has no such layer.
  std::span<const Weight> danger_of(std::size_t movement) const noexcept {
    if (movement < danger.size()) return danger[movement].cells;
    return {};
  }
};

}  // namespace throng
