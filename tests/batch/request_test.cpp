#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/index.hpp>
#include <throng/query.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace throng::request_test {

namespace {

using Fields = std::vector<test::OracleField<std::uint64_t>>;

/// A small map under some rules, and all that the oracle knows of it.
struct Scene {
  Scene(Terrain map, const Rules& under, std::vector<Weight> heavy = {},
        std::vector<ClosedStep> fences = {}, std::vector<Link> ways = {})
      : terrain(std::move(map)),
        rules(under),
        weights(std::move(heavy)),
        closed(std::move(fences)),
        links(std::move(ways)),
        grid(*Grid::make(terrain, rules, options())),
        fields(test::all_fields(terrain, rules, options())) {
    const auto empty = *Terrain::make(terrain.width(), terrain.height(), '.');
    open_fields = test::all_fields(empty, rules);
    const Cost unit = (*Grid::make(empty, rules))->costs().straight;
    for (auto& field : open_fields)
      for (auto& reached : field) reached.cost *= grid->costs().straight / unit;
  }

  GridOptions options() const {
    return {.weights = weights, .closed_steps = closed, .links = links};
  }
  std::size_t slot(Position p) const {
    return static_cast<std::size_t>(p.y * terrain.width() + p.x);
  }
  Cost distance(Position a, Position b) const {
    const auto& reached = fields[slot(a)][slot(b)];
    return reached ? static_cast<Cost>(reached.cost) : kUnreachable;
  }
  Cost open_distance(Position a, Position b) const {
    return static_cast<Cost>(open_fields[slot(a)][slot(b)].cost);
  }

  Terrain terrain;
  Rules rules;
  std::vector<Weight> weights;
  std::vector<ClosedStep> closed;
  std::vector<Link> links;
  std::shared_ptr<const Grid> grid;
  Fields fields;
  Fields open_fields;  ///< of the same map with no closed cell and no weight
};

/// What the written rules say of one slot.
struct Expected {
  Status status = Status::out_of_map;
  Cost cost = kUnreachable;
  std::optional<Position> end;  ///< nothing: any cell near enough
  Cost end_cost = 0;
};

/// Reads the rules of request.hpp literally, over all cells.
Expected expect(const Scene& scene, Position start, std::span<const Position> goals,
                const Request& request) {
  const Grid& grid = *scene.grid;
  if (!grid.contains(start)) return {.end = start};
  if (!grid.open(start)) return {.status = Status::start_blocked, .end = start};
  Expected best{.status = goals.empty() ? Status::unreachable : Status::out_of_map,
                .end = start};
  std::vector<Position> inside;
  for (const Position goal : goals)
    if (grid.contains(goal)) inside.push_back(goal);
  const Cost radius = grid.cost_of_steps(request.radius);
  for (const Position goal : inside) {
    const bool hopeless = radius == 0 && !grid.open(goal);
    if (best.status == Status::out_of_map) best.status = Status::goal_blocked;
    if (best.status == Status::goal_blocked && !hopeless) best.status = Status::unreachable;
    for (const Position cell : test::all_cells(scene.terrain)) {
      if (radius == 0 ? cell != goal : scene.open_distance(cell, goal) > radius) continue;
      const Cost cost = scene.distance(start, cell);
      if (cost >= best.cost) continue;
      best = {Status::found, cost, goal, cost};
      if (radius != 0) best.end.reset();
    }
  }
  if (best.status == Status::found || !request.approach || inside.empty()) return best;
  auto nearest = std::tuple(kUnreachable, kUnreachable, CellIndex{0});
  for (const Position cell : test::all_cells(scene.terrain)) {
    const Cost cost = scene.distance(start, cell);
    if (cost == kUnreachable) continue;
    for (const Position goal : inside)
      nearest = std::min(
          nearest, std::tuple(scene.open_distance(cell, goal), cost, grid.cell(cell)));
  }
  best.end = grid.position(std::get<2>(nearest));
  best.end_cost = std::get<1>(nearest);
  return best;
}

bool path_is_sound(const Scene& scene, const Answers& result, std::size_t slot) {
  return test::path_is_sound(*scene.grid, result.path(slot), result.end[slot],
                             result.end_cost[slot]);
}

void check_slot(const Scene& scene, const Answers& result, std::size_t slot, Position start,
                std::span<const Position> goals, const Request& request) {
  const Expected expected = expect(scene, start, goals, request);
  CHECK(name(result.status[slot]) == name(expected.status));
  CHECK(result.start[slot] == start);
  REQUIRE(result.cost[slot] == expected.cost);
  if (expected.status == Status::found) CHECK(result.upper[slot] == expected.cost);
  CHECK(result.end_cost[slot] == expected.end_cost);
  if (expected.end && scene.grid->contains(start)) CHECK(result.end[slot] == *expected.end);
  if (!expected.end) {
    Cost nearest = kUnreachable;
    for (const Position goal : goals)
      if (scene.grid->contains(goal))
        nearest = std::min(nearest, scene.open_distance(result.end[slot], goal));
    CHECK(nearest <= scene.grid->cost_of_steps(request.radius));
  }
  CHECK(path_is_sound(scene, result, slot));
}

void check_request(const Scene& scene, const Answers& result, std::size_t i,
                   const Request& request) {
  if (request.visit == Visit::any) {
    REQUIRE(result.first[i + 1] == result.first[i] + 1);
    return check_slot(scene, result, result.slot(i), request.start, request.goals, request);
  }
  REQUIRE(result.first[i + 1] == result.first[i] + request.goals.size());
  Position at = request.start;
  for (std::size_t k = 0; k < request.goals.size(); ++k) {
    const std::size_t slot = result.slot(i, k);
    check_slot(scene, result, slot, at, request.goals.subspan(k, 1), request);
    if (request.visit == Visit::in_turn) at = result.end[slot];
  }
}

/// Requests of all kinds, and the goals they look at.
struct Requests {
  std::vector<std::vector<Position>> goals;
  std::vector<Request> requests;
};

Requests random_requests(const Scene& scene, std::size_t count, SplitMix64& random) {
  const auto cell = [&] {
    // One cell in twenty lies outside the map.
    if (random.below(20) == 0) return Position{-1 - static_cast<int>(random.below(3)), 2};
    return Position{
        static_cast<int>(random.below(static_cast<std::uint32_t>(scene.terrain.width()))),
        static_cast<int>(random.below(static_cast<std::uint32_t>(scene.terrain.height())))};
  };
  Requests all;
  for (std::size_t i = 0; i < count; ++i) {
    auto& goals = all.goals.emplace_back();
    for (std::uint32_t k = random.below(5); k > 0; --k) goals.push_back(cell());
    const double radius = random.below(2) * random.below(400) / 100.0;
    all.requests.push_back({.start = cell(),
                            .goals = {},
                            .visit = static_cast<Visit>(random.below(3)),
                            .radius = radius,
                            .approach = random.below(2) != 0});
  }
  for (std::size_t i = 0; i < count; ++i) all.requests[i].goals = all.goals[i];
  return all;
}

std::vector<Scene> some_scenes() {
  std::vector<Scene> scenes;
  SplitMix64 random(1);
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules())
    for (const int closed : {10, 35, 60}) {
      ++seed;
      scenes.emplace_back(
          test::random_terrain(2 + static_cast<std::int32_t>(seed % 7),
                               1 + static_cast<std::int32_t>(seed % 5), closed, seed),
          rules);
    }
  for (const Topology topology : {Topology::octile, Topology::tile, Topology::hex})
    for (const CostModel model : kCostModels) {
      const auto terrain = test::random_terrain(7, 6, 30, ++seed);
      std::vector<Weight> weights(terrain.cell_count());
      for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(4));
      std::vector<ClosedStep> fences;
      for (const Position p : test::all_cells(terrain))
        if (random.below(3) == 0) fences.push_back({p, static_cast<Move>(random.below(8))});
      const Rules rules{.topology = topology, .cost_model = model};
      scenes.emplace_back(test::random_terrain(7, 6, 30, seed), rules, weights);
      scenes.emplace_back(test::random_terrain(7, 6, 30, seed), rules,
                          std::vector<Weight>(), fences);
      // Links from one end of the map to the other, one way and there and back: what is
      // near on an open map may be far, and the other way round.
      const auto wide = test::random_terrain(14, 5, 15, seed);
      std::vector<Link> links;
      for (std::int32_t y = 0; y < 5; ++y) links.push_back({{0, y}, {13, 4 - y}, 1});
      scenes.emplace_back(wide, rules, std::vector<Weight>(), std::vector<ClosedStep>(),
                          links);
      for (std::int32_t y = 0; y < 5; ++y) links.push_back({{13, 4 - y}, {0, y}, 1});
      weights.resize(wide.cell_count(), 3);
      scenes.emplace_back(wide, rules, weights, std::vector<ClosedStep>(), links);
    }
  return scenes;
}

std::vector<Solver> some_solvers(const Scene& scene, Workers& workers) {
  std::vector<Solver> solvers;
  for (const SolverOptions& options : test::all_options(scene.grid))
    solvers.push_back(*Solver::make(scene.grid, options));
  if (scene.grid->symmetric())
    solvers.push_back(*Solver::make(*Index::build(scene.grid, {.landmarks = {3}}, workers),
                                    SolverOptions{}));
  return solvers;
}

}  // namespace

TEST_CASE("requests are answered as the rules say, on small maps of every kind") {
  Workers workers(1);
  SplitMix64 random(7);
  for (const Scene& scene : some_scenes()) {
    const Requests all = random_requests(scene, 60, random);
    for (const Solver& solver : some_solvers(scene, workers)) {
      CAPTURE(test::in_words(scene.rules), scene.terrain.width(), scene.terrain.height());
      CAPTURE(name(solver.algorithm()), name(solver.heuristic()));
      Answers result;
      solver.solve(all.requests, workers, result);
      REQUIRE(result.size() == all.requests.size());
      for (std::size_t i = 0; i < all.requests.size(); ++i) {
        CAPTURE(i);
        check_request(scene, result, i, all.requests[i]);
      }
    }
  }
}

TEST_CASE("a limit leaves a bracket, and a way to go for who asks for it") {
  Workers workers(1);
  SplitMix64 random(8);
  for (const Scene& scene : some_scenes()) {
    const Requests all = random_requests(scene, 60, random);
    const Solver solver = *Solver::make(scene.grid);
    CAPTURE(test::in_words(scene.rules));
    for (const std::uint32_t budget : {0U, 1U, 3U, 9U})
      for (const Cost most : {kUnreachable - 1, 3 * scene.grid->costs().straight}) {
        Answers result;
        solver.solve(all.requests, workers, result,
                     {.max_expansions = budget, .max_cost = most});
        for (std::size_t i = 0; i < all.requests.size(); ++i) {
          const Request& request = all.requests[i];
          if (request.visit != Visit::any) continue;
          const std::size_t slot = result.slot(i);
          const Expected truth = expect(scene, request.start, request.goals, request);
          CAPTURE(i, budget, most, name(result.status[slot]));
          CHECK(path_is_sound(scene, result, slot));
          CHECK(result.cost[slot] <= truth.cost);
          CHECK(result.upper[slot] >= truth.cost);
          CHECK(result.expanded[slot] <= 3 * budget);
          const Status status = result.status[slot];
          if (status == Status::found) {
            CHECK(result.cost[slot] == truth.cost);
            CHECK(truth.cost <= most);
          } else if (!request.approach) {
            CHECK(result.end[slot] == request.start);
          }
          if (status == Status::over_max_cost) CHECK(truth.cost > most);
          if (truth.status != Status::found) CHECK(status != Status::found);
        }
      }
  }
}

TEST_CASE("requests do not depend on the number of threads", "[parallel]") {
  SplitMix64 random(9);
  const Scene scene(test::random_terrain(24, 20, 30, 3), Rules{});
  const Requests all = random_requests(scene, 400, random);
  const Solver solver = *Solver::make(scene.grid);
  Workers alone(1);
  const Answers expected = solver.solve(all.requests, alone);
  test::on_all_threads<Workers>([&](Workers& workers) {
    const Answers answers = solver.solve(all.requests, workers);
    CHECK(answers.hash() == expected.hash());
    CHECK(answers.end == expected.end);
    CHECK(answers.end_cost == expected.end_cost);
    CHECK(answers.expanded == expected.expanded);
  });
}

TEST_CASE("a chain is one path through its waypoints") {
  const Terrain terrain = test::drawn(R"(
      .....
      .@@@.
      .....)");
  const Solver solver = *Solver::make(*Grid::make(terrain));
  const std::vector<Position> patrol{{4, 0}, {4, 2}, {0, 2}};
  const Request request{{0, 0}, patrol, Visit::in_turn};
  Workers workers(1);
  Answers result;
  solver.solve(std::span(&request, 1), workers, result);
  REQUIRE(result.first == Column<std::size_t>{0, 3});
  const auto cells = result.chain(0).cells();
  REQUIRE(cells.size() == 11);
  CHECK(cells[4] == patrol[0]);
  CHECK(cells[6] == patrol[1]);
  CHECK(cells[10] == patrol[2]);
}

TEST_CASE("without paths ends and costs are told all the same") {
  const Terrain terrain = test::drawn(R"(
      ...@.
      ...@.)");
  const Solver solver = *Solver::make(*Grid::make(terrain));
  const Position behind{4, 1};
  const Request request{.start = {0, 1}, .goals = {&behind, 1}, .approach = true};
  Workers workers(1);
  Answers result;
  solver.solve(std::span(&request, 1), workers, result, {.paths = false});
  CHECK(result.status[0] == Status::unreachable);
  CHECK(result.moves.empty());
  CHECK(result.end[0] == Position{2, 1});
  CHECK(result.end_cost[0] == 2 * kExactCosts.straight);
}

TEST_CASE("where units go that cannot reach a goal does not depend on who asked before") {
  Workers workers(1);
  const auto ends = [&](const char* map) {
    const Solver solver = *Solver::make(*Grid::make(test::drawn(map)));
    const std::vector<Position> three{{3, 0}}, four{{4, 0}}, both{{4, 0}, {3, 0}};
    const auto from = [](std::int32_t x, std::span<const Position> goals) {
      return Request{.start = {x, 0}, .goals = goals, .approach = true};
    };
    const std::vector<Request> requests{from(0, three), from(1, three), from(7, three),
                                        from(0, three), from(7, four),  from(7, three),
                                        from(7, both),  from(7, three), from(8, both)};
    Answers result;
    solver.solve(requests, workers, result);
    std::vector<std::int32_t> columns;
    for (const Position end : result.end) columns.push_back(end.x);
    return columns;
  };
  CHECK(ends("..@..@...") == std::vector{1, 1, 6, 1, 6, 6, 6, 6, 6});
  CHECK(ends("...@.@@..") == std::vector{2, 2, 7, 2, 7, 7, 7, 7, 7});
}

TEST_CASE("a unit on a closed cell leaves it for the nearest open one") {
  Workers workers(1);
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules()) {
    CAPTURE(test::in_words(rules));
    const Scene scene(test::random_terrain(9, 8, 60, ++seed), rules);
    const Solver solver = *Solver::make(scene.grid);
    const std::vector<Position> cells = test::all_cells(scene.terrain);
    const std::vector<Position> goal{cells[7 * seed % cells.size()]};
    for (const Position start : cells) {
      Position open = start;
      const auto key = [&](Position p) {
        return std::tuple(scene.open_distance(start, p), scene.grid->cell(p));
      };
      if (!scene.grid->open(start))
        for (const Position p : cells)
          if (scene.grid->open(p) && (open == start || key(p) < key(open))) open = p;
      const Request from_there{.start = open, .goals = goal, .approach = true};
      Request leaving = from_there;
      leaving.start = start;
      leaving.escape_blocked_start = true;
      Answers expected, result;
      solver.solve({&from_there, 1}, workers, expected);
      solver.solve({&leaving, 1}, workers, result);
      CHECK(result.start[0] == open);
      CHECK(result.hash() == expected.hash());
      CHECK(result.end == expected.end);
    }
  }
  const auto closed = *Grid::make(*Terrain::make(3, 3, '@'));
  const std::vector<Position> goal{{1, 1}};
  const Request request{.start = {0, 0}, .goals = goal, .escape_blocked_start = true};
  Answers result;
  Solver::make(closed)->solve({&request, 1}, workers, result);
  CHECK(result.status[0] == Status::start_blocked);
}

}  // namespace throng::request_test
