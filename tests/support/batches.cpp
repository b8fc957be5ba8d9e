#include "batches.hpp"

#include "../../src/core/rng.hpp"
#include "index_samples.hpp"
#include "maps.hpp"

#include <throng/lab.hpp>
#include <throng/links.hpp>

namespace throng::test {

/// Tests search with the algorithms of the lab, too.
[[maybe_unused]] const bool kWithLab = [] {
  use_lab();
  return true;
}();

std::vector<Query> all_pairs(TerrainView terrain) {
  std::vector<Query> queries;
  const std::vector<Position> cells = all_cells(terrain);
  for (const Position start : cells)
    for (const Position goal : cells) queries.push_back({start, goal});
  return queries;
}

std::vector<Query> random_queries(TerrainView terrain, std::size_t count,
                                  std::uint64_t seed) {
  SplitMix64 random(seed);
  const auto any = [&] {
    const auto x = random.below(static_cast<std::uint32_t>(terrain.width));
    const auto y = random.below(static_cast<std::uint32_t>(terrain.height));
    return Position{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
  };
  std::vector<Query> queries(count);
  for (Query& query : queries) {
    query.start = any();
    query.goal = any();
  }
  return queries;
}

std::vector<Rules> all_rules() {
  std::vector<Rules> all;
  for (const Corners corners : kCorners)
    for (const StepCosts costs :
         {kExactCosts, kBg2006Costs, StepCosts{1, 1}, StepCosts{1, 2},
          StepCosts{16383, 16383}, StepCosts{8191, 16382}})
      all.push_back({.corners = corners, .costs = costs});
  for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
    all.push_back({.topology = topology});
  return all;
}

std::vector<Rules> few_rules(std::vector<Rules> first) {
  for (const Corners corners : kCorners) first.push_back({.corners = corners});
  for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
    first.push_back({.topology = topology});
  return first;
}

std::vector<Rules> square_rules() {
  std::vector<Rules> all = all_rules();
  std::erase_if(all, [](const Rules& rules) { return is_hexagonal(rules.topology); });
  return all;
}

std::vector<IndexOptions> some_index_options() {
  constexpr auto kSteps = FieldMetric::steps;
  return {
      {.landmarks = {.count = 0, .seed = 7}, .areas = true},
      {.landmarks = {.count = 0, .seed = 7}, .gates = {true}},
      {.landmarks = {.count = 1, .placement = Placement::random},
       .jump_graph = false,
       .gates = {true}},
      {.landmarks = {.count = 3, .seed = 7}, .areas = true},
      {.landmarks =
           {.count = 9, .placement = Placement::coverage, .metric = kSteps, .seed = 7}},
      {.landmarks =
           {.count = 2, .placement = Placement::avoid, .metric = kSteps, .seed = 7},
       .jump_graph = false,
       .areas = true,
       .gates = {true}},
      {.landmarks = {.count = 17, .seed = 7}, .gates = {true}},
      {.landmarks = {0}, .hub_labels = {true}},
      {.landmarks = {2}, .hub_labels = {.build = true, .cells = false}},
      {.landmarks = {0}, .fronts = {true}},
      {.landmarks = {0}, .jump_graph = false, .hierarchy = {true}},
      kLines,
      {.landmarks = {.count = 3, .storage = LandmarkStorage::jump_points}},
      {.landmarks = {.count = 9, .storage = LandmarkStorage::jump_points}, .areas = true},
  };
}

bool refused(const IndexOptions& options, const Rules& rules, bool plain) {
  const bool square = !is_hexagonal(rules.topology);
  const bool jumps =
      plain && rules.topology == Topology::octile && rules.corners == Corners::never_cut;
  return ((options.areas || options.gates.build) && !(square && plain)) ||
         (options.landmarks.storage == LandmarkStorage::jump_points && !jumps);
}

namespace {

constexpr bool is_of_family(Algorithm algorithm) {
  return algorithm >= Algorithm::idastar && algorithm <= Algorithm::beam;
}

/// Algorithms of one kind x heuristics, as far as they are accepted.
template <class GridOrIndex>
std::vector<SolverOptions> accepted_options(const GridOrIndex& of, bool family) {
  std::vector<SolverOptions> all;
  for (const Algorithm algorithm : kAlgorithms)
    for (const Heuristic heuristic : kHeuristics) {
      if (algorithm == Algorithm::automatic || heuristic == Heuristic::automatic ||
          heuristic == Heuristic::plain || is_of_family(algorithm) != family)
        continue;
      const SolverOptions options{algorithm, heuristic};
      if (Solver::make(of, options)) all.push_back(options);
    }
  return all;
}

template <class GridOrIndex>
std::vector<SolverOptions> slow_options(const GridOrIndex& of) {
  std::vector<SolverOptions> all;
  for (SolverOptions options : accepted_options(of, true)) {
    all.push_back(options);
    if (guarantee(options.algorithm) == Guarantee::bounded)
      for (const int percent : {100, 110, 300}) {
        options.weight_percent = percent;
        all.push_back(options);
      }
    if (guarantee(options.algorithm) == Guarantee::bounded ||
        options.algorithm == Algorithm::greedy) {
      options.reopen = true;
      all.push_back(options);
    }
    if (options.algorithm != Algorithm::beam) continue;
    for (const int width : {1, 3}) {
      options.beam_width = width;
      all.push_back(options);
    }
  }
  return all;
}

}  // namespace

std::vector<SolverOptions> all_options(const std::shared_ptr<const Grid>& grid) {
  return accepted_options(grid, false);
}

std::vector<SolverOptions> all_options(const Index& index) {
  return accepted_options(index, false);
}

std::vector<SolverOptions> family_options(const std::shared_ptr<const Grid>& grid) {
  return slow_options(grid);
}

std::vector<SolverOptions> family_options(const Index& index) {
  return slow_options(index);
}

bool path_is_sound(const Grid& grid, const Query& query, const Answers& result,
                   std::size_t i) {
  return result.path(i).start() == query.start &&
         path_is_sound(grid, result.path(i), query.goal, result.cost[i]);
}

bool path_is_sound(const Grid& grid, const PathView& path, Position end, Cost said) {
  Cost cost = 0;
  Position at = path.start();
  for (const Move move : path.moves()) {
    if (is_link(move)) {
      if (grid.links() == nullptr) return false;
      const std::span<const Link> links = grid.links()->from(at);
      if (link_slot(move) >= links.size()) return false;
      cost += links[link_slot(move)].weight * grid.costs().straight;
      at = links[link_slot(move)].to;
      continue;
    }
    if ((grid.moves(at) >> static_cast<unsigned>(move) & 1U) == 0) return false;
    cost += grid.step_cost(grid.cell(at), move);
    at = grid.step(at, move);
  }
  return at == end && cost == said;
}

bool same(const Answers& a, const Answers& b) {
  return a.hash() == b.hash() && a.upper == b.upper && a.expanded == b.expanded &&
         a.generated == b.generated && a.reopened == b.reopened && a.start == b.start;
}

std::string in_words(const Rules& rules) {
  return std::string(name(rules.topology)) + " " + std::string(name(rules.corners)) + " " +
         name(rules.costs);
}

std::string in_words(const SolverOptions& options) {
  return std::string(name(options.algorithm)) + " " + std::string(name(options.heuristic)) +
         " " + std::to_string(options.weight_percent) + " " +
         std::to_string(options.beam_width) + (options.reopen ? " reopen" : "");
}

std::string in_words(const IndexOptions& options) {
  return std::to_string(options.landmarks.count) + " " +
         std::string(name(options.landmarks.placement)) + " " +
         std::string(name(options.landmarks.metric)) + " " +
         std::string(name(options.landmarks.storage)) +
         (options.jump_graph ? " graph" : "") + (options.areas ? " areas" : "") +
         (options.gates.build ? " gates" : "") +
         (options.hub_labels.build ? options.hub_labels.cells ? " hubs" : " corner hubs"
                                   : "") +
         (options.fronts.build ? " fronts" : "") +
         (options.hierarchy.build ? " hierarchy" : "") +
         (options.lines.build ? " lines" : "");
}

}  // namespace throng::test
