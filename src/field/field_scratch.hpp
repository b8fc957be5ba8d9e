#pragma once

#include "../core/memory.hpp"
#include "../sweep/sweep_scratch.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <vector>

namespace throng {

/// Working memory of one thread for a field.
struct FieldScratch {
  explicit FieldScratch(Memory memory) : sources(memory), field(memory), queues(memory) {}

  std::pmr::vector<CellIndex> sources;
  std::pmr::vector<Cost> field;  ///< in the padded layout
  SweepScratch queues;
};

}  // namespace throng
