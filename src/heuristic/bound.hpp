#pragma once

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace throng {

/// A lower bound on the cost from a cell to the goal of one query. at: the number of the
/// cell in the search's own numbering; dx, dy: the offset from the goal.
///
/// kAtLeastOctile: on an octile grid the bound is never less than the exact distance on an
/// open map. kConsistent: between two neighbours the bound differs by no more than the cost
/// of the step; otherwise usually by at most excess() more, for which open lists make room.
/// kPrunes: the bound also has relevant(at), which is false only for cells that no cheapest
/// path to the goal passes; it is called before anything else for a cell.
template <class H>
concept Bound = requires(const H& h, std::uint32_t at, std::int32_t dx, std::int32_t dy) {
  { h(at, dx, dy) } -> std::same_as<Cost>;
  { H::kAtLeastOctile } -> std::convertible_to<bool>;
  { h.excess() } -> std::same_as<Cost>;
  { H::kConsistent } -> std::convertible_to<bool>;
  { H::kPrunes } -> std::convertible_to<bool>;
};

/// Whether a search should consider a cell at all.
template <Bound H>
[[gnu::always_inline]] inline bool worth_a_look(const H& h, std::uint32_t at) {
  if constexpr (H::kPrunes) {
    return h.relevant(at);
  } else {
    return true;
  }
}

/// Whether a bound is consistent, where its type may not tell.
template <class H>
bool is_consistent(const H& h) noexcept {
  if constexpr (requires { h.consistent(); }) {
    return h.consistent();
  } else {
    return H::kConsistent;
  }
}

/// The larger of two bounds.
template <class A, class B>
class LargerBound {
 public:
  static constexpr bool kAtLeastOctile = A::kAtLeastOctile || B::kAtLeastOctile;
  static constexpr bool kConsistent = A::kConsistent && B::kConsistent;
  static constexpr bool kPrunes = false;

  LargerBound(const A& a, const B& b) : a_(a), b_(b) {}

  Cost excess() const noexcept { return std::max(a_.excess(), b_.excess()); }
  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const {
    return std::max(a_(at, dx, dy), b_(at, dx, dy));
  }

 private:
  A a_;
  B b_;
};

/// A bound that has no data for the start of the query: the start's own bound is given.
template <class H>
class KnownStartBound : public H {
 public:
  /// known: the bound H covers the nodes below this number; the start may have a higher
  /// one.
  KnownStartBound(const H& h, std::uint32_t known, Cost start)
      : H(h), known_(known), start_(start) {}

  /// Of the start; the test of a number in each call would take 1.5 % of a query's time.
  Cost of_start() const noexcept { return start_; }
  /// Pre: `at` is one of these nodes.
  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const {
    THRONG_ASSERT(at < known_);
    return H::operator()(at, dx, dy);
  }

 private:
  std::uint32_t known_;
  Cost start_;
};

}  // namespace throng
