#include <throng/throng.hpp>

#include <vector>

using namespace throng;

int main() {
  const Terrain terrain = *Terrain::make(64, 64);
  const Rules rules;
  Workers workers;

  const std::vector<LivingClass> classes{{.rules = rules}};
  LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
  const std::vector<Edit> building{TerrainEdit{{{10, 20}, 4, 4}, '@'}};
  if (!map.edit(building, workers)) return 1;
  map.settle(500, workers);
  const Solver solver = *Solver::make(map.index(0));

  const Query query{{9, 21}, {14, 21}};
  return solver.solve({&query, 1}, workers).status[0] == Status::found ? 0 : 1;
}
