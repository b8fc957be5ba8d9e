#pragma once

#include "../core/memory.hpp"
#include "../core/scratch.hpp"
#include "../kernel/problem.hpp"
#include "../search/search.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// What is asked for in one slot (see request.hpp): a path from `start` to any of `goals`.
struct SlotQuestion {
  Position start;
  std::span<const Position> goals;
  Cost radius = 0;
  bool approach = false;
  bool escape_blocked_start = false;
};

/// What became of one slot. Its path is the moves appended.
struct SlotAnswer {
  SearchResult search;
  Position start;  ///< where its path begins
  Position end;
  Cost end_cost = 0;
};

/// How far the searches for a slot have come. Valid with one Scratch that nobody else uses.
struct SlotProgress {
  explicit SlotProgress(Memory memory = {}) : done(memory), path(memory) {}

  std::pmr::vector<SearchResult> done;  ///< of queries that are answered
  std::pmr::vector<Move> path;          ///< of the last one that found a path
  Pause pause;                          ///< of the query in work

  void forget() {
    done.clear();
    path.clear();
    pause = {};
  }
};

/// A piece of the work for a slot.
struct Slice {
  /// Expansions that may be spent, all searches for the slot together; counts down.
  std::uint32_t left = std::numeric_limits<std::uint32_t>::max();
  /// It did not suffice: there is no answer yet.
  bool ran_out = false;
  /// Where to go on, and what to go on with next time. Null: next time begins anew.
  SlotProgress* progress = nullptr;
};

/// Answers one slot. Each search for it has `limits` (without pause) to itself. However a
/// slot is sliced, its answer is the same.
/// Pre: nothing of the solver, the question and the limits has changed since the slice
///      before, if there is progress.
SlotAnswer find_slot(const Problem& problem, const SlotQuestion& question,
                     const Limits& limits, Slice& slice, Scratch& scratch,
                     std::pmr::vector<Move>& paths);

}  // namespace throng
