#include "../../src/hierarchy/hierarchy.hpp"
#include "../../src/labels/turns.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::hierarchy_build_test {

namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

Result<Hierarchy> hierarchy_of(const Grid& grid, std::size_t most_bytes = kNoLimit,
                               int threads = 1, Monitor* monitor = nullptr) {
  Crew crew(threads);
  return Hierarchy::build(grid, JumpMap(grid), most_bytes, crew, monitor);
}

template <class T>
bool equal(const SharedArray<T>& a, const SharedArray<T>& b) {
  return std::ranges::equal(std::as_bytes(a.values()), std::as_bytes(b.values()));
}

bool equal(const Hierarchy& a, const Hierarchy& b) {
  const Hierarchy::Arrays &one = a.arrays(), &other = b.arrays();
  return one.core == other.core && equal(one.places, other.places) &&
         equal(one.first, other.first) && equal(one.arcs, other.arcs) &&
         equal(one.rows, other.rows);
}

Cost cost_of(const Grid& grid, unsigned move) {
  return is_diagonal(static_cast<Move>(move)) ? grid.costs().diagonal
                                              : grid.costs().straight;
}

}  // namespace

TEST_CASE("a turn is never made only where a cheaper way around it is legal") {
  const auto seed = GENERATE(range(0, 12));
  const Terrain terrain =
      test::random_terrain(6, 5, 10 + 3 * seed, static_cast<std::uint64_t>(seed));
  for (const StepCosts costs : {kExactCosts, StepCosts{1, 1}, StepCosts{1, 2}}) {
    const Rules rules{.costs = costs};
    const auto grid = *Grid::make(terrain, rules);
    for (const Position at : test::all_cells(terrain)) {
      if (!grid->open(at)) continue;
      const Turns turns(*grid, grid->cell(at));
      for (unsigned back = 0; back < kMoves; ++back) {
        if ((grid->moves(at) >> back & 1U) == 0) continue;
        const Position from = step(Topology::octile, at, static_cast<Move>(back));
        const auto field = test::oracle_field(terrain, rules, from);
        for (unsigned on = 0; on < kMoves; ++on) {
          if ((grid->moves(at) >> on & 1U) == 0) continue;
          const Position to = step(Topology::octile, at, static_cast<Move>(on));
          const auto slot = static_cast<std::size_t>(to.y * terrain.width() + to.x);
          const Cost over = cost_of(*grid, back) + cost_of(*grid, on);
          const auto set = [](unsigned move) { return static_cast<MoveSet>(1U << move); };
          CAPTURE(seed, at.x, at.y, back, on);
          if (turns.never(set(back), set(on))) REQUIRE(field[slot].cost < over);
          REQUIRE(turns.never(set(back), set(on)) == turns.never(set(on), set(back)));
          if (back == on) REQUIRE(turns.never(set(back), set(on)));
        }
      }
    }
  }
}

TEST_CASE("hierarchies are equal for every number of threads", "[parallel]") {
  for (const int closed : {12, 35}) {
    const auto grid = *Grid::make(test::random_terrain(150, 130, closed, 3));
    const Hierarchy one = *hierarchy_of(*grid);
    REQUIRE(one.core() > 0);
    REQUIRE(one.core() < one.size() / 4);
    REQUIRE(one.landmarks() > 0);
    for (const int threads : {2, 7})
      REQUIRE(equal(one, *hierarchy_of(*grid, kNoLimit, threads)));
  }
}

TEST_CASE("arcs lead to higher ranks, and shortcuts cost what their halves do") {
  const auto grid = *Grid::make(test::random_terrain(90, 70, 25, 5));
  const Hierarchy hierarchy = *hierarchy_of(*grid);
  std::size_t shortcuts = 0;
  for (std::uint32_t node = 0; node < hierarchy.size(); ++node)
    for (const HierarchyArc& arc : hierarchy.arcs(node)) {
      REQUIRE((arc.to() < node || node < hierarchy.core()));
      if (arc.is_edge()) continue;
      ++shortcuts;
      const HierarchyArc &from = hierarchy.arc(arc.from()),
                         &onward = hierarchy.arc(arc.onward());
      REQUIRE(from.to() == node);
      REQUIRE(onward.to() == arc.to());
      REQUIRE(from.cost() + onward.cost() == arc.cost());
    }
  REQUIRE(shortcuts > 0);
}

TEST_CASE("a hierarchy beyond the memory limit is refused, and at it it is built") {
  const auto grid = *Grid::make(test::random_terrain(80, 80, 30, 1));
  const Hierarchy hierarchy = *hierarchy_of(*grid);
  REQUIRE(equal(hierarchy, *hierarchy_of(*grid, hierarchy.memory_bytes())));
  const std::size_t rows = hierarchy.core() * hierarchy.landmarks() * sizeof(Cost);
  const std::size_t least = hierarchy.memory_bytes() - rows;
  for (const std::size_t more : {std::size_t{0}, rows / 3, rows - 1}) {
    const Hierarchy fewer = *hierarchy_of(*grid, least + more);
    REQUIRE(fewer.landmarks() < hierarchy.landmarks());
    REQUIRE(fewer.memory_bytes() <= least + more);
  }
  REQUIRE(hierarchy_of(*grid, least - 1).error().code == Code::over_limit);
  REQUIRE(hierarchy_of(*grid, 0).error().code == Code::over_limit);
}

TEST_CASE("the building of a hierarchy counts corners and can be cancelled") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 1));
  Monitor monitor;
  const auto hierarchy = hierarchy_of(*grid, kNoLimit, 2, &monitor);
  REQUIRE(hierarchy);
  REQUIRE(monitor.total == hierarchy->size());
  REQUIRE(monitor.done == hierarchy->size());
  monitor.cancel = true;
  REQUIRE(hierarchy_of(*grid, kNoLimit, 1, &monitor).error().code == Code::cancelled);
}

}  // namespace throng::hierarchy_build_test
