// Landmarks at jump points, which take little memory on large maps.
#include <throng/generate.hpp>
#include <throng/solver.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain =
      throng::generate(throng::MapKind::rooms, {.width = 200, .height = 200, .seed = 1});
  if (!terrain) return 1;
  const auto made = throng::Grid::make(*terrain);
  if (!made) return 1;
  const auto& grid = *made;
  throng::Workers workers(1);

  const auto index = throng::Index::build(
      grid, {.landmarks = {.count = 16, .storage = throng::LandmarkStorage::jump_points}},
      workers);

  if (!index) return 1;
  const std::vector<throng::Query> queries{{{20, 20}, {190, 180}}};
  const throng::Answers result = throng::Solver::make(*index)->solve(queries, workers);
  std::printf("%zu moves\n", result.path(0).moves().size());
  return result.status[0] == throng::Status::found ? 0 : 1;
}
