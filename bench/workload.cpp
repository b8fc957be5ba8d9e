#include "workload.hpp"

#include <throng/map_io.hpp>
#include <throng/scenario.hpp>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <utility>

namespace throng::bench {
namespace {

std::vector<Query> spread(const std::vector<Query>& all, std::size_t count) {
  count = std::min(count, all.size());
  std::vector<Query> some;
  for (std::size_t i = 0; i < count; ++i)
    some.push_back(all[(2 * i + 1) * all.size() / (2 * count)]);
  return some;
}

}  // namespace

std::string benchmarks_folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
  const char* named = std::getenv("THRONG_BENCHMARKS");
  return named != nullptr ? named : THRONG_SOURCE_DIR "/../shared/benchmarks";
}

Result<Workload> load(const char* name, std::size_t count) {
  const std::string path = benchmarks_folder() + "/" + name + ".map";
  const auto terrain = read_map(path);
  if (!terrain)
    return fail(terrain.error().code,
                terrain.error().what + " (THRONG_BENCHMARKS names the folder of the maps)");
  const auto scenario = read_scenario(path + ".scen");
  if (!scenario) return fail(scenario.error().code, scenario.error().what);
  const auto grid = Grid::make(*terrain);
  if (!grid) return fail(grid.error().code, grid.error().what);
  return Workload{*terrain, *grid, spread(scenario->queries, count)};
}

std::vector<Query> random_pairs(const Grid& grid, std::size_t count) {
  std::vector<Position> open;
  for (std::int32_t y = 0; y < grid.height(); ++y)
    for (std::int32_t x = 0; x < grid.width(); ++x)
      if (grid.open({x, y})) open.push_back({x, y});
  std::mt19937 random(7);
  std::vector<Query> queries;
  while (queries.size() < count) {
    const Query query{open[random() % open.size()], open[random() % open.size()]};
    if (grid.component(grid.cell(query.start)) == grid.component(grid.cell(query.goal)))
      queries.push_back(query);
  }
  return queries;
}

double percentile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double median_ratio(const std::vector<double>& over, const std::vector<double>& under) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < over.size(); ++i) ratios.push_back(over[i] / under[i]);
  return median(std::move(ratios));
}

}  // namespace throng::bench
