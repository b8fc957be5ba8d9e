#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  throng::Workers workers;

  const std::vector<throng::LivingClass> classes{{.hub_labels = true}};
  auto map = *throng::LivingMap::make(*terrain, classes, {}, workers);

  const throng::Query query{{3, 3}, {70, 20}};
  std::uint32_t expanded = 0;
  for (int frame = 0; frame < 1000; ++frame) {
    constexpr int kBuildFrames = 300;  // longer than building takes, on the slowest machine
    if (frame % kBuildFrames == 0) {
      if (frame > 0 && !map.adopt_labels(0)) return 1;
      if (!map.begin_labels(0)) return 1;
    }
    const auto solver = *throng::Solver::make(map.index(0));
    expanded += solver.solve({&query, 1}, workers).expanded[0];
  }
  std::printf("%u expansions\n", expanded);
  return expanded == 0 ? 0 : 1;
}
