#include <throng/throng.hpp>

#include <cstdio>
#include <filesystem>
#include <string>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;
  const std::string path =
      (std::filesystem::temp_directory_path() / "throng-example.index").string();

  // Once, on a build machine:
  const auto built =
      throng::Index::build(grid, {.landmarks = {16}, .hub_labels = {true}}, workers);
  if (!built || !built->save(path)) return 1;

  // In each game, server or worker:
  auto index = throng::Index::load(path, grid);
  if (!index) {
    std::printf("%s\n", index.error().what.c_str());  // what differs, in one line
    index = throng::Index::build(grid, {.landmarks = {16}}, workers);
  }
  const auto solver = throng::Solver::make(*index);

  std::filesystem::remove(path);
  if (!solver || !index->has(throng::Part::hub_labels)) return 1;
  const auto info = throng::inspect_index(path);
  return info ? 1 : 0;  // the file is gone; the index still works
}
