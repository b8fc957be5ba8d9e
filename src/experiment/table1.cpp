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
#include <optional>
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

bool needs_gates(const Contender& contender) {
  return contender.search.heuristic == Heuristic::gateway ||
         contender.search.heuristic == Heuristic::best;
}

/// The index of a map.
struct Table1Index {
  Index index;           ///< never null
  std::string no_gates;  ///< why it has no gates; empty: it has them
};

Result<Table1Index> build_index(const Sample& sample, std::size_t gate_memory,
                                Workers& builders, Monitor& monitor) {
  IndexOptions options{
      .areas = true, .gates = {.build = true, .memory = gate_memory}, .monitor = &monitor};
  Result<Index> index = Index::build(sample.grid, options, builders);
  std::string no_gates;
  if (!index && index.error().code == Code::over_limit) {
    no_gates = in_file(sample.path, index.error()).error.what;
    options.gates.build = false;
    index = Index::build(sample.grid, options, builders);
  }
  if (!index) return in_file(sample.path, index.error());
  return Table1Index{*std::move(index), std::move(no_gates)};
}

/// A contender on one map.
struct Table1Entrant {
  std::string refusal;  ///< not empty: there are no solvers
  std::optional<Solver> solver;
  std::optional<Solver> estimator;  ///< evaluates the bound at a start; textbook has none
};

Result<std::vector<Table1Entrant>> enter_contenders(const Table1Index& built) {
  std::vector<Table1Entrant> entrants;
  for (const Contender& contender : kContenders) {
    if (!built.no_gates.empty() && needs_gates(contender)) {
      entrants.push_back({built.no_gates, std::nullopt, std::nullopt});
      continue;
    }
    SolverOptions telling = contender.search;
    if (telling.algorithm == Algorithm::textbook) telling.algorithm = Algorithm::astar;
    Result<Solver> solver = Solver::make(built.index, contender.search);
    Result<Solver> estimator = Solver::make(built.index, telling);
    if (!solver) return solver.failure();
    if (!estimator) return estimator.failure();
    entrants.push_back({{}, *std::move(solver), *std::move(estimator)});
  }
  return entrants;
}

/// The tenth of the queries with the most expensive paths, most expensive first.
std::vector<Query> dearest_tenth(const std::vector<Query>& queries, const Solver& solver,
                                 Workers& workers) {
  const Answers result = solver.solve(queries, workers, {.paths = false});
  std::vector<std::size_t> order(queries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return result.cost[a] > result.cost[b];
  });
  std::vector<Query> tenth;
  for (std::size_t i = 0; i < queries.size() / 10; ++i) tenth.push_back(queries[order[i]]);
  return tenth;
}

/// All figures except the mean time. `result` is the answer of the entrant's solver.
Figures count_figures(const Table1Entrant& entrant, const std::vector<Query>& queries,
                      const Answers& result, const Answers& truth, Workers& workers) {
  const Answers estimates =
      entrant.estimator->solve(queries, workers, {.paths = false, .max_expansions = 0});
  return {.refusal = {},
          .path_cost = mean(result.cost),
          .estimate = mean(estimates.cost),
          .nodes = mean(result.expanded),
          .microseconds = 0,
          .latencies = {result.microseconds.begin(), result.microseconds.end()},
          .reopened = mean(result.reopened),
          .wrong = find_wrong(result, truth).size()};
}

/// What the passes over the queries of a map share.
struct Table1Bench {
  Workers workers{1};
  Answers truth, result;
};

/// One pass of an entrant over the queries. The first pass of plain A* is the truth.
void run_pass(const Table1Entrant& entrant, const std::vector<Query>& queries, bool first,
              Table1Bench& bench, Figures& figures) {
  entrant.solver->solve(queries, bench.workers, bench.result, {.latency = true});
  if (bench.truth.size() == 0) bench.truth = bench.result;
  if (first)
    figures = count_figures(entrant, queries, bench.result, bench.truth, bench.workers);
  for (std::size_t q = 0; q < queries.size(); ++q)
    figures.latencies[q] = std::min(figures.latencies[q], bench.result.microseconds[q]);
  figures.microseconds = mean(figures.latencies);
}

/// The figures of all entrants. Entrants take turns, so that other load on the machine
/// affects all equally. For each query the fastest pass counts.
Result<std::vector<Figures>> measure_entrants(const std::vector<Table1Entrant>& entrants,
                                              const std::vector<Query>& queries,
                                              Monitor& monitor) {
  Table1Bench bench;
  std::vector<Figures> figures(entrants.size());
  for (std::size_t pass = 0; pass < kPasses; ++pass) {
    if (monitor.cancel) return cancelled();
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      const Table1Entrant& entrant = entrants[i];
      figures[i].refusal = entrant.refusal;
      if (!entrant.solver) continue;
      // One pass of the baseline takes as long as all passes of the others.
      if (pass > 0 && entrant.solver->algorithm() == Algorithm::textbook) continue;
      run_pass(entrant, queries, pass == 0, bench, figures[i]);
    }
    ++monitor.done;
  }
  return figures;
}

/// Adds the figures of one map, weighted by `weight`, its share of the part. A search that
/// was left out on one map is left out of the part.
void add_figures(const Figures& more, double weight, Figures& sums) {
  if (!sums.refusal.empty()) return;
  if (!more.refusal.empty()) {
    sums = {.refusal = more.refusal};
    return;
  }
  sums.path_cost += weight * more.path_cost;
  sums.estimate += weight * more.estimate;
  sums.nodes += weight * more.nodes;
  sums.microseconds += weight * more.microseconds;
  sums.latencies.insert(sums.latencies.end(), more.latencies.begin(), more.latencies.end());
  sums.reopened += weight * more.reopened;
  sums.wrong += more.wrong;
}

/// Adds a map to all parts of its group.
Outcome measure_sample(const Sample& sample, std::span<Table1Part> parts,
                       std::size_t gate_memory, Workers& builders, Monitor& monitor) {
  const Result<Table1Index> built = build_index(sample, gate_memory, builders, monitor);
  if (!built) return built.failure();
  const Result<std::vector<Table1Entrant>> entrants = enter_contenders(*built);
  if (!entrants) return entrants.failure();
  const Result<Solver> quick = Solver::make(built->index);  // all searches agree on costs
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
    for (std::size_t i = 0; i < figures->size(); ++i)
      add_figures((*figures)[i], weight, part.figures[i]);
  }
  return ok();
}

}  // namespace

std::string_view name(Section section) noexcept {
  return section == Section::all ? "all" : "top10";
}

std::span<const Contender> contenders() noexcept { return kContenders; }

Result<std::vector<Table1Part>> measure_table1(const std::vector<MapGroup>& groups,
                                               const Table1Options& options,
                                               Workers& builders, Monitor& monitor) {
  std::vector<std::vector<Sample>> samples(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (const std::string& map : groups[g].maps) {
      Result<Sample> sample = draw_sample(map, options.seed, builders.threads());
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
      parts.push_back({group.label, group.paper, section, group.maps,
                       kQueries * group.maps.size(),
                       std::vector<Figures>(kContenders.size())});
    const std::span<Table1Part> mine = std::span(parts).subspan(before);
    for (const Sample& sample : samples[g])
      if (const Outcome done =
              measure_sample(sample, mine, options.gate_memory, builders, monitor);
          !done)
        return done.failure();
  }
  return parts;
}

}  // namespace throng::experiment
