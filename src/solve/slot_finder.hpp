#pragma once

#include "../core/memory.hpp"
#include "../heuristic/plain.hpp"
#include "../search/search.hpp"
#include "kernels.hpp"

#include <throng/query.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// Who is asked: a solver, taken apart.
struct Asking {
  explicit Asking(const Problem& of)
      : number(next_number.fetch_add(1, std::memory_order_relaxed)),
        problem(of),
        kernel(find_kernel(of)),
        distance(of.grid.rules().topology, of.grid.costs()) {}

  const std::uint64_t number;  ///< no other has it, nor had: what is remembered has names
  const Problem& problem;
  Kernel kernel;
  /// In units of Grid::costs(): no more than any path costs, if it takes no link.
  OpenBound distance;

 private:
  inline static std::atomic<std::uint64_t> next_number{1};
};

/// What is asked for in one slot (see request.hpp): a path from `start` to any of `goals`.
struct SlotQuestion {
  Position start;
  std::span<const Position> goals;
  Cost radius = 0;
  bool approach = false;
  bool leave_blocked = false;
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
SlotAnswer find_slot(const Asking& asking, const SlotQuestion& question,
                     const Limits& limits, Slice& slice, Scratch& scratch,
                     std::pmr::vector<Move>& paths);

}  // namespace throng
