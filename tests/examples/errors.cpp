#include <throng/throng.hpp>

#include <cstdio>
#include <string>
#include <vector>

int main() {
  const auto missing = throng::read_map("maps/no_such.map");
  if (missing || missing.error().code != throng::Code::io) return 1;
  std::printf("%s\n", missing.error().what.c_str());  // one line: file, cause

  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  const auto solver = throng::Solver::make(grid);
  throng::Workers workers;
  const std::vector<throng::Query> queries{
      {{30, 20}, {70, 8}}, {{0, 0}, {70, 8}}, {{30, 20}, {999, 8}}};
  const auto result = solver->solve(queries, workers);
  for (const throng::Status status : result.status)  // found, start_blocked, out_of_map
    std::printf("%s\n", std::string(throng::name(status)).c_str());

  return result.status[0] == throng::Status::found &&
                 result.status[1] == throng::Status::start_blocked &&
                 result.status[2] == throng::Status::out_of_map
             ? 0
             : 1;
}
