#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "../support/sight.hpp"

#include <throng/any_angle.hpp>
#include <throng/lab.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace throng::theta_path_test {

namespace {

constexpr long double kClose = 1e-6L;  // lengths are compared in units of 2^-24

std::vector<Rules> drawings() {
  std::vector<Rules> all;
  for (const Corners corners : kCorners) all.push_back({.corners = corners});
  all.push_back({.unit_size = 2});
  for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
    all.push_back({.topology = topology});
  return all;
}

std::size_t slot_of(const Terrain& terrain, Position p) {
  return static_cast<std::size_t>(p.y * terrain.width() + p.x);
}

/// Goes from start to goal by legs that an oracle allows, and is as long as it says.
void check_legs(const test::SightOracle& sight, const Query& query, const ThetaPath& path) {
  CAPTURE(query.start.x, query.start.y, query.goal.x, query.goal.y);
  REQUIRE(!path.points.empty());
  REQUIRE(path.points.front() == query.start);
  REQUIRE(path.points.back() == query.goal);
  REQUIRE((path.points.size() == 1) == (query.start == query.goal));
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    REQUIRE(path.points[i - 1] != path.points[i]);
    REQUIRE(sight.leg(path.points[i - 1], path.points[i]));
  }
  REQUIRE(std::abs(sight.length(path.points) - path.length) < 1e-9L);
}

}  // namespace

TEST_CASE("paths of Lazy Theta* join their ends by legal legs") {
  Workers workers(1);
  ThetaMemory memory;
  const GridOptions none;
  for (const Rules& rules : drawings())
    for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 4})) {
      CAPTURE(test::in_words(rules), seed);
      const Terrain terrain =
          test::random_terrain(21, 17, 8 + 6 * static_cast<int>(seed), seed);
      const auto grid = *Grid::make(terrain, rules);
      const test::SightOracle sight(terrain, rules, none);
      const auto queries = test::random_queries(terrain, 60, seed);
      const Answers batch = Solver::make(grid)->solve(queries, workers);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const ThetaPath path = *theta_path(*grid, queries[i], memory);
        if (batch.status[i] == Status::found) {
          check_legs(sight, queries[i], path);
        } else {
          REQUIRE(path.points.empty());
          REQUIRE(path.length == 0);
        }
      }
    }
}

TEST_CASE("no path of Lazy Theta* is longer than a cheapest one from cell to cell") {
  ThetaMemory memory;
  for (const Corners corners : kCorners)
    for (std::uint64_t seed = 0; seed < 30; seed += test::every({.sanitized = 7})) {
      const Terrain terrain = test::random_terrain(16, 16, 30, seed);
      const auto grid = *Grid::make(terrain, {.corners = corners});
      const Position start{static_cast<std::int32_t>(seed % 16), 3};
      if (!grid->open(start)) continue;
      const auto field = test::true_field(terrain, grid->rules(), start);
      for (const Position goal : test::all_cells(terrain)) {
        const auto reached = field[slot_of(terrain, goal)];
        const ThetaPath path = *theta_path(*grid, {start, goal}, memory);
        REQUIRE(path.points.empty() == !reached);
        if (reached) REQUIRE(path.length <= reached.cost + kClose);
      }
    }
}

TEST_CASE("no path of Lazy Theta* is shorter than an exact one") {
  Workers workers(1);
  ThetaMemory memory;
  long double searched = 0, shortest = 0;
  for (const Rules& rules :
       {Rules{}, Rules{.unit_size = 2}, Rules{.topology = Topology::tile}})
    for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 3})) {
      const Terrain terrain = test::random_terrain(30, 26, 20, seed);
      const auto grid = *Grid::make(terrain, rules);
      const Index index = *Index::build(grid, test::lines_alone(0), workers);
      const auto queries = test::random_queries(terrain, 100, seed);
      AnyAnglePaths exact;
      REQUIRE(solve_lines(index, queries, workers, exact));
      for (std::size_t i = 0; i < queries.size(); ++i) {
        const ThetaPath path = *theta_path(*grid, queries[i], memory);
        REQUIRE(path.points.empty() == (exact.status[i] != Status::found));
        REQUIRE(path.length >= exact.length[i] - kClose);
        searched += path.length;
        shortest += exact.length[i];
      }
    }
  REQUIRE(shortest > 1000);
  CHECK(searched > shortest + 1);  // it is not exact
  CHECK(searched < 1.01L * shortest);
}

TEST_CASE("Lazy Theta* turns at the corner that a path goes round") {
  const auto grid = *Grid::make(test::drawn(R"(
      .......
      .......
      @@@@...
      .......
      .......)"));
  ThetaMemory memory;
  CHECK(theta_path(*grid, {{0, 0}, {1, 4}}, memory)->points ==
        std::vector<Position>{{0, 0}, {4, 1}, {4, 3}, {1, 4}});
}

TEST_CASE("Lazy Theta* obeys one-way steps") {
  // A fence between two rows, with a gap at 3 that leads down only.
  std::vector<ClosedStep> closed;
  for (std::int32_t x = 0; x < 7; ++x)
    for (const Move down : {Move::south, Move::south_east, Move::south_west}) {
      const Position from{x, 0}, to = step(Topology::octile, from, down);
      if (x != 3 || down != Move::south) closed.push_back({from, down});
      if (to.x >= 0 && to.x < 7) closed.push_back({to, opposite(down)});
    }
  const Terrain terrain = test::random_terrain(7, 2, 0, 1);
  const Rules rules;
  const GridOptions options{.closed_steps = closed};
  const auto grid = *Grid::make(terrain, rules, options);
  const test::SightOracle sight(terrain, rules, options);
  ThetaMemory memory;
  const Query down{{0, 0}, {6, 1}}, up{{0, 1}, {6, 0}};
  check_legs(sight, down, *theta_path(*grid, down, memory));
  CHECK(theta_path(*grid, up, memory)->points.empty());
}

TEST_CASE("Lazy Theta* finds nothing for ends that are closed, outside or apart") {
  const auto grid = *Grid::make(test::drawn(R"(
      ..@.
      ..@.)"));
  ThetaMemory memory;
  for (const Query& query :
       {Query{{0, 0}, {3, 0}}, Query{{2, 0}, {0, 0}}, Query{{0, 0}, {2, 0}},
        Query{{2, 0}, {2, 0}}, Query{{0, 0}, {4, 0}}, Query{{-1, 0}, {0, 0}}}) {
    const ThetaPath path = *theta_path(*grid, query, memory);
    CHECK(path.points.empty());
    CHECK(path.length == 0);
  }
  CHECK(theta_path(*grid, {{1, 1}, {1, 1}}, memory)->points ==
        std::vector<Position>{{1, 1}});
}

TEST_CASE("Lazy Theta* refuses weights and links") {
  const Terrain terrain = test::drawn("...");
  const std::vector<Weight> weights{1, 2, 1};
  const std::vector<Link> links{{{0, 0}, {2, 0}, 1}};
  ThetaMemory memory;
  for (const GridOptions& options :
       {GridOptions{.weights = weights}, GridOptions{.links = links}}) {
    const auto grid = *Grid::make(terrain, {}, options);
    const auto refused = theta_path(*grid, {{0, 0}, {2, 0}}, memory);
    REQUIRE(!refused);
    CHECK(refused.error().code == Code::unsupported);
    CHECK(refused.error().what.find("weight") != std::string::npos);
  }
}

TEST_CASE("memory of Lazy Theta* serves maps of any size, and moves") {
  ThetaMemory kept;
  for (const std::int32_t size : {30, 5, 60, 1, 30}) {
    const Terrain terrain = test::random_terrain(size, size, 20, 4);
    const auto grid = *Grid::make(terrain);
    for (const Query& query : test::random_queries(terrain, 20, 5)) {
      ThetaMemory fresh;
      const ThetaPath expected = *theta_path(*grid, query, fresh);
      const ThetaPath found = *theta_path(*grid, query, kept);
      REQUIRE(found.points == expected.points);
      REQUIRE(found.length == expected.length);
    }
    ThetaMemory moved = std::move(kept);
    kept = std::move(moved);
  }
}

}  // namespace throng::theta_path_test
