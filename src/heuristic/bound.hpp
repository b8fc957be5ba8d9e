#pragma once

#include <throng/query.hpp>

#include <concepts>
#include <cstdint>

namespace throng {

/// A lower bound on the cost from a cell to the goal of one query.
/// at: which cell, as the search that asks numbers them; dx, dy: how far from the goal.
///
/// kAtLeastOctile: on an octile grid it is never less than the exact distance on an open
/// map. kConsistent: it differs between two neighbours by no more than their step costs;
/// otherwise by excess() more at most.
template <class H>
concept Bound = requires(const H& h, std::uint32_t at, std::int32_t dx, std::int32_t dy) {
  { h(at, dx, dy) } -> std::same_as<Cost>;
  { H::kAtLeastOctile } -> std::convertible_to<bool>;
  { h.excess() } -> std::same_as<Cost>;
  { H::kConsistent } -> std::convertible_to<bool>;
};

}  // namespace throng
