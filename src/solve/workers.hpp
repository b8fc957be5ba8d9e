#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "scratch.hpp"
#include "shared_scratch.hpp"

#include <throng/workers.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

struct Workers::Impl {
  /// threads: a number of them, or an executor.
  template <class Threads>
  Impl(Threads& threads, Memory from)
      : memory(from),
        crew(threads),
        scratch(static_cast<std::size_t>(crew.size()), from),
        order(from),
        places(from),
        shared(from) {}

  /// Where a path was put down until the batch is done.
  struct Place {
    std::uint64_t begin = 0;  ///< in the paths of the thread
    std::uint32_t thread = 0;
  };

  /// Gives every thread that has worked as much room as any of them, or all of them
  /// together, ever needed: the next batch may share its queries out otherwise.
  void level_scratch() {
    std::size_t slots = 0, fine_slots = 0, far_slots = 0, jump_slots = 0;
    for (const Scratch& one : scratch) {
      slots = std::max(slots, one.open.capacity());
      if (one.fine_open) fine_slots = std::max(fine_slots, one.fine_open->capacity());
      far_slots = std::max(far_slots, one.far.capacity());
      jump_slots = std::max(jump_slots, one.jump_open.capacity());
    }
    for (Scratch& one : scratch) {
      one.paths.clear();
      one.trails.forget();
      if (!one.has_searched()) continue;
      one.open.reserve(slots);
      if (one.fine_open) one.fine_open->reserve(fine_slots);
      one.far.reserve(far_slots);
      one.jump_open.reserve(jump_slots);
      one.paths.reserve(most_moves + most_moves / 2 + 128);  // leg writers write ahead
    }
  }

  Memory memory;  ///< of all scratch
  Crew crew;
  std::pmr::vector<Scratch> scratch;      ///< by thread
  std::pmr::vector<std::uint32_t> order;  ///< of the batch
  std::pmr::vector<Place> places;         ///< by query
  SharedScratch shared;
  std::size_t most_moves = 0;   ///< of all paths of a batch, ever
  std::size_t most_points = 0;  ///< the same of any-angle paths, and as many again
};

}  // namespace throng
