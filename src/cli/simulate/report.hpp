#pragma once

#include "../../experiment/simulation.hpp"
#include "../inputs.hpp"

#include <throng/index.hpp>

#include <memory>
#include <string>

namespace throng::cli {

/// A simulation that was run, and how.
struct SimulatedGame {
  std::string map_path;
  TimedGrid built;
  std::shared_ptr<const Index> index;  ///< null: none
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  experiment::SimulationOptions options;
  int threads = 0;
  experiment::PlayedGame played;
};

/// The game in figures. Three forms: a JSON object, whose keys never change meaning; a row
/// a frame; a table for a person, with pictures of time and backlog.
std::string print_json(const SimulatedGame& game);
std::string print_csv(const SimulatedGame& game);
std::string print_table(const SimulatedGame& game);

}  // namespace throng::cli
