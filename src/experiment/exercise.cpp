#include "exercise.hpp"

#include "queries.hpp"

#include <utility>

namespace throng::experiment {

Result<Exercise> make_exercise(const std::string& map_path,
                               std::shared_ptr<const Grid> grid,
                               const QueryChoice& choice) {
  Exercise exercise;
  exercise.map_path = map_path;
  exercise.grid = std::move(grid);
  if (choice.asked.empty()) {
    exercise.seed = choice.seed;
    exercise.queries = random_queries(*exercise.grid, choice.count, choice.seed);
  } else {
    exercise.scenario = choice.scenario;
    exercise.queries = spread_queries(*exercise.grid, choice.asked, choice.count);
  }
  if (exercise.queries.empty()) return no_queries(map_path);
  return exercise;
}

}  // namespace throng::experiment
