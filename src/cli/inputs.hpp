#pragma once

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/scenario.hpp>
#include <throng/terrain.hpp>

#include <memory>
#include <string>

namespace throng::cli {

/// A map, and queries that were made for a map of its size.
struct Task {
  Terrain terrain;
  Scenario scenario;
};

/// Errors: those of read_map and read_scenario; bad_argument when the sizes differ.
Result<Task> read_task(const std::string& map_path, const std::string& queries_path);

/// A grid, and how long it took to build.
struct TimedGrid {
  std::shared_ptr<const Grid> grid;  ///< never null
  double seconds = 0;
};

/// Builds the grid of the map at `map_path`; says on standard error when its costs had to
/// step down. Errors: those of Grid::make, with the file's name.
Result<TimedGrid> build_grid(const std::string& map_path, TerrainView terrain,
                             const Rules& rules, int threads);

/// The same, of the map that is read from there. Errors: those of read_map too.
Result<TimedGrid> read_grid(const std::string& map_path, const Rules& rules);

/// Builds an index of the map at `map_path`, with a progress bar; Ctrl-C cancels. Errors:
/// those of Index::build, with the file's name.
Result<std::shared_ptr<const Index>> build_index(const std::string& map_path,
                                                 std::shared_ptr<const Grid> grid,
                                                 IndexOptions options, Workers& workers);

/// What an index holds, for people: "16 landmarks (farthest, cost,
/// exact), jump graph, 66 areas".
std::string describe(const Index& index);

}  // namespace throng::cli
