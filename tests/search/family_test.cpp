#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace throng::family_test {

namespace {

std::vector<Rules> some_rules() {
  std::vector<Rules> all;
  for (const Corners corners : kCorners) all.push_back({.corners = corners});
  all.push_back({.costs = {1, 1}});
  all.push_back({.costs = {1, 2}});
  all.push_back({.topology = Topology::tile});
  all.push_back({.topology = Topology::hex});
  return all;
}

}  // namespace

TEST_CASE("the rest of the family keeps its promises for every pair of small maps") {
  Workers workers(1);
  std::set<Algorithm> seen, worse;
  for (std::uint64_t seed = 0; seed < 12; seed += test::every({2, 7})) {
    const Terrain terrain =
        test::random_terrain(2 + static_cast<std::int32_t>(seed % 4),
                             1 + static_cast<std::int32_t>(seed / 3), 25, seed);
    for (const Rules& rules : some_rules()) {
      const auto grid = *Grid::make(terrain, rules);
      const auto fields = test::all_fields(terrain, rules);
      for (const SolverOptions& options : test::family_options(grid)) {
        seen.insert(options.algorithm);
        if (test::check_promises(terrain, *Solver::make(grid, options), options, fields,
                                 workers) > 0)
          worse.insert(options.algorithm);
      }
    }
  }
  CHECK(seen.size() == 10);
  CHECK(worse.contains(Algorithm::greedy));
}

TEST_CASE("the family keeps its promises with landmarks and on larger maps") {
  Workers workers(1);
  std::set<Algorithm> worse;
  for (std::uint64_t seed = 0; seed < 3; seed += test::every({.sanitized = 2})) {
    const Terrain terrain = test::random_terrain(9, 7, 30, seed);
    for (const Topology topology : {Topology::octile, Topology::hex}) {
      const Rules rules{.topology = topology};
      const auto grid = *Grid::make(terrain, rules);
      const auto fields = test::all_fields(terrain, rules);
      const auto index =
          *Index::build(grid, {.landmarks = {2}, .jump_graph = false}, workers);
      for (const SolverOptions& options : test::family_options(index)) {
        if (options.algorithm == Algorithm::idastar) continue;  // exponential
        if (test::check_promises(terrain, *Solver::make(index, options), options, fields,
                                 workers) > 0)
          worse.insert(options.algorithm);
      }
    }
  }
  CHECK(worse == std::set<Algorithm>{Algorithm::wastar, Algorithm::pxwd, Algorithm::pxwu,
                                     Algorithm::xdp, Algorithm::xup, Algorithm::greedy,
                                     Algorithm::beam});
}

TEST_CASE("the family keeps its promises where steps have weights and ways are one-way") {
  Workers workers(1);
  SplitMix64 random(3);
  for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 4})) {
    const Terrain terrain = test::random_terrain(5, 4, 20, seed);
    std::vector<Weight> weights(terrain.cell_count());
    for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(7));
    std::vector<ClosedStep> fences;
    for (const Position p : test::all_cells(terrain))
      fences.push_back({p, static_cast<Move>(random.below(8))});
    for (const CostModel model : kCostModels)
      for (const Topology topology : {Topology::octile, Topology::tile, Topology::hex}) {
        const Rules rules{.topology = topology, .cost_model = model};
        for (const bool one_way : {false, true}) {
          const GridOptions layers{
              .weights = weights,
              .closed_steps = one_way ? std::span(fences) : std::span<ClosedStep>()};
          const auto grid = *Grid::make(terrain, rules, layers);
          const auto fields = test::all_fields(terrain, rules, layers);
          for (const SolverOptions& options : test::family_options(grid))
            test::check_promises(terrain, *Solver::make(grid, options), options, fields,
                                 workers);
          // Their bounds may rise by more than a step costs.
          const auto index = *Index::build(grid, {.landmarks = {2}}, workers);
          for (const SolverOptions& options : test::family_options(index))
            test::check_promises(terrain, *Solver::make(index, options), options, fields,
                                 workers);
        }
      }
  }
}

TEST_CASE("without a limit, a search of a living map with fences finds a path or none") {
  Workers workers(1);
  std::size_t unreachable = 0;
  const auto check = [&](const LivingMap& map, const Terrain& terrain,
                         const GridOptions& layers) {
    const auto fields = test::all_fields(terrain, map.grid(0)->rules(), layers);
    for (const auto& from : fields)
      for (const auto& reached : from) unreachable += reached ? 0 : 1;
    for (const Heuristic heuristic : {Heuristic::automatic, Heuristic::landmark})
      for (const Algorithm algorithm : kAlgorithms) {
        const SolverOptions options{.algorithm = algorithm, .heuristic = heuristic};
        const auto solver = Solver::make(map.index(0), options);
        if (solver) test::check_promises(terrain, *solver, options, fields, workers);
      }
  };
  for (std::uint64_t seed = 0; seed < 24; seed += test::every({2, 7})) {
    CAPTURE(seed);
    test::LivingMirror mirror({6, 4}, 20, {.weights = seed % 2 == 0, .steps = true}, seed);
    const LivingClass movement{
        .rules = {.cost_model = kCostModels[seed % kCostModels.size()]}, .landmarks = 3};
    LivingMap map =
        *LivingMap::make(mirror.terrain(), {&movement, 1}, mirror.start(), workers);
    for (int edit = 0; edit < 12; ++edit) {
      REQUIRE(map.edit(mirror.edit(), workers));
      map.settle(edit % 3 == 0 ? LivingMap::kAll : std::size_t{20}, workers);
      if (edit % 4 == 3) check(map, mirror.terrain(), mirror.options());
    }
  }
  // Landmarks on both sides of a fence, some of them out of date: they know no way across.
  const std::vector<ClosedStep> fence{{{1, 0}, Move::east}, {{2, 0}, Move::west}};
  LivingClass movement{.landmarks = 4};
  movement.rules.costs = {5, 7};
  movement.rules.movement = *parse_movement("1:5,2:4,@:2");
  LivingMap map =
      *LivingMap::make(test::drawn("...2.."), {&movement, 1},
                       {.steps = true, .closed_steps = fence, .max_weight = 10}, workers);
  const auto edit = [&](std::size_t work, const std::vector<std::pair<MapRect, char>>& to) {
    std::vector<Edit> edits;
    for (const auto& [at, character] : to) edits.emplace_back(TerrainEdit{at, character});
    REQUIRE(map.edit(edits, workers));
    map.settle(work, workers);
    const Terrain now = *Terrain::make(6, 1, std::string(map.terrain().row(0)));
    check(map, now, {.closed_steps = fence});
  };
  edit(LivingMap::kAll, {{{{0, 0}, 3, 1}, 'O'}});
  edit(41, {{{{1, 0}}, '@'}, {{{0, 0}}, '1'}, {{{1, 0}, 4, 1}, '1'}, {{{5, 0}}, '@'}});
  edit(0, {{{{2, 0}, 2, 1}, '.'}, {{{0, 0}, 4, 1}, '@'}, {{{0, 0}}, '.'}});
  CHECK(unreachable > 1'000);
}

TEST_CASE("what the family cannot do is refused with the reason") {
  Workers workers(1);
  const Terrain terrain = test::drawn("...\n...");
  const auto grid = *Grid::make(terrain);
  const auto what = [&](const SolverOptions& options) {
    const auto solver = Solver::make(grid, options);
    return solver ? "" : solver.error().what;
  };
  CHECK(what({.algorithm = Algorithm::wastar, .weight_percent = 99}) ==
        "the weight must be 100 to 10000 percent, not 99");
  CHECK(what({.algorithm = Algorithm::beam, .beam_width = 0}) ==
        "the beam must be at least 1 wide, not 0");
  const std::vector<Weight> weights(6, 2);
  CHECK(Solver::make(*Grid::make(terrain, {}, {.weights = weights}),
                     {.algorithm = Algorithm::idastar})
            .error()
            .code == Code::unsupported);
  const auto index = *Index::build(grid, {.gates = {true}}, workers);
  CHECK(Solver::make(index, {Algorithm::bidirectional, Heuristic::gateway}).error().code ==
        Code::unsupported);
}

TEST_CASE("a budget stops every algorithm of the family with a lower bound") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(12, 12);
  const auto grid = *Grid::make(terrain, {.topology = Topology::tile});
  const Query query{{0, 0}, {11, 7}};
  for (const SolverOptions& options : test::family_options(grid)) {
    const auto solver = *Solver::make(grid, options);
    const Answers result =
        solver.solve(std::span(&query, 1), workers, {.max_expansions = 3});
    CAPTURE(test::in_words(options));
    CHECK(name(result.status[0]) == name(Status::out_of_budget));
    CHECK(result.cost[0] <= 18);
    CHECK(result.expanded[0] <= 3);
  }
}

}  // namespace throng::family_test
