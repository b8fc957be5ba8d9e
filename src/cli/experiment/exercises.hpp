#pragma once

#include "../../experiment/exercise.hpp"
#include "../argument_parser.hpp"

#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <cstddef>
#include <cstdint>
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
void add_exercises(ArgumentParser& parser, ExerciseChoice& choice);

/// The maps of a choice, each with queries of the scenario beside it, evenly spread, or,
/// where there is none, drawn at random. Errors: those of read_task, Grid::make and
/// make_exercise.
Result<std::vector<experiment::Exercise>> read_exercises(const ExerciseChoice& choice,
                                                         const Rules& rules,
                                                         std::uint64_t seed, int threads);

/// For people: the map's size, how many queries there are and whence. Pre: they are
/// answered, with paths.
std::string title(const experiment::Exercise& exercise);

}  // namespace throng::cli
