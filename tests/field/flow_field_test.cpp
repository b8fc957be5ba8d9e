#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/scenes.hpp"

#include <throng/answers.hpp>
#include <throng/distances.hpp>
#include <throng/field.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace throng::flow_field_test {

namespace {

constexpr Cost kAnyRadius = kUnreachable - 1;

/// What it costs, by the oracle, to get from a cell to the nearest of some goals.
Cost to_nearest(const test::Scene& scene, Position from,
                const std::vector<Position>& goals) {
  Cost least = kUnreachable;
  for (const Position goal : goals) least = std::min(least, scene.cost(from, goal));
  return least;
}

/// Walks from a cell as a unit does, and checks each move against the oracle: it is legal,
/// no other is cheaper, and it is the one that the rule says. Gives the moves.
std::vector<Move> walk(const test::Scene& scene, const Field& field,
                       const std::vector<Position>& goals, Position from) {
  std::vector<Move> moves;
  std::optional<Move> last;
  for (Position at = from;;) {
    const Cost rest = to_nearest(scene, at, goals);
    const std::optional<Move> next = field.next(at, last);
    REQUIRE(next.has_value() == (rest != 0 && rest != kUnreachable));
    if (!next) return moves;
    const auto leads = [&](Move move) {  // by one step
      if ((scene.grid->moves(at) >> static_cast<unsigned>(move) & 1U) == 0) return false;
      const Cost cost = scene.grid->step_cost(scene.grid->cell(at), move);
      const Cost then = to_nearest(scene, scene.grid->step(at, move), goals);
      return then != kUnreachable && cost + then == rest;
    };
    Move first{};  // of the steps that lead on; kMoves: none does
    while (static_cast<std::size_t>(first) < kMoves && !leads(first))
      first = static_cast<Move>(static_cast<unsigned>(first) + 1);
    if (last && !is_link(*last) && leads(*last))
      REQUIRE(*next == *last);
    else if (!is_link(first))
      REQUIRE(*next == first);
    else
      REQUIRE(is_link(*next));
    at = PathView(scene.rules.topology, at, {}, scene.grid->links().get()).step(at, *next);
    moves.push_back(*next);
    last = next;
    REQUIRE(moves.size() <= scene.cells.size());
  }
}

void check_field(const test::Scene& scene, const Field& field,
                 const std::vector<Position>& goals) {
  for (const Position from : scene.cells) {
    CAPTURE(scene.words, from.x, from.y, goals.size());
    const Cost cost = to_nearest(scene, from, goals);
    REQUIRE(field.distance(from) == cost);
    const std::vector<Move> moves = walk(scene, field, goals, from);
    std::vector<Move> path{Move::west};  // which stays
    field.append_path(from, path);
    REQUIRE(path.front() == Move::west);
    path.erase(path.begin());
    REQUIRE(path == moves);
    if (cost == kUnreachable) continue;
    const PathView view(scene.rules.topology, from, path, scene.grid->links().get());
    const Position end = view.cells().back();
    REQUIRE(std::find(goals.begin(), goals.end(), end) != goals.end());
    REQUIRE(test::path_is_sound(*scene.grid, view, end, cost));
  }
}

}  // namespace

TEST_CASE(
    "units follow a direction field to a nearest goal as cheaply as the oracle says") {
  Workers workers(1);
  SplitMix64 random(3);
  test::for_each_scene([&](const test::Scene& scene) {
    Field field(scene.grid);
    check_field(scene, field, {});
    for (const std::size_t count : {1U, 1U, 2U, 4U, 0U, 1U}) {
      std::vector<Position> goals;
      while (goals.size() < count)
        goals.push_back(
            scene.cells[random.below(static_cast<std::uint32_t>(scene.cells.size()))]);
      field.set_goals(goals, workers);
      check_field(scene, field, goals);
    }
  });
}

TEST_CASE("beyond the radius a direction field leads nowhere") {
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn("....."));
  Field field(grid);
  const Position goal{0, 0};
  field.set_goals({&goal, 1}, workers, 2 * 2378);
  CHECK(field.distance({2, 0}) == 2 * 2378);
  CHECK(field.next({2, 0}) == Move::west);
  CHECK(field.distance({3, 0}) == kUnreachable);
  CHECK_FALSE(field.next({3, 0}));
  std::vector<Move> moves;
  field.append_path({3, 0}, moves);
  CHECK(moves.empty());
  field.set_goals({&goal, 1}, workers, kUnreachable);  // the same as no radius
  CHECK(field.distance({4, 0}) == 4 * 2378);
}

TEST_CASE("no unit walks into a trap, whatever the step into it costs") {
  // One unit of cost more than the way to the goal: what lies past the largest number.
  Workers workers(1);
  const std::vector<Weight> weights{2, 1, 3};
  const std::vector<ClosedStep> closed{{{2, 0}, Move::west}};
  Field field(*Grid::make(test::drawn("..."),
                          {.topology = Topology::tile, .cost_model = CostModel::enter},
                          {.weights = weights, .closed_steps = closed}));
  const Position goal{0, 0};
  field.set_goals({&goal, 1}, workers);
  CHECK(field.distance({1, 0}) == 2);
  CHECK(field.next({1, 0}) == Move::west);
  CHECK(field.next({1, 0}, Move::east) == Move::west);
  CHECK_FALSE(field.next({2, 0}));
}

TEST_CASE("a field made again for other goals and radii is as good as new") {
  // Larger than what a small radius changes, so that only a part is made blank again.
  Workers workers(1);
  std::uint64_t seed = 0;
  for (const Topology topology : kTopologies)
    for (const int closed_percent : {0, 2, 25})
      for (const bool weighted : {false, true}) {
        SplitMix64 random(++seed);
        const Terrain terrain = test::random_terrain(230, 190, closed_percent, seed);
        std::vector<Weight> weights(weighted ? terrain.cell_count() : 0);
        for (Weight& weight : weights) weight = static_cast<Weight>(3 + random.below(3));
        const auto grid =
            *Grid::make(terrain, {.topology = topology, .cost_model = CostModel::enter},
                        {.weights = weights});
        const Cost step = grid->min_step_costs().straight;
        Field field(grid);
        for (const Cost steps : {3U, 30U, 10U, 1U, 90U, 0U, 5U, 5U}) {
          std::vector<Position> goals(1 + random.below(3));
          for (Position& goal : goals)
            goal = {static_cast<std::int32_t>(random.below(230)),
                    static_cast<std::int32_t>(random.below(190))};
          const Cost radius = steps == 90 ? kAnyRadius : steps * step;
          field.set_goals(goals, workers, radius);
          const std::vector<Cost> expected =
              distances(grid, goals, workers,
                        {.direction = SweepDirection::to_sources,
                         .nearest_source = true,
                         .max_cost = radius});
          std::vector<Cost> found;
          for (const Position p : test::all_cells(terrain))
            found.push_back(field.distance(p));
          CAPTURE(seed, steps);
          REQUIRE((found == expected));  // too long to be printed
        }
      }
}

TEST_CASE("a direction field keeps its grid, moves, and says what it takes") {
  Workers workers(1);
  Field field(*Grid::make(test::drawn("....")));
  const Position goal{3, 0};
  field.set_goals({&goal, 1}, workers);
  Field other = std::move(field);
  CHECK(other.grid()->width() == 4);
  CHECK(other.next({0, 0}) == Move::east);
  CHECK(other.memory_bytes() >= 2 * sizeof(Cost) * other.grid()->cell_count());
}

TEST_CASE("goals and units outside the map are unreachable") {
  Workers workers(1);
  const Terrain terrain = test::drawn("....\n....");
  for (const Rules& rules : test::all_rules()) {
    Field field(*Grid::make(terrain, rules));
    field.set_goals(std::vector<Position>{{-1, 0}, {4, 1}, {0, 7}}, workers);
    for (const Position p : test::all_cells(terrain))
      CHECK(field.distance(p) == kUnreachable);
    field.set_goals(std::vector<Position>{{-1, 0}, {3, 0}}, workers);
    CHECK(field.distance({2, 0}) != kUnreachable);
    std::vector<Move> moves;
    for (const Position outside : {Position{-1, 0}, {4, 0}, {0, -9}, {1'000'000, 2}}) {
      CHECK(field.distance(outside) == kUnreachable);
      CHECK(field.next(outside) == std::nullopt);
      field.append_path(outside, moves);
    }
    CHECK(moves.empty());
  }
}

TEST_CASE("several threads may ask a direction field at once", "[parallel]") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(60, 50, 20, 1);
  const auto grid = *Grid::make(terrain);
  Field field(grid);
  const Position goal = test::random_queries(terrain, 1, 1).front().goal;
  field.set_goals({&goal, 1}, workers);
  const std::vector<Position> cells = test::all_cells(terrain);
  const auto ask = [&](std::vector<Move>& moves) {
    for (const Position p : cells) field.append_path(p, moves);
  };
  std::vector<Move> here, there;
  {
    std::jthread other([&] { ask(there); });
    ask(here);
  }
  CHECK(here == there);
}

}  // namespace throng::flow_field_test
