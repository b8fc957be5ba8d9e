#pragma once

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::test {

/// The terrain of a drawing: a row a line, blanks around a row and empty lines ignored.
/// Stops the program when the rows differ in length: a bug of the test.
Terrain drawn(std::string_view drawing);

/// A terrain of `.`, `G` and `S` in which about `closed_percent` of the cells are `@`, `O`,
/// `T` or `W`. The same arguments give the same terrain everywhere.
Terrain random_terrain(std::int32_t width, std::int32_t height, int closed_percent,
                       std::uint64_t seed);

/// A square room with a door on each side, to which ways of winding corridors lead from one
/// start. Searches and sweeps come through all doors at the same time, in lines that pass
/// the centre on its four sides, like the sails of a windmill.
struct Windmill {
  Terrain terrain;
  Position start;
  Position centre;
};

/// A different one for each seed: the start, which way round the lines pass, and about
/// `closed_percent` of the room, every quarter of which looks the same.
Windmill random_windmill(int closed_percent, std::uint64_t seed);

/// Every cell of `terrain`, row by row.
std::vector<Position> all_cells(TerrainView terrain);

/// Each step of each cell with this probability.
std::vector<ClosedStep> random_fences(TerrainView terrain, int percent, std::uint64_t seed);

/// 64-bit FNV-1a, for golden tests. Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic
/// Hash Algorithm", IETF draft, 2012.
std::uint64_t fnv(std::string_view bytes);

/// The project's own maps/.
std::filesystem::path maps_folder();

/// The folder of MovingAI maps: what THRONG_BENCHMARKS names, or ../shared/benchmarks
/// beside the sources; nothing when there is no such folder.
std::optional<std::filesystem::path> benchmarks_folder();

/// The files in `folder` and below it whose names end in `ending`, sorted.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            std::string_view ending);

/// The maps or static scenarios of the MovingAI folder whose names end in `ending`, sorted;
/// none, with a warning in the test's report, when there is no such folder.
std::vector<std::filesystem::path> benchmark_files(std::string_view ending);

}  // namespace throng::test
