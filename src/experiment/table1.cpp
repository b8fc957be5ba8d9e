#include "table1.hpp"

#include "../core/files.hpp"
#include "figures.hpp"
#include "queries.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace throng::experiment {
namespace {

constexpr std::size_t kQueries = 1'000;  // per section and map
constexpr std::size_t kDrawn = 10'000;   // the most expensive 10 % are used
constexpr std::size_t kPasses = 3;

constexpr std::array kContenders{
    Contender{"octile", {Algorithm::astar, Heuristic::octile}},
    Contender{"deadend", {Algorithm::astar, Heuristic::deadend}},
    Contender{"gateway", {Algorithm::astar, Heuristic::gateway}},
    Contender{"landmark", {Algorithm::astar, Heuristic::landmark}},
    Contender{"best", {Algorithm::astar, Heuristic::best}},
    Contender{"jps+landmark", {Algorithm::jps, Heuristic::landmark}},
    Contender{"jps+best", {Algorithm::jps, Heuristic::best}},
    Contender{"textbook", {Algorithm::textbook, Heuristic::octile}},
};

/// A map, prepared for measurement.
struct Sample {
  std::string path;
  std::shared_ptr<const Grid> grid;  ///< never null
  std::vector<Query> all;            ///< of Section::all
  std::vector<Query> drawn;          ///< of which Section::top10 uses the most expensive
};

Result<Sample> draw_sample(const std::string& map_path, std::uint64_t seed, int threads) {
  const Result<Terrain> terrain = read_map(map_path);
  if (!terrain) return terrain.failure();
  Result<std::shared_ptr<const Grid>> grid =
      Grid::make(*terrain, {.costs = kBg2006Costs}, {.threads = threads});
  if (!grid) return in_file(map_path, grid.error());
  const std::vector<Query> drawn = random_queries(**grid, kQueries + kDrawn, seed);
  if (drawn.empty()) return no_queries(map_path);
  const auto end_of_all = drawn.begin() + kQueries;
  return Sample{
      map_path, *std::move(grid), {drawn.begin(), end_of_all}, {end_of_all, drawn.end()}};
}

/// A contender on one map.
struct Table1Entrant {
  Solver solver;
  Solver estimator;  ///< evaluates the bound at a start; textbook has none
};

Result<std::vector<Table1Entrant>> enter_contenders(
    const std::shared_ptr<const Index>& index) {
  std::vector<Table1Entrant> entrants;
  for (const Contender& contender : kContenders) {
    SolverOptions telling = contender.search;
    if (telling.algorithm == Algorithm::textbook) telling.algorithm = Algorithm::astar;
    Result<Solver> solver = Solver::make(index, contender.search);
    Result<Solver> estimator = Solver::make(index, telling);
    if (!solver) return solver.failure();
    if (!estimator) return estimator.failure();
    entrants.push_back({*std::move(solver), *std::move(estimator)});
  }
  return entrants;
}

/// The tenth of the queries with the most expensive paths, most expensive first.
std::vector<Query> dearest_tenth(const std::vector<Query>& queries, const Solver& solver,
                                 Workers& workers) {
  const BatchResult result = solver.solve(queries, workers, {.paths = false});
  std::vector<std::size_t> order(queries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return result.cost[a] > result.cost[b];
  });
  std::vector<Query> tenth;
  for (std::size_t i = 0; i < queries.size() / 10; ++i) tenth.push_back(queries[order[i]]);
  return tenth;
}

/// All figures except the time. `result` is the answer of the entrant's solver.
Figures count_figures(const Table1Entrant& entrant, const std::vector<Query>& queries,
                      const BatchResult& result, const BatchResult& truth,
                      Workers& workers) {
  const BatchResult estimates =
      entrant.estimator.solve(queries, workers, {.paths = false, .max_expansions = 0});
  return {.path_cost = mean(result.cost),
          .estimate = mean(estimates.cost),
          .nodes = mean(result.expanded),
          .microseconds = 0,
          .reopened = mean(result.reopened),
          .wrong = find_wrong(result, truth).size()};
}

/// The figures of all entrants. Entrants take turns, so that other load on the machine
/// affects all equally. For each query the fastest pass counts.
Result<std::vector<Figures>> measure_entrants(const std::vector<Table1Entrant>& entrants,
                                              const std::vector<Query>& queries,
                                              Monitor& monitor) {
  Workers workers(1);
  BatchResult truth, result;
  std::vector<Figures> figures;
  std::vector<std::vector<float>> fastest(entrants.size());
  for (std::size_t pass = 0; pass < kPasses; ++pass) {
    if (monitor.cancel) return cancelled();
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      // One pass of the baseline takes as long as all passes of the others.
      if (pass > 0 && entrants[i].solver.algorithm() == Algorithm::textbook) continue;
      entrants[i].solver.solve(queries, workers, result, {.latency = true});
      if (pass == 0) {
        if (i == 0) truth = result;
        figures.push_back(count_figures(entrants[i], queries, result, truth, workers));
        fastest[i].assign(result.microseconds.begin(), result.microseconds.end());
      }
      for (std::size_t q = 0; q < queries.size(); ++q)
        fastest[i][q] = std::min(fastest[i][q], result.microseconds[q]);
      figures[i].microseconds = mean(fastest[i]);
    }
    ++monitor.done;
  }
  return figures;
}

/// Adds the figures of one map, weighted by `weight`, its share of the part.
void add_figures(const std::vector<Figures>& more, double weight,
                 std::vector<Figures>& sums) {
  sums.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) {
    sums[i].path_cost += weight * more[i].path_cost;
    sums[i].estimate += weight * more[i].estimate;
    sums[i].nodes += weight * more[i].nodes;
    sums[i].microseconds += weight * more[i].microseconds;
    sums[i].reopened += weight * more[i].reopened;
    sums[i].wrong += more[i].wrong;
  }
}

/// Adds a map to all parts of its group.
Outcome measure_sample(const Sample& sample, std::span<Table1Part> parts, Workers& builders,
                       Monitor& monitor) {
  const Result<std::shared_ptr<const Index>> index = Index::build(
      sample.grid, {.areas = true, .gates = true, .monitor = &monitor}, builders);
  if (!index) return in_file(sample.path, index.error());
  const Result<std::vector<Table1Entrant>> entrants = enter_contenders(*index);
  if (!entrants) return entrants.failure();
  const Result<Solver> quick = Solver::make(*index);  // all searches find equal costs
  if (!quick) return quick.failure();
  for (Table1Part& part : parts) {
    if (monitor.cancel) return cancelled();
    const std::vector<Query> queries = part.section == Section::all
                                           ? sample.all
                                           : dearest_tenth(sample.drawn, *quick, builders);
    const Result<std::vector<Figures>> figures =
        measure_entrants(*entrants, queries, monitor);
    if (!figures) return figures.failure();
    const double weight =
        static_cast<double>(queries.size()) / static_cast<double>(part.queries);
    add_figures(*figures, weight, part.figures);
  }
  return ok();
}

}  // namespace

std::string_view name(Section section) noexcept {
  return section == Section::all ? "all" : "top10";
}

std::span<const Contender> contenders() noexcept { return kContenders; }

Result<std::vector<Table1Part>> measure_table1(const std::vector<MapGroup>& groups,
                                               std::uint64_t seed, Workers& builders,
                                               Monitor& monitor) {
  std::vector<std::vector<Sample>> samples(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::string& map : groups[g].maps) {
      Result<Sample> sample = draw_sample(map, seed, builders.threads());
      if (!sample) return sample.failure();
      samples[g].push_back(*std::move(sample));
    }
    monitor.total += groups[g].sections.size() * groups[g].maps.size() * kPasses;
  }
  std::vector<Table1Part> parts;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const MapGroup& group = groups[g];
    const std::size_t before = parts.size();
    for (const Section section : group.sections)
      parts.push_back(
          {group.label, group.paper, section, kQueries * group.maps.size(), {}});
    const std::span<Table1Part> mine = std::span(parts).subspan(before);
    for (const Sample& sample : samples[g])
      if (const Outcome done = measure_sample(sample, mine, builders, monitor); !done)
        return done.failure();
  }
  return parts;
}

}  // namespace throng::experiment
