#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_samples.hpp"
#include "../support/line_oracle.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "../support/sight.hpp"
#include "../support/thread_counts.hpp"

#include <throng/any_angle.hpp>
#include <throng/map_io.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

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
  return std::ranges::equal(a.status, b.status) && a.point_begin == b.point_begin &&
         a.points == b.points && a.scale == b.scale && a.length == b.length &&
         std::ranges::equal(a.expanded, b.expanded);
}

bool has_exact(const Rules& rules) {
  return rules.topology == Topology::tile ||
         (rules.topology == Topology::octile && rules.corners != Corners::always);
}

/// Which any-angle paths to find.
enum class How : std::uint8_t { smooth, search, labels };

/// The kinds of any-angle paths that a grid can have.
std::vector<How> kinds(const Rules& rules) {
  if (has_exact(rules)) return {How::smooth, How::search, How::labels};
  return {How::smooth};
}

/// An index with lines. memory: of their labels.
Index lines_of(std::shared_ptr<const Grid> grid, std::size_t memory = 0) {
  Workers workers(1);
  return *Index::build(std::move(grid), test::lines_alone(memory), workers);
}

/// Finds any-angle paths from nothing.
void solve(const std::shared_ptr<const Grid>& grid, std::span<const Query> queries,
           Workers& workers, How how, AnyAnglePaths& paths) {
  if (how != How::smooth) {
    const std::size_t memory = how == How::labels ? std::size_t{64} << 20 : 0;
    REQUIRE(solve_lines(lines_of(grid, memory), queries, workers, paths));
  } else {
    const Answers batch = Solver::make(grid)->solve(queries, workers);
    REQUIRE(smooth(*grid, batch, workers, paths));
  }
}
AnyAnglePaths solve(const std::shared_ptr<const Grid>& grid, std::span<const Query> queries,
                    Workers& workers, How how) {
  AnyAnglePaths paths;
  solve(grid, queries, workers, how, paths);
  return paths;
}

}  // namespace

TEST_CASE("any-angle paths are free, join their ends and are never longer") {
  Workers workers(1);
  for (const Rules& rules : drawings())
    for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 4})) {
      const Ground ground(
          test::random_terrain(21, 17, 8 + 6 * static_cast<int>(seed), seed), rules);
      const auto queries = test::random_queries(ground.terrain, 60, seed);
      const Answers batch = Solver::make(ground.grid)->solve(queries, workers);
      AnyAnglePaths smoothed;
      REQUIRE(smooth(*ground.grid, batch, workers, smoothed));
      REQUIRE(std::ranges::equal(smoothed.status, batch.status));
      REQUIRE(smoothed.scale == 1);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        if (batch.status[i] != Status::found) {
          REQUIRE(smoothed.path(i).empty());
          REQUIRE(smoothed.length[i] == 0);
          continue;
        }
        const AnyAnglePath alone = *smooth(*ground.grid, batch.path(i));
        REQUIRE(listed(alone.points) == listed(smoothed.path(i)));
        REQUIRE(alone.length == smoothed.length[i]);
        check_legs(ground, queries[i], alone.points, alone.length);
        const long double drawn = ground.sight.length(batch.path(i).cells());
        REQUIRE(smoothed.length[i] <= drawn + 1e-9L);
      }
    }
}

TEST_CASE("exact any-angle paths are shortest, and statuses those of a solver") {
  Workers workers(2);
  for (const Rules& rules :
       {Rules{}, Rules{.topology = Topology::tile}, Rules{.corners = Corners::cut_one},
        Rules{.unit_size = 2}, Rules{.corners = Corners::cut_one, .unit_size = 2},
        Rules{.unit_size = 3}})
    for (std::uint64_t seed = 0; seed < 12; seed += test::every({.sanitized = 5})) {
      const Terrain terrain = test::random_terrain(11, 9, 3 * static_cast<int>(seed), seed);
      const auto grid = *Grid::make(terrain, rules);
      test::LineOracle oracle(terrain, rules);
      const auto queries = test::random_queries(terrain, 100, seed);
      const Answers batch = Solver::make(grid)->solve(queries, workers);
      const AnyAnglePaths paths = solve(grid, queries, workers, How::search);
      REQUIRE(std::ranges::equal(paths.status, batch.status));
      REQUIRE(paths.scale == (rules.corners == Corners::cut_one ? 2 : 1));
      for (std::size_t i = 0; i < queries.size(); ++i) {
        REQUIRE(paths.path(i).empty() == (paths.status[i] != Status::found));
        if (paths.path(i).empty()) continue;
        const auto [start, goal] = queries[i];
        const auto expected = oracle.lengths_from(
            start)[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)];
        REQUIRE(std::abs(paths.length[i] - expected) < 1e-8L);
        const auto place = [&](Position point) {
          return test::LineOracle::Place{std::int64_t{2} / paths.scale * point.x,
                                         std::int64_t{2} / paths.scale * point.y};
        };
        const auto points = paths.path(i);
        const test::LineOracle::Place first{2 * start.x, 2 * start.y};
        const test::LineOracle::Place last{2 * goal.x, 2 * goal.y};
        REQUIRE(place(points.front()) == first);
        REQUIRE(place(points.back()) == last);
        for (std::size_t k = 1; k < points.size(); ++k)
          REQUIRE(oracle.leg(place(points[k - 1]), place(points[k])));
      }
    }
}

TEST_CASE("smoothed paths are close to the shortest ones") {
  Workers workers(1);
  long double shortest = 0, smoothed = 0, walked = 0;
  for (std::uint64_t seed = 0; seed < 8; seed += test::every({.sanitized = 3})) {
    const Ground ground(test::random_terrain(14, 12, 20, seed), {});
    const Position start{0, 0};
    std::vector<Query> queries;
    for (const Position goal : test::all_cells(ground.terrain))
      if (ground.grid->open(start)) queries.push_back({start, goal});
    const AnyAnglePaths paths = solve(ground.grid, queries, workers, How::smooth);
    const Answers batch = Solver::make(ground.grid)->solve(queries, workers);
    const auto truth = shortest_from(ground, start);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (batch.status[i] != Status::found) continue;
      REQUIRE(paths.length[i] >= truth[i] - kClose);
      shortest += truth[i];
      smoothed += paths.length[i];
      walked += path_length(*ground.grid, batch.path(i));
    }
  }
  REQUIRE(shortest > 1000);
  CHECK(walked > 1.03L * shortest);
  CHECK(smoothed < 1.02L * shortest);
}

TEST_CASE("an exact search ends at its limit, or when it is cancelled") {
  const Terrain terrain = test::random_terrain(40, 40, 25, 3);
  const auto grid = *Grid::make(terrain);
  const Index index = lines_of(grid);
  const auto queries = test::random_queries(terrain, 200, 4);
  Workers workers(1);
  AnyAnglePaths all, some;
  REQUIRE(solve_lines(index, queries, workers, all));
  REQUIRE(solve_lines(index, queries, workers, some, {.max_expansions = 10}));
  std::size_t limited = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const bool over = all.status[i] == Status::found && all.expanded[i] > 10;
    REQUIRE(some.status[i] == (over ? Status::out_of_budget : all.status[i]));
    REQUIRE(some.length[i] == (over ? 0 : all.length[i]));
    REQUIRE(some.path(i).empty() == (over || all.path(i).empty()));
    REQUIRE(some.expanded[i] == (over ? 10 : all.expanded[i]));
    limited += over ? 1 : 0;
  }
  CHECK(limited > 20);

  REQUIRE(solve_lines(index, queries, workers, some, {.paths = false}));
  CHECK(some.length == all.length);
  CHECK(some.points.empty());

  Monitor monitor;
  monitor.cancel = true;
  REQUIRE(solve_lines(index, queries, workers, some, {.monitor = &monitor}));
  CHECK(std::ranges::all_of(some.status,
                            [](Status status) { return status == Status::cancelled; }));
  CHECK(some.points.empty());
  monitor.cancel = false;
  monitor.done = 0;
  REQUIRE(solve_lines(index, queries, workers, some, {.monitor = &monitor}));
  CHECK(same(some, all));
  CHECK(monitor.done == queries.size());
}

TEST_CASE("grids that cannot have exact any-angle paths are refused") {
  const Terrain terrain = test::drawn("...");
  const std::vector<Weight> weights{1, 2, 1};
  const std::vector<ClosedStep> closed{{{0, 0}, Move::east}};
  const std::vector<Link> links{{{0, 0}, {2, 0}, 1}};
  Workers workers(1);
  AnyAnglePaths paths;
  const std::vector<Query> queries{{{0, 0}, {2, 0}}};
  const auto error = [&](const Index& index) {
    return solve_lines(index, queries, workers, paths).error();
  };
  for (const Rules& rules :
       {Rules{.corners = Corners::always}, Rules{.topology = Topology::hex},
        Rules{.topology = Topology::tex}}) {
    const Error refused = error(lines_of(*Grid::make(terrain, rules)));
    CHECK(refused.code == Code::unsupported);
    CHECK(refused.what.find("topology") != std::string::npos);
  }
  for (const GridOptions& options :
       {GridOptions{.weights = weights}, GridOptions{.closed_steps = closed},
        GridOptions{.links = links}}) {
    const Index index = lines_of(*Grid::make(terrain, {}, options));
    CHECK(!index.has(Part::lines));
    CHECK(error(index).code == Code::unsupported);
    CHECK(error(index).what == index.part(Part::lines).refusal);
  }
  const Error missing = error(Index(*Grid::make(terrain)));
  CHECK(missing.code == Code::bad_argument);
  CHECK(missing.what.find("IndexOptions::lines") != std::string::npos);
}

TEST_CASE("an open map is crossed in a straight line") {
  for (const Rules& rules : drawings()) {
    const Ground ground(test::random_terrain(40, 30, 0, 1), rules);
    const auto queries = test::random_queries(ground.terrain, 50, 2);
    Workers workers(1);
    for (const How how : kinds(rules)) {
      const AnyAnglePaths paths = solve(ground.grid, queries, workers, how);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const auto [start, goal] = queries[i];
        CHECK(paths.path(i).size() == (start == goal ? 1 : 2));
        CHECK(paths.length[i] == Approx(double(ground.sight.distance(start, goal))));
      }
    }
  }
}

TEST_CASE("a path turns at the corner it goes round") {
  const auto grid = *Grid::make(test::drawn(R"(
      .......
      .......
      @@@@...
      .......
      .......)"));
  Workers workers(1);
  const std::vector<Query> queries{{{0, 0}, {1, 4}}};
  const std::vector<Position> round{{0, 0}, {4, 1}, {4, 3}, {1, 4}};
  for (const How how : {How::smooth, How::search, How::labels})
    CHECK(listed(solve(grid, queries, workers, how).path(0)) == round);

  // A point turns at the corners of the wall itself, in half cells.
  const auto cut = *Grid::make(test::drawn(R"(
      ...
      @@.
      ...)"),
                               {.corners = Corners::cut_one});
  const AnyAnglePaths paths =
      solve(cut, std::vector<Query>{{{0, 0}, {0, 2}}}, workers, How::search);
  CHECK(listed(paths.path(0)) == std::vector<Position>{{0, 0}, {3, 1}, {3, 3}, {0, 4}});
  CHECK(paths.scale == 2);
  CHECK(paths.length[0] == Approx(std::sqrt(10.0) + 1));
}

TEST_CASE("ends that are equal, apart, closed or outside have the paths they should") {
  const auto grid = *Grid::make(test::drawn(R"(
      ..@.
      ..@.)"));
  Workers workers(1);
  const std::vector<Query> queries{{{1, 1}, {1, 1}}, {{0, 0}, {3, 0}}, {{2, 0}, {0, 0}},
                                   {{0, 0}, {2, 0}}, {{0, 0}, {4, 0}}, {{-1, 0}, {0, 0}},
                                   {{2, 0}, {2, 0}}, {{0, 0}, {1, 1}}};
  for (const How how : {How::smooth, How::search, How::labels}) {
    const AnyAnglePaths paths = solve(grid, queries, workers, how);
    REQUIRE(paths.size() == queries.size());
    CHECK(listed(paths.path(0)) == std::vector<Position>{{1, 1}});
    CHECK(listed(paths.path(7)) == std::vector<Position>{{0, 0}, {1, 1}});
    CHECK(paths.length[7] == Approx(std::sqrt(2.0)));
    for (std::size_t i = 0; i < 7; ++i) CHECK(paths.length[i] == 0);
    for (std::size_t i = 1; i < 7; ++i) CHECK(paths.path(i).empty());
    CHECK(solve(grid, {}, workers, how).size() == 0);
  }
}

TEST_CASE("corridors are straight") {
  Workers workers(1);
  for (const Rules& rules : drawings())
    for (const bool tall : {false, true}) {
      const std::int32_t length = 300;
      const Ground ground(tall ? test::random_terrain(1, length, 0, 1)
                               : test::random_terrain(length, 1, 0, 1),
                          rules);
      const Position end = tall ? Position{0, length - 1} : Position{length - 2, 0};
      const std::vector<Query> queries{{{0, 0}, end}, {end, {0, 0}}};
      if (!tall && is_hexagonal(rules.topology)) continue;  // a zigzag
      for (const How how : kinds(rules)) {
        const auto paths = solve(ground.grid, queries, workers, how);
        CHECK(paths.points.size() == 4);
        CHECK(paths.length[0] == double(ground.sight.distance({0, 0}, end)));
      }
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
    const AnyAnglePaths paths = solve(ground.grid, queries, workers, How::smooth);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const bool down = queries[i].start.y > 1 || queries[i].goal.y < 2 ||
                        (queries[i].start.y < 2 && queries[i].goal.y > 1);
      const bool up = queries[i].start.y > 1 && queries[i].goal.y < 2;
      REQUIRE(paths.path(i).empty() == (up || !down));
      if (!up && down)
        check_legs(ground, queries[i], listed(paths.path(i)), paths.length[i]);
    }
  }
}

TEST_CASE("ground with weights is refused") {
  const Terrain terrain = test::drawn("...");
  const std::vector<Weight> weights{1, 2, 1}, plain{1, 1, 1};
  Workers workers(1);
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
  for (const CostModel model : kCostModels) {
    const auto light = *Grid::make(terrain, {.cost_model = model}, {.weights = plain});
    CHECK(solve(light, queries, workers, How::smooth).length[0] == 2);
  }
}

TEST_CASE("any-angle paths do not depend on the number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(70, 60, 25, 7);
  const auto queries = test::random_queries(terrain, 300, 8);
  for (const Rules& rules :
       {Rules{}, Rules{.corners = Corners::cut_one}, Rules{.topology = Topology::hex}}) {
    const auto grid = *Grid::make(terrain, rules);
    for (const How how : kinds(rules)) {
      Workers one(1);
      const AnyAnglePaths alone = solve(grid, queries, one, how);
      for (const int threads : test::kThreadCounts) {
        Workers workers(threads);
        for (int repeat = 0; repeat < 2; ++repeat)
          REQUIRE(same(alone, solve(grid, queries, workers, how)));
      }
    }
  }
}

TEST_CASE("workers and results serve any-angle batches of any size", "[parallel]") {
  Workers workers(3);
  AnyAnglePaths paths;
  for (const std::int32_t size : {30, 5, 60, 1, 30}) {
    const Terrain terrain = test::random_terrain(size, size, 20, 4);
    const auto grid = *Grid::make(terrain);
    for (const std::size_t count : {100U, 0U, 1U, 200U}) {
      const auto queries = test::random_queries(terrain, count, 5);
      for (const How how : {How::search, How::smooth}) {
        solve(grid, queries, workers, how, paths);
        Workers fresh(1);
        REQUIRE(same(paths, solve(grid, queries, fresh, how)));
      }
    }
  }
}

TEST_CASE("memory of any-angle paths stops growing once a batch has been met") {
  const Terrain terrain = test::random_terrain(64, 64, 25, 4);
  const auto grid = *Grid::make(terrain);
  const Index index = lines_of(grid);
  const auto queries = test::random_queries(terrain, 200, 5);
  Workers workers(1);
  const Answers batch = Solver::make(grid)->solve(queries, workers);
  for (const How how : {How::smooth, How::search, How::labels}) {
    AnyAnglePaths paths;
    const auto solve_again = [&] {
      if (how == How::search)
        REQUIRE(solve_lines(index, queries, workers, paths));
      else
        REQUIRE(smooth(*grid, batch, workers, paths));
    };
    for (int repeat = 0; repeat < 2; ++repeat) solve_again();
    const std::size_t bytes = workers.memory_bytes();
    const Position* const points = paths.points.data();
    for (int repeat = 0; repeat < 3; ++repeat) {
      solve_again();
      CHECK(workers.memory_bytes() == bytes);
      CHECK(paths.points.data() == points);
    }
  }
}

TEST_CASE("any-angle paths are the same on every machine") {
  const Terrain caves = test::must(read_map((test::maps_folder() / "caves.map").string()));
  Workers workers(2);
  for (const auto& [how, expected] : {std::pair{How::search, 0x939a71f9f81efa2eU},
                                      std::pair{How::labels, 0xa601e89c6cba2448U}}) {
    std::string text;
    for (const Rules& rules : {Rules{}, Rules{.corners = Corners::cut_one}}) {
      const auto grid = *Grid::make(caves, rules);
      const auto queries = test::random_queries(caves, 200, 1);
      const AnyAnglePaths paths = solve(grid, queries, workers, how);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        for (const Position p : paths.path(i))
          text += std::to_string(p.x) + "," + std::to_string(p.y) + " ";
        text += std::to_string(std::bit_cast<std::uint64_t>(paths.length[i])) + "\n";
      }
    }
    CHECK(test::fnv(text) == expected);
  }
}

}  // namespace throng::any_angle_test
