#include "../../src/areas/dead_ends.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/seeds.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::dead_ends_test {

namespace {

struct Graph {
  std::uint32_t areas;
  std::vector<Border> borders;
};

/// No area borders itself; two may border each other several times.
Graph random_graph(std::uint32_t areas, std::size_t borders, SplitMix64& random) {
  Graph graph{areas, {}};
  for (std::size_t i = 0; areas > 1 && i < borders; ++i) {
    const std::uint32_t a = random.below(areas);
    const std::uint32_t b = (a + 1 + random.below(areas - 1)) % areas;
    graph.borders.push_back({std::min(a, b), std::max(a, b)});
  }
  return graph;
}

/// What can be reached from `area`; usable[i]: whether border i may be crossed.
std::vector<bool> flooded(const Graph& graph, std::uint32_t area,
                          const std::vector<bool>& usable) {
  std::vector<bool> reached(graph.areas, false);
  std::vector<std::uint32_t> stack{area};
  reached[area] = true;
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    for (std::size_t i = 0; i < graph.borders.size(); ++i) {
      const auto [a, b] = graph.borders[i];
      if (!usable[i] || (a != at && b != at)) continue;
      const std::uint32_t other = a == at ? b : a;
      if (!reached[other]) stack.push_back(other);
      reached[other] = true;
    }
  }
  return reached;
}

/// Marks every area on some walk from `at` to `goal` that crosses no border twice.
void walk(const Graph& graph, std::uint32_t at, std::uint32_t goal,
          std::vector<bool>& usable, std::vector<std::uint32_t>& passed,
          std::vector<bool>& relevant) {
  passed.push_back(at);
  if (at == goal)
    for (const std::uint32_t area : passed) relevant[area] = true;
  for (std::size_t i = 0; i < graph.borders.size(); ++i) {
    const auto [a, b] = graph.borders[i];
    if (!usable[i] || (a != at && b != at)) continue;
    usable[i] = false;
    walk(graph, a == at ? b : a, goal, usable, passed, relevant);
    usable[i] = true;
  }
  passed.pop_back();
}

std::vector<bool> relevant_areas(const DeadEnds& dead_ends, std::uint32_t start,
                                 std::uint32_t goal) {
  const DeadEnds::Path path = dead_ends.path(start, goal);
  std::vector<bool> relevant;
  for (const DeadEnds::Span span : dead_ends.spans()) relevant.push_back(path.passes(span));
  return relevant;
}

}  // namespace

TEST_CASE("blocks are what holds together when any one border is taken away") {
  SplitMix64 random(1);
  for (std::uint64_t round = 0; round < 2000; round += test::every({.sanitized = 9})) {
    const Graph graph = random_graph(1 + random.below(14), random.below(20), random);
    const DeadEnds dead_ends(graph.areas, graph.borders);
    const std::vector<bool> all(graph.borders.size(), true);
    std::vector<bool> no_bridges = all;
    for (std::size_t i = 0; i < graph.borders.size(); ++i) {
      std::vector<bool> without = all;
      without[i] = false;
      no_bridges[i] = flooded(graph, graph.borders[i].a, without)[graph.borders[i].b];
    }
    CAPTURE(round);
    for (std::uint32_t a = 0; a < graph.areas; ++a) {
      const std::vector<bool> block = flooded(graph, a, no_bridges);
      for (std::uint32_t b = 0; b < graph.areas; ++b)
        REQUIRE(block[b] == (dead_ends.spans()[a] == dead_ends.spans()[b]));
    }
  }
}

TEST_CASE("an area is relevant when a walk passes it that crosses no border twice") {
  SplitMix64 random(2);
  for (int round = 0; round < 500; ++round) {
    const Graph graph = random_graph(1 + random.below(7), random.below(9), random);
    const DeadEnds dead_ends(graph.areas, graph.borders);
    std::vector<bool> all(graph.borders.size(), true);
    for (std::uint32_t start = 0; start < graph.areas; ++start)
      for (std::uint32_t goal = 0; goal < graph.areas; ++goal) {
        if (!flooded(graph, start, all)[goal]) continue;
        std::vector<bool> relevant(graph.areas, false);
        std::vector<std::uint32_t> passed;
        walk(graph, start, goal, all, passed, relevant);
        CAPTURE(round, start, goal);
        REQUIRE(relevant_areas(dead_ends, start, goal) == relevant);
      }
  }
}

TEST_CASE("in a tree the relevant areas are those between start and goal") {
  SplitMix64 random(3);
  for (int round = 0; round < 50; ++round) {
    const std::uint32_t areas = 2 + random.below(200);
    const std::uint32_t reach = 1 + random.below(areas);  // 1: a chain
    std::vector<std::uint32_t> parent(areas, 0), depth(areas, 0);
    std::vector<Border> borders;
    for (std::uint32_t area = 1; area < areas; ++area) {
      parent[area] = area - 1 - random.below(std::min(area, reach));
      depth[area] = depth[parent[area]] + 1;
      borders.push_back({parent[area], area});
    }
    const DeadEnds dead_ends(areas, borders);
    REQUIRE(dead_ends.blocks() == areas);
    for (int query = 0; query < 50; ++query) {
      const std::uint32_t start = random.below(areas), goal = random.below(areas);
      std::vector<bool> between(areas, false);
      std::uint32_t a = start, b = goal;
      for (; a != b; (depth[a] > depth[b] ? a : b) = parent[depth[a] > depth[b] ? a : b])
        between[a] = between[b] = true;
      between[a] = true;
      CAPTURE(round, areas, reach, start, goal);
      REQUIRE(relevant_areas(dead_ends, start, goal) == between);
    }
  }
}

TEST_CASE("two borders between the same areas are no dead end, and one is") {
  const std::vector<Border> once{{0, 1}}, twice{{0, 1}, {0, 1}};
  CHECK(relevant_areas(DeadEnds(2, once), 0, 0) == std::vector<bool>{true, false});
  CHECK(relevant_areas(DeadEnds(2, twice), 0, 0) == std::vector<bool>{true, true});
}

TEST_CASE("areas without borders are blocks of their own") {
  CHECK(DeadEnds(0, {}).blocks() == 0);
  CHECK(DeadEnds(0, {}).spans().empty());
  CHECK(relevant_areas(DeadEnds(1, {}), 0, 0) == std::vector<bool>{true});
  CHECK(DeadEnds(3, {}).blocks() == 3);
}

TEST_CASE("a chain of a million areas is no deeper than the machine can go") {
  constexpr std::uint32_t kAreas = 1'000'000;
  std::vector<Border> borders;
  for (std::uint32_t area = 1; area < kAreas; ++area) borders.push_back({area - 1, area});
  const DeadEnds dead_ends(kAreas, borders);
  const DeadEnds::Path path = dead_ends.path(kAreas / 4, kAreas / 2);
  CHECK(dead_ends.blocks() == kAreas);
  CHECK(path.passes(dead_ends.spans()[kAreas / 3]));
  CHECK_FALSE(path.passes(dead_ends.spans()[kAreas / 5]));
  CHECK_FALSE(path.passes(dead_ends.spans()[kAreas - 1]));
}

TEST_CASE("dead ends are dropped only where a way round costs more than the straight one") {
  const auto allowed = [](const Rules& rules) {
    return DeadEnds::allowed(**Grid::make(*Terrain::make(2, 2), rules));
  };
  CHECK(allowed({}));
  CHECK(allowed({.costs = {1, 2}}));
  CHECK(allowed({.costs = {16382, 16383}}));
  CHECK_FALSE(allowed({.costs = {1, 1}}));
  CHECK(allowed({.topology = Topology::tile, .costs = {1, 1}}));
}

}  // namespace throng::dead_ends_test
