#include "inputs.hpp"

#include "../core/files.hpp"
#include "../experiment/stopwatch.hpp"
#include "progress.hpp"
#include "text.hpp"

#include <throng/map_io.hpp>

#include <cstdio>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

void note_stepped_down(const std::string& map_path, const Grid& grid) {
  if (grid.rules().topology != Topology::octile) return;
  const StepCosts costs = costs_in_use(grid);
  if (costs == grid.rules().costs) return;
  fmt::print(stderr,
             "throng: note: {}: too large for costs {}; using {}, which is exact while no "
             "two ways differ by {} or more diagonal steps\n",
             one_line(map_path), name(grid.rules().costs), name(costs), costs.straight);
}

/// The weights of a file; empty if no file is named.
Result<std::vector<Weight>> read_layer(const std::optional<std::string>& weights_path,
                                       const std::string& map_path, TerrainView terrain) {
  if (!weights_path) return std::vector<Weight>();
  Result<WeightLayer> layer = read_weights(*weights_path);
  if (!layer) return layer.failure();
  if (layer->width != terrain.width || layer->height != terrain.height)
    return fail(Code::bad_argument,
                fmt::format("{}: contains weights for a map of {} x {}, but {} is {} x {}",
                            *weights_path, layer->width, layer->height, map_path,
                            terrain.width, terrain.height));
  return std::move(layer->weights);
}

}  // namespace

Result<Task> read_task(const std::string& map_path, const std::string& queries_path,
                       const GroundFiles& files) {
  Result<Terrain> terrain = read_map(map_path);
  if (!terrain) return terrain.failure();
  Result<Scenario> scenario = read_scenario(queries_path);
  if (!scenario) return scenario.failure();
  const bool tells_size = scenario->map_width != 0 || scenario->map_height != 0;
  if (tells_size && (scenario->map_width != terrain->width() ||
                     scenario->map_height != terrain->height()))
    return fail(Code::bad_argument,
                fmt::format("{}: made for a map of {} x {}, but {} is {} x {}",
                            queries_path, scenario->map_width, scenario->map_height,
                            map_path, terrain->width(), terrain->height()));
  Result<Ground> ground = read_ground(files, map_path, *terrain);
  if (!ground) return ground.failure();
  return Task{*std::move(terrain), *std::move(scenario), *std::move(ground)};
}

Result<Ground> read_ground(const GroundFiles& files, const std::string& map_path,
                           TerrainView terrain) {
  auto weights = read_layer(files.weights, map_path, terrain);
  if (!weights) return weights.failure();
  if (!files.links) return Ground{*std::move(weights), {}};
  auto links = read_links(*files.links, terrain);
  if (!links) return links.failure();
  return Ground{*std::move(weights), *std::move(links)};
}

StepCosts costs_in_use(const Grid& grid) {
  if (grid.rules().costs != kExactCosts) return grid.rules().costs;
  const auto [straight, diagonal] = grid.costs();
  const Cost factor = std::gcd(straight, diagonal);  // 1 for unscaled exact costs
  return {straight / factor, diagonal / factor};
}

Result<TimedGrid> build_grid(const std::string& map_path, TerrainView terrain,
                             const Rules& rules, int threads, const Ground& ground) {
  const experiment::Stopwatch stopwatch;
  Result<std::shared_ptr<const Grid>> grid =
      Grid::make(terrain, rules, ground.options(threads));
  if (!grid) return in_file(map_path, grid.error());
  const double seconds = stopwatch.seconds();
  note_stepped_down(map_path, **grid);
  return TimedGrid{*std::move(grid), seconds};
}

Result<TimedGrid> read_grid(const std::string& map_path, const Rules& rules,
                            const GroundFiles& files) {
  const Result<Terrain> terrain = read_map(map_path);
  if (!terrain) return terrain.failure();
  const Result<Ground> ground = read_ground(files, map_path, *terrain);
  if (!ground) return ground.failure();
  return build_grid(map_path, *terrain, rules, 0, *ground);
}

Result<std::shared_ptr<const Index>> build_index(const std::string& map_path,
                                                 std::shared_ptr<const Grid> grid,
                                                 IndexOptions options, Workers& workers) {
  WatchedWork work("building the index");
  options.monitor = &work.monitor;
  Result<std::shared_ptr<const Index>> index =
      Index::build(std::move(grid), options, workers);
  if (index) return index;
  Error error = index.error();
  if (error.code == Code::over_limit) error.what += "; --gate-memory MB raises the limit";
  return in_file(map_path, error);
}

Error refused_hubs(const std::string& map_path, const Index& index) {
  return in_file(map_path, {Code::unsupported, index.stats().hub_labels_skipped_because +
                                                   "; --hub-memory MB raises the limit"})
      .error;
}

void note_refused_hubs(const std::string& map_path, const Index& index) {
  if (!index.stats().hub_labels_skipped_because.empty())
    fmt::print(stderr, "throng: note: {}\n", refused_hubs(map_path, index).what);
}

std::string describe(const Index& index) {
  const IndexOptions& options = index.options();
  std::vector<std::string> parts;
  if (options.landmarks > 0)
    parts.push_back(fmt::format(
        "{} ({}, {}, {})",
        plural(static_cast<std::uint64_t>(options.landmarks), "landmark", "landmarks"),
        name(options.placement), name(options.metric), name(options.storage)));
  if (index.stats().jump_graph) parts.emplace_back("jump graph");
  if (index.stats().areas > 0)
    parts.push_back(plural(index.stats().areas, "area", "areas"));
  if (index.stats().gates > 0)
    parts.push_back(plural(index.stats().gates, "gate", "gates"));
  if (index.stats().hub_labels)
    parts.push_back(
        fmt::format("hub labels of {}", index.stats().cell_labels ? "cells" : "corners"));
  if (!index.stats().hub_labels_skipped_because.empty())
    parts.emplace_back("no hub labels");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace throng::cli
