#pragma once

#include "../grid/grid_access.hpp"
#include "../grid/link_graph.hpp"
#include "../grid/successors.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace throng {

/// The data of a grid that a search reads, gathered once per Solver: plain numbers and
/// pointers, valid during the grid's lifetime.
struct SearchSpace {
  struct Step {
    CellIndex offset = 0;
    Cost cost = 0;
    std::int32_t dx = 0;
    std::int32_t dy = 0;
  };

  explicit SearchSpace(const Grid& grid)
      : moves(grid.moves().data()),
        cell_count(grid.cell_count()),
        successors(successor_table(grid.rules()).data()),
        stride(grid.stride()),
        hexagonal(is_hexagonal(grid.rules().topology)),
        reciprocal(~std::uint64_t{0} / (hexagonal ? 2 * stride + 1 : stride) + 1),
        costs(grid.costs()) {
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      steps[d] = {grid.offset(move), is_diagonal(move) ? costs.diagonal : costs.straight,
                  kMoveX[d], kMoveY[d]};
    }
  }

  /// Axial coordinates of a cell in the padded map; only their differences matter, as
  /// numbers of steps. The division is a multiplication: with r = 2^64 / n rounded up, cell
  /// * r / 2^64 exceeds cell / n by less than 1 / n for all 32-bit cells, so its floor is
  /// correct.
  Position place(CellIndex cell) const noexcept {
    return hexagonal ? hexagonal_place(cell) : square_place(cell);
  }
  Position square_place(CellIndex cell) const noexcept {
    const CellIndex row = divided(cell);
    return {static_cast<std::int32_t>(cell - row * stride), static_cast<std::int32_t>(row)};
  }
  Position hexagonal_place(CellIndex cell) const noexcept {
    // A pair of columns takes 2 * stride + 1 cells.
    const CellIndex at = cell - stride - 1, pair = divided(at);
    const CellIndex rest = at - pair * (2 * stride + 1), odd = rest >= stride ? 1 : 0;
    return {static_cast<std::int32_t>(2 * pair + odd),
            static_cast<std::int32_t>(rest - odd * stride + pair)};
  }

  CellIndex divided(CellIndex cell) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<CellIndex>((Wide{cell} * reciprocal) >> 64);
  }

  /// The cost of step `move` from `from`. Pre: it is legal.
  Cost step_cost(CellIndex from, unsigned move) const noexcept {
    static_cast<void>(from);
    return steps[move].cost;
  }
  Cost most_step() const noexcept { return costs.diagonal; }
  /// No step or link costs less, none costs more.
  Cost least_edge() const noexcept { return costs.straight; }
  Cost most_edge() const noexcept { return most_step(); }
  static constexpr bool kWeighted = false;
  static constexpr bool kLinks = false;

  const std::uint8_t* moves;
  std::size_t cell_count;
  const std::array<std::uint8_t, 256>* successors;  ///< see successors.hpp
  CellIndex stride;
  bool hexagonal;
  std::uint64_t reciprocal;          ///< of the divisor in place()
  StepCosts costs;                   ///< least cost of each kind of step
  std::array<Step, kMoves> steps{};  ///< by move
};

/// SearchSpace of a grid of squares: with this static knowledge A* takes 4 % fewer
/// instructions.
struct SquareSpace : SearchSpace {
  using SearchSpace::SearchSpace;

  Position place(CellIndex cell) const noexcept { return square_place(cell); }
};

/// SearchSpace of a grid with weighted steps. `costs` and the costs of `steps` are the
/// least of each kind, which heuristics use.
struct WeightedSpace : SearchSpace {
  explicit WeightedSpace(const Grid& grid)
      : SearchSpace(grid),
        step_weights(GridAccess::step_weights(grid).data()),
        max_step_cost(grid.max_step_cost()) {
    successors = weakest_successor_table().data();
    costs = grid.min_step_costs();
    for (std::size_t d = 0; d < kMoves; ++d) {
      const bool diagonal = is_diagonal(static_cast<Move>(d));
      units[d] =
          diagonal ? GridAccess::unit(grid).diagonal : GridAccess::unit(grid).straight;
      steps[d].cost = diagonal ? costs.diagonal : costs.straight;
    }
    if (grid.rules().topology != Topology::octile || !grid.symmetric_steps()) return;
    inside = successor_table(grid.rules()).data();
    for (std::size_t d = 0; d < kMoves; ++d)
      for (const Move e : {Move::north, Move::east, Move::west}) {
        const std::int32_t dx = steps[static_cast<std::size_t>(e)].dx;
        if (is_diagonal(static_cast<Move>(d)) ? dx == steps[d].dx
                                              : (dx == 0) == (steps[d].dx != 0))
          around[d] = static_cast<std::uint8_t>(e);
      }
  }

  Cost step_cost(CellIndex from, unsigned move) const noexcept {
    return units[move] * step_weights[from * kMoves + move];
  }
  Cost most_step() const noexcept { return max_step_cost; }
  Cost most_edge() const noexcept { return max_step_cost; }
  static constexpr bool kWeighted = true;

  /// The moves worth trying from a cell that was entered by a move, besides what
  /// `successors` says. Where all eight neighbours weigh the same, and the cell no less, a
  /// way around it costs no more than on plain ground: then the table of plain ground is
  /// right. On zones of 8 x 8 cells and on generated terrain, A* takes 0.84 and 0.85 of the
  /// time, with 16 landmarks 0.96 and 0.98.
  unsigned worth_trying(CellIndex cell, unsigned entered) const noexcept {
    constexpr unsigned kAll = (1U << kMoves) - 1;
    if (inside == nullptr || moves[cell] != kAll || !equal_steps(cell)) return kAll;
    // From the cell before: along the neighbours, and to the cell.
    const std::uint16_t* const before =
        step_weights + std::size_t{cell - steps[entered].offset} * kMoves;
    return before[around[entered]] <= before[entered] ? inside[entered][kAll] : kAll;
  }

  /// Whether the steps to all neighbours weigh the same.
  bool equal_steps(CellIndex cell) const noexcept {
    static_assert(kMoves == 8);
    std::array<std::uint64_t, 2> weights;  // four each
    std::memcpy(weights.data(), step_weights + std::size_t{cell} * kMoves, sizeof weights);
    return weights[0] == weights[1] && weights[0] == std::rotl(weights[0], 16);
  }

  const std::uint16_t* step_weights;  ///< GridAccess::step_weights()
  Cost max_step_cost;
  std::array<Cost, kMoves> units{};  ///< by move
  /// The successors of a cell on uniform ground; null: not on this grid, whose steps may
  /// cost what the weights of their cells do not tell.
  const std::array<std::uint8_t, 256>* inside = nullptr;
  /// By move: one from the cell before to a neighbour of both.
  std::array<std::uint8_t, kMoves> around{};
};

/// SearchSpace of a grid with links. What is worth trying from a cell is a set of moves,
/// with one more bit for the cell's links, if any. After a link every move is worth trying.
struct LinkedSpace : WeightedSpace {
  /// Pre: the grid has links.
  explicit LinkedSpace(const Grid& grid)
      : WeightedSpace(grid),
        links(&grid.links()->graph()),
        least(grid.min_edge_cost()),
        most(grid.max_edge_cost()) {
    // On uniform ground with symmetric steps a way around a cell still costs no more than a
    // way through it.
    if (grid.uniform_steps() && grid.symmetric_steps())
      successors = successor_table(grid.rules()).data();
  }

  Cost step_cost(CellIndex from, unsigned move) const noexcept {
    return step_weights == nullptr ? steps[move].cost
                                   : WeightedSpace::step_cost(from, move);
  }
  Cost least_edge() const noexcept { return least; }
  Cost most_edge() const noexcept { return most; }
  static constexpr bool kLinks = true;

  unsigned link_bit(CellIndex cell) const noexcept {
    return links->forward().any(cell) ? 1U << kMoves : 0;
  }
  std::span<const LinkGraph::Way> links_of(CellIndex cell) const noexcept {
    return links->forward().of(cell);
  }
  /// The value of Way::mark for links into `cell`. Pre: there is such a link.
  std::uint32_t mark(CellIndex cell) const noexcept { return links->backward().mark(cell); }
  /// The cell where paths of this space enter a link.
  CellIndex link_begin(std::uint32_t link) const noexcept { return links->way(link).at; }

  const LinkGraph* links;  ///< never null
  Cost least;
  Cost most;
};

/// LinkedSpace of plain ground on a grid of squares.
struct PlainLinkedSpace : LinkedSpace {
  /// Pre: the grid has links, squares, and no weights.
  using LinkedSpace::LinkedSpace;

  Position place(CellIndex cell) const noexcept { return square_place(cell); }
  Cost step_cost(CellIndex /*from*/, unsigned move) const noexcept {
    return steps[move].cost;
  }
  static constexpr bool kWeighted = false;
};

}  // namespace throng
