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

/// The moves to try after any direction of entry: bit k is the k-th move clockwise.
inline unsigned tries_of(const JumpNode& node) noexcept {
  unsigned tries = 0;
  for (const std::uint8_t arc : node.arc) {
    const unsigned moves = ((1U << (arc >> 4)) - 1) << (arc & 0xFU);
    tries |= moves | moves >> kMoves;
  }
  return tries & 0xFFU;
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

  /// Sets the run of the k-th move clockwise. Pre: it is diagonal.
  void set_run(JumpNode& node, unsigned k) const noexcept {
    const auto move = static_cast<unsigned>(kClockwise[k]);
    CellIndex cell = cell_at({node.x, node.y}, stride_);
    const CellIndex offset = static_cast<CellIndex>(kMoveY[move]) * stride_ +
                             static_cast<CellIndex>(kMoveX[move]);
    std::uint32_t steps = 0;
    // Step by step: most runs are short.
    for (; (moves_[cell] >> move & 1U) != 0; ++steps) cell += offset;
    node.run[k / 2] = steps;
  }

  /// Sets all of a node but its place, and appends its edges; node.first counts from the
  /// end of `edges` at the call.
  template <class Edges>
  void expand(JumpNode& node, Edges& edges) const {
    const std::size_t begin = edges.size();
    set_arcs(node);
    const unsigned tries = tries_of(node);
    for (unsigned k = 0; k < kMoves; ++k) {
      node.first[k] = static_cast<std::uint32_t>(edges.size() - begin);
      if (k % 2 == 1) set_run(node, k);
      if ((tries >> k & 1U) != 0)
        find(node, k, {}, [&](const JumpEdge& edge) { edges.push_back(edge); });
    }
    node.first[kMoves] = static_cast<std::uint32_t>(edges.size() - begin);
  }

  /// Steps of a diagonal walk at which it turns, both ends included.
  struct Turns {
    std::int32_t first = 1;
    std::int32_t last = INT32_MAX;
  };

  /// Calls add(edge) for each edge that begins with the k-th move clockwise and, if the
  /// move is diagonal, turns at `turns`. The order of the edges depends on the map only,
  /// not on the numbers of nodes.
  template <class Add>
  void find(const JumpNode& node, unsigned k, Turns turns, const Add& add) const {
    const auto move = static_cast<unsigned>(kClockwise[k]);
    if (k % 2 == 0) {
      if ((walker_.moves(node.x, node.y) >> move & 1U) != 0)
        walk(move, node.x, node.y, 0, add);
      return;
    }
    for (std::int32_t walked = turns.first - 1;;) {
      std::int32_t x = node.x + walked * kMoveX[move];
      std::int32_t y = node.y + walked * kMoveY[move];
      const std::int32_t steps = walker_.next_steps(move, x, y);
      walked += steps;
      if (steps <= 0 || walked > turns.last) return;
      x += steps * kMoveX[move];
      y += steps * kMoveY[move];
      const Cost cost = static_cast<Cost>(walked) * walker_.costs().diagonal;
      walk(across_of(move), x, y, cost, add);
      walk(along_of(move), x, y, cost, add);
    }
  }

 private:
  template <class Add>
  void walk(unsigned direction, std::int32_t x, std::int32_t y, Cost cost,
            const Add& add) const {
    const std::int32_t steps = walker_.stop(direction, x, y).steps;
    const CellIndex target =
        cell_at({x + steps * kMoveX[direction], y + steps * kMoveY[direction]}, stride_);
    if (moves_[target] == 0) return;  // closed
    add(JumpEdge{node_of_[target] << 2 | direction,
                 cost + static_cast<Cost>(steps) * walker_.costs().straight});
  }

  const std::uint8_t* moves_;
  CellIndex stride_;
  JumpWalker walker_;
  const std::uint32_t* node_of_;
};

}  // namespace throng
