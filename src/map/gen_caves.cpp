#include "generators.hpp"

#include <algorithm>
#include <utility>

namespace throng {
namespace {

/// The number of closed cells among the nine cells around and at `p`. Past the edge of the
/// map the edge cells repeat.
int closed_around(const Terrain& terrain, Position p) {
  int closed = 0;
  for (std::int32_t y = p.y - 1; y <= p.y + 1; ++y)
    for (std::int32_t x = p.x - 1; x <= p.x + 1; ++x) {
      const Position near{std::clamp(x, 0, terrain.width() - 1),
                          std::clamp(y, 0, terrain.height() - 1)};
      closed += terrain.at(near) == '@' ? 1 : 0;
    }
  return closed;
}

}  // namespace

/// Noise, then a few rounds in which each cell becomes like most of the nine cells around
/// it. Source: L. Johnson, G. N. Yannakakis, J. Togelius, "Cellular automata for real-time
/// generation of infinite cave levels", PCGames, 2010.
void make_caves(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  constexpr int kRounds = 4;
  GenerateOptions noise = options;
  noise.density = 45;
  make_random(terrain, noise, random);
  Terrain next = terrain;
  for (int round = 0; round < kRounds; ++round) {
    for (Position p; p.y < terrain.height(); ++p.y)
      for (p.x = 0; p.x < terrain.width(); ++p.x)
        next.set(p, closed_around(terrain, p) >= 5 ? '@' : '.');
    std::swap(terrain, next);
  }
}

}  // namespace throng
