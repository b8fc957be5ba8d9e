#pragma once

#include "integer_root.hpp"

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace throng {

/// In which order best_first() expands cells: by keys made of g, the cost so far, and h, a
/// lower bound on the rest.
///
/// - priority(g, h): the key; grows with both.
/// - least_cost(key): no path to a target is cheaper while no open cell has a smaller key.
/// - reopens(): whether a cell that was expanded and is then reached more cheaply has to
///   be expanded again. Where h is not consistent it always has.
/// - kAnyKey: keys may fall from a cell to one that is reached from it. Clamped to the
///   floor of a monotone list they would lose their order (weighted A* then takes 3 to 15
///   times as many expansions, to paths as bad as the bound allows), so such priorities
///   need a list that is not monotone. The others have max_rise(step, excess), by how much
///   a key may exceed that of the cell before; step: the dearest one; excess: as in Bound.
///
/// A path that best_first() accepts costs no more than the cheapest one times the weight of
/// the priority, which is 1 for A* and Dijkstra's algorithm; GreedyPriority promises
/// nothing. For A* with any admissible h: until a cheapest path, of cost C, is found, some
/// cell of it is open with the least g it can have, since cells are re-opened, and its key
/// is g + h <= C. A path of cost U is accepted when no open cell has a key below U. Keys
/// that are clamped change nothing: up to the floor, which is no more than the least key,
/// thus no more than C; down, a key is still no more than C.
template <class P>
concept SearchPriority = requires(const P& priority, Cost cost) {
  { priority(cost, cost) } -> std::same_as<Cost>;
  { priority.least_cost(cost) } -> std::same_as<Cost>;
  { priority.reopens() } -> std::same_as<bool>;
  { P::kAnyKey } -> std::convertible_to<bool>;
};

/// The largest key. What would be a larger one becomes this.
inline constexpr Cost kLastKey = kUnreachable - 1;

constexpr Cost saturated(Uint128 key) noexcept {
  return key < kLastKey ? static_cast<Cost>(key) : kLastKey;
}
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
  bool reopens() const noexcept { return true; }
};

/// Dijkstra's algorithm: g.
struct DijkstraPriority {
  static constexpr bool kAnyKey = false;

  Cost operator()(Cost g, Cost /*h*/) const noexcept { return g; }
  Cost max_rise(Cost step, Cost /*excess*/) const noexcept { return step; }
  Cost least_cost(Cost key) const noexcept { return key; }
  bool reopens() const noexcept { return true; }
};

/// Greedy best-first search: h. The first path that comes up, however dear.
struct GreedyPriority {
  static constexpr bool kAnyKey = true;

  Cost operator()(Cost /*g*/, Cost h) const noexcept { return h; }
  Cost least_cost(Cost /*key*/) const noexcept { return 0; }
  bool reopens() const noexcept { return false; }
};

/// What the priorities with a weight w = percent / 100 share.
///
/// They are functions F(g, h), in the unit of costs, of a weight v, a little less than w
/// (the papers divide them by the weight). Keys are F / u, rounded down; the unit u is a
/// power of two, as small as 32 bits allow. All of them have
///
///   (1) F(g, 0) = g,  F(0, h) = v h,  g + h <= F(g, h) <= v (g + h);
///   (2) 0 <= dF/dg <= dF/dh  and  dF/dg + dF/dh <= 2 v.
///
/// Let h be consistent, g* the least cost of a cell, f* = g* + h. From a cell p to its
/// neighbour q, at the cost c, h falls by c at most and rises by c at most, so by (2)
///
///   (3) F(g + c, h(q)) <= F(g, h(p)) + v (f*(q) - f*(p))  if p lies on a cheapest path to
///   q
///
/// (it is linear in h(q); look at both ends). Claim: when a cell n is expanded for the
/// first time, F(n) <= v f*(n) + k u, where k is the number of steps of a cheapest path to
/// n. By induction: let q be the first cell of that path that has not been expanded, after
/// i steps. The one before it has, so by (3) F(q) <= v f*(q) + (i - 1) u. Now n comes
/// before q, so that the key of n is no more than that of q, and F(n) < F(q) + u; and f*(q)
/// <= f*(n), h being consistent. No cell is expanded twice for this.
///
/// A path of cost U is accepted when no open cell has a key below that of F(U, 0) = U. Take
/// a cheapest path to a target, of C and k steps, and its first cell q that has not been
/// expanded: U < F(q) + u <= v C + k u. (If q was left out because of its key, or because
/// g + h >= U, so much the better: F >= g + h.) No step costs less than the least one, s,
/// so that k <= C / s, and with v <= w - u / s
///
///   U <= v C + u C / s <= w C.
///
/// Where that would leave v < 1, and where h is not consistent, cells are re-opened
/// instead. Then some cell of a cheapest path is always open with g = g*, its F is at most
/// v C by (1), and U < v C + u; u is 1 then, so that U <= v C, all costs being whole
/// numbers and v <= w. Source: J. Chen, N. Sturtevant, "Necessary and Sufficient Conditions
/// for Avoiding Reopenings in Best First Suboptimal Search with General Bounding
/// Functions", AAAI 2021, for exact real numbers; the rounding is ours.
class WeightedKeys {
 public:
  static constexpr bool kAnyKey = true;
  static constexpr Cost kMostPercent = 10'000;

  /// For searches in `space`. Pre: 100 <= percent <= kMostPercent.
  template <class Space>
  WeightedKeys(Cost percent, const Space& space) noexcept
      : WeightedKeys(percent, space.least_edge(),
                     std::uint64_t{2} * space.most_edge() * space.cell_count) {}

  /// least_step: no step or link costs less. most_cost: g + h is never more.
  WeightedKeys(Cost percent, Cost least_step, std::uint64_t most_cost) noexcept
      : percent_(percent) {
    THRONG_ASSERT(percent >= 100 && percent <= kMostPercent && least_step > 0);
    const std::uint64_t most_key =
        kOne * percent * std::min<std::uint64_t>(most_cost, kUnreachable) / 100;
    while (most_key >> shift_ >= kLastKey) ++shift_;
    const std::uint64_t w = kOne * percent / 100;
    const std::uint64_t lost = ((std::uint64_t{1} << shift_) - 1) / least_step + 1;
    reopens_ = w < kOne + lost;
    if (reopens_) shift_ = kOneBits;
    v_ = reopens_ ? w : w - lost;
  }

  Cost least_cost(Cost key) const noexcept {
    const std::uint64_t whole = kOne * percent_;
    return saturated(((std::uint64_t{100} * key << shift_) + whole - 1) / whole);
  }
  bool reopens() const noexcept { return reopens_; }

 protected:
  // F and v count 2^-16 of a unit of cost.
  static constexpr unsigned kOneBits = 16;
  static constexpr std::uint64_t kOne = std::uint64_t{1} << kOneBits;

  std::uint64_t v() const noexcept { return v_; }
  template <class Wide>
  Cost key(Wide f) const noexcept {
    return saturated(static_cast<Wide>(f >> shift_));
  }

 private:
  std::uint64_t percent_;
  std::uint64_t v_ = kOne;
  unsigned shift_ = 0;  ///< u is 2^shift of the unit of F
  bool reopens_ = false;
};

/// Weighted A*: g + v h.
/// Source: I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial
/// Intelligence 1(3-4), 1970.
struct WeightedAStarPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;

  Cost operator()(Cost g, Cost h) const noexcept { return key(kOne * g + v() * h); }
};

/// pxWD: v (g + h) where g < h, else g + (2 v - 1) h, which is the lesser of both. A path
/// may be the dearer the nearer it is to its end. Source: as above (AAAI 2021).
struct PxWDPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;

  Cost operator()(Cost g, Cost h) const noexcept {
    return key(std::min(v() * (std::uint64_t{g} + h), kOne * g + (2 * v() - kOne) * h));
  }
};

/// pxWU: v (g / (2 v - 1) + h) where g < (2 v - 1) h, else g + h, which is the larger of
/// both. A path may be the dearer the nearer it is to its start. Source: as above.
struct PxWUPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;

  Cost operator()(Cost g, Cost h) const noexcept {
    return key(std::max(slope_ * g + v() * h, kOne * (std::uint64_t{g} + h)));
  }

 private:
  /// v / (2 v - 1), rounded down: (1) and (2) allow less.
  std::uint64_t slope_ = kOne * v() / (2 * v() - kOne);
};

/// XDP, the convex downward parabola that pxWD follows in two straight pieces:
/// (g + (2 v - 1) h + sqrt((g - h)^2 + 4 v g h)) / 2. Its slopes: 1 to v in g, v to 2 v - 1
/// in h.
/// Source: J. Chen, N. Sturtevant, "Conditions for Avoiding Node Re-expansions in Bounded
/// Suboptimal Search", IJCAI 2019.
struct XDPPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;

  Cost operator()(Cost g, Cost h) const noexcept {
    const Uint128 apart = g < h ? h - g : g - h;
    const std::uint64_t root =
        integer_root(kOne * kOne * apart * apart + 4 * kOne * Uint128{v()} * g * h);
    return key((Uint128{kOne} * g + Uint128{2 * v() - kOne} * h + root) / 2);
  }
};

/// XUP, the convex upward parabola that pxWU follows in two straight pieces:
/// (g + h + sqrt((g + h)^2 + 4 v (v - 1) h^2)) / 2. Its slopes: v / (2 v - 1) to 1 in g, 1
/// to v in h. Source: as XDPPriority.
struct XUPPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;

  Cost operator()(Cost g, Cost h) const noexcept {
    const Uint128 sum = Uint128{g} + h;
    const std::uint64_t root =
        integer_root(kOne * kOne * sum * sum + Uint128{4} * v() * (v() - kOne) * h * h);
    return key((kOne * sum + root) / 2);
  }
};

}  // namespace throng
