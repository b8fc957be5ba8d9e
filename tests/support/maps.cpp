#include "maps.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace throng::test {
namespace {

/// SplitMix64, written here once more so that a test map does not change with the library.
struct Random {
  std::uint64_t state;

  std::uint64_t below(std::uint64_t n) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (z ^ (z >> 31)) % n;
  }
};

[[noreturn]] void stop(const char* why) {
  std::fprintf(stderr, "%s\n", why);
  std::abort();
}

Terrain checked(Result<Terrain> terrain) {
  if (!terrain) stop(terrain.error().what.c_str());
  return *std::move(terrain);
}

std::string_view without_blanks(std::string_view row) {
  const std::size_t begin = row.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return row.substr(begin, row.find_last_not_of(" \t\r") + 1 - begin);
}

}  // namespace

Terrain drawn(std::string_view drawing) {
  std::string cells;
  std::size_t width = 0;
  std::int32_t height = 0;
  while (!drawing.empty()) {
    const std::size_t end = std::min(drawing.find('\n'), drawing.size());
    const std::string_view row = without_blanks(drawing.substr(0, end));
    drawing.remove_prefix(std::min(end + 1, drawing.size()));
    if (row.empty()) continue;
    if (height > 0 && row.size() != width) stop("a drawing with rows of several lengths");
    width = row.size();
    ++height;
    cells += row;
  }
  return checked(Terrain::make(static_cast<std::int32_t>(width), height, std::move(cells)));
}

Terrain random_terrain(std::int32_t width, std::int32_t height, int closed_percent,
                       std::uint64_t seed) {
  constexpr std::string_view kOpen = ".GS";
  constexpr std::string_view kClosed = "@OTW";
  Random random{seed};
  Terrain terrain = checked(Terrain::make(width, height));
  for (const Position p : all_cells(terrain)) {
    const bool closed = random.below(100) < static_cast<std::uint64_t>(closed_percent);
    const std::string_view letters = closed ? kClosed : kOpen;
    terrain.set(p, letters[random.below(letters.size())]);
  }
  return terrain;
}

std::vector<Position> all_cells(TerrainView terrain) {
  std::vector<Position> cells;
  for (std::int32_t y = 0; y < terrain.height; ++y)
    for (std::int32_t x = 0; x < terrain.width; ++x) cells.push_back({x, y});
  return cells;
}

std::vector<ClosedStep> random_fences(TerrainView terrain, int percent,
                                      std::uint64_t seed) {
  Random random{seed};
  std::vector<ClosedStep> fences;
  for (const Position p : all_cells(terrain))
    for (unsigned d = 0; d < kMoves; ++d)
      if (random.below(100) < static_cast<std::uint64_t>(percent))
        fences.push_back({p, static_cast<Move>(d)});
  return fences;
}

std::uint64_t fnv(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3;
  }
  return hash;
}

std::filesystem::path maps_folder() {
  return std::filesystem::path(THRONG_SOURCE_DIR) / "maps";
}

std::optional<std::filesystem::path> benchmarks_folder() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets the environment meanwhile
  const char* named = std::getenv("THRONG_BENCHMARKS");
  std::filesystem::path folder =
      named != nullptr ? std::filesystem::path(named)
                       : std::filesystem::path(THRONG_SOURCE_DIR) / "../shared/benchmarks";
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            std::string_view ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().string().ends_with(ending))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace throng::test
