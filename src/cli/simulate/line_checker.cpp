#include "line_checker.hpp"

#include "../text.hpp"

#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/scenario.hpp>
#include <throng/validate.hpp>

#include <cmath>
#include <fmt/core.h>
#include <span>
#include <vector>

namespace throng::cli {
namespace {

/// Whether two lengths differ by no more than the roundings of so many legs.
bool equal_lengths(double a, double b, std::size_t legs) {
  return std::abs(a - b) <= std::ldexp(static_cast<double>(legs), -32);
}

double length_of(std::span<const Position> points, std::uint8_t scale) {
  double length = 0;
  for (std::size_t k = 1; k < points.size(); ++k)
    length += std::hypot(points[k].x - points[k - 1].x, points[k].y - points[k - 1].y);
  return length / scale;
}

/// Whether a slot has a path, and so a line.
bool has_path(const Answers& finished, std::size_t slot) {
  return finished.status[slot] == Status::found ||
         finished.start[slot] != finished.end[slot];
}

}  // namespace

void LineChecker::check(const Answers& finished, const LivingMap* map) {
  check_legs(finished, map != nullptr ? map->terrain() : terrain_);
  for (std::uint32_t grid = 0; grid < finished.grids.size(); ++grid)
    check_lengths(finished, grid);
}

void LineChecker::check_legs(const Answers& finished, TerrainView terrain) {
  Scenario scenario;
  PathList lines;
  std::vector<std::size_t> slots;
  for (std::size_t slot = 0; slot < finished.slots(); ++slot) {
    const std::span<const Position> line = finished.line(slot);
    if (line.empty()) continue;
    lines.scale = finished.scale[slot];
    lines.cells.insert(lines.cells.end(), line.begin(), line.end());
    lines.begin.push_back(lines.cells.size());
    scenario.queries.push_back({finished.start[slot], finished.end[slot]});
    slots.push_back(slot);
  }
  checked_ += slots.size();
  for (const PathError& error :
       validate_points(terrain, rules_, scenario, lines, grid_options(ground_)))
    report(finished, slots[error.query], error.what);
}

void LineChecker::check_lengths(const Answers& finished, std::uint32_t grid) {
  std::vector<Query> queries;
  std::vector<std::size_t> slots;
  for (std::size_t slot = 0; slot < finished.slots(); ++slot) {
    if (finished.grid_of[slot] != grid || !has_path(finished, slot)) continue;
    queries.push_back({finished.start[slot], finished.end[slot]});
    slots.push_back(slot);
  }
  if (queries.empty()) return;
  const auto index =
      Index::build(finished.grids[grid],
                   {.landmarks = {0}, .jump_graph = false, .lines = {true, 0}}, workers_);
  AnyAnglePaths found;
  if (!index || !solve_lines(*index, queries, workers_, found))
    return report(finished, slots.front(), "a new index has no lines");
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::size_t slot = slots[i];
    const std::span<const Position> line = finished.line(slot);
    const double length = finished.length[slot];
    const std::size_t legs = line.size() + found.path(i).size();
    if (line.empty() != (found.status[i] != Status::found))
      report(finished, slot, line.empty() ? "has no line" : "has a line, but no path");
    else if (!equal_lengths(length, length_of(line, finished.scale[slot]), legs))
      report(finished, slot, fmt::format("is not as long as its line: {}", length));
    else if (!equal_lengths(length, found.length[i], legs))
      report(finished, slot,
             fmt::format("has length {}; a shortest line has {}", length, found.length[i]));
  }
}

void LineChecker::report(const Answers& finished, std::size_t slot,
                         const std::string& what) {
  ++wrong_;
  if (!first_error_.empty()) return;
  first_error_ = fmt::format("the line from {} to {}: {}", cell(finished.start[slot]),
                             cell(finished.end[slot]), what);
}

}  // namespace throng::cli
