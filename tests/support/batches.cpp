#include "batches.hpp"

#include "../../src/core/rng.hpp"
#include "maps.hpp"

namespace throng::test {

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
  all.push_back({.topology = Topology::tile});
  return all;
}

std::vector<SolverOptions> all_options(const std::shared_ptr<const Grid>& grid) {
  std::vector<SolverOptions> all;
  for (const Algorithm algorithm : kAlgorithms)
    for (const Heuristic heuristic : kHeuristics) {
      const SolverOptions options{algorithm, heuristic};
      if (algorithm != Algorithm::automatic && heuristic != Heuristic::automatic &&
          heuristic != Heuristic::plain && Solver::make(grid, options))
        all.push_back(options);
    }
  return all;
}

bool path_is_sound(const Grid& grid, const Query& query, const BatchResult& result,
                   std::size_t i) {
  Cost cost = 0;
  Position at = query.start;
  for (const Move move : result.path(i).moves()) {
    if ((grid.moves(at) >> static_cast<unsigned>(move) & 1U) == 0) return false;
    at = step(at, move);
    cost += is_diagonal(move) ? grid.costs().diagonal : grid.costs().straight;
  }
  return at == query.goal && cost == result.cost[i];
}

std::string in_words(const Rules& rules) {
  return std::string(name(rules.topology)) + " " + std::string(name(rules.corners)) + " " +
         name(rules.costs);
}

std::string in_words(const SolverOptions& options) {
  return std::string(name(options.algorithm)) + " " + std::string(name(options.heuristic));
}

}  // namespace throng::test
