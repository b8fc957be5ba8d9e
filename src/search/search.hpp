#pragma once

#include <throng/query.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace throng {

/// State of a search that ran out of expansions, so that it can be resumed.
struct Pause {
  bool waiting = false;  ///< a search can be resumed
  bool found = false;
  Cost bound = 0;
  std::uint32_t expanded = 0, generated = 0, reopened = 0;
  /// What astar() was about to expand.
  std::uint32_t cell = 0;
  Cost g = 0;
  std::int32_t dx = 0, dy = 0;
  unsigned moves = 0;
  /// Expansions, ... of a former search for the same path, which found none within a limit
  /// that the present one does not have.
  struct Former {
    bool ended = false;
    std::uint32_t expanded = 0, generated = 0, reopened = 0;
  } former = {};

  /// Expansions so far, of both searches.
  std::uint32_t spent() const noexcept { return former.expanded + expanded; }
};

/// When a search must give up.
struct Limits {
  std::uint32_t max_expansions;
  Cost max_cost;
  /// A known upper bound on the distance: the search ignores more expensive paths.
  Cost upper = kUnreachable - 1;
  /// Null: a search that gives up cannot be resumed. Otherwise astar() and jump_search()
  /// store their state here when their expansions run out. They resume when they are called
  /// again with the same ends, a larger limit of expansions (counted from the first one),
  /// and untouched memory; the result is that of an uninterrupted search. Other searches
  /// store nothing.
  Pause* pause = nullptr;
  /// Null, or set by another thread: the search stops soon after, as if its expansions had
  /// run out.
  const std::atomic<bool>* cancel = nullptr;

  /// The next number of expansions at which a search calls spent().
  std::uint32_t next_look(std::uint32_t expanded) const noexcept {
    constexpr std::uint32_t kStride = 1U << 15;  // some milliseconds
    const bool far = max_expansions - expanded > kStride;
    return cancel != nullptr && far ? expanded + kStride : max_expansions;
  }

  /// Whether a search must stop after `look` expansions, a result of next_look(). If not,
  /// `look` becomes the next one.
  bool spent(std::uint32_t& look) const noexcept {
    if (look == max_expansions) return true;
    if (cancel->load(std::memory_order_relaxed)) return true;
    look = next_look(look);
    return false;
  }

  bool resumes() const noexcept { return pause != nullptr && pause->waiting; }

  /// Only paths cheaper than this are of interest.
  Cost first_bound() const noexcept { return std::min(max_cost, upper) + 1; }
};

/// Result of a search, as in Answers.
struct SearchResult {
  Status status = Status::unreachable;
  Cost cost = kUnreachable;
  Cost upper = kUnreachable;
  std::uint32_t expanded = 0;
  std::uint32_t generated = 0;
  std::uint32_t reopened = 0;
};

/// State of a search at its end.
struct SearchEnd {
  bool spent = false;  ///< it used up its expansions
  bool found = false;
  Cost bound = 0;  ///< cost of the best path found, else the value of first_bound()
  Cost floor = 0;  ///< a lower bound on every path, if the search was cut short
  /// Whether the search left out a cell because of limits.first_bound(), or does not know.
  bool cut = true;

  /// Whether the search proves that there is no path. With one-way steps and links, two
  /// cells of one component need not be joined by one. Without a limit, only cells from
  /// which the bound knows no way to the goal are left out: their keys reach kUnreachable.
  bool proves_unreachable(const Limits& limits) const noexcept {
    return !found && !spent && (!cut || limits.first_bound() == kUnreachable);
  }
};

/// Where each search ends. Fills in status, cost and upper. Pre: the search tried all paths
/// that may cost less than end.bound, unless it is spent.
inline SearchResult conclude(const SearchEnd& end, const Limits& limits,
                             SearchResult counts) {
  if (end.proves_unreachable(limits)) {
    counts.status = Status::unreachable;
    counts.cost = counts.upper = kUnreachable;
    return counts;
  }
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
