#pragma once

#include "../map/ground.hpp"
#include "options.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/scenario.hpp>
#include <throng/terrain.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::cli {

/// Reads the named files for the map at `map_path`; "-" is standard input. Errors: those
/// of read_ground().
Result<Ground> read_ground_inputs(GroundFiles files, const std::string& map_path,
                                  TerrainView terrain);

/// What a grid is made of besides its terrain. Valid while `ground` lives unchanged.
inline GridOptions grid_options(const Ground& ground, int threads = 0) {
  return {.threads = threads, .weights = ground.weights, .links = ground.links};
}

/// A map, the rest of its ground, and XXH64 of its file.
struct MapFile {
  Terrain terrain;
  Ground ground;
  std::string hash;
};

/// Reads a map, with a progress bar, and its ground. The map may contain the characters
/// that `movement` sets. Errors: those of read_map and read_ground.
Result<MapFile> read_map_file(const std::string& map_path, const MovementClass& movement,
                              const GroundFiles& files = {});

/// The file that an argument for an input names: standard input for "-".
std::string input_path(const std::string& path);

/// A map, queries for a map of its size, and the rest of its ground.
struct Task {
  Terrain terrain;
  Scenario scenario;
  Ground ground = {};
  std::string map_hash = {};  ///< XXH64 of the map's file
};

/// Reports on standard error if the scenario names another map. Errors: those of read_map,
/// read_scenario and read_ground; bad_argument when the sizes differ, and when there is no
/// query.
Result<Task> read_task(const std::string& map_path, const std::string& queries_path,
                       const MovementClass& movement, const GroundFiles& files = {});

/// A grid, and how long it took to build.
struct TimedGrid {
  std::shared_ptr<const Grid> grid;  ///< never null
  double seconds = 0;
  std::string map_hash = {};  ///< XXH64 of the map's file; empty unless read_grid() read it
};

/// The step costs that the rules request or, if exact costs had to be reduced, their
/// replacement. Grid::costs() are twice as large where weights are multiples of a half.
/// Pre: an octile grid.
StepCosts costs_in_use(const Grid& grid);

/// Reports on standard error if the costs that the rules request had to be reduced.
void note_stepped_down(const std::string& map_path, const Rules& rules, const Grid& grid);

/// Builds the grid of the map at `map_path`; reports on standard error if its costs had to
/// be reduced. Errors: those of Grid::make, with the file's name.
Result<TimedGrid> build_grid(const std::string& map_path, TerrainView terrain,
                             const Rules& rules, int threads, const Ground& ground = {});

/// Reads the map, then builds its grid as build_grid(). Errors: also those of read_map and
/// read_ground.
Result<TimedGrid> read_grid(const std::string& map_path, const Rules& rules,
                            const GroundFiles& files = {});

/// Builds an index of the map at `map_path`, with a progress bar; Ctrl-C cancels. Errors:
/// those of Index::build, with the file's name.
Result<Index> build_index(const std::string& map_path, std::shared_ptr<const Grid> grid,
                          IndexOptions options, Workers& workers);

/// Why an index of the map lacks a part, and what would help. Pre: the part was skipped.
Error refused_part(const std::string& map_path, const PartInfo& part);
/// The class of units on a map that changes that has the parts of such an index.
LivingClass living_class(const Rules& rules, const IndexOptions& wanted);
/// Reports on standard error which of the requested parts were skipped.
void note_refusals(const std::string& map_path, const Index& index);

/// The contents of an index, for people: "16 landmarks (farthest, cost, exact), jump graph,
/// 66 areas".
std::string describe(const Index& index);

}  // namespace throng::cli
