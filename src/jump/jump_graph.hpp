#pragma once

#include "../core/crew.hpp"
#include "../core/versioned_array.hpp"
#include "../grid/padded_position.hpp"
#include "diagonal_stops.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// The canonical way from one jump point to another: some diagonal steps, then straight
/// ones.
struct JumpEdge {
  std::uint32_t target;  ///< node << 2 | the direction in which it is entered
  Cost cost;
};

/// A jump point of the graph; one cache line.
struct alignas(64) JumpNode {
  /// The edges that begin with the k-th move, clockwise from north, are
  /// edges[first[k] .. first[k + 1]).
  std::array<std::uint32_t, 9> first{};
  /// The number of legal diagonal steps in a row, clockwise from north-east.
  std::array<std::uint32_t, 4> run{};
  /// By direction of entry: the moves to try, consecutive and clockwise; the low four bits
  /// are the first move, the high four the number of moves. Zero moves where the node is
  /// not a jump point of that direction.
  std::array<std::uint8_t, 4> arc{};
  std::int32_t x = 0, y = 0;  ///< padded; also stored separately, see JumpGraph::places()

  /// Calls visit(first edge, last edge) for the one or two ranges of edges to follow after
  /// entering in `direction`.
  template <class Visit>
  void for_each_stretch(unsigned direction, const Visit& visit) const {
    const unsigned from = arc[direction] & 0xFU;
    const unsigned to = from + (arc[direction] >> 4);
    visit(first[from], first[to < 8 ? to : 8]);
    if (to > 8) visit(first[0], first[to - 8]);
  }
  /// Whether the moves to try include the k-th move clockwise.
  bool tries(unsigned direction, unsigned k) const noexcept {
    return ((k - arc[direction]) & 7U) < static_cast<unsigned>(arc[direction] >> 4);
  }
};

/// All jumps of a map as a graph, precomputed: the jumps that jump point search would
/// otherwise scan for at every expansion. The nodes are the jump points; neighbours usually
/// have close numbers. The graph does not contain the way to a goal, but run[] and one scan
/// determine whether a node sees it.
///
/// The moves to try after entering a node are neighbours in clockwise order, so that the
/// edges of an expansion are one or two contiguous ranges of memory.
///
/// Immutable. The graph of a map that changes is one version of the arrays of a JumpEditor.
/// There, some numbers may belong to no node, and some edges to no node.
///
/// Bytes: 64 a jump point, and 8 an edge. Cost to build: that of expanding every jump point
/// once. Source: the jump tables of JPS+ (D. Harabor, A. Grastien, ICAPS 2014; S. Rabin,
/// "JPS+", GDC 2015), kept as edges; cf. the jump point graphs of D. Harabor and P.
/// Stuckey, "Forward Search in Contraction Hierarchies", SoCS 2018.
class JumpGraph {
 public:
  /// See the functions below.
  struct Arrays {
    VersionedArray<CellIndex>::Snapshot cells;
    VersionedArray<PaddedPosition>::Snapshot places;
    VersionedArray<JumpNode>::Snapshot nodes;
    VersionedArray<JumpEdge>::Snapshot edges;
  };

  // Of 32 bits, two are for the direction and one for dead ends.
  static constexpr std::size_t kMostNodes = (std::size_t{1} << 29) - 1;
  static constexpr std::size_t kMostEdges = 0xFFFF'FFFE;  // the largest value means none

  /// Errors: unsupported when nodes or edges cannot be numbered in 32 bits.
  static Result<JumpGraph> make(const Grid& grid, const JumpMap& map, Crew& crew);
  JumpGraph(DiagonalStops diagonals, Arrays arrays) noexcept
      : diagonals_(std::move(diagonals)), arrays_(std::move(arrays)) {}

  const DiagonalStops& diagonals() const noexcept { return diagonals_; }

  /// The nodes, in the order of their numbers. The cell of a number without a node is 0, a
  /// cell of the border.
  std::span<const CellIndex> cells() const noexcept { return arrays_.cells.values(); }
  std::span<const JumpNode> nodes() const noexcept { return arrays_.nodes.values(); }
  std::span<const JumpEdge> edges() const noexcept { return arrays_.edges.values(); }

  /// The position of each node: eight to a cache line, for nodes that are looked at but not
  /// expanded.
  std::span<const PaddedPosition> places() const noexcept {
    return arrays_.places.values();
  }

  std::size_t memory_bytes() const noexcept;

 private:
  DiagonalStops diagonals_;
  Arrays arrays_;
};

/// Orders different cells so that neighbours are close in memory. open: open_rows(). Cost:
/// O(cells / 64 + n log n) for n cells. memory: of what it is computed in.
void order_by_squares(std::pmr::vector<CellIndex>& cells, const BitLines& open,
                      Memory memory = heap_memory());

/// The jump points of a map, in the order of the nodes of its JumpGraph: neighbours are
/// close in memory. open: open_rows(). Cost: O(cells / 64 + n log n) for n jump points.
/// memory: as for JumpMap::jump_points().
std::pmr::vector<CellIndex> ordered_jump_points(const BitLines& open, const JumpMap& map,
                                                Memory memory = heap_memory());

/// The k-th move clockwise from north.
inline constexpr std::array<Move, kMoves> kClockwise{
    Move::north, Move::north_east, Move::east, Move::south_east,
    Move::south, Move::south_west, Move::west, Move::north_west};

}  // namespace throng
