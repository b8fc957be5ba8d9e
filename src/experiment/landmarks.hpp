#pragma once

#include "exercise.hpp"

#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <vector>

namespace throng::experiment {

/// An index, and the algorithms over it to compare.
struct Study {
  IndexOptions index;
  std::vector<Algorithm> algorithms;
};

/// What the landmarks experiment compares. First, searches without landmarks, starting with
/// plain A*. Then 1, 2, 4, ..., 64 landmarks, and each other placement, storage and metric
/// in turn, with all other options as in `base`. Where the rules allow
/// jump point search, all of it follows again with jump point search. It scans in one row
/// without landmarks and one row with those of `base`; all other rows use the graph.
/// Pre: base.landmarks.count > 0.
std::vector<Study> landmark_studies(const IndexOptions& base, bool jumps_allowed);

/// The cost of one search over one index. Figures of searches are means over the queries.
struct Measurement {
  IndexOptions index;
  bool jump_graph = false;  ///< the index has one
  Algorithm algorithm = Algorithm::astar;
  Heuristic heuristic = Heuristic::plain;  ///< resolved
  double guidance = 0;  ///< lower bound at the start / cost of a cheapest path
  double expanded = 0;
  double generated = 0;
  double reopened = 0;
  double microseconds = 0;  ///< on one thread, with paths; the fastest of several runs
  double p50_us = 0, p99_us = 0;  ///< of single queries, in that run
  double index_seconds = 0;
  std::size_t index_bytes = 0;
  std::size_t wrong = 0;  ///< queries whose status or cost differs from plain A*
};

/// Measurements on one map.
struct LandmarksReport {
  Exercise exercise;
  std::vector<Measurement> rows;  ///< not empty; the first one is plain A*
};

/// Measures the landmark_studies of `base` on every map; all grids have the rules `rules`.
/// `builders` build the indexes; queries run on one thread. The monitor counts studies.
/// Errors: those of Index::build and Solver::make; cancelled.
Result<std::vector<LandmarksReport>> measure_landmarks(std::vector<Exercise> exercises,
                                                       const IndexOptions& base,
                                                       const Rules& rules,
                                                       Workers& builders, Monitor& monitor);

}  // namespace throng::experiment
