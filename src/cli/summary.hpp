#pragma once

#include "../experiment/spread.hpp"
#include "inputs.hpp"
#include "length_check.hpp"

#include <throng/answers.hpp>
#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::cli {

/// Queries with an end on a cell where a unit cannot be, by what closes it.
struct ClosedEnds {
  std::size_t queries = 0;
  std::size_t by_weights = 0;    ///< open by default, closed by --terrain or --weights
  std::size_t by_unit_size = 0;  ///< open for units of one cell
};

/// Adds the closed ends of these queries to `ends`. Pre: result answers the queries, on a
/// grid of this terrain and ground.
void count_closed_ends(TerrainView terrain, const Ground& ground,
                       std::span<const Query> queries, const Rules& rules,
                       const Answers& result, ClosedEnds& ends);

/// What a map that changes adds to the summary.
struct Versions {
  std::size_t count = 0;
  experiment::Spread edit_us;  ///< from the changes to a solver for the new version
};

/// A solved batch and its settings.
struct SolvedBatch {
  std::string command_line;
  std::string map_path;
  std::string map_hash;  ///< XXH64 of the map's file; empty: no map
  std::string queries_path;
  std::string queries_hash;  ///< XXH64 of all coordinates
  GroundFiles ground_files;
  TimedGrid built;
  std::optional<Index> index;  ///< nothing: none
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  int weight_percent = 100;  ///< of a bounded algorithm
  int threads = 0;
  Answers result;               ///< with paths and latencies
  std::vector<double> lengths;  ///< as path_lengths() returns them
  ClosedEnds closed_ends;
  double solve_seconds = 0;
  std::optional<AnyAnglePaths> any_angle;  ///< nothing: not requested
  double any_angle_seconds = 0;
  bool exact_lines = false;  ///< they are shortest ones
  std::size_t scratch_bytes = 0;
  std::optional<Versions> versions;            ///< nothing: the map does not change
  std::optional<std::size_t> mismatches;       ///< nothing: lengths were not checked
  std::size_t unknown_lengths = 0;             ///< as count_unknown_lengths() returns it
  std::optional<Suboptimality> suboptimality;  ///< nothing: as mismatches
};

/// What the algorithm of the batch promises.
Promise promise_of(const SolvedBatch& batch);

/// Two forms of the summary: a JSON object for programs, whose keys never change meaning; a
/// table for people.
std::string print_json_summary(const SolvedBatch& batch);
std::string print_table_summary(const SolvedBatch& batch);

}  // namespace throng::cli
