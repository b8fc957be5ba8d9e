#pragma once

#include <throng/answers.hpp>
#include <throng/grid.hpp>
#include <throng/result.hpp>
#include <throng/scenario.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <filesystem>

namespace throng::test {

/// A map with queries of its scenario and the lengths that this promises.
struct Sample {
  Terrain terrain;
  Scenario scenario;
};

/// The map of a MovingAI scenario file: NAME.map.scen lies beside NAME.map.
std::filesystem::path map_beside(const std::filesystem::path& scenario_path);

/// Both files, with every query. Errors: those of read_map and read_scenario.
Result<Sample> read_sample(const std::filesystem::path& map_path,
                           const std::filesystem::path& scenario_path);

/// The scenario with `count` of its queries, or all where it has fewer, spread evenly from
/// the first on.
Scenario thinned(const Scenario& scenario, std::size_t count);

/// The length of path i, found on `grid`; -1, as scenarios have it, when there is none.
double length_or_none(const Grid& grid, const Answers& result, std::size_t i);

/// Whether path i is as long as the scenario says, within its tolerance.
bool has_promised_length(const Scenario& scenario, const Grid& grid, const Answers& result,
                         std::size_t i);

}  // namespace throng::test
