#include "scenarios.hpp"

#include <throng/map_io.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace throng::test {

std::filesystem::path map_beside(const std::filesystem::path& scenario_path) {
  std::filesystem::path path = scenario_path;
  return path.replace_extension();
}

Result<Sample> read_sample(const std::filesystem::path& map_path,
                           const std::filesystem::path& scenario_path) {
  Result<Terrain> terrain = read_map(map_path.string());
  if (!terrain) return terrain.failure();
  Result<Scenario> scenario = read_scenario(scenario_path.string());
  if (!scenario) return scenario.failure();
  return Sample{*std::move(terrain), *std::move(scenario)};
}

Scenario thinned(const Scenario& scenario, std::size_t count) {
  const std::size_t all = scenario.queries.size();
  count = std::min(count, all);
  Scenario some;
  some.tolerance = scenario.tolerance;
  some.map_width = scenario.map_width;
  some.map_height = scenario.map_height;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t from = i * all / count;
    some.queries.push_back(scenario.queries[from]);
    some.lengths.push_back(scenario.lengths[from]);
  }
  return some;
}

double length_or_none(const Grid& grid, const Answers& result, std::size_t i) {
  return result.status[i] == Status::found ? path_length(grid, result.path(i)) : -1;
}

bool has_promised_length(const Scenario& scenario, const Grid& grid, const Answers& result,
                         std::size_t i) {
  return std::fabs(length_or_none(grid, result, i) - scenario.lengths[i]) <=
         scenario.tolerance;
}

}  // namespace throng::test
