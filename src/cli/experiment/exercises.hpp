#pragma once

#include "../../experiment/exercise.hpp"
#include "../argument_parser.hpp"

#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng::cli {

/// The maps of an experiment, and the number of queries for each.
struct ExerciseChoice {
  std::vector<std::string> maps{"maps/caves.map", "maps/maze.map", "maps/random.map",
                                "maps/rooms.map"};
  std::size_t queries = 200;
  /// The folder of the scenarios, each named as its map and ".scen". Nothing: they stand
  /// next to their maps, or are missing.
  std::optional<std::string> scenarios = {};
};

/// Adds the options --maps and --queries. The defaults are those of `choice`.
void add_exercises(ArgumentParser& parser, ExerciseChoice& choice);

/// Adds the option --scenarios.
void add_scenarios(ArgumentParser& parser, ExerciseChoice& choice);

/// A map of the choice with its queries. Errors: as read_exercises().
Result<experiment::Exercise> read_exercise(const std::string& map_path,
                                           const ExerciseChoice& choice, const Rules& rules,
                                           std::uint64_t seed, int threads);

/// The maps of a choice, each with evenly spread queries of the scenario next to it, or
/// with random queries if there is none. Errors: those of read_task, Grid::make and
/// make_exercise.
Result<std::vector<experiment::Exercise>> read_exercises(const ExerciseChoice& choice,
                                                         const Rules& rules,
                                                         std::uint64_t seed, int threads);

/// The maps of reports. Report: has an `exercise`.
template <class Report>
std::vector<std::string> maps_of(const std::vector<Report>& reports) {
  std::vector<std::string> maps;
  for (const Report& report : reports) maps.push_back(report.exercise.map_path);
  return maps;
}

/// A title of a group of a chart: "caves (n = 200 queries)".
std::string title_with_count(const std::string& title, std::size_t queries);

/// A title for people: the map's size, the number of queries and their source. Pre: the
/// queries are answered, with paths.
std::string title(const experiment::Exercise& exercise);

}  // namespace throng::cli
