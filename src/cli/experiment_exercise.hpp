#pragma once

#include <throng/batch.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::cli {

/// The maps that an experiment is about, and how many queries of each.
struct ExerciseChoice {
  std::vector<std::string> maps{"maps/caves.map", "maps/maze.map", "maps/random.map",
                                "maps/rooms.map"};
  std::size_t queries = 200;
};

/// The options --maps and --queries. The defaults are those of `choice`.
void add_exercises(CLI::App& app, ExerciseChoice& choice);

/// A map and queries on it, and what plain A* answers.
struct Exercise {
  std::string map_path;
  std::shared_ptr<const Grid> grid;  ///< never null
  std::vector<Query> queries;        ///< each has a path between two different cells
  std::string queries_from;          ///< for people: a file, or a seed
  BatchResult answers;               ///< empty: the first measurement is made the truth
};

/// The maps of a choice, each with queries of the scenario beside it, evenly spread, or,
/// where there is none, drawn at random. Errors: those of read_task and Grid::make;
/// bad_argument when a map has no query with a path.
Result<std::vector<Exercise>> read_exercises(const ExerciseChoice& choice,
                                             const Rules& rules, std::uint64_t seed,
                                             int threads);

/// For people: the map's size, how many queries there are and whence. Pre: they are
/// answered, with paths.
std::string title(const Exercise& exercise);

}  // namespace throng::cli
