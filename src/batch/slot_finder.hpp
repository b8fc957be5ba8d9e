#pragma once

#include "../core/memory.hpp"
#include "../core/scratch.hpp"
#include "../search/problem.hpp"
#include "../search/search.hpp"

#include <throng/column.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// The question of one slot (see Request in query.hpp): a path from `start` to any of
/// `goals`.
struct SlotQuestion {
  Position start;
  std::span<const Position> goals;
  Cost radius = 0;
  bool approach = false;
  bool escape_blocked_start = false;
};

/// The answer to one slot. Its path is the moves appended.
struct SlotAnswer {
  SearchResult search;
  Position start;  ///< the first cell of the path
  Position end;
  Cost end_cost = 0;
};

/// Progress of the searches for a slot. Valid only with the Scratch of its searches, as
/// long as no other search uses that Scratch.
struct SlotProgress {
  explicit SlotProgress(Memory memory = {}) : done(memory), path(memory) {}

  std::pmr::vector<SearchResult> done;  ///< answers to the completed queries
  Column<Move> path;                    ///< of the last completed query that found a path
  Pause pause;                          ///< state of the current query

  void forget() {
    done.clear();
    path.clear();
    pause = {};
  }
};

/// A piece of the work for a slot.
struct Slice {
  /// Expansions left for all searches of the slot together; counts down.
  std::uint32_t left = std::numeric_limits<std::uint32_t>::max();
  /// The slice did not suffice: there is no answer yet.
  bool ran_out = false;
  /// The state to resume from; stores the state for the next slice. Null: the next slice
  /// starts from the beginning.
  SlotProgress* progress = nullptr;
};

/// Answers one slot. Each search for it has the full `limits` (without pause). The answer
/// does not depend on how the work is sliced.
/// Pre: with progress, the solver, the question and the limits are those of the previous
/// slice.
SlotAnswer find_slot(const Problem& problem, const SlotQuestion& question,
                     const Limits& limits, Slice& slice, Scratch& scratch,
                     Column<Move>& paths);

}  // namespace throng
