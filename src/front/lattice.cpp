#include "lattice.hpp"

#include "../grid/move_bit.hpp"

#include <bit>
#include <limits>

namespace throng {

namespace {

std::size_t node_count(const Grid& grid) noexcept {
  const Position last{grid.width() - 1, grid.height() - 1};
  const auto rows = static_cast<std::size_t>(axial(grid.rules().topology, last).y) + 3;
  return rows * (static_cast<std::size_t>(grid.width()) + 2);
}

}  // namespace

bool Lattice::fits(const Grid& grid) noexcept {
  return node_count(grid) <= std::numeric_limits<std::int32_t>::max();
}

Lattice::Lattice(const Grid& grid)
    : grid_(grid), pitch_(grid.width() + 2), joined_(node_count(grid)) {
  for (std::size_t d = 0; d < kMoves; ++d)
    offset_[d] = static_cast<Node>(kMoveY[d] * pitch_ + kMoveX[d]);
  for (std::int32_t y = 0; y < grid.height(); ++y)
    for (std::int32_t x = 0; x < grid.width(); ++x) {
      const Node from = node({x, y});
      for (unsigned legal = grid.moves({x, y}); legal != 0; legal &= legal - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(legal));
        joined_[from] |= static_cast<std::uint8_t>(1U << d);
        joined_[neighbour(from, d)] |=
            static_cast<std::uint8_t>(bit(opposite(static_cast<Move>(d))));
      }
    }
}

Node Lattice::node(Position p) const noexcept {
  const Position at = axial(grid_.rules().topology, p);
  return static_cast<Node>((at.y + 1) * pitch_ + at.x + 1);
}

std::vector<Node> Lattice::open_nodes() const {
  std::vector<Node> nodes;
  nodes.reserve(grid_.open_cells());
  for (std::int32_t y = 0; y < grid_.height(); ++y)
    for (std::int32_t x = 0; x < grid_.width(); ++x)
      if (grid_.open({x, y})) nodes.push_back(node({x, y}));
  return nodes;
}

CellIndex Lattice::cell(Node node) const noexcept {
  const Position at{x(node) - 1, y(node) - 1};
  const bool hexagonal = is_hexagonal(grid_.rules().topology);
  return grid_.cell(hexagonal ? Position{at.x, at.y - (at.x >> 1)} : at);
}

}  // namespace throng
