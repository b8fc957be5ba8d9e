#pragma once

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace throng {

/// The order in which best_first() expands cells: by keys computed from g, the cost so far,
/// and h, a lower bound on the rest.
///
/// - priority(g, h): the key; monotone in both.
/// - least_cost(key): no path to a target is cheaper while no open cell has a smaller key.
/// - reopens(sorted): whether the guarantee requires that a cell that is reached at a lower
///   cost after its expansion is expanded again. sorted: h is consistent, and the open list
///   returns the least key.
/// - kAnyKey: keys may fall from a cell to its successor. Clamped to the floor of a
///   monotone list they would lose their order (weighted A* then takes 3 to 15 times as
///   many expansions, to paths as bad as the bound allows), so such priorities need a list
///   that is not monotone. The other priorities have max_rise(step, excess), the most by
///   which a key may exceed that of the previous cell; step: the most expensive one;
///   excess: as in Bound.
///
/// A path that best_first() accepts costs at most the cheapest one times the weight of the
/// priority. The weight is 1 for A* and Dijkstra's algorithm; GreedyPriority guarantees
/// nothing. For A* with any admissible h: until a cheapest path, of cost C, is found, some
/// cell of it is open with its least g, since cells are reopened, and its key is g + h <=
/// C. A path of cost U is accepted when no open cell has a key below U. Clamping the keys
/// changes nothing: a key raised to the floor is at most the least key, thus at most C; a
/// lowered key is still at most C.
template <class P>
concept SearchPriority = requires(const P& priority, Cost cost) {
  { priority(cost, cost) } -> std::same_as<Cost>;
  { priority.least_cost(cost) } -> std::same_as<Cost>;
  { priority.reopens(true) } -> std::same_as<bool>;
  { P::kAnyKey } -> std::convertible_to<bool>;
};

/// The largest key. Larger keys are clamped to it.
inline constexpr Cost kLastKey = kUnreachable - 1;

constexpr Cost saturated(std::uint64_t key) noexcept {
  return key < kLastKey ? static_cast<Cost>(key) : kLastKey;
}

/// A*: g + h.
struct AStarPriority {
  static constexpr bool kAnyKey = false;

  Cost operator()(Cost g, Cost h) const noexcept { return saturated(std::uint64_t{g} + h); }
  Cost max_rise(Cost step, Cost excess) const noexcept {
    return saturated(2 * std::uint64_t{step} + excess);
  }
  Cost least_cost(Cost key) const noexcept { return key; }
  bool reopens(bool /*sorted*/) const noexcept { return true; }
};

}  // namespace throng
