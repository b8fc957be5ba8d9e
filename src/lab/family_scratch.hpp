#pragma once

#include "../core/memory.hpp"
#include "../search/best_first.hpp"
#include "../sweep/heap4.hpp"
#include "beam.hpp"
#include "bidirectional.hpp"
#include "fringe.hpp"
#include "ida_star.hpp"

#include <cstddef>

namespace throng {

/// Memory of one thread for the algorithms that few batches use. Made on first use.
struct FamilyScratch {
  explicit FamilyScratch(Memory memory)
      : by_key(memory),
        beam(memory),
        fringe(memory),
        two_sided(memory),
        ida(Cuts::shortcut, memory) {}

  BestFirstScratch<Heap4> by_key;
  BeamScratch beam;
  FringeScratch fringe;
  BidirectionalScratch<Heap4> two_sided;
  CellIndex meeting = kNoCell;  ///< of the last path of `two_sided`
  IdaStar ida;
};

}  // namespace throng
