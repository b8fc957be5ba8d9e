#pragma once

#include "job.hpp"

#include <throng/grid.hpp>

#include <cstddef>

namespace throng::farm {

/// What estimates count from.
struct MapSize {
  std::size_t cells = 0;       ///< of the map
  std::size_t open_cells = 0;  ///< at most
  bool plain = true;           ///< no weights, no links
};

/// Sets a job's estimates: memory is meant to be an upper bound, seconds to be right within
/// a factor of three on a processor of 2020. The same on every machine. Pre: what to make
/// is set. threads: of the job.
void estimate(Job& job, const MapSize& map, int threads);

}  // namespace throng::farm
