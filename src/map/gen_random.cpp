#include "generators.hpp"

namespace throng {

void make_random(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  const Progress progress(options.monitor);
  progress.expect(static_cast<std::size_t>(terrain.height()));
  for (Position p; p.y < terrain.height(); ++p.y, progress(1))
    for (p.x = 0; p.x < terrain.width(); ++p.x)
      if (random.chance(options.density)) terrain.set(p, '@');
}

}  // namespace throng
