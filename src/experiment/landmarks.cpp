#include "landmarks.hpp"

#include "../jump/jump_map.hpp"
#include "figures.hpp"
#include "spread.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace throng::experiment {
namespace {

/// Runs of a batch: at least this many, and more until their total time reaches a minimum.
constexpr std::size_t kRuns = 3;
constexpr double kMicroseconds = 20'000;

std::set<int> landmark_counts(int base) {
  std::set<int> counts{base};
  for (int k = 1; k <= IndexOptions::kMaxLandmarks; k *= 2) counts.insert(k);
  return counts;
}

/// Appends all studies of one algorithm. base.jump_graph: whether the index has a jump
/// graph.
void append_studies(const IndexOptions& base, Algorithm algorithm,
                    std::vector<Study>& studies) {
  const auto add = [&](const IndexOptions& index) {
    studies.push_back({index, {algorithm}});
  };
  IndexOptions other = base;
  other.landmarks.count = 0;
  add(other);
  for (const int k : landmark_counts(base.landmarks.count)) {
    other.landmarks.count = k;
    add(other);
  }
  other = base;
  for (const Placement placement : kPlacements) {
    other.landmarks.placement = placement;
    if (placement != base.landmarks.placement) add(other);
  }
  other = base;
  // Landmarks at jump points guide jump point search on its graph only.
  const bool at_jump_points = base.jump_graph &&
                              base.landmarks.metric == FieldMetric::cost &&
                              base.landmarks.placement == Placement::farthest;
  for (const LandmarkStorage storage : kLandmarkStorages) {
    other.landmarks.storage = storage;
    const bool possible = storage != LandmarkStorage::jump_points || at_jump_points;
    if (storage != base.landmarks.storage && possible) add(other);
  }
  other = base;
  for (const FieldMetric metric : kFieldMetrics) {
    other.landmarks.metric = metric;
    if (metric != base.landmarks.metric) add(other);
  }
}

double mean_guidance(const Index& index, const Exercise& exercise) {
  double sum = 0;
  for (std::size_t i = 0; i < exercise.queries.size(); ++i) {
    const auto& [start, goal] = exercise.queries[i];
    sum += static_cast<double>(index.bounds(start, goal).lower) /
           static_cast<double>(exercise.answers.cost[i]);
  }
  return sum / static_cast<double>(exercise.queries.size());
}

Measurement measure_search(const Index& index, const Solver& solver, Exercise& exercise) {
  Workers workers(1);
  Answers result;
  Spread fastest{.mean = std::numeric_limits<double>::max()};
  double total = 0;
  for (std::size_t run = 0; run < kRuns || total < kMicroseconds; ++run) {
    solver.solve(exercise.queries, workers, result, {.latency = true});
    const Spread run_us = spread(result.microseconds);
    if (run_us.mean < fastest.mean) fastest = run_us;
    total += run_us.mean * static_cast<double>(result.size());
  }
  if (exercise.answers.size() == 0) exercise.answers = result;
  return {.index = index.options(),
          .jump_graph = index.has(Part::jump_graph),
          .algorithm = solver.algorithm(),
          .heuristic = solver.heuristic(),
          .guidance = mean_guidance(index, exercise),
          .expanded = mean(result.expanded),
          .generated = mean(result.generated),
          .reopened = mean(result.reopened),
          .microseconds = fastest.mean,
          .p50_us = fastest.p50,
          .p99_us = fastest.p99,
          .index_seconds = index.build_seconds(),
          .index_bytes = index.memory_bytes(),
          .wrong = find_wrong(result, exercise.answers).size()};
}

/// Runs the searches of a study.
Result<std::vector<Measurement>> run_study(const Study& study, Exercise& exercise,
                                           Workers& builders) {
  const auto index = Index::build(exercise.grid, study.index, builders);
  if (!index) return index.failure();
  std::vector<Measurement> measurements;
  for (const Algorithm algorithm : study.algorithms) {
    const Result<Solver> solver = Solver::make(*index, {.algorithm = algorithm});
    if (!solver) return solver.failure();
    measurements.push_back(measure_search(*index, *solver, exercise));
  }
  return measurements;
}

}  // namespace

std::vector<Study> landmark_studies(const IndexOptions& base, bool jumps_allowed) {
  std::vector<Study> studies;
  IndexOptions index = base;
  index.jump_graph = false;
  append_studies(index, Algorithm::astar, studies);
  if (!jumps_allowed) return studies;
  studies.front().algorithms.push_back(Algorithm::jps);
  studies.push_back({index, {Algorithm::jps}});
  index.jump_graph = true;
  append_studies(index, Algorithm::jps, studies);
  return studies;
}

Result<std::vector<LandmarksReport>> measure_landmarks(std::vector<Exercise> exercises,
                                                       const IndexOptions& base,
                                                       const Rules& rules,
                                                       Workers& builders,
                                                       Monitor& monitor) {
  const std::vector<Study> studies = landmark_studies(base, JumpMap::allowed(rules));
  monitor.total += studies.size() * exercises.size();
  std::vector<LandmarksReport> reports;
  for (Exercise& exercise : exercises) {
    LandmarksReport& report = reports.emplace_back();
    report.exercise = std::move(exercise);
    for (const Study& study : studies) {
      if (monitor.cancel) return cancelled();
      const auto rows = run_study(study, report.exercise, builders);
      if (!rows) return rows.failure();
      report.rows.insert(report.rows.end(), rows->begin(), rows->end());
      ++monitor.done;
    }
  }
  return reports;
}

}  // namespace throng::experiment
