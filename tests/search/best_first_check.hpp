#pragma once

#include "../../src/search/astar.hpp"
#include "../../src/search/best_first.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/worlds.hpp"

#include <vector>

namespace throng::test {

inline constexpr Limits kNoLimits{.max_expansions = 0xFFFF'FFFF,
                                  .max_cost = kUnreachable - 1};

/// Cost of the path in scratch from start to cell; kUnreachable when it is none.
template <class Space, class Queue>
Cost walked(const Space& space, CellIndex start, CellIndex cell,
            const BestFirstScratch<Queue>& scratch) {
  Column<Move> moves;
  append_path(space, start, cell, scratch.nodes, moves);
  return walk(space, start, cell, moves);
}

/// Far cheaper than REQUIRE, which counts and remembers.
inline void expect(bool holds, const char* what) {
  if (!holds) FAIL(what);
}

/// All that holds of a search without limits whose bound is w = percent / 100.
template <class Space, class Queue>
void check(const Space& space, CellIndex start, Cost distance, Cost percent,
           const TargetResult& result, const BestFirstScratch<Queue>& scratch) {
  const auto cost = std::uint64_t{result.search.cost};
  if (distance == kUnreachable) {
    expect(result.search.status == Status::unreachable, "unreachable");
    expect(cost == kUnreachable && result.lower == kUnreachable, "no cost");
    return expect(result.target == kNoCell, "no target");
  }
  expect(result.search.status == Status::found, "found");
  expect(walked(space, start, result.target, scratch) == cost, "a path of that cost");
  expect(distance <= cost && cost * 100 <= std::uint64_t{distance} * percent, "bound");
  expect(result.lower <= distance, "a lower bound");
  expect((std::uint64_t{result.lower} + 4) * percent > cost * 100, "a good lower bound");
  expect(result.nearest == result.target && result.nearest_cost == cost, "nearest");
}

}  // namespace throng::test
