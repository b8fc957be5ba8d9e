// The oracle that other tests trust, against pictures and sums done by hand.
#include "../support/oracle.hpp"

#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <cmath>

namespace throng::oracle_test {
using namespace test;
namespace {

/// The drawing with an `x` on each cell that one step from 1,1 reaches.
std::string reached(std::string_view drawing, Topology topology, Corners corners) {
  const Terrain terrain = drawn(drawing);
  Rules rules;
  rules.topology = topology;
  rules.corners = corners;
  rules.costs = {1000, 1001};  // one step costs less than two, whatever the kind
  const auto field = oracle_field(terrain, rules, {1, 1});
  std::string picture;
  for (std::int32_t y = 0; y < 3; ++y, picture += '\n')
    for (std::int32_t x = 0; x < 3; ++x) {
      const auto& cell = field[static_cast<std::size_t>(y * 3 + x)];
      picture += cell.straight + cell.diagonal == 1 ? 'x' : terrain.at({x, y});
    }
  return picture;
}

}  // namespace

TEST_CASE("the oracle steps where the rules allow it") {
  using enum Topology;
  using enum Corners;
  CHECK(reached("...\n...\n...", octile, never_cut) == "xxx\nx.x\nxxx\n");
  CHECK(reached("...\n...\n...", tile, never_cut) == ".x.\nx.x\n.x.\n");
  CHECK(reached("...\n..@\n...", octile, never_cut) == "xx.\nx.@\nxx.\n");
  CHECK(reached("...\n..@\n...", octile, cut_one) == "xxx\nx.@\nxxx\n");
  CHECK(reached(".@.\n..@\n...", octile, never_cut) == ".@.\nx.@\nxx.\n");
  CHECK(reached(".@.\n..@\n...", octile, cut_one) == "x@.\nx.@\nxxx\n");
  CHECK(reached(".@.\n..@\n...", octile, always) == "x@x\nx.@\nxxx\n");
  CHECK(reached("T@O\n@.@\nW@@", octile, always) == "T@O\n@.@\nW@@\n");
  CHECK(reached("GSG\nS.S\nGSG", octile, never_cut) == "xxx\nx.x\nxxx\n");
}

TEST_CASE("the oracle's costs are sums of steps") {
  const Terrain terrain = drawn(R"(
      ....
      .@@.
      ....)");
  const Rules rules;
  CHECK(oracle_path(terrain, rules, {{0, 1}, {3, 1}}).cost == 5 * 2378);
  CHECK(oracle_path(terrain, rules, {{0, 1}, {3, 1}}).length() == 5);
  Rules tile;
  tile.topology = Topology::tile;
  CHECK(oracle_path(terrain, tile, {{0, 1}, {3, 1}}).cost == 5);
  Rules cutting;
  cutting.corners = Corners::cut_one;
  const auto path = oracle_path(terrain, cutting, {{0, 1}, {3, 1}});
  CHECK(path.cost == 2 * 3363 + 2378);
  CHECK(path.length() == Approx(1 + 2 * std::sqrt(2.0)).epsilon(1e-12));
  const auto field = true_field(terrain, cutting, {0, 1});
  CHECK(static_cast<double>(field[7].cost) ==
        Approx(1 + 2 * std::sqrt(2.0)).epsilon(1e-12));
}

TEST_CASE("the oracle reaches nothing from or behind closed cells") {
  const Terrain terrain = drawn(".@.");
  CHECK_FALSE(oracle_path(terrain, {}, {{0, 0}, {2, 0}}));
  CHECK(oracle_path(terrain, {}, {{0, 0}, {2, 0}}).length() == -1);
  CHECK_FALSE(oracle_path(terrain, {}, {{1, 0}, {1, 0}}));
  CHECK_FALSE(oracle_path(terrain, {}, {{0, 0}, {3, 0}}));
  CHECK_FALSE(oracle_path(terrain, {}, {{0, -1}, {0, 0}}));
  CHECK(oracle_path(terrain, {}, {{2, 0}, {2, 0}}).cost == 0);
}

TEST_CASE("a path that is cheapest in the exact costs is cheapest in the true metric") {
  const auto closed_percent = GENERATE(0, 20, 40);
  const auto seed = GENERATE(range(0, 4));
  CAPTURE(closed_percent, seed);
  const Terrain terrain =
      random_terrain(60, 60, closed_percent, static_cast<std::uint64_t>(seed));
  for (const Corners corners : kCorners) {
    Rules rules;
    rules.corners = corners;
    const auto exact = oracle_field(terrain, rules, {30, 30});
    const auto true_metric = true_field(terrain, rules, {30, 30});
    for (std::size_t cell = 0; cell < exact.size(); ++cell) {
      REQUIRE(bool(exact[cell]) == bool(true_metric[cell]));
      REQUIRE(exact[cell].length() == Approx(true_metric[cell].length()).epsilon(1e-12));
    }
  }
}

}  // namespace throng::oracle_test
