#pragma once

#include "../../experiment/simulation.hpp"
#include "../inputs.hpp"

#include <throng/index.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace throng::cli {

/// How many paths or lines of a game were checked, and how many are wrong.
struct CheckedPaths {
  std::size_t checked = 0, wrong = 0;
};

/// A completed simulation and its settings.
struct SimulatedGame {
  std::string command_line;
  std::string map_path;
  std::string map_hash;  ///< XXH64 of the map's file
  TimedGrid built;
  std::string index;  ///< what it is, in words; empty: none
  std::size_t index_bytes = 0;
  double index_seconds = 0;  ///< to build it
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  experiment::SimulationOptions options;
  int threads = 0;
  experiment::PlayedGame played;
  std::optional<experiment::PlayedGame> unbuilt;  ///< the game without buildings
  std::optional<CheckedPaths> checked;            ///< if it was requested
  std::optional<CheckedPaths> checked_lines;      ///< if the game has lines, too
};

/// Three forms of the report: a JSON object, whose keys never change meaning; one row per
/// frame; a table for people, with charts of time and backlog.
std::string print_json(const SimulatedGame& game);
std::string print_csv(const SimulatedGame& game);
std::string print_table(const SimulatedGame& game);

}  // namespace throng::cli
