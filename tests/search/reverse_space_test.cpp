#include "../../src/lab/reverse_space.hpp"

#include "../support/catch.hpp"
#include "../support/worlds.hpp"

#include <algorithm>

namespace throng::reverse_space_test {
using namespace test;

TEST_CASE("a reverse space has each step the other way round, at the same cost") {
  std::uint64_t seed = 0;
  for (const World& world : random_worlds(1)) {
    const DirectedSpace space(world, 9, ++seed);
    const ReverseSpace<DirectedSpace> reverse(space);
    std::size_t there = 0, back = 0;
    for (CellIndex cell = 0; cell < space.cell_count; ++cell)
      for (unsigned d = 0; d < kMoves; ++d) {
        back += reverse.moves[cell] >> d & 1U;
        if ((space.moves[cell] >> d & 1U) == 0) continue;
        ++there;
        const CellIndex to = cell + space.steps[d].offset;
        const auto turned = static_cast<unsigned>(opposite(static_cast<Move>(d)));
        REQUIRE((reverse.moves[to] >> turned & 1U) == 1);
        REQUIRE(to + reverse.steps[turned].offset == cell);
        REQUIRE(reverse.step_cost(to, turned) == space.step_cost(cell, d));
      }
    REQUIRE(there == back);
  }
}

TEST_CASE("a space whose steps all have opposites is its own reverse") {
  for (const World& world : random_worlds(1)) {
    const ReverseSpace<SearchSpace> reverse(world.space);
    REQUIRE(
        std::equal(reverse.moves, reverse.moves + reverse.cell_count, world.space.moves));
  }
}

}  // namespace throng::reverse_space_test
