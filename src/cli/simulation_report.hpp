#pragma once

#include "inputs.hpp"
#include "simulation.hpp"

#include <throng/index.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace throng::cli {

/// A simulation that was run, and how.
struct SimulatedGame {
  std::string map_path;
  TimedGrid built;
  std::shared_ptr<const Index> index;  ///< null: none
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  SimulationOptions options;
  int threads = 0;
  std::vector<FrameFigures> frames;  ///< at least one
  std::size_t groups = 0;
  std::uint64_t moves = 0;
  std::vector<std::size_t> waits;  ///< see Simulation::waits
  std::uint64_t result_hash = 0;
  std::uint64_t cost_hash = 0;
  std::size_t unit_bytes = 0;  ///< of all of them
  std::size_t pool_bytes = 0;  ///< what their routes are kept in
  std::size_t scheduler_bytes = 0;
  std::size_t scratch_bytes = 0;
  std::uint64_t late_allocations = 0;  ///< in the second half of the frames
};

/// The game in figures. Three forms: a JSON object, whose keys never change meaning; a row
/// a frame; a table for a person, with pictures of time and backlog.
std::string print_json(const SimulatedGame& game);
std::string print_csv(const SimulatedGame& game);
std::string print_table(const SimulatedGame& game);

}  // namespace throng::cli
