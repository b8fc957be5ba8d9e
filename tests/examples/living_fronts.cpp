#include <throng/throng.hpp>

#include <cstdio>
#include <string>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  throng::Workers workers;
  const std::vector<throng::Weight> weights(terrain->cell_count(), 1);
  const std::vector<throng::Edit> mud{throng::WeightEdit{{{30, 10}, 8, 8}, 3}};

  const std::vector<throng::LivingClass> classes{{.landmarks = 4, .fronts = true}};
  auto map = *throng::LivingMap::make(*terrain, classes,
                                      {.weights = weights, .max_weight = 5}, workers);
  if (!map.edit(mud, workers)) return 1;
  map.settle(throng::LivingMap::kAll, workers);  // or some work in each frame

  const throng::Solver solver = *throng::Solver::make(map.index(0));
  std::printf("algorithm %s\n", std::string(throng::name(solver.algorithm())).c_str());
  return solver.algorithm() == throng::Algorithm::front ? 0 : 1;
}
