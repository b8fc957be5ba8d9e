#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "../support/sight.hpp"

#include <throng/any_angle.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace throng::any_angle_test {

namespace {

constexpr long double kClose = 1e-6L;  // lengths are compared in units of 2^-24

std::vector<Rules> drawings() {
  std::vector<Rules> all;
  for (const Corners corners : kCorners) all.push_back({.corners = corners});
  all.push_back({.corners = Corners::always, .costs = {1, 1}});
  all.push_back({.costs = kBg2006Costs});
  for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
    all.push_back({.topology = topology});
  return all;
}

/// A map with what is known of it: an oracle keeps references to both of the others.
struct Ground {
  Terrain terrain;
  Rules rules;
  GridOptions options = {};
  std::shared_ptr<const Grid> grid = *Grid::make(terrain, rules, options);
  test::SightOracle sight{terrain, rules, options};

  Ground(Terrain map, const Rules& under, const GridOptions& with = {})
      : terrain(std::move(map)), rules(under), options(with) {}
  Ground(const Ground&) = delete;
  Ground& operator=(const Ground&) = delete;
};

std::vector<Position> listed(std::span<const Position> points) {
  return {points.begin(), points.end()};
}

/// Goes from start to goal, each leg legal by the oracle, and is as long as it says.
void check_legs(const Ground& ground, const Query& query, std::span<const Position> points,
                double length) {
  CAPTURE(test::in_words(ground.rules), query.start.x, query.start.y, query.goal.x,
          query.goal.y);
  REQUIRE(!points.empty());
  REQUIRE(points.front() == query.start);
  REQUIRE(points.back() == query.goal);
  REQUIRE(points.size() == 1 + std::size_t{query.start != query.goal} *
                                   std::max<std::size_t>(points.size() - 1, 1));
  for (std::size_t i = 1; i < points.size(); ++i) {
    REQUIRE(points[i - 1] != points[i]);
    REQUIRE(ground.sight.leg(points[i - 1], points[i]));
  }
  REQUIRE(std::abs(ground.sight.length(points) - length) < 1e-9L);
}

/// Lengths of the shortest paths of legal legs between cells.
std::vector<long double> shortest_from(const Ground& ground, Position from) {
  const std::vector<Position> cells = test::all_cells(ground.terrain);
  const auto slot = [&](Position p) {
    return static_cast<std::size_t>(p.y * ground.terrain.width() + p.x);
  };
  std::vector<long double> length(cells.size(), INFINITY);
  using Entry = std::pair<long double, Position>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  length[slot(from)] = 0;
  queue.push({0, from});
  while (!queue.empty()) {
    const auto [at, p] = queue.top();
    queue.pop();
    if (at != length[slot(p)]) continue;
    for (const Position to : cells) {
      const long double reached = at + ground.sight.distance(p, to);
      if (reached >= length[slot(to)] || !ground.sight.leg(p, to)) continue;
      length[slot(to)] = reached;
      queue.push({reached, to});
    }
  }
  return length;
}

bool same(const AnyAnglePaths& a, const AnyAnglePaths& b) {
  return a.point_begin == b.point_begin && a.points == b.points && a.length == b.length;
}

AnyAnglePaths solve(const Solver& solver, std::span<const Query> queries, Workers& workers,
                    AnyAngle how) {
  Answers batch;
  AnyAnglePaths paths;
  REQUIRE(solve_any_angle(solver, queries, workers, batch, paths, {}, how));
  return paths;
}

}  // namespace

TEST_CASE("any-angle paths are free, join their ends and are never longer") {
  Workers workers(1);
  AnyAngleScratch scratch;
  for (const Rules& rules : drawings())
    for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 4})) {
      const Ground ground(
          test::random_terrain(21, 17, 8 + 6 * static_cast<int>(seed), seed), rules);
      const auto solver = *Solver::make(ground.grid);
      const auto queries = test::random_queries(ground.terrain, 60, seed);
      Answers batch;
      AnyAnglePaths smoothed, best;
      REQUIRE(solve_any_angle(solver, queries, workers, batch, best, {}, AnyAngle::theta));
      REQUIRE(smooth(*ground.grid, batch, workers, smoothed));
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const AnyAnglePath searched = *any_angle_path(*ground.grid, queries[i], scratch);
        if (batch.status[i] != Status::found) {
          REQUIRE(smoothed.path(i).empty());
          REQUIRE(best.path(i).empty());
          REQUIRE(searched.points.empty());
          REQUIRE(smoothed.length[i] + best.length[i] + searched.length == 0);
          continue;
        }
        const AnyAnglePath alone = *smooth(*ground.grid, batch.path(i));
        REQUIRE(listed(alone.points) == listed(smoothed.path(i)));
        REQUIRE(alone.length == smoothed.length[i]);
        check_legs(ground, queries[i], alone.points, alone.length);
        check_legs(ground, queries[i], listed(best.path(i)), best.length[i]);
        check_legs(ground, queries[i], searched.points, searched.length);
        const long double drawn = ground.sight.length(batch.path(i).cells());
        REQUIRE(smoothed.length[i] <= drawn + 1e-9L);
        REQUIRE(best.length[i] <= smoothed.length[i]);
      }
    }
}

TEST_CASE("a search finds nothing longer than a path from cell to cell") {
  AnyAngleScratch scratch;
  for (const Corners corners : kCorners)
    for (std::uint64_t seed = 0; seed < 30; seed += test::every({.sanitized = 7})) {
      const Terrain terrain = test::random_terrain(16, 16, 30, seed);
      const auto grid = *Grid::make(terrain, {.corners = corners});
      const Position start{static_cast<std::int32_t>(seed % 16), 3};
      if (!grid->open(start)) continue;
      const auto field = test::true_field(terrain, grid->rules(), start);
      for (const Position goal : test::all_cells(terrain)) {
        const auto reached = field[static_cast<std::size_t>(goal.y * 16 + goal.x)];
        const AnyAnglePath path = *any_angle_path(*grid, {start, goal}, scratch);
        REQUIRE(path.points.empty() == !reached);
        if (reached) REQUIRE(path.length <= reached.cost + kClose);
      }
    }
}

TEST_CASE("any-angle paths are close to the shortest ones") {
  Workers workers(1);
  long double shortest = 0, smoothed = 0, searched = 0, walked = 0;
  for (std::uint64_t seed = 0; seed < 8; seed += test::every({.sanitized = 3})) {
    const Ground ground(test::random_terrain(14, 12, 20, seed), {});
    const auto solver = *Solver::make(ground.grid);
    const Position start{0, 0};
    std::vector<Query> queries;
    for (const Position goal : test::all_cells(ground.terrain))
      if (ground.grid->open(start)) queries.push_back({start, goal});
    const AnyAnglePaths smooth = solve(solver, queries, workers, AnyAngle::smooth);
    const AnyAnglePaths theta = solve(solver, queries, workers, AnyAngle::theta);
    const Answers batch = solver.solve(queries, workers);
    const auto truth = shortest_from(ground, start);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (batch.status[i] != Status::found) continue;
      REQUIRE(theta.length[i] >= truth[i] - kClose);
      shortest += truth[i];
      smoothed += smooth.length[i];
      searched += theta.length[i];
      walked += path_length(*ground.grid, batch.path(i));
    }
  }
  REQUIRE(shortest > 1000);
  CHECK(walked > 1.03L * shortest);
  CHECK(searched <= smoothed);
  CHECK(smoothed < 1.02L * shortest);
}

TEST_CASE("an open map is crossed in a straight line") {
  for (const Rules& rules : drawings()) {
    const Ground ground(test::random_terrain(40, 30, 0, 1), rules);
    const auto solver = *Solver::make(ground.grid);
    const auto queries = test::random_queries(ground.terrain, 50, 2);
    Workers workers(1);
    const AnyAnglePaths paths = solve(solver, queries, workers, AnyAngle::smooth);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto [start, goal] = queries[i];
      CHECK(paths.path(i).size() == (start == goal ? 1 : 2));
      CHECK(paths.length[i] == Approx(double(ground.sight.distance(start, goal))));
    }
  }
}

TEST_CASE("a path turns at the corner it goes round") {
  const Ground ground(test::drawn(R"(
      .......
      .......
      @@@@...
      .......
      .......)"),
                      {});
  const auto solver = *Solver::make(ground.grid);
  Workers workers(1);
  const std::vector<Query> queries{{{0, 0}, {1, 4}}};
  const std::vector<Position> round{{0, 0}, {4, 1}, {4, 3}, {1, 4}};
  for (const AnyAngle how : {AnyAngle::smooth, AnyAngle::theta})
    CHECK(listed(solve(solver, queries, workers, how).path(0)) == round);
  AnyAngleScratch scratch;
  CHECK(listed((*any_angle_path(*ground.grid, queries[0], scratch)).points) == round);
}

TEST_CASE("ends that are equal, apart, closed or outside have the paths they should") {
  const auto grid = *Grid::make(test::drawn(R"(
      ..@.
      ..@.)"));
  const auto solver = *Solver::make(grid);
  Workers workers(1);
  AnyAngleScratch scratch;
  const std::vector<Query> queries{{{1, 1}, {1, 1}}, {{0, 0}, {3, 0}}, {{2, 0}, {0, 0}},
                                   {{0, 0}, {2, 0}}, {{0, 0}, {4, 0}}, {{-1, 0}, {0, 0}},
                                   {{2, 0}, {2, 0}}, {{0, 0}, {1, 1}}};
  for (const AnyAngle how : {AnyAngle::smooth, AnyAngle::theta}) {
    const AnyAnglePaths paths = solve(solver, queries, workers, how);
    REQUIRE(paths.size() == queries.size());
    CHECK(listed(paths.path(0)) == std::vector<Position>{{1, 1}});
    CHECK(listed(paths.path(7)) == std::vector<Position>{{0, 0}, {1, 1}});
    CHECK(paths.length[7] == std::sqrt(2.0));
    for (std::size_t i = 0; i < 7; ++i) CHECK(paths.length[i] == 0);
    for (std::size_t i = 1; i < 7; ++i) CHECK(paths.path(i).empty());
    CHECK(solve(solver, {}, workers, how).size() == 0);
  }
  for (std::size_t i = 0; i < queries.size(); ++i)
    CHECK((*any_angle_path(*grid, queries[i], scratch)).points.size() == (i == 0   ? 1
                                                                          : i == 7 ? 2
                                                                                   : 0));
}

TEST_CASE("corridors are straight") {
  Workers workers(1);
  AnyAngleScratch scratch;
  for (const Rules& rules : drawings())
    for (const bool tall : {false, true}) {
      const std::int32_t length = 300;
      const Ground ground(tall ? test::random_terrain(1, length, 0, 1)
                               : test::random_terrain(length, 1, 0, 1),
                          rules);
      const Position end = tall ? Position{0, length - 1} : Position{length - 2, 0};
      const std::vector<Query> queries{{{0, 0}, end}, {end, {0, 0}}};
      if (!tall && is_hexagonal(rules.topology)) continue;  // a zigzag
      for (const AnyAngle how : {AnyAngle::smooth, AnyAngle::theta}) {
        const auto paths = solve(*Solver::make(ground.grid), queries, workers, how);
        CHECK(paths.points.size() == 4);
        CHECK(paths.length[0] == double(ground.sight.distance({0, 0}, end)));
      }
      CHECK((*any_angle_path(*ground.grid, queries[0], scratch)).points.size() == 2);
    }
}

TEST_CASE("fences and one-way streets hold") {
  // A fence across the map, with a gap at 3,1 that leads down only.
  const auto fenced = [](const Rules& rules) {
    std::vector<ClosedStep> closed;
    for (std::int32_t x = 0; x < 7; ++x)
      for (const Move down : {Move::south, Move::south_east, Move::south_west}) {
        const Position from{x, 1}, to = step(rules.topology, from, down);
        if (x != 3 || down != Move::south) closed.push_back({from, down});
        if (to.x >= 0 && to.x < 7) closed.push_back({to, opposite(down)});
      }
    return closed;
  };
  for (const Rules& rules :
       {Rules{}, Rules{.corners = Corners::always}, Rules{.topology = Topology::tile}}) {
    const std::vector<ClosedStep> closed = fenced(rules);
    const Ground ground(test::random_terrain(7, 4, 0, 1), rules, {.closed_steps = closed});
    REQUIRE(!ground.grid->plain());
    const auto solver = *Solver::make(ground.grid);
    Workers workers(1);
    const auto queries = test::all_pairs(ground.terrain);
    Answers batch;
    AnyAnglePaths paths;
    for (const AnyAngle how : {AnyAngle::smooth, AnyAngle::theta}) {
      REQUIRE(solve_any_angle(solver, queries, workers, batch, paths, {}, how));
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const bool down = queries[i].start.y > 1 || queries[i].goal.y < 2 ||
                          (queries[i].start.y < 2 && queries[i].goal.y > 1);
        const bool up = queries[i].start.y > 1 && queries[i].goal.y < 2;
        REQUIRE(paths.path(i).empty() == (up || !down));
        if (!up && down)
          check_legs(ground, queries[i], listed(paths.path(i)), paths.length[i]);
      }
    }
    AnyAngleScratch scratch;
    CHECK((*any_angle_path(*ground.grid, {{0, 3}, {0, 0}}, scratch)).points.empty());
    const auto through = (*any_angle_path(*ground.grid, {{0, 0}, {0, 3}}, scratch)).points;
    check_legs(ground, {{0, 0}, {0, 3}}, through, double(ground.sight.length(through)));
  }
}

TEST_CASE("ground with weights is refused") {
  const Terrain terrain = test::drawn("...");
  const std::vector<Weight> weights{1, 2, 1}, plain{1, 1, 1};
  Workers workers(1);
  AnyAngleScratch scratch;
  const auto heavy = *Grid::make(terrain, {}, {.weights = weights});
  const auto solver = *Solver::make(heavy);
  const std::vector<Query> queries{{{0, 0}, {2, 0}}};
  Answers batch = solver.solve(queries, workers);
  AnyAnglePaths paths;
  const auto refused = [](const auto& result) {
    return !result && result.error().code == Code::unsupported &&
           result.error().what.find("weigh") != std::string::npos;
  };
  CHECK(refused(smooth(*heavy, batch.path(0))));
  CHECK(refused(smooth(*heavy, batch, workers, paths)));
  CHECK(refused(solve_any_angle(solver, queries, workers, batch, paths)));
  CHECK(refused(any_angle_path(*heavy, queries[0], scratch)));
  for (const CostModel model : kCostModels) {
    const auto light = *Grid::make(terrain, {.cost_model = model}, {.weights = plain});
    CHECK((*any_angle_path(*light, queries[0], scratch)).length == 2);
  }
}

TEST_CASE("any-angle paths do not depend on the number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(70, 60, 25, 7);
  const auto queries = test::random_queries(terrain, 300, 8);
  for (const Topology topology : {Topology::octile, Topology::hex}) {
    const auto solver = *Solver::make(*Grid::make(terrain, {.topology = topology}));
    for (const AnyAngle how : {AnyAngle::smooth, AnyAngle::theta}) {
      Workers one(1);
      const AnyAnglePaths alone = solve(solver, queries, one, how);
      for (const int threads : {2, 3, 8}) {
        Workers workers(threads);
        for (int repeat = 0; repeat < 2; ++repeat)
          REQUIRE(same(alone, solve(solver, queries, workers, how)));
      }
    }
  }
}

TEST_CASE("workers and results serve any-angle batches of any size", "[parallel]") {
  Workers workers(3);
  Answers batch;
  AnyAnglePaths paths;
  for (const std::int32_t size : {30, 5, 60, 1, 30}) {
    const Terrain terrain = test::random_terrain(size, size, 20, 4);
    const auto solver = *Solver::make(*Grid::make(terrain));
    for (const std::size_t count : {100U, 0U, 1U, 200U}) {
      const auto queries = test::random_queries(terrain, count, 5);
      for (const AnyAngle how : {AnyAngle::theta, AnyAngle::smooth}) {
        REQUIRE(solve_any_angle(solver, queries, workers, batch, paths, {}, how));
        Workers fresh(1);
        REQUIRE(same(paths, solve(solver, queries, fresh, how)));
      }
    }
  }
}

TEST_CASE("memory of any-angle paths stops growing once a batch has been met") {
  const Terrain terrain = test::random_terrain(64, 64, 25, 4);
  const auto solver = *Solver::make(*Grid::make(terrain));
  const auto queries = test::random_queries(terrain, 200, 5);
  for (const AnyAngle how : {AnyAngle::smooth, AnyAngle::theta}) {
    Workers workers(1);
    Answers batch;
    AnyAnglePaths paths;
    for (int repeat = 0; repeat < 2; ++repeat)
      REQUIRE(solve_any_angle(solver, queries, workers, batch, paths, {}, how));
    const std::size_t bytes = workers.memory_bytes();
    const Position* const points = paths.points.data();
    for (int repeat = 0; repeat < 3; ++repeat) {
      REQUIRE(solve_any_angle(solver, queries, workers, batch, paths, {}, how));
      CHECK(workers.memory_bytes() == bytes);
      CHECK(paths.points.data() == points);
    }
  }
}

TEST_CASE("any-angle paths are the same on every machine") {
  const auto grid =
      *Grid::make(test::must(read_map((test::maps_folder() / "caves.map").string())));
  AnyAngleScratch scratch;
  std::string text;
  for (const Query& query :
       test::random_queries({nullptr, grid->width(), grid->height()}, 200, 1)) {
    const AnyAnglePath path = *any_angle_path(*grid, query, scratch);
    for (const Position p : path.points)
      text += std::to_string(p.x) + "," + std::to_string(p.y) + " ";
    text += "\n";
  }
  CHECK(test::fnv(text) == 0x7e6f67d2075938c5);
}

}  // namespace throng::any_angle_test
