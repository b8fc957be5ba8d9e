#include "../../src/core/rng.hpp"
#include "../../src/index/index_contents.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <string>
#include <utility>
#include <vector>

namespace throng::costlier_grid_test {

namespace {

using Fields = std::vector<test::OracleField<std::uint64_t>>;

/// A map and what lies on it.
struct Ground {
  Terrain terrain;
  Rules rules;
  std::vector<Weight> weights = {};
  std::vector<ClosedStep> closed_steps = {};
  std::vector<Link> links = {};

  GridOptions options() const {
    return {.weights = weights, .closed_steps = closed_steps, .links = links};
  }
  std::shared_ptr<const Grid> grid() const {
    return *Grid::make(terrain, rules, options());
  }
  Fields fields() const { return test::all_fields(terrain, rules, options()); }
};

std::vector<Weight> random_layer(const Terrain& terrain, Weight least, Weight most,
                                 SplitMix64& random) {
  std::vector<Weight> layer(terrain.cell_count());
  for (Weight& weight : layer)
    weight = static_cast<Weight>(least + random.below(most - least + 1U));
  return layer;
}

/// Closes a few cells more, as doors do.
Ground with_closed_cells(Ground ground, SplitMix64& random) {
  for (const Position p : test::all_cells(ground.terrain))
    if (random.chance(15)) ground.terrain.set(p, '@');
  return ground;
}

/// Closes a few steps more, each one way.
Ground with_closed_steps(Ground ground, SplitMix64& random) {
  for (const Position p : test::all_cells(ground.terrain))
    if (random.chance(30))
      ground.closed_steps.push_back({p, static_cast<Move>(random.below(8))});
  return ground;
}

/// For steps that no oracle knows of: relaxes each one until nothing changes.
Fields relaxed_fields(const Ground& ground, const Grid& grid) {
  Fields fields;
  const std::vector<Position> cells = test::all_cells(ground.terrain);
  const auto slot = [&](Position p) {
    return static_cast<std::size_t>(p.y * grid.width() + p.x);
  };
  for (const Position from : cells) {
    test::OracleField<std::uint64_t>& field = fields.emplace_back(cells.size());
    if (grid.open(from)) field[slot(from)].cost = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Position p : cells)
        for (std::size_t d = 0; d < kMoves; ++d) {
          const auto move = static_cast<Move>(d);
          if (!field[slot(p)] || (grid.moves(p) >> d & 1U) == 0) continue;
          const auto cost = field[slot(p)].cost + grid.step_cost(grid.cell(p), move);
          auto& to = field[slot(grid.step(p, move))].cost;
          changed |= cost < to;
          to = std::min(to, cost);
        }
    }
  }
  return fields;
}

/// What is known of distances before any search.
void check_bounds(const Index& base, const Index& index, const Fields& fields) {
  const Grid& grid = *index.grid();
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const auto place = [&](std::size_t slot) {
        const auto at = static_cast<std::int32_t>(slot);
        return Position{at % grid.width(), at / grid.width()};
      };
      if (i == k || !fields[i][k]) continue;
      const DistanceBounds bracket = index.bounds(place(i), place(k));
      if (bracket.lower >= base.bounds(place(i), place(k)).lower &&
          bracket.lower <= fields[i][k].cost && bracket.upper == kUnreachable)
        continue;
      CAPTURE(i, k, bracket.lower, bracket.upper, fields[i][k].cost);
      FAIL("no bounds");
    }
}

/// The algorithms that promise less, or take longer.
void check_family(const Ground& ground, const Index& index, const Fields& fields,
                  Workers& workers) {
  const std::vector<Query> queries = test::all_pairs(ground.terrain);
  for (const SolverOptions& options : test::family_options(index)) {
    const Solver solver = *Solver::make(index, options);
    CAPTURE(test::in_words(options));
    if (options.algorithm == Algorithm::idastar) continue;  // exponential
    if (guarantee(options.algorithm) == Guarantee::optimal) {
      test::check_all_pairs(ground.terrain, solver, test::in_words(options), fields,
                            workers, ground.options());
      continue;
    }
    const Answers result = solver.solve(queries, workers);
    const auto percent = static_cast<std::uint64_t>(options.weight_percent);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto& reached = fields[i / fields.size()][i % fields.size()];
      const std::uint64_t cost = result.cost[i];
      const bool found = result.status[i] == Status::found;
      const bool in_bounds = guarantee(options.algorithm) != Guarantee::bounded ||
                             100 * cost <= percent * reached.cost;
      if (found ? test::path_is_sound(*index.grid(), queries[i], result, i) &&
                      cost >= reached.cost && in_bounds
                : !reached || options.algorithm == Algorithm::beam)
        continue;
      CAPTURE(i, name(result.status[i]), cost, reached.cost);
      FAIL("not as promised");
    }
  }
}

/// Every pair of cells on `grid`, by every search that takes the landmarks of `base`.
/// ground: what the grid is made of, influence apart.
void check_costlier(const Index& base, const Ground& ground,
                    const std::shared_ptr<const Grid>& grid, const Fields& fields,
                    Workers& workers) {
  const auto made = base.with_costlier_grid(grid);
  REQUIRE(made);
  const Index& index = *made;
  CHECK(index.grid() == grid);
  CHECK(index.options().landmarks.count == base.options().landmarks.count);
  CHECK(index.part(Part::landmarks).bytes == base.part(Part::landmarks).bytes);
  CHECK(index.contents().landmarks == base.contents().landmarks);
  CHECK_FALSE(index.has(Part::jump_graph));
  CHECK(index.part(Part::areas).fact("areas") + index.part(Part::gates).fact("gates") == 0);
  CHECK((index.part(Part::jump_graph).bytes > 0) == JumpMap::allowed(*grid));
  for (const SolverOptions& options : test::all_options(index))
    test::check_all_pairs(ground.terrain, *Solver::make(index, options),
                          test::in_words(base.options()) + ", " + test::in_words(options),
                          fields, workers, ground.options());
  check_family(ground, index, fields, workers);
  check_bounds(base, index, fields);
}

/// Influence, closed cells and closed steps, on one ground.
void check_all(const Ground& ground, const IndexOptions& how, SplitMix64& random,
               Workers& workers) {
  const auto grid = ground.grid();
  const bool areas = how.areas || how.gates.build;
  if (areas && (!grid->plain() || is_hexagonal(ground.rules.topology))) return;
  const auto index = *Index::build(grid, how, workers);
  for (const Ground& closed :
       {with_closed_cells(ground, random), with_closed_steps(ground, random),
        with_closed_steps(with_closed_cells(ground, random), random)})
    check_costlier(index, closed, closed.grid(), closed.fields(), workers);
  const auto influence = random_layer(ground.terrain, 0, 4, random);
  const auto influenced = *grid->with_influence(influence);
  check_costlier(index, ground, influenced, relaxed_fields(ground, *influenced), workers);
}

std::vector<Rules> some_rules() {
  std::vector<Rules> all;
  for (const CostModel model : kCostModels) {
    all.push_back({.cost_model = model});
    all.push_back({.corners = Corners::always, .costs = {1, 2}, .cost_model = model});
    all.push_back({.topology = Topology::tile, .cost_model = model});
    all.push_back({.topology = Topology::hex, .cost_model = model});
  }
  return all;
}

std::string refusal(const Index& index, const std::shared_ptr<const Grid>& grid) {
  const auto made = index.with_costlier_grid(grid);
  REQUIRE_FALSE(made);
  CHECK(made.error().code == Code::bad_argument);
  return made.error().what;
}

}  // namespace

TEST_CASE("landmarks of a grid serve those on which nothing is cheaper, pair by pair") {
  Workers workers(1);
  SplitMix64 random(1);
  std::vector<IndexOptions> how = test::some_index_options();
  std::erase_if(how, [](const IndexOptions& options) {
    return options.landmarks.storage == LandmarkStorage::jump_points;
  });
  std::size_t turn = 0;  // two indexes a ground, others under each of the rules
  for (std::uint64_t seed = 0; seed < 3; seed += test::every({3, 3}))
    for (const Rules& rules : some_rules()) {
      ++turn;
      const Ground plain{test::random_terrain(5, 4, 15, seed), rules};
      Ground weighted = plain;
      weighted.weights = random_layer(plain.terrain, 1, 6, random);
      for (const Ground& ground : {plain, weighted, with_closed_steps(plain, random)})
        for (int i = 0; i < 2; ++i)
          check_all(ground, how[turn++ % how.size()], random, workers);
    }
}

TEST_CASE("the oracle agrees with what influence makes of a plain grid") {
  Workers workers(1);
  SplitMix64 random(2);
  for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 4})) {
    const Ground ground{test::random_terrain(6, 5, 20, seed), {}};
    const auto index = *Index::build(ground.grid(), {.landmarks = {3}}, workers);
    const auto influence = random_layer(ground.terrain, 0, 9, random);
    Ground entered = ground;  // a plain step weighs 1 besides the influence of its end
    entered.rules.cost_model = CostModel::enter;
    for (const Weight weight : influence)
      entered.weights.push_back(static_cast<Weight>(1 + weight));
    check_costlier(index, ground, *ground.grid()->with_influence(influence),
                   entered.fields(), workers);
  }
}

TEST_CASE("two-way landmarks stay what they are where the costlier grid is plain") {
  // One step back from 2,0 is closed, then the cell itself: what is left goes both ways.
  Workers workers(1);
  Ground one_way{test::drawn("...\n.@.\n..."), {}};
  one_way.closed_steps = {{{2, 0}, Move::west}};
  const auto index = *Index::build(one_way.grid(), {.landmarks = {2}}, workers);
  REQUIRE(index.contents().landmarks_back != nullptr);
  const Ground plain{test::drawn("..@\n.@.\n..."), {}};
  REQUIRE(plain.grid()->plain());
  check_costlier(index, plain, plain.grid(), plain.fields(), workers);
  CHECK(Solver::make(*index.with_costlier_grid(plain.grid()),
                     {Algorithm::jps, Heuristic::landmark}));
  CHECK(Solver::make(*index.with_costlier_grid(plain.grid()),
                     {Algorithm::bidirectional, Heuristic::landmark})
            .error()
            .code == Code::unsupported);
}

TEST_CASE("a larger unit goes by the landmarks of a smaller one") {
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 4; seed += test::every({.sanitized = 3})) {
    Ground ground{test::random_terrain(7, 6, 8, seed), {}};
    const auto index = *Index::build(ground.grid(), {.landmarks = {4}}, workers);
    ground.rules.unit_size = 2;
    check_costlier(index, ground, ground.grid(), ground.fields(), workers);
  }
}

TEST_CASE("one influence may follow another, and landmarks follow the goals") {
  Workers workers(1);
  SplitMix64 random(3);
  for (std::uint64_t seed = 0; seed < 4; seed += test::every({.sanitized = 3})) {
    Ground ground{test::random_terrain(6, 5, 15, seed), {}};
    if (seed % 2 != 0) ground = with_closed_steps(ground, random);
    const auto grid = ground.grid();
    const auto base = *Index::build(
        grid,
        {.landmarks = {.count = 2,
                       .metric = seed < 2 ? FieldMetric::cost : FieldMetric::steps}},
        workers);
    auto index = base;
    for (int frame = 0; frame < 4; ++frame) {
      const auto costlier =
          *grid->with_influence(random_layer(ground.terrain, 0, 5, random));
      index = *index.with_costlier_grid(costlier);
      index = index.adapt(test::random_queries(ground.terrain, 9, 7), workers);
      const Fields fields = relaxed_fields(ground, *costlier);
      check_costlier(index, ground, costlier, fields, workers);
      for (const SolverOptions& options : test::all_options(index))
        test::check_all_pairs(ground.terrain, *Solver::make(index, options), "adapted",
                              fields, workers, ground.options());
    }
    CHECK(base.contents().landmarks != index.contents().landmarks);
    // Back where they were measured, their upper bounds hold again.
    const auto back = *index.with_costlier_grid(grid);
    const Fields fields = ground.fields();
    const auto far = test::all_cells(ground.terrain);
    for (std::size_t i = 0; i < far.size(); ++i)
      for (std::size_t k = 0; k < far.size(); ++k)
        if (fields[i][k]) REQUIRE(back.bounds(far[i], far[k]).upper >= fields[i][k].cost);
  }
}

TEST_CASE("landmarks that doors part from their component are still told") {
  Workers workers(1);
  const Ground open{test::drawn("......."), {}};
  const auto index = *Index::build(open.grid(), {.landmarks = {2}}, workers);
  const Ground shut{test::drawn("..@.@.."), {}};
  const auto parted = *index.with_costlier_grid(shut.grid());
  REQUIRE(shut.grid()->component_count() == 3);
  for (std::uint32_t component = 0; component < 3; ++component)
    CHECK(parted.landmarks(component) == index.landmarks(0));
}

TEST_CASE("landmarks save expansions on a costlier grid as well") {
  Workers workers(1);
  SplitMix64 random(5);
  const Terrain terrain = test::random_terrain(60, 50, 33, 8);
  const auto grid = *Grid::make(terrain);
  const auto index = *Index::build(grid, {.landmarks = {8}}, workers);
  auto influence = random_layer(terrain, 0, 1, random);
  for (Weight& weight : influence)
    weight = static_cast<Weight>(random.chance(5) ? weight : 0);
  const auto costlier = *index.with_costlier_grid(*grid->with_influence(influence));
  const auto expanded = [&](Heuristic heuristic, const BatchOptions& options) {
    const Solver solver = *Solver::make(costlier, {Algorithm::astar, heuristic});
    const Answers result =
        solver.solve(test::random_queries(terrain, 300, 1), workers, options);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      sum += result.expanded[i];
      if (result.status[i] == Status::out_of_budget)
        REQUIRE(result.upper[i] == kUnreachable);
    }
    return sum;
  };
  CHECK(2 * expanded(Heuristic::landmark, {}) < expanded(Heuristic::octile, {}));
  CHECK(expanded(Heuristic::landmark, {.max_expansions = 3}) > 0);
}

TEST_CASE("an index without landmarks has none on a costlier grid") {
  Workers workers(1);
  const Ground ground{test::drawn("...\n..@"), {}};
  const auto index = *Index::build(ground.grid(), {.landmarks = {0}}, workers);
  const auto costlier = *index.with_costlier_grid(ground.grid());
  CHECK(costlier.options().landmarks.count == 0);
  CHECK_FALSE(costlier.has(Part::jump_graph));
  CHECK(Solver::make(costlier, {.heuristic = Heuristic::landmark}).error().code ==
        Code::bad_argument);
  CHECK(Solver::make(costlier));
}

TEST_CASE("grids on which something got cheaper are refused with its place") {
  Workers workers(1);
  const Ground ground{test::drawn("....\n.@..\n...."), {}};
  const auto index = *Index::build(ground.grid(), {.landmarks = {1}}, workers);
  const auto what = [&](const Ground& other) { return refusal(index, other.grid()); };

  CHECK(
      what({test::drawn("....\n.@.."), {}}) ==
      "landmarks of a grid of 4 x 3 octile cells are not valid for a grid of 4 x 2 octile "
      "cells");
  Ground other = ground;
  other.rules.topology = Topology::tile;
  CHECK(what(other) ==
        "landmarks of a grid of 4 x 3 octile cells are not valid for a grid of 4 x 3 tile "
        "cells");
  other = ground;
  other.rules.costs = {2, 3};
  CHECK(what(other) ==
        "landmarks for step costs exact are not valid for a grid with step costs 2/3");
  other = ground;  // halves make each unit twice as small
  other.weights.assign(12, 1);
  CHECK(
      what(other) ==
      "landmarks for step costs exact are not valid for a grid with step costs 4756/6726");

  const std::string cheaper = "the grid is cheaper than the grid of the landmarks: ";
  CHECK(what({test::drawn("....\n....\n...."), {}}) ==
        cheaper + "0,0 has a step that was not legal");
  other = {test::drawn("....\n....\n...."), {}};
  for (const Position p : test::all_cells(other.terrain))
    for (std::size_t d = 0; d < kMoves; ++d)
      other.closed_steps.push_back({p, static_cast<Move>(d)});
  CHECK(what(other) == cheaper + "1,1 is open, which was closed");
  other = ground;
  other.rules.corners = Corners::cut_one;
  CHECK(what(other) == cheaper + "1,0 has a step that was not legal");

  Ground heavy = ground;
  heavy.rules.cost_model = CostModel::enter;
  heavy.weights.assign(12, 2);
  Ground lighter = heavy;
  lighter.weights[6] = 1;
  const auto costly = *Index::build(heavy.grid(), {.landmarks = {1}}, workers);
  CHECK(refusal(costly, lighter.grid()) == cheaper + "2,0 has a step that got cheaper");
  CHECK(refusal(costly, ground.grid()) == cheaper + "0,0 has a step that got cheaper");
  CHECK(costly.with_costlier_grid(heavy.grid()));
}

TEST_CASE("links may be costlier or gone, but not new or cheaper") {
  Workers workers(1);
  Ground ground{test::drawn("......\n.@@@@.\n......"), {}};
  ground.links = {{{0, 0}, {5, 2}, 2}, {{5, 2}, {0, 0}, 4}};
  const auto index = *Index::build(ground.grid(), {.landmarks = {2}}, workers);
  Ground costlier = ground;
  costlier.links = {{{0, 0}, {5, 2}, 3}};
  check_costlier(index, costlier, costlier.grid(), costlier.fields(), workers);

  Ground cheaper = ground;
  cheaper.links[1].weight = 3;
  CHECK(refusal(index, cheaper.grid()) ==
        "the grid is cheaper than the grid of the landmarks: 5,2 has a link that was not "
        "there, or cost more");
  Ground other = ground;
  other.links.push_back({{0, 2}, {5, 0}, 9});
  CHECK(refusal(index, other.grid()) ==
        "the grid is cheaper than the grid of the landmarks: 0,2 has a link that was not "
        "there, or cost more");
}

TEST_CASE("closed steps do not join what corner rules part") {
  // Cutting corners is allowed and every such step is closed: one component, in two parts.
  Workers workers(1);
  const Ground ground{test::drawn(".@\n@."), {}};
  const auto index = *Index::build(ground.grid(), {.landmarks = {1}}, workers);
  Ground joined = ground;
  joined.rules.corners = Corners::always;
  joined.closed_steps = {{{0, 0}, Move::south_east}, {{1, 1}, Move::north_west}};
  REQUIRE(joined.grid()->component_count() == 1);
  CHECK(refusal(index, joined.grid()) ==
        "the grid is cheaper than the grid of the landmarks: 1,1 is of a component that it "
        "was parted from");
}

TEST_CASE("a grid alone has costlier grids too, one after the other") {
  const auto grid = *Grid::make(*Terrain::make(4, 3));
  std::vector<Weight> here(12, 0), there(12, 0);
  here[5] = 3;
  there[6] = 2;
  const auto first = Index(grid).with_costlier_grid(*grid->with_influence(here));
  REQUIRE(first);
  CHECK(first->with_costlier_grid(*grid->with_influence(there)));
  CHECK(first->with_costlier_grid(grid));
  const Index none{std::shared_ptr<const Grid>()};
  CHECK(none.with_costlier_grid(grid).error().code == Code::bad_argument);
  CHECK_FALSE(none.save("none.index"));
}

}  // namespace throng::costlier_grid_test
