#pragma once

#include <throng/query.hpp>

#include <cstdint>

namespace throng {

/// When a search has to give up.
struct Limits {
  std::uint32_t max_expansions;
  Cost max_cost;
};

/// What a search found out, as in BatchResult.
struct SearchResult {
  Status status = Status::unreachable;
  Cost cost = kUnreachable;
  std::uint32_t expanded = 0;
  std::uint32_t generated = 0;
  std::uint32_t reopened = 0;
};

}  // namespace throng
