#pragma once

#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace throng {

/// The indices of a batch, far ends first: the farther apart the ends, the longer the
/// search as a rule, and a long search that begins last keeps one thread busy while the
/// others wait. Stable within a class of similar distance. O(n) by counting.
inline void order_longest_first(std::span<const Query> queries,
                                std::vector<std::uint32_t>& order) {
  constexpr std::size_t kClasses = 256;
  const auto distance = [](const Query& query) {
    const std::int64_t dx = std::int64_t{query.start.x} - query.goal.x;
    const std::int64_t dy = std::int64_t{query.start.y} - query.goal.y;
    return static_cast<std::uint64_t>(std::max(std::abs(dx), std::abs(dy)));
  };
  std::uint64_t farthest = 1;
  for (const Query& query : queries) farthest = std::max(farthest, distance(query));
  const auto class_of = [&](const Query& query) {
    return kClasses - 1 - distance(query) * (kClasses - 1) / farthest;
  };

  std::array<std::uint32_t, kClasses + 1> begin{};
  for (const Query& query : queries) ++begin[class_of(query) + 1];
  for (std::size_t c = 1; c <= kClasses; ++c) begin[c] += begin[c - 1];
  order.resize(queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i)
    order[begin[class_of(queries[i])]++] = static_cast<std::uint32_t>(i);
}

}  // namespace throng
