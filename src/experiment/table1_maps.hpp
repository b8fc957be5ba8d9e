#pragma once

#include "table1.hpp"

#include <string>
#include <vector>

namespace throng::experiment {

/// The maps that represent the paper's: maps/demo.map, and from the folder bgmaps of
/// `benchmarks`, a folder of MovingAI maps, nine maps and AR0406SR, the paper's large one.
std::vector<MapGroup> paper_groups(const std::string& benchmarks);

/// Each map as a group of its own, with both sections.
std::vector<MapGroup> groups_of(const std::vector<std::string>& maps);

/// The maps of a group that do not exist.
std::vector<std::string> missing_maps(const MapGroup& group);

}  // namespace throng::experiment
