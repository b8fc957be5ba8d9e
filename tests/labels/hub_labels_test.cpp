#include "../../src/labels/hub_labels.hpp"

#include "../../src/heuristic/cell_rows.hpp"
#include "../../src/jump/jump_graph.hpp"
#include "../../src/labels/subgoal_graph.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"
#include "graph_distances.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace throng::hub_labels_test {

namespace {

/// A map with its subgoals.
struct World {
  explicit World(const Terrain& terrain, const Rules& rules = {}, int threads = 1)
      : grid(*Grid::make(terrain, rules)),
        crew(threads),
        map(*grid),
        jumps(*JumpGraph::make(*grid, map, crew)),
        rows(number_cells(*grid, jumps.cells())),
        graph(*grid, jumps.cells(), NodesByCell(rows.row.data()),
              SubgoalScan(*grid, jumps.cells()), crew) {}

  Result<HubLabels> labels(std::size_t most_bytes = std::size_t{1} << 30) {
    return HubLabels::build(*grid, graph, {jumps.cells(), jumps.places()}, most_bytes, crew,
                            nullptr);
  }

  std::shared_ptr<const Grid> grid;
  Crew crew;
  JumpMap map;
  JumpGraph jumps;
  CellRows rows;
  SubgoalGraph graph;
};

/// By the oracle, between all subgoals.
std::vector<std::vector<Cost>> distances(const World& world, const Terrain& terrain) {
  std::vector<std::vector<Cost>> distances;
  for (const CellIndex from : world.jumps.cells()) {
    const Position start = world.grid->position(from);
    const auto field = test::oracle_field(terrain, world.grid->rules(), start);
    std::vector<Cost>& row = distances.emplace_back();
    for (const CellIndex to : world.jumps.cells()) {
      const Position p = world.grid->position(to);
      const auto& reached = field[static_cast<std::size_t>(p.y * terrain.width() + p.x)];
      row.push_back(reached ? static_cast<Cost>(reached.cost) : kUnreachable);
    }
  }
  return distances;
}

std::vector<Rules> octile_rules() {
  std::vector<Rules> all;
  for (const StepCosts costs :
       {StepCosts{}, StepCosts{1, 1}, StepCosts{5, 7}, StepCosts{1, 2}})
    all.push_back({.costs = costs});
  return all;
}

Terrain some_terrain(std::uint64_t seed) {
  return test::random_terrain(static_cast<std::int32_t>(6 + seed % 17), 14,
                              static_cast<int>(5 + seed * 7 % 45), seed);
}

/// The hubs of canonical labels by definition: those that have the highest rank on all
/// shortest ways from a subgoal, with their distances, by rising rank.
std::vector<std::pair<std::uint32_t, Cost>> expected_label(const World& world,
                                                           const HubLabels& labels,
                                                           std::uint32_t subgoal) {
  const auto count = static_cast<std::uint32_t>(world.graph.size());
  std::vector<std::uint32_t> rank(count);
  for (std::uint32_t hub = 0; hub < count; ++hub) rank[labels.subgoal(hub)] = hub;
  std::vector<Cost> cost(count, kUnreachable);
  std::vector<std::uint32_t> highest(rank);  // rank on the ways to each subgoal
  std::set<std::pair<Cost, std::uint32_t>> open{{0, subgoal}};
  std::vector<std::pair<std::uint32_t, Cost>> label;
  cost[subgoal] = 0;
  while (!open.empty()) {
    const auto [at_cost, at] = *open.begin();
    open.erase(open.begin());
    if (highest[at] == rank[at]) label.emplace_back(rank[at], at_cost);
    for (const SubgoalEdge& edge : world.graph.edges(at)) {
      const Cost reached = at_cost + edge.cost;
      if (reached > cost[edge.to]) continue;
      if (reached < cost[edge.to]) {
        open.erase({cost[edge.to], edge.to});
        open.emplace(reached, edge.to);
        cost[edge.to] = reached;
        highest[edge.to] = rank[edge.to];
      }
      highest[edge.to] = std::min(highest[edge.to], highest[at]);
    }
  }
  std::sort(label.begin(), label.end());
  return label;
}

/// Walks the steps from an entry to its hub.
Position walk(const World& world, const HubLabels& labels, std::uint32_t subgoal,
              std::size_t entry, Cost& cost) {
  Position at = world.grid->position(world.jumps.cells()[subgoal]);
  const HubStep* step = labels.steps() + labels.first_step(subgoal, entry);
  for (; step->next != HubStep::kAtHub; step = labels.steps() + step->next) {
    const auto go = [&](unsigned move, std::int32_t count, Cost each) {
      for (std::int32_t i = 0; i < count; ++i) {
        REQUIRE((world.grid->moves(at) >> move & 1U) != 0);
        at = throng::step(Topology::octile, at, static_cast<Move>(move));
        cost += each;
      }
    };
    go(step->leg.across(), step->leg.diagonal(), world.grid->costs().diagonal);
    go(step->leg.along(), step->leg.straight(), world.grid->costs().straight);
  }
  return at;
}

}  // namespace

TEST_CASE("edges of a subgoal graph are distances, go both ways, and join what is joined") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13}))
    for (const Rules& rules : octile_rules()) {
      const Terrain terrain = some_terrain(seed);
      const World world(terrain, rules);
      const auto d = distances(world, terrain);
      CAPTURE(seed, name(rules.costs));
      test::require_distances(world.graph, d);
    }
}

TEST_CASE("a subgoal has a hub when no higher one is on a shortest way to it") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13})) {
    const Terrain terrain = some_terrain(seed);
    World world(terrain);
    const HubLabels labels = *world.labels();
    CAPTURE(seed);
    const auto count = static_cast<std::uint32_t>(world.graph.size());
    const auto d = distances(world, terrain);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t hub = 0; hub < count; ++hub) {
        const std::uint32_t h = labels.subgoal(hub);
        bool canonical = d[i][h] != kUnreachable;
        for (std::uint32_t higher = 0; higher < hub && canonical; ++higher) {
          const std::uint32_t k = labels.subgoal(higher);
          canonical = d[i][k] == kUnreachable || d[i][k] + d[k][h] > d[i][h];
        }
        if (canonical) expected.push_back(hub);
      }
      std::vector<std::uint32_t> found;
      labels.for_each(i, [&](std::uint32_t hub, Cost cost) {
        found.push_back(hub);
        REQUIRE(cost == d[i][labels.subgoal(hub)]);
      });
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("labels of contracted corners are canonical too") {
  for (const int closed : {10, 35}) {
    World world(test::random_terrain(130, 110, closed, 7));
    const HubLabels labels = *world.labels();
    CAPTURE(closed);
    const auto count = static_cast<std::uint32_t>(world.graph.size());
    REQUIRE(count > 1500);  // a thousand are not contracted
    for (std::uint32_t i = 0; i < count; i += 23) {
      std::vector<std::pair<std::uint32_t, Cost>> found;
      labels.for_each(i,
                      [&](std::uint32_t hub, Cost cost) { found.emplace_back(hub, cost); });
      REQUIRE(found == expected_label(world, labels, i));
      for (std::size_t entry = 0; entry < found.size(); ++entry) {
        Cost cost = 0;
        const Position end = walk(world, labels, i, entry, cost);
        REQUIRE(world.grid->cell(end) ==
                world.jumps.cells()[labels.subgoal(found[entry].first)]);
        REQUIRE(cost == found[entry].second);
      }
    }
  }
}

TEST_CASE("steps lead from a subgoal to each of its hubs, at the cost of the entry") {
  for (std::uint64_t seed = 0; seed < 60; seed += test::every({2, 13})) {
    World world(some_terrain(seed));
    const HubLabels labels = *world.labels();
    CAPTURE(seed);
    for (std::uint32_t i = 0; i < world.graph.size(); ++i) {
      std::size_t entry = 0;
      labels.for_each(i, [&](std::uint32_t hub, Cost said) {
        Cost cost = 0;
        const Position end = walk(world, labels, i, entry++, cost);
        REQUIRE(world.grid->cell(end) == world.jumps.cells()[labels.subgoal(hub)]);
        REQUIRE(cost == said);
      });
    }
  }
}

TEST_CASE("hub labels do not depend on the number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(120, 110, 30, 5);
  World one(terrain, {}, 1), three(terrain, {}, 3);
  REQUIRE(one.graph.size() > 1500);  // a thousand are not contracted
  const HubLabels a = *one.labels(), b = *three.labels();
  REQUIRE(a.size() == b.size());
  for (std::uint32_t i = 0; i < one.graph.size(); ++i) {
    REQUIRE(a.subgoal(i) == b.subgoal(i));
    REQUIRE(std::ranges::equal(a.hubs(i), b.hubs(i)));
    for (std::size_t k = 0; k < a.hubs(i).size(); ++k)
      REQUIRE(a.first_step(i, k) == b.first_step(i, k));
  }
}

TEST_CASE("hub labels that need more memory than is allowed are refused with the figure") {
  World world(test::random_terrain(70, 60, 20, 5));
  const auto refused = world.labels(100'000);
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().code == Code::over_limit);
  const std::string& what = refused.error().what;
  CAPTURE(what);
  REQUIRE(what.find("need more than the 0.1 MB allowed") != std::string::npos);
  REQUIRE(what.find(std::to_string(world.graph.size()) + " corners") != std::string::npos);
}

TEST_CASE("the building of hub labels can be cancelled") {
  World world(test::random_terrain(20, 20, 30, 5));
  Monitor monitor;
  monitor.cancel = true;
  const auto cancelled = HubLabels::build(*world.grid, world.graph,
                                          {world.jumps.cells(), world.jumps.places()},
                                          1 << 20, world.crew, &monitor);
  REQUIRE_FALSE(cancelled);
  REQUIRE(cancelled.error().code == Code::cancelled);
}

}  // namespace throng::hub_labels_test
