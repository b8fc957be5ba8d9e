#pragma once

#include "table1.hpp"

#include <string>
#include <vector>

namespace throng::experiment {

/// The maps that stand for the paper's: maps/demo.map, and in the folder bgmaps of
/// `benchmarks`, a folder of MovingAI maps, nine maps and AR0406SR, the paper's large one.
std::vector<MapGroup> paper_groups(const std::string& benchmarks);

/// Each of these maps as a group of its own with both sections.
std::vector<MapGroup> groups_of(const std::vector<std::string>& maps);

/// The maps of a group that are not there.
std::vector<std::string> missing_maps(const MapGroup& group);

}  // namespace throng::experiment
