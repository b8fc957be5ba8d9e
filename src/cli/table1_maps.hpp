#pragma once

#include "experiment_table1.hpp"

#include <throng/result.hpp>

#include <string>
#include <vector>

namespace throng::cli {

/// The maps that stand for the paper's: maps/demo.map, and in the folder bgmaps of MovingAI
/// maps (see THRONG_BENCHMARKS) nine maps and AR0406SR, the paper's large one.
std::vector<MapGroup> paper_groups();

/// Each of these maps as a group of its own with both sections.
std::vector<MapGroup> groups_of(const std::vector<std::string>& maps);

/// The groups whose maps are all there. The others are left out, and what they lack is
/// named on standard error. Errors: io when no group is left.
Result<std::vector<MapGroup>> complete_groups(std::vector<MapGroup> groups);

}  // namespace throng::cli
