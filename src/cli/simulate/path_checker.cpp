#include "path_checker.hpp"

#include "../text.hpp"

#include <throng/scenario.hpp>
#include <throng/validate.hpp>

#include <fmt/core.h>
#include <vector>

namespace throng::cli {

void PathChecker::check(const Answers& finished, const LivingMap* map) {
  Scenario scenario;
  PathList paths;
  for (std::size_t slot = 0; slot < finished.slots(); ++slot) {
    const PathView path = finished.path(slot);
    const Grid& grid = finished.grid(slot);
    if (!grid.contains(path.start()) || !grid.open(path.start())) continue;
    const std::vector<Position> cells = path.cells();
    paths.cells.insert(paths.cells.end(), cells.begin(), cells.end());
    paths.begin.push_back(paths.cells.size());
    scenario.queries.push_back({cells.front(), cells.back()});
    scenario.lengths.push_back(throng::path_length(grid, path));
  }
  const std::vector<PathError> errors =
      validate_paths(map != nullptr ? map->terrain() : terrain_, rules_, scenario, paths,
                     grid_options(ground_));
  checked_ += paths.size();
  wrong_ += errors.size();
  if (errors.empty() || !first_error_.empty()) return;
  const auto& [start, goal] = scenario.queries[errors.front().query];
  first_error_ =
      fmt::format("from {} to {}: {}", cell(start), cell(goal), errors.front().what);
}

}  // namespace throng::cli
