#pragma once

#include "../../experiment/crowd_game.hpp"

#include <throng/terrain.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace throng::cli {

/// Steps that an animation shows, and the most units: each takes about 1 kB.
inline constexpr std::uint32_t kAnimatedSteps = 100;
inline constexpr std::size_t kMostAnimatedUnits = 500;

/// An SVG whose units move by SMIL, five steps a second, for ever. Closed cells are those
/// of `rules` on `terrain`, which does not change.
///
/// units: at the end of the game
/// places: by unit, equally many for each, see PlayedCrowd
std::string animate_crowd(TerrainView terrain, const MovementClass& movement,
                          std::span<const experiment::CrowdUnitAtEnd> units,
                          std::span<const std::vector<experiment::CrowdMoment>> places);

}  // namespace throng::cli
