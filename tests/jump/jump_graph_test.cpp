#include "../../src/jump/jump_graph.hpp"

#include "../../src/grid/successors.hpp"
#include "../../src/jump/jump_shortcuts.hpp"
#include "../../src/jump/jumps.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace throng::jump_graph_test {

namespace {

using Edges = std::vector<std::pair<std::uint32_t, Cost>>;

/// The edges after entering a node, as a search that scans would find them; sorted.
Edges scanned(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
              std::uint32_t node, unsigned direction) {
  const JumpWalker walker(grid, map, nullptr);
  const auto [x, y] = graph.places()[node];
  const unsigned legal = grid.moves()[graph.cells()[node]];
  Edges edges;
  walker.walk(
      x, y, successor_table(grid.rules())[direction][legal], {},
      [&](std::int32_t tx, std::int32_t ty, unsigned entered, Cost cost) {
        const auto cell =
            static_cast<CellIndex>(ty) * grid.stride() + static_cast<CellIndex>(tx);
        if (grid.moves()[cell] == 0) return;
        const auto at = std::find(graph.cells().begin(), graph.cells().end(), cell);
        REQUIRE(at != graph.cells().end());
        const auto target = static_cast<std::uint32_t>(at - graph.cells().begin());
        edges.emplace_back(target << 2 | entered, cost);
      },
      [](Cost) { FAIL("there is no goal"); });
  std::sort(edges.begin(), edges.end());
  return edges;
}

Edges read(const JumpGraph& graph, std::uint32_t node, unsigned direction) {
  Edges edges;
  graph.nodes()[node].for_each_stretch(
      direction, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i)
          edges.emplace_back(graph.edges()[i].target, graph.edges()[i].cost);
      });
  std::sort(edges.begin(), edges.end());
  return edges;
}

bool enters(const Grid& grid, const JumpMap& map, CellIndex cell, unsigned direction) {
  return map.stops(direction, grid, cell);
}

}  // namespace

TEST_CASE("the edges of a jump graph are the jumps that scanning finds") {
  Crew crew(1);
  for (std::uint64_t seed = 0; seed < 40; seed += test::every({.sanitized = 7})) {
    const Terrain terrain = test::random_terrain(static_cast<std::int32_t>(10 + seed), 30,
                                                 static_cast<int>(seed * 7 % 50), seed);
    const auto grid = *Grid::make(terrain);
    const JumpMap map(*grid);
    const JumpGraph graph = *JumpGraph::make(*grid, map, crew);
    CAPTURE(seed);
    for (std::uint32_t node = 0; node < graph.nodes().size(); ++node)
      for (unsigned direction = 0; direction < 4; ++direction) {
        if (!enters(*grid, map, graph.cells()[node], direction)) continue;
        CAPTURE(node, direction);
        REQUIRE(read(graph, node, direction) ==
                scanned(*grid, map, graph, node, direction));
      }
  }
}

TEST_CASE("a jump graph does not depend on the number of threads", "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(120, 90, 25, 3));
  const JumpMap map(*grid);
  Crew one(1), three(3);
  const JumpGraph a = *JumpGraph::make(*grid, map, one);
  const JumpGraph b = *JumpGraph::make(*grid, map, three);
  REQUIRE(a.edges().size() == b.edges().size());
  for (std::size_t i = 0; i < a.edges().size(); ++i) {
    REQUIRE(a.edges()[i].target == b.edges()[i].target);
    REQUIRE(a.edges()[i].cost == b.edges()[i].cost);
  }
  for (std::size_t i = 0; i < a.nodes().size(); ++i)
    REQUIRE(a.nodes()[i].first == b.nodes()[i].first);
}

TEST_CASE("a shortcut leads along edges that have no alternative, or nowhere",
          "[parallel]") {
  Crew crew(2);
  for (std::uint64_t seed = 0; seed < 40; seed += test::every({.sanitized = 7})) {
    const auto grid = *Grid::make(test::random_terrain(
        40, static_cast<std::int32_t>(5 + seed), static_cast<int>(20 + seed), seed));
    const JumpMap map(*grid);
    const JumpGraph graph = *JumpGraph::make(*grid, map, crew);
    const JumpShortcuts shortcuts(*grid, map, graph, crew);
    REQUIRE(shortcuts.shortcuts().size() == graph.edges().size());
    CAPTURE(seed);
    for (std::uint32_t edge = 0; edge < graph.edges().size(); ++edge) {
      const JumpShortcut& shortcut = shortcuts.shortcuts()[edge];
      const JumpEdge& plain = graph.edges()[edge];
      const auto [x, y] = graph.places()[plain.target >> 2];
      if (shortcut.dead_end()) {
        REQUIRE(shortcut.target == (plain.target | JumpShortcut::kDeadEnd));
        REQUIRE(shortcut.cost == plain.cost);
        // Whatever comes after it: the jump points behind lie in its box.
        for (const auto& [target, cost] : read(graph, plain.target >> 2, plain.target & 3U))
          REQUIRE(shortcut.box.contains(graph.places()[target >> 2].x,
                                        graph.places()[target >> 2].y));
        continue;
      }
      JumpShortcuts::Chain passed;
      const std::size_t count = shortcuts.passed(graph, edge, passed);
      REQUIRE((count == 0) == (shortcut.target == plain.target));
      REQUIRE(shortcut.cost >= plain.cost);
      if (count != 0) REQUIRE(passed[0] == plain.target >> 2);
      if (count != 0) REQUIRE(shortcut.box.contains(x, y));
    }
  }
}

TEST_CASE("a box knows what it holds, and errs towards yes beyond 16 bits") {
  JumpBox box;
  CHECK_FALSE(box.contains(0, 0));
  box.add(3, 5);
  box.add(7, 2);
  CHECK(box.contains(3, 2));
  CHECK(box.contains(7, 5));
  CHECK_FALSE(box.contains(8, 5));
  CHECK_FALSE(box.contains(7, 6));
  box.add(100'000, 4);
  CHECK(box.contains(100'000, 4));
  CHECK(box.contains(70'000, 4));
}

TEST_CASE("a map without jump points has an empty graph") {
  Crew crew(1);
  for (const char* drawing : {".", "@", "...\n...\n...", "@@\n@@"}) {
    const auto grid = *Grid::make(test::drawn(drawing));
    const JumpGraph graph = *JumpGraph::make(*grid, JumpMap(*grid), crew);
    CHECK(graph.nodes().empty());
    CHECK(graph.edges().empty());
  }
}

}  // namespace throng::jump_graph_test
