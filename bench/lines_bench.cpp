#include "registration.hpp"

#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/lab.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;
constexpr std::size_t kQueries = 300;
constexpr std::size_t kThetaQueries = 10;  ///< it takes milliseconds each

double sum(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Exact any-angle paths on one thread, for units and for points, against paths in eight
/// directions that are pulled taut, and against Lazy Theta*.
void lines(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kQueries);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const auto points = *Grid::make(workload->terrain, {.corners = Corners::cut_one});
  Workers workers(1);
  const IndexOptions wanted{.landmarks = {0}, .jump_graph = false, .lines = {true}};
  const Index unit = *Index::build(workload->grid, wanted, workers);
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
  const auto us = [](const std::vector<double>& all, std::size_t count) {
    return median(all) * 1e6 / static_cast<double>(count);
  };
  const auto count = static_cast<double>(queries.size());
  state.counters["exact us"] = us(unit_s, queries.size());
  state.counters["exact exp"] =
      std::accumulate(exact.expanded.begin(), exact.expanded.end(), 0.0) / count;
  state.counters["cut_one us"] = us(point_s, queries.size());
  state.counters["smooth us"] = us(smooth_s, queries.size());
  state.counters["theta us"] = us(theta_s, few.size());
  state.counters["excess %"] = 100 * (sum(smoothed.length) / sum(exact.length) - 1);
  state.counters["build ms"] = median(build_s) * 1e3;
  state.counters["MB"] = static_cast<double>(unit.part(Part::lines).bytes) / 1e6;
}

}  // namespace

void register_lines() { add_for_all_maps("lines", kRounds, lines); }

}  // namespace throng::bench
