#include "../../src/lab/ida_star.hpp"

#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <memory>
#include <string>

namespace throng::ida_star_test {

namespace {

constexpr Limits kNoLimits{.max_expansions = 0xFFFF'FFFF, .max_cost = kUnreachable - 1};
constexpr std::array kBothCuts{Cuts::back, Cuts::shortcut};

/// visit(bound) with the exact distance on an open map.
template <class Visit>
auto with_bound(const Grid& grid, const Visit& visit) {
  const Topology topology = grid.rules().topology;
  if (is_hexagonal(topology)) return visit(HexBound(topology, grid.costs()));
  return visit(OctileBound(topology, grid.costs()));
}

SearchResult search(IdaStar& ida, const Grid& grid, const Query& query,
                    const Limits& limits = kNoLimits) {
  return with_bound(grid, [&](const auto& bound) {
    return ida.search(SearchSpace(grid), grid.cell(query.start), grid.cell(query.goal),
                      bound, limits);
  });
}

/// Whether the path last found is one, and costs that much.
bool path_costs(const IdaStar& ida, const Grid& grid, const Query& query, Cost cost) {
  Column<Move> moves;
  ida.append_path(moves);
  Position at = query.start;
  Cost sum = 0;
  for (const Move move : moves) {
    if ((grid.moves(at) >> static_cast<unsigned>(move) & 1U) == 0) return false;
    sum += is_diagonal(move) ? grid.costs().diagonal : grid.costs().straight;
    at = grid.step(at, move);
  }
  return at == query.goal && sum == cost;
}

/// Every pair of different cells that the oracle joins; how many these were.
int check_pairs(const Terrain& terrain, const Rules& rules, const GridOptions& options,
                Cuts cuts) {
  const auto grid = *Grid::make(terrain, rules, options);
  IdaStar ida(cuts);
  int pairs = 0;
  for (const Position start : test::all_cells(terrain)) {
    const auto field = test::oracle_field(terrain, rules, start, options);
    for (const Position goal : test::all_cells(terrain)) {
      const auto& reached =
          field[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)];
      if (!reached || start == goal) continue;
      const SearchResult result = search(ida, *grid, {start, goal});
      CAPTURE(test::in_words(rules), cuts, start.x, start.y, goal.x, goal.y);
      REQUIRE(result.status == Status::found);
      REQUIRE(result.cost == reached.cost);
      REQUIRE(result.upper == reached.cost);
      REQUIRE(path_costs(ida, *grid, {start, goal}, result.cost));
      ++pairs;
    }
  }
  return pairs;
}

/// About a third of all steps closed, one by one.
std::vector<ClosedStep> random_fences(TerrainView terrain, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<ClosedStep> fences;
  for (const Position p : test::all_cells(terrain))
    for (unsigned d = 0; d < kMoves; ++d)
      if (random.chance(33)) fences.push_back({p, static_cast<Move>(d)});
  return fences;
}

/// The names of the moves that are left of `here` after `entered`, where `before` were
/// legal.
std::string left(Cuts cuts, Move entered, std::initializer_list<Move> before,
                 std::initializer_list<Move> here) {
  constexpr std::array kNames{"n", "e", "s", "w", "ne", "se", "sw", "nw"};
  unsigned moves = 0;
  for (const Move move : before) moves |= 1U << static_cast<unsigned>(move);
  const unsigned worth = cut_table(cuts)[static_cast<std::size_t>(entered)][moves];
  std::string text;
  for (const Move move : here)
    if ((worth >> static_cast<unsigned>(move) & 1U) != 0)
      text +=
          (text.empty() ? "" : " ") + std::string(kNames[static_cast<std::size_t>(move)]);
  return text;
}

using enum Move;

}  // namespace

TEST_CASE("iterative deepening finds the cheapest path between every pair of cells") {
  int pairs = 0;
  for (std::uint64_t seed = 0; seed < 100; seed += test::every({3, 21})) {
    const int closed_percent = 15 * static_cast<int>(seed % 4);
    const auto width = static_cast<std::int32_t>(2 + seed % 4);
    const Terrain terrain = test::random_terrain(width, 4, closed_percent, seed);
    for (const Rules& rules : test::all_rules())
      for (const Cuts cuts : kBothCuts) pairs += check_pairs(terrain, rules, {}, cuts);
  }
  CHECK(pairs > 10'000);
}

TEST_CASE("shortcuts keep every distance on larger maps") {
  for (std::uint64_t seed = 0; seed < 50; seed += test::every({3, 13})) {
    const Terrain terrain =
        test::random_terrain(6, 6, 10 + 10 * static_cast<int>(seed % 4), seed);
    for (const Topology topology : kTopologies)
      check_pairs(terrain, {.topology = topology}, {}, Cuts::shortcut);
  }
}

TEST_CASE("fences and one-way steps are kept to, and no shortcut leads through them") {
  for (std::uint64_t seed = 0; seed < 100; seed += test::every({3, 21})) {
    const Terrain terrain = test::random_terrain(4, 3, 10, seed);
    const std::vector<ClosedStep> fences = random_fences(terrain, seed);
    for (const Topology topology : kTopologies)
      for (const Corners corners : kCorners)
        for (const Cuts cuts : kBothCuts)
          check_pairs(terrain, {.topology = topology, .corners = corners},
                      {.closed_steps = fences}, cuts);
  }
}

TEST_CASE("a move is left out where one legal move leads as far as two") {
  const auto tile = {north, east, south, west};
  CHECK(left(Cuts::shortcut, north, tile, tile) == "n e w");
  CHECK(left(Cuts::back, north, tile, tile) == "n e w");

  const auto hex = {north, east, south_east, south, west, north_west};
  CHECK(left(Cuts::shortcut, north, hex, hex) == "n e nw");
  CHECK(left(Cuts::shortcut, south_east, hex, hex) == "e se s");
  CHECK(left(Cuts::back, north, hex, hex) == "n e se w nw");

  const auto octile = {north,      east,       south,      west,
                       north_east, south_east, south_west, north_west};
  CHECK(left(Cuts::shortcut, east, octile, octile) == "e ne se");
  CHECK(left(Cuts::shortcut, north_east, octile, octile) == "n e ne se nw");
  CHECK(left(Cuts::back, east, octile, octile) == "n e s ne se sw nw");

  // What is no shortcut stays.
  CHECK(left(Cuts::shortcut, east, {east, north_east}, octile) == "e s ne se sw nw");
  CHECK(left(Cuts::shortcut, north, {north, north_west}, hex) == "n e se nw");
}

TEST_CASE("a path in the open is walked without a detour") {
  const Terrain terrain = *Terrain::make(20, 20);
  IdaStar ida(Cuts::shortcut);
  for (const Topology topology : kTopologies) {
    const auto grid = *Grid::make(terrain, {.topology = topology});
    const SearchResult result = search(ida, *grid, {{3, 2}, {15, 18}});
    Column<Move> moves;
    ida.append_path(moves);
    CHECK(result.expanded == moves.size());
  }
}

TEST_CASE("counts are those of all iterations") {
  const Terrain terrain = test::drawn(R"(
      .....
      .@@@.
      .@.@.
      .....)");
  const auto tile = *Grid::make(terrain, {.topology = Topology::tile});
  IdaStar ida(Cuts::back);
  // Out of the pocket and round the wall: paths of 2, 4 and 6 steps are ruled out first.
  const SearchResult result = search(ida, *tile, {{2, 2}, {2, 0}});
  CHECK(result.cost == 8);
  CHECK(result.expanded == 1 + 2 + 4 + 8);
  CHECK(result.generated == 1 + 3 + 5 + 8);
}

TEST_CASE("a search out of budget tells a bound that holds") {
  const Terrain terrain = test::random_terrain(6, 6, 35, 3);
  int cut_short = 0;
  for (const Topology topology : kTopologies) {
    const Rules rules{.topology = topology};
    const auto grid = *Grid::make(terrain, rules);
    IdaStar ida(Cuts::shortcut);
    for (const Query& query : test::all_pairs(terrain)) {
      const auto reached = test::oracle_path(terrain, rules, query);
      if (!reached || query.start == query.goal) continue;
      const SearchResult full = search(ida, *grid, query);
      Cost before = 0;
      for (std::uint32_t budget = 0; budget < full.expanded; budget += 1 + budget / 2) {
        const SearchResult part = search(
            ida, *grid, query, {.max_expansions = budget, .max_cost = kUnreachable - 1});
        REQUIRE(part.status == Status::out_of_budget);
        REQUIRE(part.expanded == budget);
        REQUIRE(part.cost <= reached.cost);
        REQUIRE(part.cost >= before);
        REQUIRE(part.upper == kUnreachable);
        before = part.cost;
        ++cut_short;
      }
      const SearchResult enough =
          search(ida, *grid, query,
                 {.max_expansions = full.expanded, .max_cost = kUnreachable - 1});
      REQUIRE(enough.status == Status::found);
    }
  }
  CHECK(cut_short > 1'500);
}

TEST_CASE("only paths up to a cost are looked for") {
  const Terrain terrain = test::random_terrain(6, 6, 30, 5);
  const Rules rules{.topology = Topology::tex};
  const auto grid = *Grid::make(terrain, rules);
  IdaStar ida(Cuts::shortcut);
  for (const Query& query : test::all_pairs(terrain)) {
    const auto reached = test::oracle_path(terrain, rules, query);
    if (!reached || query.start == query.goal) continue;
    const auto cost = static_cast<Cost>(reached.cost);
    const auto within = [&](Cost most) {
      return search(ida, *grid, query, {.max_expansions = 0xFFFF'FFFF, .max_cost = most});
    };
    REQUIRE(within(cost).status == Status::found);
    const SearchResult beyond = within(cost - 1);
    REQUIRE(beyond.status == Status::over_max_cost);
    REQUIRE(beyond.cost == cost);
  }
}

TEST_CASE("no path is too long for the stack") {
  const Terrain terrain = *Terrain::make(1'000'000, 1);
  const auto grid = *Grid::make(terrain, {.topology = Topology::tile});
  IdaStar ida(Cuts::back);
  const Query query{{0, 0}, {999'999, 0}};
  CHECK(search(ida, *grid, query).cost == 999'999);
  CHECK(path_costs(ida, *grid, query, 999'999));
}

}  // namespace throng::ida_star_test
