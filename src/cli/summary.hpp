#pragma once

#include "inputs.hpp"

#include <throng/any_angle.hpp>
#include <throng/batch.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace throng::cli {

/// A solved batch and its settings.
struct SolvedBatch {
  std::string map_path;
  GroundFiles ground_files;
  TimedGrid built;
  std::shared_ptr<const Index> index;  ///< null: none
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  int active_landmarks = 0;  ///< 0: all
  int threads = 0;
  BatchResult result;  ///< with paths and latencies
  double solve_seconds = 0;
  std::optional<AnyAnglePaths> any_angle;  ///< nothing: not requested
  double any_angle_seconds = 0;
  std::size_t scratch_bytes = 0;
  std::optional<std::size_t> mismatches;  ///< nothing: lengths were not checked
};

/// Two forms of the summary: a JSON object for programs, whose keys never change meaning; a
/// table for people.
std::string print_json_summary(const SolvedBatch& batch);
std::string print_table_summary(const SolvedBatch& batch);

}  // namespace throng::cli
