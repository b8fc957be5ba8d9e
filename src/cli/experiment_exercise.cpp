#include "experiment_exercise.hpp"

#include "experiment_queries.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "text.hpp"

#include <throng/map_io.hpp>

#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace throng::cli {
namespace {

constexpr std::size_t kMostQueries = 1'000'000;

/// A map, and the queries of the scenario beside it, where there is one.
Result<Task> read_map_and_scenario(const std::string& map_path) {
  const std::string beside = map_path + ".scen";
  std::error_code ignored;
  if (std::filesystem::exists(beside, ignored)) return read_task(map_path, beside);
  Result<Terrain> terrain = read_map(map_path);
  if (!terrain) return Failure{terrain.error()};
  return Task{*std::move(terrain), {}};
}

Result<Exercise> read_exercise(const std::string& map_path, std::size_t queries,
                               const Rules& rules, std::uint64_t seed, int threads) {
  const Result<Task> task = read_map_and_scenario(map_path);
  if (!task) return Failure{task.error()};
  const Result<TimedGrid> built = build_grid(map_path, task->terrain, rules, threads);
  if (!built) return Failure{built.error()};
  Exercise exercise;
  exercise.map_path = map_path;
  exercise.grid = built->grid;
  const std::vector<Query>& asked = task->scenario.queries;
  if (!asked.empty()) {
    exercise.queries_from = "of " + map_path + ".scen";
    exercise.queries = spread_queries(*built->grid, asked, queries);
  } else {
    exercise.queries_from = fmt::format("at random, seed {}", seed);
    exercise.queries = random_queries(*built->grid, queries, seed);
  }
  if (exercise.queries.empty())
    return fail(Code::bad_argument,
                map_path + ": no query with a path between two different cells");
  return exercise;
}

}  // namespace

void add_exercises(CLI::App& app, ExerciseChoice& choice) {
  app.add_option("--maps", choice.maps,
                 "MovingAI maps (default some of the folder maps); queries are those of "
                 "MAP.scen where it exists, else drawn at random")
      ->type_name("MAP");
  add_number(app, "--queries", choice.queries, std::size_t{1}, kMostQueries,
             fmt::format("Of each map, evenly spread (default {})", choice.queries));
}

Result<std::vector<Exercise>> read_exercises(const ExerciseChoice& choice,
                                             const Rules& rules, std::uint64_t seed,
                                             int threads) {
  std::vector<Exercise> exercises;
  for (const std::string& path : choice.maps) {
    Result<Exercise> exercise = read_exercise(path, choice.queries, rules, seed, threads);
    if (!exercise) return Failure{exercise.error()};
    exercises.push_back(*std::move(exercise));
  }
  return exercises;
}

std::string title(const Exercise& exercise) {
  const Grid& grid = *exercise.grid;
  const auto queries = exercise.queries.size();
  return fmt::format("{}: {} x {}, {} open cells; {} ({}), {} moves each",
                     one_line(exercise.map_path), grid.width(), grid.height(),
                     count(grid.open_cells()), plural(queries, "query", "queries"),
                     one_line(exercise.queries_from),
                     rounded(static_cast<double>(exercise.answers.moves.size()) /
                             static_cast<double>(queries)));
}

}  // namespace throng::cli
