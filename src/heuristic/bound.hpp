#pragma once

#include <throng/query.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>

namespace throng {

/// A lower bound on the cost from a cell to the goal of one query.
/// at: which cell, as the search that asks numbers them; dx, dy: how far from the goal.
///
/// kAtLeastOctile: on an octile grid it is never less than the exact distance on an open
/// map. kConsistent: it differs between two neighbours by no more than their step costs;
/// otherwise by excess() more as a rule, which is what open lists make room for. kPrunes:
/// it also has relevant(at), which is false only where no cheapest path to the goal passes;
/// asked before anything else of a cell.
template <class H>
concept Bound = requires(const H& h, std::uint32_t at, std::int32_t dx, std::int32_t dy) {
  { h(at, dx, dy) } -> std::same_as<Cost>;
  { H::kAtLeastOctile } -> std::convertible_to<bool>;
  { h.excess() } -> std::same_as<Cost>;
  { H::kConsistent } -> std::convertible_to<bool>;
  { H::kPrunes } -> std::convertible_to<bool>;
};

/// Whether a search should look at a cell at all.
template <Bound H>
[[gnu::always_inline]] inline bool worth_a_look(const H& h, std::uint32_t at) {
  if constexpr (H::kPrunes) {
    return h.relevant(at);
  } else {
    return true;
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

}  // namespace throng
