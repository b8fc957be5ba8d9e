#pragma once

#include <throng/grid.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A map that changes, before any rules: what all its movement classes share.
struct LivingGround {
  Terrain terrain;
  std::vector<Weight> weights = {};         ///< as GridOptions::weights; empty: no layer
  std::vector<std::int16_t> altitude = {};  ///< as GridOptions::altitude
  /// By cell of the map, a bit a Move: the closed steps. Empty: no step can be closed.
  std::vector<std::uint8_t> closed_steps = {};
  std::size_t closed_step_count = 0;
  std::vector<Link> links = {};
  std::vector<std::uint8_t> link_open = {};  ///< by link

  std::size_t slot(Position p) const noexcept {
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(terrain.width()) +
           static_cast<std::size_t>(p.x);
  }

  /// The weight of a cell for a class of units; 0: closed.
  Weight weight(const MovementClass& movement, Position p) const noexcept {
    const Weight weight = movement.weight(terrain.at(p));
    return weight == 0 || weights.empty() ? weight : weights[slot(p)];
  }
};

}  // namespace throng
