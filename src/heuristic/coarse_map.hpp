#pragma once

#include "../core/crew.hpp"
#include "../core/large_vector.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A coarse copy of a grid, to choose places on. The map is cut into blocks of 8 x 8 cells.
/// A node is a piece of a block: a centre, and the cells of the block that the centre
/// reaches by steps inside the block. An edge joins two pieces between which a step or a
/// link leads. It costs as much as a cheapest way from centre to centre by one such step,
/// and else inside the two pieces. So edges follow even corridors of one cell. On plain
/// octile grids, unless Corners::always, a diagonal step over one side of a block does not
/// count: a straight step joins the same two pieces.
///
/// Costs are those of a SweepSpace, from sources, but estimates: inside a block, diagonal
/// steps cost a multiple of half a straight step, all steps of a piece weigh as much as
/// their mean, and cells are as far from the centre as it is from them. A sum that does not
/// fit is kUnreachable.
///
/// Memory: 5 bytes a padded cell; 28 bytes a node, and 8 to 16 for each of its edges. While
/// it is made: 24 to 48 bytes a node more, before there are edges.
class CoarseMap {
 public:
  using Node = std::uint32_t;
  struct Edge {
    Node to;
    Cost cost;
  };

  /// Keeps references to the grid and the space. If the monitor cancels, the map must not
  /// be used. monitor: may be null. Cost: about that of two sweeps, in parallel.
  CoarseMap(const Grid& grid, const SweepSpace& space, Crew& crew,
            const Monitor* monitor = nullptr);
  CoarseMap(const CoarseMap&) = delete;  // pieces refer to edges
  CoarseMap& operator=(const CoarseMap&) = delete;

  std::size_t size() const noexcept { return pieces_.size(); }
  /// The nodes of a component, in rising order.
  std::span<const Node> nodes(std::uint32_t component) const noexcept {
    return std::span(by_component_)
        .subspan(begin_[component], begin_[component + 1] - begin_[component]);
  }
  std::span<const Edge> edges(Node node) const noexcept { return pieces_[node].edges; }
  CellIndex centre(Node node) const noexcept { return pieces_[node].centre; }

  /// The piece of an open cell, and the cost from its centre to the cell.
  Node node(CellIndex cell) const noexcept {
    return rows_[cell / places_ / kSide].before + number_[cell];
  }
  Cost cost(CellIndex cell) const noexcept { return cost(cell, pieces_[node(cell)]); }
  /// Appends the cells of a piece, in rising order.
  void list_cells(Node node, std::vector<CellIndex>& cells) const;

  struct Far {
    CellIndex cell;
    Cost cost;
  };
  /// The cell of a piece that is farthest from some places, and its cost. On a tie the cell
  /// with the least index. nearest: by node, the cost of its centre; only nodes of the
  /// same component are read. near: cells that cost 0; those of other pieces are ignored.
  Far farthest(Node node, std::span<const Cost> nearest,
               std::span<const CellIndex> near) const;

 private:
  static constexpr std::size_t kSide = 8;
  static constexpr std::size_t kSlots = kSide * kSide;  ///< line * kSide + place
  using Slots = std::uint64_t;                          ///< one bit each
  using Costs = std::array<Cost, kSlots>;

  struct Piece {
    CellIndex centre;
    std::uint32_t weight;  ///< of a step in it
    std::span<const Edge> edges;
  };
  /// A row of blocks.
  struct Row {
    std::vector<Piece> pieces;  ///< until all rows have theirs
    std::vector<Node> ends;     ///< by block: the number of pieces up to its end
    std::vector<Edge> edges;
    Node before = 0;  ///< nodes of the rows before it
  };
  struct Block;

  Cost cost(CellIndex cell, const Piece& piece) const noexcept;
  Block block(std::size_t row, std::size_t column) const;
  Block block_of(Node node) const;
  Slots slots_of(const Block& block, Node node) const;
  template <class Visit>
  void for_each_way_out(const Block& block, const Visit& visit) const;
  void settle(const Block& block, Slots within, Costs& costs) const;
  void find_pieces(std::size_t row);
  Slots find_piece(const Block& block, Slots within, std::size_t centre, Node number);
  std::uint32_t mean_weight(const Block& block, Slots piece) const;
  void join_rows();
  void find_edges(std::size_t row);
  void list_components();

  const Grid& grid_;
  const SweepSpace& space_;
  /// Lines of the padded layout, and the places of a line. A step leads to the next line or
  /// place, or from the end of one line to the beginning of another.
  std::size_t lines_;
  std::size_t places_;
  std::size_t across_;  ///< blocks in a row
  std::array<std::int32_t, kMoves> line_step_;
  std::array<std::int32_t, kMoves> place_step_;
  /// Whether a diagonal step over one side of a block joins only pieces that a straight
  /// step joins as well.
  bool straight_joins_;
  unsigned diagonal_;  ///< the cost of a diagonal step, in halves of a straight one
  std::vector<Row> rows_;
  // By padded cell; arbitrary where it is closed.
  LargeColumn<Node> number_;          ///< of its piece in its row
  LargeColumn<std::uint8_t> halves_;  ///< of steps from its centre
  std::vector<Piece> pieces_;
  std::vector<Node> by_component_;
  std::vector<std::uint32_t> begin_;  ///< of each component; one more for the end
};

}  // namespace throng
