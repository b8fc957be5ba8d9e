#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/distances.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/validate.hpp>

#include <string>
#include <vector>

namespace throng::unit_size_test {
namespace {

std::vector<Weight> random_weights(const Terrain& terrain, SplitMix64& random) {
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  weights[random.below(static_cast<std::uint32_t>(weights.size()))] = 0;
  return weights;
}

/// The three corner rules and the tile grid, for units of this size.
std::vector<Rules> rules_of_size(std::int32_t unit_size) {
  std::vector<Rules> all;
  for (const Corners corners : kCorners)
    all.push_back({.corners = corners, .unit_size = unit_size});
  all.push_back({.topology = Topology::tile, .unit_size = unit_size});
  return all;
}

/// Every pair of cells by every search without an index, and the fields of all cells.
void check_grid(const Terrain& terrain, const Rules& rules, const GridOptions& layers,
                Workers& workers) {
  const auto grid = *Grid::make(terrain, rules, layers);
  const auto fields = test::all_fields(terrain, rules, layers);
  for (const SolverOptions& options : test::all_options(grid))
    test::check_all_pairs(
        terrain, *Solver::make(grid, options),
        test::in_words(options) + ", size " + std::to_string(rules.unit_size), fields,
        workers, layers);
  const auto cells = test::all_cells(terrain);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto field = distances(grid, std::span(&cells[i], 1), workers);
    for (std::size_t j = 0; j < cells.size(); ++j)
      REQUIRE(field[j] == (fields[i][j] ? fields[i][j].cost : kUnreachable));
  }
}

PathList list_of(const std::vector<Query>& queries, const Answers& result) {
  PathList list;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (result.status[i] == Status::found)
      for (const Position p : result.path(i).cells()) list.cells.push_back(p);
    list.begin.push_back(list.cells.size());
  }
  return list;
}

}  // namespace

TEST_CASE("every pair of small maps is answered optimally for units of all sizes") {
  Workers workers(1);
  SplitMix64 random(1);
  for (std::uint64_t seed = 0; seed < 8; seed += test::every({.sanitized = 5})) {
    const auto terrain =
        test::random_terrain(5 + static_cast<std::int32_t>(seed % 4),
                             4 + static_cast<std::int32_t>(seed / 2), 10, seed);
    const auto weights = random_weights(terrain, random);
    for (std::int32_t unit_size = 1; unit_size <= 4; ++unit_size)
      for (Rules rules : rules_of_size(unit_size)) {
        check_grid(terrain, rules, {}, workers);
        rules.cost_model = kCostModels[seed % 2];
        check_grid(terrain, rules, {.weights = weights}, workers);
        rules.movement.set('G', 3);
        check_grid(terrain, rules, {}, workers);
      }
  }
}

TEST_CASE("indexes are right for units of several cells") {
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 2; seed += test::every({.sanitized = 2})) {
    const auto terrain = test::random_terrain(9, 7, 6, seed);
    for (const std::int32_t unit_size : {2, 3})
      for (const Rules& rules : rules_of_size(unit_size)) {
        const auto grid = *Grid::make(terrain, rules);
        const auto fields = test::all_fields(terrain, rules);
        for (const IndexOptions& how : test::some_index_options()) {
          if (test::refused(how, rules)) continue;
          const auto index = *Index::build(grid, how, workers);
          for (const SolverOptions& options : test::all_options(index))
            test::check_all_pairs(terrain, *Solver::make(index, options),
                                  test::in_words(how) + ", " + test::in_words(options),
                                  fields, workers);
        }
      }
  }
}

TEST_CASE("the paths of units pass the replay for their size and for none above") {
  Workers workers(1);
  SplitMix64 random(2);
  const auto terrain = test::random_terrain(40, 30, 2, 8);
  const auto weights = random_weights(terrain, random);
  for (const std::int32_t unit_size : {1, 2, 3, 4})
    for (Rules rules : rules_of_size(unit_size)) {
      const auto grid = *Grid::make(terrain, rules, {.weights = weights});
      Scenario scenario;
      scenario.queries = test::random_queries(terrain, 60, 4);
      const Answers result = Solver::make(grid)->solve(scenario.queries, workers);
      for (std::size_t i = 0; i < scenario.queries.size(); ++i)
        scenario.lengths.push_back(
            result.status[i] == Status::found ? path_length(*grid, result.path(i)) : -1);
      scenario.tolerance = 1e-6;
      const PathList paths = list_of(scenario.queries, result);
      CHECK(validate_paths(terrain, rules, scenario, paths, {.weights = weights}).empty());
      ++rules.unit_size;
      CHECK_FALSE(
          validate_paths(terrain, rules, scenario, paths, {.weights = weights}).empty());
    }
}

}  // namespace throng::unit_size_test
