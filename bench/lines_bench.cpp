#include "registration.hpp"

#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/lab.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;
constexpr std::size_t kQueries = 300;
constexpr std::size_t kThetaQueries = 10;  ///< it takes milliseconds each

constexpr std::size_t kMostLabels = std::size_t{256} << 20;

IndexOptions lines_within(std::size_t memory) {
  return {
      .landmarks = {0}, .jump_graph = false, .lines = {.build = true, .memory = memory}};
}

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double median_us(const std::vector<double>& all, std::size_t count) {
  return median(all) * 1e6 / static_cast<double>(count);
}

/// An index with lines, and what its answers take.
struct Timed {
  Timed(const std::shared_ptr<const Grid>& grid, std::size_t memory, Workers& workers) {
    build_s =
        seconds([&] { index.emplace(*Index::build(grid, lines_within(memory), workers)); });
  }

  PartInfo part() const { return index->part(Part::lines); }

  void answer(std::span<const Query> queries, Workers& workers) {
    path_s.push_back(
        seconds([&] { std::ignore = solve_lines(*index, queries, workers, paths); }));
    length_s.push_back(seconds([&] {
      std::ignore = solve_lines(*index, queries, workers, paths, {.paths = false});
    }));
  }

  void report(benchmark::State& state, const std::string& name, std::size_t queries) const {
    state.counters[name + " us"] = median_us(path_s, queries);
    state.counters[name + " length us"] = median_us(length_s, queries);
    state.counters[name + " MB"] = static_cast<double>(part().bytes) / 1e6;
    state.counters[name + " s"] = build_s;
  }

  std::optional<Index> index;
  AnyAnglePaths paths;
  double build_s = 0;
  std::vector<double> path_s, length_s;
};

/// Exact any-angle paths on one thread, for units and for points; with labels, with edges
/// and landmarks, and with neither; against paths in eight directions that are pulled taut,
/// and against Lazy Theta*.
void lines(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kQueries);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const auto points = *Grid::make(workload->terrain, {.corners = Corners::cut_one});
  Workers workers(1);
  const IndexOptions wanted = lines_within(0);
  const Index unit = *Index::build(workload->grid, wanted, workers);
  Timed labels(workload->grid, kMostLabels, workers);
  const bool has_labels = labels.part().fact("label entries") > 0;
  // So much that edges fit and labels do not.
  Timed edges(workload->grid, has_labels ? labels.part().bytes * 3 / 4 : kMostLabels,
              workers);
  const Index point = *Index::build(points, wanted, workers);
  const Solver jps = *Solver::make(workload->grid, {.algorithm = Algorithm::jps});
  const std::span<const Query> queries = workload->queries;
  const auto few = queries.subspan(queries.size() / 2)
                       .first(std::min(kThetaQueries, queries.size() - queries.size() / 2));
  AnyAnglePaths exact, of_points, smoothed;
  Answers batch;
  ThetaMemory memory;
  std::vector<double> unit_s, point_s, smooth_s, theta_s, build_s;
  for ([[maybe_unused]] auto _ : state) {
    build_s.push_back(
        seconds([&] { std::ignore = Index::build(workload->grid, wanted, workers); }));
    unit_s.push_back(
        seconds([&] { std::ignore = solve_lines(unit, queries, workers, exact); }));
    point_s.push_back(
        seconds([&] { std::ignore = solve_lines(point, queries, workers, of_points); }));
    if (has_labels) labels.answer(queries, workers);
    edges.answer(queries, workers);
    smooth_s.push_back(seconds([&] {
      jps.solve(queries, workers, batch);
      std::ignore = smooth(*workload->grid, batch, workers, smoothed);
    }));
    theta_s.push_back(seconds([&] {
      for (const Query& query : few)
        std::ignore = theta_path(*workload->grid, query, memory);
    }));
    state.SetIterationTime(unit_s.back());
  }
  const auto count = static_cast<double>(queries.size());
  state.counters["exact us"] = median_us(unit_s, queries.size());
  state.counters["exact exp"] =
      std::accumulate(exact.expanded.begin(), exact.expanded.end(), 0.0) / count;
  state.counters["cut_one us"] = median_us(point_s, queries.size());
  state.counters["smooth us"] = median_us(smooth_s, queries.size());
  state.counters["theta us"] = median_us(theta_s, few.size());
  state.counters["excess %"] = 100 * (sum(smoothed.length) / sum(exact.length) - 1);
  if (has_labels) labels.report(state, "labels", queries.size());
  edges.report(state, "edges", queries.size());
  state.counters["edges exp"] =
      std::accumulate(edges.paths.expanded.begin(), edges.paths.expanded.end(), 0.0) /
      count;
  state.counters["build ms"] = median(build_s) * 1e3;
  state.counters["MB"] = static_cast<double>(unit.part(Part::lines).bytes) / 1e6;
}

}  // namespace

void register_lines() { add_for_all_maps("lines", kRounds, lines); }

}  // namespace throng::bench
