#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace throng::bench {

/// A benchmark map, and the number of its scenario's queries that a benchmark uses, evenly
/// spread over the lengths. Maps on which the baselines are slow have fewer.
struct MapRow {
  const char* name;     ///< "dao/brc202d"
  std::size_t few = 0;  ///< for benchmarks with baselines: 0.1 to 0.3 s per round for each
  std::size_t many = 0;
};

/// One map of each family of the MovingAI benchmarks, and of each kind of maze and noise.
inline constexpr std::array kMaps{
    MapRow{"dao/brc202d", 60, 1000},
    MapRow{"dao/arena2", 120, 2000},
    MapRow{"bg512/AR0700SR", 60, 1000},
    MapRow{"sc1/TheFrozenSea", 10, 200},
    MapRow{"wc3maps512/battleground", 40, 1000},
    MapRow{"cities/Berlin_0_512", 40, 1000},
    MapRow{"rooms/64room_000", 20, 400},
    MapRow{"rooms/8room_000", 20, 400},
    MapRow{"mazes/maze512-1-0", 30, 400},
    MapRow{"mazes/maze512-4-0", 12, 300},
    MapRow{"mazes/maze512-32-0", 8, 200},
    MapRow{"random/random512-10-0", 60, 1000},
    MapRow{"random/random512-40-0", 30, 400},
};

struct Workload {
  Terrain terrain;
  std::shared_ptr<const Grid> grid;
  std::vector<Query> queries;
};

/// Where the maps are: THRONG_BENCHMARKS, otherwise beside the sources.
std::string benchmarks_folder();

/// The map `name` under the rules of its scenario, and `count` queries evenly spread over
/// the scenario. Errors: those of the readers; io if the maps are missing.
Result<Workload> load(const char* name, std::size_t count);

/// Random pairs of open cells that a path joins.
std::vector<Query> random_pairs(const Grid& grid, std::size_t count);

/// Wall time of `body()` in seconds.
template <class Body>
double seconds(const Body& body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Pre: not empty.
double median(std::vector<double> values);

/// The value that a share of the values do not exceed. Pre: not empty.
double percentile(std::vector<double> values, double share);

/// The median of over[i] / under[i]. Pre: the same size, not empty.
double median_ratio(const std::vector<double>& over, const std::vector<double>& under);

/// Each registers its benchmarks, at least one for each of kMaps; fronts and hierarchy
/// those of their own maps.
void register_paired();
void register_threads();
void register_allocations();
void register_sweeps();
void register_families();
void register_heuristics();  ///< includes gates
void register_automatic();   ///< what Solver chooses
void register_hubs();
void register_index_files();
void register_c_interface();
void register_queues();  ///< includes keys
void register_grounds();
void register_fronts();   ///< on weighted ground
void register_growth();   ///< on large maps and noise
void register_tables();   ///< of distances
void register_reach();    ///< nearest places and direction fields
void register_living();   ///< maps that change
void register_patches();  ///< of maps that change, many at once
void register_lines();    ///< exact any-angle paths
void register_jumps();    ///< the jump graph of a map that changes
void register_routes();   ///< of walking units, reviewed after edits
void register_crowds();   ///< of units that walk at once
void register_frames();   ///< includes sharing between requests
void register_scaling();  ///< on 1, 2, 4, ... threads

}  // namespace throng::bench
