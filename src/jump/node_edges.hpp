#pragma once

#include "jump_graph.hpp"
#include "jumps.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// The arc of moves to try after a straight move: ahead, and towards each side whose cell
/// is open while the cell behind it is closed. Empty if there is no such side.
inline std::uint8_t arc_after(unsigned direction, unsigned legal) noexcept {
  const unsigned on = 2 * direction;  // clockwise from north
  const auto may = [&](unsigned k) {
    return (legal >> static_cast<unsigned>(kClockwise[k % kMoves]) & 1U) != 0;
  };
  const bool left = may(on + 6) && !may(on + 5);
  const bool right = may(on + 2) && !may(on + 3);
  if (!left && !right) return 0;
  const unsigned from = (on + (left ? 6 : 0)) % kMoves;
  const unsigned length = 1 + (left ? 2 : 0) + (right ? 2 : 0);
  return static_cast<std::uint8_t>(from | length << 4);
}

/// Whether the moves to try after some direction include the k-th move clockwise.
inline bool ever_tries(const JumpNode& node, unsigned k) noexcept {
  return node.tries(0, k) || node.tries(1, k) || node.tries(2, k) || node.tries(3, k);
}

/// Computes the runs and edges of jump points.
class NodeEdges {
 public:
  /// node_of: node by cell; correct for all jump points.
  NodeEdges(const Grid& grid, const JumpWalker& walker,
            const std::uint32_t* node_of) noexcept
      : moves_(grid.moves().data()),
        stride_(grid.stride()),
        walker_(walker),
        node_of_(node_of) {}

  void set_arcs(JumpNode& node) const noexcept {
    const unsigned legal = walker_.moves(node.x, node.y);
    for (unsigned d = 0; d < 4; ++d) node.arc[d] = arc_after(d, legal);
  }

  /// Sets the run of the k-th move clockwise, if it is diagonal, and calls add(edge) for
  /// each edge that begins with the move. The order of the edges depends on the map only,
  /// not on the numbers of nodes. Pre: the arcs are set.
  template <class Add>
  void find(JumpNode& node, unsigned k, const Add& add) const {
    const auto move = static_cast<unsigned>(kClockwise[k]);
    if (k % 2 == 1)
      node.run[k / 2] = static_cast<std::uint32_t>(walker_.run(move, node.x, node.y));
    if ((walker_.moves(node.x, node.y) >> move & 1U) == 0 || !ever_tries(node, k)) return;
    walker_.walk(
        node.x, node.y, 1U << move, {},
        [&](std::int32_t x, std::int32_t y, unsigned direction, Cost cost) {
          const CellIndex target = cell_at({x, y}, stride_);
          if (moves_[target] != 0) add(JumpEdge{node_of_[target] << 2 | direction, cost});
        },
        [](Cost) {});
  }

 private:
  const std::uint8_t* moves_;
  CellIndex stride_;
  JumpWalker walker_;
  const std::uint32_t* node_of_;
};

}  // namespace throng
