#pragma once

#include "../core/memory.hpp"
#include "../heuristic/plain.hpp"
#include "../queue/bucket_queue.hpp"
#include "../search/best_first.hpp"
#include "../search/search_space.hpp"
#include "../search/targets.hpp"
#include "nearest_cells.hpp"

#include <cstddef>
#include <vector>

namespace throng {

/// Memory of one thread for requests; made when one of them needs it.
struct RequestScratch {
  using Toward = GoalBound<SearchSpace, OpenBound>;

  /// A goal, and how far it is from the start on an open map.
  struct Ranked {
    Cost distance;
    std::size_t index;
  };

  /// Which cells are the nearest ones: those of a component to a goal.
  struct Nearest {
    std::uint64_t problem = 0;  ///< its number; 0: of none
    std::uint32_t component = 0;
    Position goal;

    friend bool operator==(const Nearest&, const Nearest&) = default;
  };

  explicit RequestScratch(Memory memory)
      : ranking(memory), nearest(memory), places(memory), toward(memory), search(memory) {}

  std::pmr::vector<Ranked> ranking;
  NearestCells nearest;
  std::pmr::vector<Position> places;  ///< of the nearest cells, row by row
  Nearest known;                      ///< which `places` are
  std::pmr::vector<Toward> toward;    ///< one for each goal
  BestFirstScratch<BucketQueue> search;
};

}  // namespace throng
