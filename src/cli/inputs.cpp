#include "inputs.hpp"

#include "../core/files.hpp"
#include "../experiment/stopwatch.hpp"
#include "../map/map_text.hpp"
#include "note.hpp"
#include "origin.hpp"
#include "progress.hpp"
#include "text.hpp"

#include <throng/map_io.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

void note_other_map(const Scenario& scenario, const std::string& queries_path,
                    const std::string& map_path) {
  if (scenario.map_name.empty() || map_path == "-") return;
  const std::string made_for = base_name(scenario.map_name);
  if (made_for == base_name(map_path)) return;
  note(fmt::format("{}: made for {}, solved on {}", queries_path, made_for, map_path));
}

/// The terrain of a map and its hash, with a progress bar.
Result<MapFile> read_hashed(const std::string& map_path, const MovementClass& movement) {
  ShownWork work("reading the map");
  const std::string path = input_path(map_path);
  const Result<std::string> text = read_map_text(path, &work.monitor);
  if (!text) return text.failure();
  const std::string own = movement.own_characters();
  Result<Terrain> terrain = parse_map(*text, own);
  if (!terrain) return in_file(path, terrain.error());
  for (const char character : own)
    if (movement.open(character) &&
        text->find(character, text->find("map")) == std::string::npos)
      note(fmt::format("{}: no cell is '{}', a character that --terrain adds", map_path,
                       character));
  return MapFile{*std::move(terrain), {}, hash_of(*text)};
}

}  // namespace

std::string input_path(const std::string& path) {
  return path == "-" ? "/dev/stdin" : path;
}

Result<MapFile> read_map_file(const std::string& map_path, const MovementClass& movement,
                              const GroundFiles& files) {
  Result<MapFile> map = read_hashed(map_path, movement);
  if (!map) return map;
  Result<Ground> ground = read_ground_inputs(files, map_path, map->terrain);
  if (!ground) return ground.failure();
  map->ground = *std::move(ground);
  return map;
}

Result<Task> read_task(const std::string& map_path, const std::string& queries_path,
                       const MovementClass& movement, const GroundFiles& files) {
  Result<MapFile> map = read_map_file(map_path, movement, files);
  if (!map) return map.failure();
  const Terrain& terrain = map->terrain;
  Result<Scenario> scenario = read_scenario(input_path(queries_path));
  if (!scenario) return scenario.failure();
  if (scenario->queries.empty())
    return fail(Code::bad_argument, queries_path + ": contains no query");
  const bool tells_size = scenario->map_width != 0 || scenario->map_height != 0;
  if (tells_size &&
      (scenario->map_width != terrain.width() || scenario->map_height != terrain.height()))
    return fail(Code::bad_argument,
                fmt::format("{}: made for a map of {} x {}, but {} is {} x {}",
                            queries_path, scenario->map_width, scenario->map_height,
                            map_path, terrain.width(), terrain.height()));
  note_other_map(*scenario, queries_path, map_path);
  return Task{std::move(map->terrain), *std::move(scenario), std::move(map->ground),
              std::move(map->hash)};
}

Result<Ground> read_ground_inputs(GroundFiles files, const std::string& map_path,
                                  TerrainView terrain) {
  if (files.weights) files.weights = input_path(*files.weights);
  if (files.links) files.links = input_path(*files.links);
  return read_ground(files, map_path, terrain);
}

StepCosts costs_in_use(const Grid& grid) {
  if (grid.rules().costs != kExactCosts) return grid.rules().costs;
  const auto [straight, diagonal] = grid.costs();
  const Cost factor = std::gcd(straight, diagonal);  // 1 for unscaled exact costs
  return {straight / factor, diagonal / factor};
}

void note_stepped_down(const std::string& map_path, const Rules& rules, const Grid& grid) {
  if (rules.topology != Topology::octile) return;
  const StepCosts costs = costs_in_use(grid);
  if (costs == rules.costs) return;
  note(
      fmt::format("{}: too large for costs {}; using {}, which is exact while no two ways "
                  "differ by {} or more diagonal steps",
                  map_path, name(rules.costs), name(costs), costs.straight));
}

Result<TimedGrid> build_grid(const std::string& map_path, TerrainView terrain,
                             const Rules& rules, int threads, const Ground& ground) {
  const experiment::Stopwatch stopwatch;
  Result<std::shared_ptr<const Grid>> grid = [&] {
    ShownWork work("compiling the grid");
    GridOptions options = grid_options(ground, threads);
    options.monitor = &work.monitor;
    return Grid::make(terrain, rules, options);
  }();
  if (!grid) return in_file(map_path, grid.error());
  const double seconds = stopwatch.seconds();
  note_stepped_down(map_path, rules, **grid);
  if (rules.unit_size > 1 && (*grid)->open_cells() == 0)
    note(fmt::format("{}: no cell is open to units of {} x {}", map_path, rules.unit_size,
                     rules.unit_size));
  return TimedGrid{*std::move(grid), seconds};
}

Result<TimedGrid> read_grid(const std::string& map_path, const Rules& rules,
                            const GroundFiles& files) {
  const Result<MapFile> map = read_map_file(map_path, rules.movement, files);
  if (!map) return map.failure();
  Result<TimedGrid> built = build_grid(map_path, map->terrain, rules, 0, map->ground);
  if (built) built->map_hash = map->hash;
  return built;
}

Result<Index> build_index(const std::string& map_path, std::shared_ptr<const Grid> grid,
                          IndexOptions options, Workers& workers) {
  WatchedWork work("building the index");
  options.monitor = &work.monitor;
  Result<Index> index = Index::build(std::move(grid), options, workers);
  if (index) return index;
  Error error = index.error();
  if (error.code == Code::over_limit) error.what += "; --gate-memory MB raises the limit";
  return in_file(map_path, error);
}

Error refused_part(const std::string& map_path, const PartInfo& part) {
  std::string limit(part.exceeded);
  std::ranges::replace(limit, '_', '-');
  std::string remedy;
  if (!limit.empty())
    remedy = "; --" + limit + " MB raises the limit";
  else if (part.part != Part::lines)
    remedy = "; --landmarks K speeds up searches on most maps";
  const std::string& why = part.present ? part.lack : part.refusal;
  return in_file(map_path, {Code::unsupported, why + remedy}).error;
}

LivingClass living_class(const Rules& rules, const IndexOptions& wanted) {
  return {.rules = rules,
          .landmarks = wanted.landmarks.count,
          .jump_graph = wanted.jump_graph,
          .fronts = wanted.fronts.build,
          .front_memory = wanted.fronts.memory};
}

void note_refusals(const std::string& map_path, const Index& index) {
  for (const PartInfo& part : index.parts())
    if (!part.present || !part.lack.empty()) note(refused_part(map_path, part).what);
}

std::string describe(const Index& index) {
  const IndexOptions& options = index.options();
  std::vector<std::string> parts;
  if (options.landmarks.count > 0)
    parts.push_back(fmt::format("{} ({}, {}, {})",
                                plural(static_cast<std::uint64_t>(options.landmarks.count),
                                       "landmark", "landmarks"),
                                name(options.landmarks.placement),
                                name(options.landmarks.metric),
                                name(options.landmarks.storage)));
  if (index.has(Part::jump_graph)) parts.emplace_back("jump graph");
  if (index.part(Part::areas).fact("areas") > 0)
    parts.push_back(plural(index.part(Part::areas).fact("areas"), "area", "areas"));
  if (index.part(Part::gates).fact("gates") > 0)
    parts.push_back(plural(index.part(Part::gates).fact("gates"), "gate", "gates"));
  if (index.has(Part::hub_labels))
    parts.push_back(fmt::format(
        "hub labels of {}",
        index.part(Part::hub_labels).fact("cell labels") != 0 ? "cells" : "corners"));
  if (!index.part(Part::hub_labels).refusal.empty()) parts.emplace_back("no hub labels");
  if (index.has(Part::fronts)) parts.emplace_back("fronts");
  if (!index.part(Part::fronts).refusal.empty()) parts.emplace_back("no fronts");
  if (index.has(Part::hierarchy)) parts.emplace_back("hierarchy");
  if (!index.part(Part::hierarchy).refusal.empty()) parts.emplace_back("no hierarchy");
  if (index.has(Part::lines)) parts.emplace_back("lines");
  if (!index.part(Part::lines).refusal.empty()) parts.emplace_back("no lines");
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace throng::cli
