#pragma once

#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace throng::bench {

/// A map with weights.
struct WeightedMap {
  Terrain terrain;
  Rules rules;
  std::vector<Weight> weights;  ///< empty: those of the characters, which are all 1
};

/// A kind of ground, and the memory that its fronts may use.
struct Ground {
  const char* name;
  std::size_t front_memory;
  Result<WeightedMap> (*make)();
};

/// Generated terrain (grass 2, swamp 3, trees 5); maps of games with zones of 8 x 8 cells
/// that weigh 1 to 5, with cells that weigh 1 to 9, and with roads that weigh 1 where other
/// cells weigh 4; noise without weights.
const std::array<Ground, 6>& weighted_grounds();

/// A weight of a zone of 8 x 8 cells, from 1 to 5. Other seeds have other zones.
Weight zone_weight(std::int32_t x, std::int32_t y, std::uint32_t seed);

}  // namespace throng::bench
