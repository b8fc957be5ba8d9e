#include "exercises.hpp"

#include "../../core/files.hpp"
#include "../inputs.hpp"
#include "../options.hpp"
#include "../text.hpp"

#include <throng/map_io.hpp>

#include <cstdio>
#include <filesystem>
#include <fmt/core.h>
#include <system_error>
#include <utility>

namespace throng::cli {
namespace {

constexpr std::size_t kMostQueries = 1'000'000;

/// Where the scenario of a map would be.
std::string scenario_path(const std::string& map_path, const ExerciseChoice& choice) {
  namespace fs = std::filesystem;
  const std::string name = map_path + ".scen";
  return choice.scenarios
             ? (fs::path(*choice.scenarios) / fs::path(name).filename()).string()
             : name;
}

/// A map, and the queries of its scenario. A scenario beside the map may be missing.
Result<Task> read_map_and_scenario(const std::string& map_path, const std::string& scenario,
                                   bool required) {
  if (const Outcome regular = check_regular(scenario); !regular) return regular.failure();
  std::error_code ignored;
  if (required || std::filesystem::exists(scenario, ignored))
    return read_task(map_path, scenario, {});
  Result<MapFile> map = read_map_file(map_path, {});
  if (!map) return map.failure();
  return Task{std::move(map->terrain), {}, {}, std::move(map->hash)};
}

std::string queries_from(const experiment::Exercise& exercise) {
  if (exercise.scenario.empty()) return fmt::format("at random, seed {}", exercise.seed);
  return "of " + exercise.scenario;
}

/// Medians and percentiles of a few queries describe these queries, not the map.
void note_few_queries(const experiment::Exercise& exercise, const std::string& map_path) {
  constexpr std::size_t kFew = 20;
  if (exercise.queries.size() >= kFew) return;
  fmt::print(stderr, "throng: note: {}: figures of {} are not representative\n",
             one_line(map_path), plural(exercise.queries.size(), "query", "queries"));
}

}  // namespace

void add_exercises(ArgumentParser& parser, ExerciseChoice& choice) {
  parser
      .add("--maps", choice.maps,
           "MovingAI maps (default: some of the folder maps); queries come from MAP.scen "
           "if it exists, else they are random")
      .type("MAP")
      .reads([&choice] {
        std::vector<std::string> paths = choice.maps;
        for (const std::string& map : choice.maps)
          paths.push_back(scenario_path(map, choice));
        return paths;
      });
  add_number(parser, "--queries", choice.queries, std::size_t{1}, kMostQueries,
             fmt::format("Queries per map, evenly spread (default {})", choice.queries));
}

void add_scenarios(ArgumentParser& parser, ExerciseChoice& choice) {
  parser
      .add("--scenarios", choice.scenarios,
           "The folder with a scenario for each map, MAP.scen (default: beside the map)")
      .type("DIR");
}

Result<experiment::Exercise> read_exercise(const std::string& map_path,
                                           const ExerciseChoice& choice, const Rules& rules,
                                           std::uint64_t seed, int threads) {
  const std::string scenario = scenario_path(map_path, choice);
  Result<Task> task =
      read_map_and_scenario(map_path, scenario, choice.scenarios.has_value());
  if (!task) return task.failure();
  Result<TimedGrid> built = build_grid(map_path, task->terrain, rules, threads);
  if (!built) return built.failure();
  auto exercise = experiment::make_exercise(map_path, std::move(built->grid),
                                            {.asked = std::move(task->scenario.queries),
                                             .scenario = scenario,
                                             .count = choice.queries,
                                             .seed = seed});
  if (exercise) exercise->map_hash = std::move(task->map_hash);
  return exercise;
}

Result<std::vector<experiment::Exercise>> read_exercises(const ExerciseChoice& choice,
                                                         const Rules& rules,
                                                         std::uint64_t seed, int threads) {
  std::vector<experiment::Exercise> exercises;
  for (const std::string& path : choice.maps) {
    auto exercise = read_exercise(path, choice, rules, seed, threads);
    if (!exercise) return exercise.failure();
    note_few_queries(*exercise, path);
    exercises.push_back(*std::move(exercise));
  }
  return exercises;
}

std::string title_with_count(const std::string& title, std::size_t queries) {
  return fmt::format("{} (n = {})", title, plural(queries, "query", "queries"));
}

std::string title(const experiment::Exercise& exercise) {
  const Grid& grid = *exercise.grid;
  const auto queries = exercise.queries.size();
  return fmt::format("{}: {} x {}, {} open cells; {} ({}), {} moves each",
                     one_line(exercise.map_path), grid.width(), grid.height(),
                     count(grid.open_cells()), plural(queries, "query", "queries"),
                     one_line(queries_from(exercise)),
                     rounded(static_cast<double>(exercise.answers.moves.size()) /
                             static_cast<double>(queries)));
}

}  // namespace throng::cli
