#include "generators.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// Counts closed cells among the nine cells around and at each cell of a row. Past the edge
/// of the map the edge cells repeat.
class ClosedAround {
 public:
  explicit ClosedAround(const Terrain& terrain)
      : terrain_(terrain), columns_(static_cast<std::size_t>(terrain.width()) + 2) {}

  void move_to(std::int32_t y) {
    const TerrainView view = terrain_;
    const std::string_view above = view.row(std::max(y - 1, 0)), here = view.row(y);
    const std::string_view below = view.row(std::min(y + 1, terrain_.height() - 1));
    const auto closed = [](char cell) { return cell == '@' ? 1 : 0; };
    for (std::size_t x = 0; x < here.size(); ++x)
      columns_[x + 1] =
          static_cast<std::uint8_t>(closed(above[x]) + closed(here[x]) + closed(below[x]));
    columns_.front() = columns_[1];
    columns_.back() = columns_[here.size()];
  }

  int operator[](std::size_t x) const {
    return columns_[x] + columns_[x + 1] + columns_[x + 2];
  }

 private:
  const Terrain& terrain_;
  std::vector<std::uint8_t> columns_;  ///< closed cells of three rows, from column -1 on
};

}  // namespace

/// Noise, then a few rounds in which each cell becomes like most of the nine cells around
/// it. Source: L. Johnson, G. N. Yannakakis, J. Togelius, "Cellular automata for real-time
/// generation of infinite cave levels", PCGames, 2010.
void make_caves(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  constexpr int kRounds = 4;
  GenerateOptions noise = options;
  noise.density = 45;
  const Progress progress(options.monitor);
  progress.expect(static_cast<std::size_t>(kRounds * std::int64_t{terrain.height()}));
  make_random(terrain, noise, random);
  Terrain next = terrain;
  for (int round = 0; round < kRounds; ++round) {
    ClosedAround closed(terrain);
    for (Position p; p.y < terrain.height(); ++p.y, progress(1)) {
      closed.move_to(p.y);
      for (p.x = 0; p.x < terrain.width(); ++p.x)
        next.set(p, closed[static_cast<std::size_t>(p.x)] >= 5 ? '@' : '.');
    }
    std::swap(terrain, next);
  }
}

}  // namespace throng
