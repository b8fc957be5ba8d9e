#pragma once

#include <throng/query.hpp>

#include <algorithm>
#include <cstdint>

namespace throng {

/// How a search stood when its expansions ran out, so that it can go on later.
struct Pause {
  bool waiting = false;  ///< there is a search that may go on
  bool found = false;
  Cost bound = 0;
  std::uint32_t expanded = 0, generated = 0, reopened = 0;
  /// What astar() was about to expand.
  std::uint32_t cell = 0;
  Cost g = 0;
  std::int32_t dx = 0, dy = 0;
  unsigned moves = 0;
};

/// When a search has to give up.
struct Limits {
  std::uint32_t max_expansions;
  Cost max_cost;
  /// An upper bound on the distance, known beforehand: nothing dearer is looked at.
  Cost upper = kUnreachable - 1;
  /// Null: a search that gives up is over. Otherwise astar() and jump_search() note here
  /// how it stood when its expansions ran out; called again with the same ends, limits that
  /// allow more expansions, counted from the first one on, and memory that has not been
  /// touched since, they go on as if nothing had been. Other searches set nothing.
  Pause* pause = nullptr;

  bool resumes() const noexcept { return pause != nullptr && pause->waiting; }

  /// Only paths cheaper than this are of interest.
  Cost first_bound() const noexcept { return std::min(max_cost, upper) + 1; }
};

/// What a search found out, as in BatchResult.
struct SearchResult {
  Status status = Status::unreachable;
  Cost cost = kUnreachable;
  Cost upper = kUnreachable;
  std::uint32_t expanded = 0;
  std::uint32_t generated = 0;
  std::uint32_t reopened = 0;
};

/// How a search stood when it ended.
struct SearchEnd {
  bool spent = false;  ///< its expansions
  bool found = false;
  Cost bound = 0;  ///< cost of the best path found, else what first_bound() gave
  Cost floor = 0;  ///< no path is cheaper, when the search was cut short
};

/// Pre: the ends are joined by a path. Fills in status, cost and upper.
inline SearchResult conclude(const SearchEnd& end, const Limits& limits,
                             SearchResult counts) {
  counts.cost = end.bound;
  counts.upper = end.found ? end.bound : limits.upper;
  if (end.spent) {
    counts.status = Status::out_of_budget;
    counts.cost = std::min(end.floor, end.bound);
  } else {
    counts.status = end.found ? Status::found : Status::over_max_cost;
  }
  if (counts.upper == kUnreachable - 1) counts.upper = kUnreachable;  // unknown
  return counts;
}

}  // namespace throng
