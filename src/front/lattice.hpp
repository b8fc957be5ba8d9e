#pragma once

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A cell on the plane of a Lattice.
using Node = std::uint32_t;

/// The cells of a grid on a plane of squares: at their axial() coordinates, inside a border
/// of one node. Two cells are joined if a step leads from one to the other, in at least one
/// direction. So each topology is a plane graph except for the crossings of two diagonals.
/// Memory: a byte a node; hexagonal grids have up to half as many nodes again.
class Lattice {
 public:
  /// Whether the nodes of a grid can be numbered.
  static bool fits(const Grid& grid) noexcept;
  /// Pre: fits(grid); the grid outlives the lattice.
  explicit Lattice(const Grid& grid);

  const Grid& grid() const noexcept { return grid_; }
  std::int32_t pitch() const noexcept { return pitch_; }
  std::int32_t x(Node node) const noexcept {
    return static_cast<std::int32_t>(node) % pitch_;
  }
  std::int32_t y(Node node) const noexcept {
    return static_cast<std::int32_t>(node) / pitch_;
  }
  std::size_t size() const noexcept { return joined_.size(); }
  /// Bit d: a step in direction d or back joins the node and neighbour(node, d).
  std::uint8_t joined(Node node) const noexcept { return joined_[node]; }
  Node neighbour(Node node, unsigned d) const noexcept { return node + offset_[d]; }
  /// The open cells, row by row.
  std::vector<Node> open_nodes() const;
  /// Pre: the node is a cell of the map.
  CellIndex cell(Node node) const noexcept;

 private:
  Node node(Position p) const noexcept;

  const Grid& grid_;
  std::int32_t pitch_;
  std::array<Node, kMoves> offset_{};
  std::vector<std::uint8_t> joined_;
};

}  // namespace throng
