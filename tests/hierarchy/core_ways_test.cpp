#include "../../src/hierarchy/core_ways.hpp"

#include "../../src/jump/jumps.hpp"
#include "../support/catch.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace throng::core_ways_test {

namespace {

using Runs = std::vector<std::pair<unsigned, int>>;

constexpr unsigned kNorth = 0, kEast = 1, kSouth = 2, kWest = 3, kSouthEast = 5,
                   kNorthWest = 7;

HierarchyArc edge(std::uint32_t to, std::int32_t dx, std::int32_t dy) {
  const JumpLine line(dx, dy);
  return {to, line.cost({}), HubLeg(line)};
}

Runs runs_of(const CoreWays& ways, std::uint32_t arc, bool back = false) {
  Runs runs;
  ways.for_each_run(arc, back, [&](unsigned move, std::int32_t count) {
    runs.emplace_back(move, count);
  });
  return runs;
}

}  // namespace

TEST_CASE("ways of a core are the moves of the edges of its shortcuts") {
  // Nodes 0 and 1 are the core. Node 2 is the middle of the shortcut between them, node 3
  // that of the shortcut from 2 to 1.
  const Cost to_one = edge(2, 7, 0).cost() + edge(1, 0, 5).cost(),
             whole = edge(2, 3, 5).cost() + to_one;
  const std::vector<HierarchyArc> arcs{{1, whole, 2, 3},  {0, whole, 3, 2}, edge(0, -3, -5),
                                       {1, to_one, 4, 5}, edge(2, -7, 0),   edge(1, 0, 5)};
  const std::vector<std::uint32_t> first{0, 1, 2};
  const CoreWays ways(first, arcs);
  CHECK(ways.has(0));
  CHECK(ways.has(1));
  CHECK_FALSE(ways.has(2));
  // The edge of node 2 is walked back: its straight steps come first.
  const Runs there{{kSouth, 2}, {kSouthEast, 3}, {kEast, 7}, {kSouth, 5}};
  const Runs back{{kNorth, 5}, {kWest, 7}, {kNorthWest, 3}, {kNorth, 2}};
  CHECK(runs_of(ways, 0) == there);
  CHECK(runs_of(ways, 0, true) == back);
  CHECK(runs_of(ways, 1) == back);
  CHECK(runs_of(ways, 1, true) == there);
  CHECK(ways.runs().size() == there.size());
}

TEST_CASE("equal moves in a row are one run, unless they are too many") {
  constexpr int kMost = CoreWays::Run::kMost;
  const Cost cost = edge(0, 5000, 0).cost() + edge(1, 12'000, 0).cost();
  const std::vector<HierarchyArc> arcs{
      {1, cost, 1, 2}, edge(0, -5000, 0), edge(1, 12'000, 0)};
  const std::vector<std::uint32_t> first{0, 1, 1};
  CHECK(runs_of(CoreWays(first, arcs), 0) ==
        Runs{{kEast, kMost}, {kEast, kMost}, {kEast, 17'000 - 2 * kMost}});
}

TEST_CASE("an edge of a core starts with diagonal steps in both directions") {
  const std::vector<HierarchyArc> arcs{edge(1, 5, 2), edge(0, -5, -2)};
  const std::vector<std::uint32_t> first{0, 1, 2};
  const CoreWays ways(first, arcs);
  CHECK(runs_of(ways, 0) == Runs{{kSouthEast, 2}, {kEast, 3}});
  CHECK(runs_of(ways, 1) == Runs{{kNorthWest, 2}, {kWest, 3}});
}

}  // namespace throng::core_ways_test
