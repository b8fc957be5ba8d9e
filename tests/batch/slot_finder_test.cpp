#include "../../src/batch/slot_finder.hpp"

#include "../../src/batch/request_scratch.hpp"
#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/column.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <limits>
#include <memory>
#include <vector>

namespace throng::slot_finder_test {

namespace {

struct Told {
  SlotAnswer answer;
  Column<Move> path;
  std::uint32_t spent = 0;
  int slices = 0;
};

constexpr Limits kNoLimits{std::numeric_limits<std::uint32_t>::max(), kUnreachable - 1};

Told ask_whole(const Problem& problem, const SlotQuestion& question, const Limits& limits) {
  Scratch scratch;
  Told told;
  Slice whole;
  told.answer = find_slot(problem, question, limits, whole, scratch, told.path);
  told.slices = 1;
  return told;
}

/// The same in slices of `expansions`, growing where nothing is kept from one to the next.
Told ask_in_slices(const Problem& problem, const SlotQuestion& question,
                   const Limits& limits, std::uint32_t expansions, Scratch& scratch) {
  SlotProgress progress;
  Told told;
  for (Slice slice{.ran_out = true}; slice.ran_out; ++told.slices) {
    const std::uint32_t allowed = expansions + static_cast<std::uint32_t>(told.slices);
    slice = {.left = allowed, .progress = &progress};
    told.path.assign(3, Move::north);  // of slots before it
    told.answer = find_slot(problem, question, limits, slice, scratch, told.path);
    told.spent += allowed - slice.left;
    CHECK((!slice.ran_out || told.path.size() == 3));
  }
  told.path.erase(told.path.begin(), told.path.begin() + 3);
  return told;
}

bool same(const Told& a, const Told& b) {
  const SearchResult &x = a.answer.search, &y = b.answer.search;
  return x.status == y.status && x.cost == y.cost && x.upper == y.upper &&
         x.expanded == y.expanded && x.generated == y.generated &&
         x.reopened == y.reopened && a.answer.end == b.answer.end &&
         a.answer.end_cost == b.answer.end_cost && a.path == b.path;
}

struct Sums {
  std::uint64_t spent = 0, expanded = 0;
  std::size_t sliced = 0;
};

/// Random questions, whole and in slices.
Sums compare(const Solver& solver, std::uint64_t seed) {
  const Problem& problem = solver.problem();
  const Grid& grid = solver.grid();
  SplitMix64 random(seed);
  const auto cell = [&] {
    return Position{
        static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(grid.width()))),
        static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(grid.height())))};
  };
  Scratch scratch;
  Sums sums;
  for (int i = 0; i < 24; ++i) {
    std::vector<Position> goals(1 + random.below(3));
    for (Position& goal : goals) goal = cell();
    SlotQuestion question{.start = cell(), .goals = goals};
    question.approach = i % 2 == 0;
    if (i % 5 == 0) question.radius = 2 * grid.costs().straight;
    Limits limits = kNoLimits;
    if (i % 7 == 0) limits.max_expansions = 9;
    const Told whole = ask_whole(problem, question, limits);
    for (const std::uint32_t slice : {1U, 5U}) {
      const Told sliced = ask_in_slices(problem, question, limits, slice, scratch);
      CAPTURE(i, slice);
      CHECK(same(whole, sliced));
      if (question.radius != 0 || question.approach) continue;  // may begin anew
      sums.spent += sliced.spent;
      sums.expanded += whole.answer.search.expanded;
      sums.sliced += sliced.slices > 1 ? 1 : 0;
    }
  }
  return sums;
}

}  // namespace

TEST_CASE("an answer is the same however its search is sliced, and costs no more") {
  std::uint64_t seed = 0;
  std::size_t sliced = 0;
  for (const Rules& rules : test::all_rules()) {
    if (++seed % test::every({2, 4}) != 0) continue;
    CAPTURE(test::in_words(rules), seed);
    const Terrain terrain = test::random_terrain(26, 22, 25, seed);
    const auto grid = *Grid::make(terrain, rules);
    for (const SolverOptions& options : test::all_options(grid)) {
      CAPTURE(test::in_words(options));
      const Sums sums = compare(*Solver::make(grid, options), seed);
      sliced += sums.sliced;
      if (options.algorithm == Algorithm::textbook) continue;
      CHECK(sums.spent == sums.expanded);
    }
  }
  CHECK(sliced > 100);
}

TEST_CASE("the same with an index") {
  const Terrain terrain = test::random_terrain(40, 36, 33, 5);
  Workers workers(1);
  std::uint64_t turn = 0;
  for (const Corners corners : {Corners::never_cut, Corners::always}) {
    const auto grid = *Grid::make(terrain, {.corners = corners});
    for (const IndexOptions& index_options : test::some_index_options()) {
      const auto index = Index::build(grid, index_options, workers);
      if (!index) continue;
      CAPTURE(test::in_words(index_options));
      for (const SolverOptions& options : test::all_options(*index)) {
        if (turn++ % test::every({5, 23}) != 0) continue;
        CAPTURE(test::in_words(options));
        const Sums sums = compare(*Solver::make(*index, options), 3);
        if (options.algorithm == Algorithm::textbook) continue;
        if (options.algorithm == Algorithm::hierarchy) continue;  // begins again
        CHECK(sums.spent == sums.expanded);
      }
    }
  }
}

TEST_CASE("the same after closings that landmarks do not know yet") {
  Workers workers(1);
  const LivingClass movement{.landmarks = 4};
  for (std::uint64_t seed = 0; seed < 12; seed += test::every({2, 4})) {
    CAPTURE(seed);
    SplitMix64 random(seed);
    LivingMap map = *LivingMap::make(test::random_terrain(40, 36, 22, seed), {&movement, 1},
                                     {}, workers);
    std::vector<Edit> closings;
    for (int k = 0; k < 8; ++k) {
      const auto at = [&] { return static_cast<std::int32_t>(random.below(33)); };
      closings.emplace_back(TerrainEdit{{{at(), at()}, 3, 3}, '@'});
    }
    REQUIRE(map.edit(closings, workers));
    const Sums sums = compare(*Solver::make(map.index(0)), seed);
    CHECK(sums.spent == sums.expanded);
  }
}

TEST_CASE("the same on ground with weights and links") {
  const Terrain terrain = test::random_terrain(24, 20, 25, 8);
  std::vector<Weight> weights(24 * 20);
  SplitMix64 random(4);
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  const std::vector<Link> links{{{1, 1}, {22, 18}, 2}, {{3, 17}, {20, 2}, 3}};
  for (const Topology topology : {Topology::octile, Topology::hex})
    for (const bool linked : {false, true}) {
      GridOptions ground{.weights = weights};
      if (linked) ground.links = links;
      const auto grid = *Grid::make(terrain, {.topology = topology}, ground);
      for (const SolverOptions& options : test::all_options(grid)) {
        CAPTURE(test::in_words(options), linked);
        const Sums sums = compare(*Solver::make(grid, options), 6);
        CHECK(sums.spent == sums.expanded);
      }
    }
}

TEST_CASE("the same with links of any weight") {
  Workers workers(1);
  std::uint64_t seed = 0;
  for (const int weight : {1, 2, 5, 12, 30, 100, 300, 1000})
    for (const bool hilly : {false, true}) {
      CAPTURE(weight, hilly);
      // A river that only links cross, and links that may shorten a way.
      Terrain terrain = test::random_terrain(24, 20, 20, ++seed);
      for (std::int32_t y = 0; y < 20; ++y) terrain.set({12, y}, '@');
      for (const Position p : {Position{11, 9}, {13, 9}, {1, 1}, {10, 18}})
        terrain.set(p, '.');
      const auto cost = static_cast<Weight>(weight);
      const std::vector<Link> links{
          {{11, 9}, {13, 9}, cost}, {{13, 9}, {11, 9}, cost}, {{1, 1}, {10, 18}, cost}};
      std::vector<Weight> weights(24 * 20, 1);
      SplitMix64 random(seed);
      for (Weight& one : weights)
        one = static_cast<Weight>(1 + random.below(hilly ? 9 : 1));
      const auto grid = *Grid::make(terrain, {}, {.weights = weights, .links = links});
      const auto index =
          *Index::build(grid, {.landmarks = {2}, .jump_graph = false}, workers);
      for (const SolverOptions& options : test::all_options(index)) {
        CAPTURE(test::in_words(options));
        const Sums sums = compare(*Solver::make(index, options), seed);
        CHECK(sums.spent == sums.expanded);
      }
    }
}

TEST_CASE("searches that cannot pause begin anew and come to the same") {
  const Terrain terrain = test::random_terrain(20, 20, 25, 2);
  const auto grid = *Grid::make(terrain);
  std::uint64_t turn = 0;
  for (const SolverOptions& options : test::family_options(grid)) {
    if (options.algorithm == Algorithm::idastar) continue;  // no end in sight
    if (turn++ % test::every({2, 5}) != 0) continue;
    CAPTURE(test::in_words(options));
    compare(*Solver::make(grid, options), 9);
  }
}

TEST_CASE("as long as a search has not ended no other end is looked for") {
  const Terrain terrain = test::random_terrain(26, 22, 0, 1);
  const auto grid = *Grid::make(terrain);
  const Solver solver = *Solver::make(grid, {.algorithm = Algorithm::astar});
  const Problem& problem = solver.problem();
  const std::vector<Position> goals{{25, 21}};
  const SlotQuestion question{.start = {0, 0}, .goals = goals, .approach = true};
  Scratch scratch;
  SlotProgress progress;
  Slice slice{.left = 3, .progress = &progress};
  Column<Move> path;
  find_slot(problem, question, kNoLimits, slice, scratch, path);
  REQUIRE(slice.ran_out);
  // That would be a search with memory of its own.
  CHECK(scratch.of<RequestScratch>().toward.empty());
}

}  // namespace throng::slot_finder_test
