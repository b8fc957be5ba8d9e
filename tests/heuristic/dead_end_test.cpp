#include "../../src/heuristic/dead_end.hpp"

#include "../../src/heuristic/plain.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/grid.hpp>

#include <cstdint>

namespace throng::dead_end_test {

namespace {

/// A bound with something to say that not every bound has.
struct ChattyBound : OctileBound {
  using OctileBound::OctileBound;
  int prefetch(std::uint32_t at) const { return static_cast<int>(at) + 1; }
};

}  // namespace

TEST_CASE("a dead-end bound says of costs what the bound within says") {
  using Wrapped = DeadEndBound<ChattyBound>;
  static_assert(Bound<Wrapped> && Wrapped::kPrunes);
  static_assert(Wrapped::kAtLeastOctile && Wrapped::kConsistent);

  const DeadEnds dead_ends(1, {});
  const ChattyBound plain(Topology::octile, kBg2006Costs);
  const Wrapped wrapped(plain, {nullptr, dead_ends.spans().data()}, dead_ends.path(0, 0));
  CHECK(wrapped(0, 3, -5) == 3 * 150 + 2 * 100);
  CHECK(wrapped.excess() == 0);
  CHECK(wrapped.prefetch(6) == 7);
}

TEST_CASE("cells in dead ends are irrelevant") {
  // Rooms in a row, joined by doors; the query goes from the first to the second.
  const auto grid = *Grid::make(test::drawn(R"(..@..@..
                                               ........
                                               ..@..@..)"));
  const AreaMap areas = decompose(*grid);
  const DeadEnds dead_ends(areas.count, find_borders(*grid, areas));
  const CellIndex start = grid->cell({0, 2}), goal = grid->cell({4, 2});
  const DeadEndBound bound(OctileBound(Topology::octile, grid->costs()),
                           AreaSpans{areas.area_of.data(), dead_ends.spans().data()},
                           dead_ends.path(areas.area_of[start], areas.area_of[goal]));
  for (CellIndex cell = 0; cell < grid->cell_count(); ++cell) {
    if (areas.area_of[cell] == kNoArea) continue;
    CAPTURE(grid->position(cell).x, grid->position(cell).y);
    CHECK(bound.relevant(cell) == (grid->position(cell).x < 6));
  }
}

}  // namespace throng::dead_end_test
