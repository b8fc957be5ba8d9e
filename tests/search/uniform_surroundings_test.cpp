// A* on weighted ground prunes inside uniform surroundings.
#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <array>
#include <vector>

namespace throng::uniform_surroundings_test {

using namespace test;

namespace {

/// Zones of 5 x 5 cells of one weight each, and single cells that weigh less or more than
/// all cells around them.
std::vector<Weight> zones(const Terrain& terrain, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::array<Weight, 9> zone;
  for (Weight& weight : zone) weight = static_cast<Weight>(1 + 2 * random.below(3));
  std::vector<Weight> weights;
  for (Position p; p.y < terrain.height(); ++p.y)
    for (p.x = 0; p.x < terrain.width(); ++p.x) {
      const Weight ground = zone[static_cast<std::size_t>(p.y / 5 * 3 + p.x / 5)];
      const std::uint32_t kind = random.below(14);
      weights.push_back(kind == 0   ? static_cast<Weight>(ground + 3)
                        : kind == 1 ? Weight{1}
                                    : ground);
    }
  return weights;
}

}  // namespace

TEST_CASE("costs inside uniform surroundings are the oracle's, whatever the cell weighs") {
  Workers workers(1);
  for (const Corners corners : kCorners)
    for (const CostModel model : kCostModels)
      for (const std::int32_t unit_size : {1, 2})
        for (std::uint64_t seed = 1; seed <= 2 / every({1, 2}); ++seed) {
          const Terrain terrain =
              random_terrain(14, 10, static_cast<int>(seed % 2 * 8), seed);
          const std::vector<Weight> weights = zones(terrain, seed);
          Rules rules{.corners = corners, .cost_model = model, .unit_size = unit_size};
          if (seed % 2 == 0) rules.costs = {5, 7};
          const GridOptions options{.weights = weights};
          const auto grid = *Grid::make(terrain, rules, options);
          const auto fields = all_fields(terrain, grid->rules(), options);
          const auto index = *Index::build(grid, {.landmarks = {3}}, workers);
          for (const Solver& solver :
               {*Solver::make(grid, {.algorithm = Algorithm::astar}),
                *Solver::make(
                    grid, {.algorithm = Algorithm::astar, .heuristic = Heuristic::zero}),
                *Solver::make(index, {.algorithm = Algorithm::astar})})
            check_all_pairs(terrain, solver, std::string(name(solver.heuristic())), fields,
                            workers, options);
        }
}

}  // namespace throng::uniform_surroundings_test
