#pragma once

#include "../search/priority.hpp"
#include "integer_root.hpp"

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace throng {

constexpr Cost saturated(Uint128 key) noexcept {
  return key < kLastKey ? static_cast<Cost>(key) : kLastKey;
}

/// Dijkstra's algorithm: g.
struct DijkstraPriority {
  static constexpr bool kAnyKey = false;

  Cost operator()(Cost g, Cost /*h*/) const noexcept { return g; }
  Cost max_rise(Cost step, Cost /*excess*/) const noexcept { return step; }
  Cost least_cost(Cost key) const noexcept { return key; }
  bool reopens(bool /*sorted*/) const noexcept { return true; }
};

/// Greedy best-first search: h. Accepts the first path found, at any cost.
struct GreedyPriority {
  static constexpr bool kAnyKey = true;
  static constexpr bool kSteep = false;

  Cost operator()(Cost /*g*/, Cost h) const noexcept { return h; }
  Cost least_cost(Cost /*key*/) const noexcept { return 0; }
  bool reopens(bool /*sorted*/) const noexcept { return false; }
};

/// Shared by the priorities with a weight w = percent / 100.
///
/// They are functions F(g, h), in the unit of costs, of a weight v slightly less than w
/// (the papers divide them by the weight). Keys are F / u, rounded down; the unit u is a
/// power of two, as small as 32 bits allow. All of them satisfy
///
///   (1) F(g, 0) = g,  F(0, h) = v h,  g + h <= F(g, h) <= v (g + h);
///   (2) 0 <= dF/dg <= dF/dh  and  dF/dg + dF/dh <= 2 v.
///
/// Let h be consistent, g* the least cost of a cell, f* = g* + h. From a cell p to its
/// neighbour q, at the cost c, h falls by at most c and rises by at most c, so by (2)
///
///   (3) F(g + c, h(q)) <= F(g, h(p)) + v (f*(q) - f*(p))  if p lies on a cheapest path to
///   q
///
/// (the right side is linear in h(q); check both ends). Where steps have no opposite of
/// equal cost, h may rise by more than c. Then (3) still holds for priorities with dF/dh <=
/// v: weighted A*, pxWU and XUP; kSteep marks the others. Claim: when a cell n is expanded
/// for the first time, F(n) <= v f*(n) + k u, where k is the number of steps of a cheapest
/// path to n. By induction: let q be the first cell of that path that has not been
/// expanded, after i steps. Its predecessor has been expanded, so by (3) F(q) <= v f*(q) +
/// (i - 1) u. Now n comes before q, so the key of n is at most that of q, and F(n) < F(q) +
/// u; and f*(q) <= f*(n), since h is consistent. No cell needs to be expanded twice for
/// this.
///
/// A path of cost U is accepted when no open cell has a key below that of F(U, 0) = U. Take
/// a cheapest path to a target, of cost C and k steps, and its first cell q that has not
/// been expanded: U < F(q) + u <= v C + k u. (If q was left out because of its key, or
/// because g + h >= U, the bound only improves: F >= g + h.) No step costs less than the
/// least one, s, so k <= C / s, and with v <= w - u / s
///
///   U <= v C + u C / s <= w C.
///
/// Where that would leave v < 1, where h is not consistent, and where h may rise too fast
/// for a steep priority, cells are reopened instead. Then some cell of a cheapest path is
/// always open with g = g*, its F is at most v C by (1), and U < v C + u. In this case u is
/// 1, so U <= v C, since all costs are whole numbers and v <= w. Source: J. Chen, N.
/// Sturtevant, "Necessary and Sufficient Conditions for Avoiding Reopenings in Best First
/// Suboptimal Search with General Bounding Functions", AAAI 2021, for exact real numbers;
/// the rounding is ours.
class WeightedKeys {
 public:
  static constexpr bool kAnyKey = true;
  static constexpr bool kSteep = false;
  static constexpr Cost kMostPercent = 10'000;

  /// For searches in `space`. Pre: 100 <= percent <= kMostPercent.
  template <class Space>
  WeightedKeys(Cost percent, const Space& space) noexcept
      : WeightedKeys(percent, space.least_edge(),
                     std::uint64_t{2} * space.most_edge() * space.cell_count) {}

  /// least_step: a lower bound on the cost of a step or link. most_cost: an upper bound on
  /// g + h.
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
  bool reopens(bool sorted) const noexcept { return reopens_ || !sorted; }

 protected:
  // F and v are multiples of 2^-16 of a unit of cost.
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

/// pxWD: v (g + h) if g < h, else g + (2 v - 1) h; this is the lesser of the two. A path
/// may be more expensive near its end. Source: as above (AAAI 2021).
struct PxWDPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;
  static constexpr bool kSteep = true;

  Cost operator()(Cost g, Cost h) const noexcept {
    return key(std::min(v() * (std::uint64_t{g} + h), kOne * g + (2 * v() - kOne) * h));
  }
};

/// pxWU: v (g / (2 v - 1) + h) if g < (2 v - 1) h, else g + h; this is the larger of the
/// two. A path may be more expensive near its start. Source: as above.
struct PxWUPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;

  Cost operator()(Cost g, Cost h) const noexcept {
    return key(std::max(slope_ * g + v() * h, kOne * (std::uint64_t{g} + h)));
  }

 private:
  /// v / (2 v - 1), rounded down: (1) and (2) allow less.
  std::uint64_t slope_ = kOne * v() / (2 * v() - kOne);
};

/// XDP, the convex downward parabola that pxWD approximates by two straight pieces:
/// (g + (2 v - 1) h + sqrt((g - h)^2 + 4 v g h)) / 2. Its slopes: 1 to v in g, v to 2 v - 1
/// in h.
/// Source: J. Chen, N. Sturtevant, "Conditions for Avoiding Node Re-expansions in Bounded
/// Suboptimal Search", IJCAI 2019.
struct XDPPriority : WeightedKeys {
  using WeightedKeys::WeightedKeys;
  static constexpr bool kSteep = true;

  Cost operator()(Cost g, Cost h) const noexcept {
    const Uint128 apart = g < h ? h - g : g - h;
    const std::uint64_t root =
        integer_root(kOne * kOne * apart * apart + 4 * kOne * Uint128{v()} * g * h);
    return key((Uint128{kOne} * g + Uint128{2 * v() - kOne} * h + root) / 2);
  }
};

/// XUP, the convex upward parabola that pxWU approximates by two straight pieces:
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
