#pragma once

#include "../core/memory.hpp"
#include "search.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// Memory of the textbook search, reused across queries.
struct TextbookScratch {
  explicit TextbookScratch(Memory memory = {})
      : g(memory), query(memory), parent(memory), closed(memory) {}

  std::pmr::vector<double> g;
  std::pmr::vector<std::uint32_t> query;  ///< of the cell's last visit
  std::pmr::vector<CellIndex> parent;
  std::pmr::vector<std::uint8_t> closed;
  std::uint32_t queries = 0;
};

/// The baseline of benches and tests: textbook A*. std::priority_queue with lazy deletion,
/// costs in double, flat arrays, neighbours tried one by one under the corner rule. Costs
/// are 1 and sqrt(2) under the exact metric, else those of the grid. Correct, and as fast
/// as a careful programmer's first version. Pre: as astar.
SearchResult textbook(const Grid& grid, CellIndex start, CellIndex goal,
                      Heuristic heuristic, const Limits& limits, TextbookScratch& scratch);

/// Appends the moves from start to goal of the last search.
void append_textbook_path(const Grid& grid, CellIndex start, CellIndex goal,
                          const TextbookScratch& scratch, std::pmr::vector<Move>& moves);

}  // namespace throng
