#pragma once

#include "../core/memory.hpp"
#include "../heuristic/plain.hpp"
#include "../search/best_first.hpp"
#include "../search/search_space.hpp"
#include "../search/targets.hpp"
#include "../sweep/bucket_queue.hpp"
#include "nearest_cells.hpp"

#include <cstddef>
#include <vector>

namespace throng {

/// Memory of one thread for requests. Made when a request first needs it.
struct RequestScratch {
  using Toward = GoalBound<SearchSpace, OpenBound>;

  /// A goal, and its distance from the start on an open map.
  struct Ranked {
    Cost distance;
    std::size_t index;
  };

  /// The key of a list of nearest cells: the cells of a component nearest to a goal.
  struct Nearest {
    std::uint64_t problem = 0;  ///< number of the problem; 0: none
    std::uint32_t component = 0;
    Position goal;

    friend bool operator==(const Nearest&, const Nearest&) = default;
  };

  explicit RequestScratch(Memory memory)
      : ranking(memory), nearest(memory), places(memory), toward(memory), search(memory) {}

  std::pmr::vector<Ranked> ranking;
  NearestCells nearest;
  std::pmr::vector<Position> places;  ///< the nearest cells, row by row
  Nearest known;                      ///< the key of `places`
  std::pmr::vector<Toward> toward;    ///< one per goal
  BestFirstScratch<BucketQueue> search;
};

}  // namespace throng
