#pragma once

#include "bound.hpp"

#include <cstdint>

namespace throng {

/// Any bound, called through a pointer, so that one search serves all bounds. For searches
/// in which the cost of a call is negligible. relied_on: whether the search may rely on
/// consistency; if not, every admissible bound is accepted.
template <bool relied_on>
class AnyBoundOf {
 public:
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = relied_on;
  static constexpr bool kPrunes = true;

  /// h: outlives this.
  template <Bound H>
  requires(H::kConsistent || !relied_on) explicit AnyBoundOf(const H& h)
      : h_(&h),
        bound_([](const void* any, std::uint32_t at, std::int32_t dx, std::int32_t dy) {
          return (*static_cast<const H*>(any))(at, dx, dy);
        }),
        relevant_([](const void* any, std::uint32_t at) {
          return worth_a_look(*static_cast<const H*>(any), at);
        }),
        excess_(h.excess()),
        prunes_(H::kPrunes),
        consistent_(is_consistent(h)) {}

  Cost excess() const noexcept { return excess_; }
  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const {
    return bound_(h_, at, dx, dy);
  }
  bool relevant(std::uint32_t at) const { return !prunes_ || relevant_(h_, at); }
  /// Whether the bound that is called is consistent.
  bool consistent() const noexcept { return consistent_; }

 private:
  const void* h_;
  Cost (*bound_)(const void*, std::uint32_t, std::int32_t, std::int32_t);
  bool (*relevant_)(const void*, std::uint32_t);
  Cost excess_;
  bool prunes_;
  bool consistent_;
};

using AnyBound = AnyBoundOf<false>;
using AnyConsistentBound = AnyBoundOf<true>;

static_assert(Bound<AnyBound>);

}  // namespace throng
