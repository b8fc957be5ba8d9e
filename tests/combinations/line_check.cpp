#include "line_check.hpp"

#include "answers.hpp"

#include <throng/index.hpp>

#include <cmath>

namespace throng::test::pairs {
namespace {

/// Whether two lengths differ by no more than the roundings of so many legs.
bool equal_lengths(double a, double b, std::size_t legs) {
  return std::abs(a - b) <= std::ldexp(static_cast<double>(legs), -32);
}

}  // namespace

void LineCheck::add(Truth& truth, const std::shared_ptr<const Grid>& grid,
                    const Query& query, const FoundLine& line) {
  Lines& lines = lines_[grid];
  lines.truth = &truth;
  lines.queries.push_back(query);
  lines.lengths.push_back(line.length);
  lines.points.scale = line.scale;
  lines.points.cells.insert(lines.points.cells.end(), line.points.begin(),
                            line.points.end());
  lines.points.begin.push_back(lines.points.cells.size());
}

void LineCheck::add(Truth& truth, const std::shared_ptr<const Grid>& grid,
                    std::span<const Query> queries, const AnyAnglePaths& lines) {
  const World& world = truth.world();
  const auto open = [&](Position cell) {
    return world.terrain.contains(cell) && world.open(cell);
  };
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = queries[i];
    if (open(query.start) && open(query.goal))
      add(truth, grid, query, {lines.path(i), lines.length[i], lines.scale});
    else if (!lines.path(i).empty())
      problem(query, "has an end where no unit can stand");
  }
}

void LineCheck::add(Truth& truth, const Answers& finished, std::size_t slot) {
  const Query query{finished.start[slot], finished.end[slot]};
  const FoundLine line{finished.line(slot), finished.length[slot], finished.scale[slot]};
  if (finished.status[slot] == Status::found || query.start != query.goal)
    add(truth, finished.grids[finished.grid_of[slot]], query, line);
  else if (!line.points.empty())
    problem(query, "is there without a path");
}

std::size_t LineCheck::finish() {
  std::size_t found = 0;
  for (const auto& [grid, lines] : lines_) {
    const World& world = lines.truth->world();
    Scenario scenario;
    scenario.queries = lines.queries;
    for (const PathError& error : validate_points(world.terrain, lines.truth->rules(),
                                                  scenario, lines.points, world.options()))
      problem(lines.queries[error.query], error.what);
    check_lengths(grid, lines);
    for (std::size_t i = 0; i < lines.queries.size(); ++i)
      found += lines.points.path(i).empty() ? 0 : 1;
  }
  lines_.clear();
  return found;
}

void LineCheck::check_lengths(const std::shared_ptr<const Grid>& grid, const Lines& lines) {
  const auto index = Index::build(
      grid, {.landmarks = {0}, .jump_graph = false, .lines = {true, 0}}, workers_);
  AnyAnglePaths found;
  if (!index || !solve_lines(*index, lines.queries, workers_, found))
    return problem(lines.queries.front(), "a new index finds no lines");
  Truth& truth = *lines.truth;
  for (std::size_t i = 0; i < lines.queries.size(); ++i) {
    const Query& query = lines.queries[i];
    const double length = lines.lengths[i];
    const std::size_t points = lines.points.path(i).size();
    const bool exists = truth.cost(query.start, query.goal) != Truth::kNone;
    if (exists != (points > 0))
      problem(query, exists ? "is missing" : "is there without a path");
    else if (!equal_lengths(length, found.length[i], points + found.path(i).size()))
      problem(query, "has length " + std::to_string(length) + ", expected " +
                         std::to_string(found.length[i]));
    else if (exists && truth.rules().costs == kExactCosts &&
             length > truth.length(query.start, query.goal) + 1e-6)
      problem(query, "is longer than a path");
  }
}

void LineCheck::problem(const Query& query, const std::string& what) {
  problems_.push_back("the straight line from " + coordinates(query.start) + " to " +
                      coordinates(query.goal) + ": " + what);
}

}  // namespace throng::test::pairs
