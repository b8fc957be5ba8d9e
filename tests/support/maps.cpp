#include "maps.hpp"

#include <algorithm>
#include <array>
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

namespace {

/// Half the width of the room, the number of bends of a corridor, and half the width of the
/// map, around which a corridor leads.
constexpr std::int32_t kRoom = 16, kBends = 6, kRing = kRoom + 2 + 4 * kBends;

/// A place relative to the centre, a quarter turn further.
constexpr Position turned(Position p) { return {-p.y, p.x}; }

/// The k-th cell of the corridor around the map, clockwise from a corner.
Position on_ring(std::int32_t k) {
  Position p{k % (2 * kRing) - kRing, -kRing};
  for (std::int32_t sides = k / (2 * kRing); sides > 0; --sides) p = turned(p);
  return p;
}

/// The cells of a corridor in the west, in order of their distance from the room. It makes
/// detours of `more` cells each way.
std::vector<Position> corridor(std::int32_t more) {
  std::vector<Position> cells{{-kRoom - 1, 0}};
  for (std::int32_t bend = 0; bend < kBends; ++bend) {
    const std::int32_t x = -kRoom - 2 - 4 * bend, last = std::min(more, kRoom);
    more -= last;
    for (std::int32_t y = 0; y <= last; ++y) {
      cells.push_back({x, y});
      cells.push_back({x - 2, y});
    }
    cells.push_back({x - 1, last});
    cells.push_back({x - 3, 0});
  }
  if (more != 0) stop("a corridor of a windmill is too short");
  return cells;
}

}  // namespace

Windmill random_windmill(int closed_percent, std::uint64_t seed) {
  constexpr std::int32_t kAround = 8 * kRing;
  Random random{seed};
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(n)));
  };
  const std::int32_t start = below(kAround), side = below(2) == 0 ? -1 : 1;
  Terrain terrain = *Terrain::make(2 * kRing + 1, 2 * kRing + 1, '@');
  const auto place = [](Position p) { return Position{kRing + p.x, kRing + p.y}; };
  for (std::int32_t k = 0; k < kAround; ++k) terrain.set(place(on_ring(k)), '.');
  for (Position p{0, -kRoom}; p.y <= kRoom; ++p.y)
    for (p.x = -kRoom; p.x <= kRoom; ++p.x) terrain.set(place(p), '.');
  // A quarter, without the line that passes the centre.
  for (Position p{0, -kRoom}; p.y <= 0; ++p.y)
    for (p.x = -kRoom; p.x < 0; ++p.x) {
      Position same = p;
      const bool on_line = side > 0 ? p.y == -1 : p.x == -1;
      if (below(100) >= closed_percent || on_line) continue;
      for (int quarter = 0; quarter < 4; ++quarter, same = turned(same))
        terrain.set(place(same), '@');
    }
  std::array<std::int32_t, 4> away{};   // the start from the corridors, along the ring
  std::int32_t end = 7 * kRing + side;  // of the corridor in the west
  for (std::int32_t& one : away) {
    const std::int32_t between = std::abs(end % kAround - start);
    one = std::min(between, kAround - between);
    end += 2 * kRing;
  }
  for (std::size_t quarter = 0; quarter < 4; ++quarter)
    for (Position cell : corridor((std::ranges::max(away) - away[quarter]) / 2)) {
      cell.y = (cell.y - 1) * side;
      for (std::size_t turns = 0; turns < quarter; ++turns) cell = turned(cell);
      terrain.set(place(cell), '.');
    }
  return {terrain, place(on_ring(start)), place({0, 0})};
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
