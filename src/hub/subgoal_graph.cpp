#include "subgoal_graph.hpp"

#include "../jump/jump_map.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t kStopsPerBlock = 64;

/// The ends of straight walks: closed cells and subgoals.
class Stops {
 public:
  Stops(const Grid& grid, std::size_t subgoals, const std::uint32_t* node_of)
      : stride_(grid.stride()),
        rows_(grid.cell_count() / grid.stride(), grid.stride()),
        columns_(grid.stride(), grid.cell_count() / grid.stride()) {
    for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
      if (grid.component(cell) != Grid::kNoComponent && node_of[cell] >= subgoals) continue;
      const std::size_t x = cell % stride_, y = cell / stride_;
      rows_.line(y)[x / 64] |= std::uint64_t{1} << x % 64;
      columns_.line(x)[y / 64] |= std::uint64_t{1} << y % 64;
    }
  }

  /// Steps from an open cell to the next stop.
  std::int32_t steps(Move move, CellIndex cell) const noexcept {
    const auto [x, y] = padded_position(cell, stride_);
    switch (move) {
      case Move::north:
        return y - columns_.previous(static_cast<std::size_t>(x), y);
      case Move::east:
        return rows_.next(static_cast<std::size_t>(y), x) - x;
      case Move::south:
        return columns_.next(static_cast<std::size_t>(x), y) - y;
      default:
        return x - rows_.previous(static_cast<std::size_t>(y), x);
    }
  }

 private:
  CellIndex stride_;
  BitLines rows_;
  BitLines columns_;
};

/// Finds the edges of one subgoal at a time.
class EdgeFinder {
 public:
  EdgeFinder(const Grid& grid, std::size_t subgoals, const std::uint32_t* node_of)
      : grid_(grid),
        stops_(grid, subgoals, node_of),
        subgoals_(static_cast<std::uint32_t>(subgoals)),
        node_of_(node_of) {}

  void append_edges(CellIndex cell, std::vector<SubgoalEdge>& edges) const {
    const std::size_t begin = edges.size();
    for (const Move move : {Move::north, Move::east, Move::south, Move::west}) {
      const std::int32_t steps = stops_.steps(move, cell);
      put(walk(cell, move, steps), cost(0, steps), edges);
    }
    for (const Move move :
         {Move::north_east, Move::south_east, Move::south_west, Move::north_west})
      look_diagonally(cell, move, edges);
    std::sort(edges.begin() + static_cast<std::ptrdiff_t>(begin), edges.end(),
              [](SubgoalEdge a, SubgoalEdge b) { return a.to < b.to; });
  }

 private:
  /// Along a diagonal, looks along both straight components, no farther than from the cells
  /// before: beyond their ends a subgoal is hidden or not the next one.
  void look_diagonally(CellIndex cell, Move move, std::vector<SubgoalEdge>& edges) const {
    const auto d = static_cast<unsigned>(move);
    const Move across = kMoveX[d] > 0 ? Move::east : Move::west;
    const Move along = kMoveY[d] > 0 ? Move::south : Move::north;
    std::int32_t most_across = stops_.steps(across, cell) - 1;
    std::int32_t most_along = stops_.steps(along, cell) - 1;
    const auto look_aside = [&](Move aside, std::int32_t walked, std::int32_t& most) {
      const std::int32_t steps = stops_.steps(aside, cell);
      if (steps <= most) put(walk(cell, aside, steps), cost(walked, steps), edges);
      most = std::min(most, steps - 1);
    };
    for (std::int32_t walked = 1; (grid_.moves()[cell] >> d & 1U) != 0; ++walked) {
      cell += grid_.offset(move);
      if (node_of_[cell] < subgoals_) return put(cell, cost(walked, 0), edges);
      look_aside(across, walked, most_across);
      look_aside(along, walked, most_along);
    }
  }

  void put(CellIndex cell, Cost cost, std::vector<SubgoalEdge>& edges) const {
    if (node_of_[cell] < subgoals_) edges.push_back({node_of_[cell], cost});
  }

  CellIndex walk(CellIndex cell, Move move, std::int32_t steps) const {
    return cell + static_cast<CellIndex>(steps) * grid_.offset(move);
  }

  Cost cost(std::int32_t diagonal, std::int32_t straight) const {
    return static_cast<Cost>(diagonal) * grid_.costs().diagonal +
           static_cast<Cost>(straight) * grid_.costs().straight;
  }

  const Grid& grid_;
  Stops stops_;
  std::uint32_t subgoals_;
  const std::uint32_t* node_of_;
};

}  // namespace

SubgoalGraph::SubgoalGraph(const Grid& grid, const JumpGraph& jumps,
                           const std::uint32_t* node_of, Crew& crew)
    : costs_(grid.costs()), begin_(jumps.cells().size() + 1, 0) {
  const std::span<const CellIndex> cells = jumps.cells();
  const EdgeFinder finder(grid, cells.size(), node_of);
  const std::size_t blocks = (cells.size() + kStopsPerBlock - 1) / kStopsPerBlock;
  std::vector<std::vector<SubgoalEdge>> found(blocks);
  crew.for_each_block(blocks, 1, [&](int, std::size_t block, std::size_t) {
    const std::size_t end = std::min((block + 1) * kStopsPerBlock, cells.size());
    for (std::size_t i = block * kStopsPerBlock; i < end; ++i) {
      const std::size_t before = found[block].size();
      finder.append_edges(cells[i], found[block]);
      begin_[i + 1] = found[block].size() - before;
    }
  });
  for (std::size_t i = 0; i < cells.size(); ++i) begin_[i + 1] += begin_[i];
  edges_.reserve(begin_.back());
  for (const auto& part : found) edges_.insert(edges_.end(), part.begin(), part.end());
}

}  // namespace throng
