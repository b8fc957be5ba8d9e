#include "../../src/hierarchy/row_bound.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <vector>

namespace throng::row_bound_test {

TEST_CASE("bounds from rows of landmarks are the same on every processor") {
  SplitMix64 random(1);
  for (std::size_t count = 0; count < 70; ++count)
    for (int round = 0; round < 4; ++round) {
      CAPTURE(count, round);
      std::vector<Cost> row(count), to_goal(count);
      const Cost least = random.below(1000);
      Cost expected = least;
      for (std::size_t i = 0; i < count; ++i) {
        row[i] = random.below(8) == 0 ? kUnreachable : random.below(1'000'000);
        to_goal[i] = random.below(8) == 0 ? kUnreachable : random.below(1'000'000);
        if (round == 0) row[i] = to_goal[i] + random.below(900);  // `least` may remain
        expected =
            std::max(expected, std::max(row[i], to_goal[i]) - std::min(row[i], to_goal[i]));
      }
      for (const RowBound bound : row_bounds())
        REQUIRE(bound(row.data(), to_goal.data(), count, least) == expected);
    }
}

}  // namespace throng::row_bound_test
