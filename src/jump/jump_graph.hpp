#pragma once

#include "../core/crew.hpp"
#include "diagonal_jumps.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The canonical way from a jump point to another: some steps diagonally, then straight.
struct JumpEdge {
  std::uint32_t target;  ///< node << 2 | the direction in which it is entered
  Cost cost;
};

/// A jump point of the graph; one cache line.
struct alignas(64) JumpNode {
  /// The edges that begin with the k-th move, clockwise from north, are
  /// edges[first[k] .. first[k + 1]).
  std::array<std::uint32_t, 9> first{};
  /// Legal diagonal steps in a row, clockwise from north-east.
  std::array<std::uint32_t, 4> run{};
  /// By the direction of entry: the moves to try, clockwise from the low four bits on, as
  /// many as the high four say; none where the node is no jump point of that direction.
  std::array<std::uint8_t, 4> arc{};
  std::int32_t x = 0, y = 0;  ///< padded; also kept apart, see JumpGraph::places()

  /// Calls visit(first edge, last edge) for one or two stretches: the edges to follow after
  /// entering in `direction`.
  template <class Visit>
  void for_each_stretch(unsigned direction, const Visit& visit) const {
    const unsigned from = arc[direction] & 0xFU;
    const unsigned to = from + (arc[direction] >> 4);
    visit(first[from], first[to < 8 ? to : 8]);
    if (to > 8) visit(first[0], first[to - 8]);
  }
  /// Whether the k-th move clockwise is among them.
  bool tries(unsigned direction, unsigned k) const noexcept {
    return ((k - arc[direction]) & 7U) < static_cast<unsigned>(arc[direction] >> 4);
  }
};

/// All jumps of a map, found once: what jump point search would scan for at every
/// expansion, as a graph. Its nodes are the jump points, neighbours as a rule with numbers
/// close to each other; the way to a
/// goal is not in it, but run[] and one scan tell whether a node sees it.
///
/// The moves to try after entering a node are neighbours in clockwise order, so that the
/// edges of an expansion are one stretch of memory, or two.
///
/// Bytes: 64 a jump point, and 8 an edge. Cost to build: that of expanding every jump point
/// once.
/// Source: the jump tables of JPS+ (D. Harabor, A. Grastien, ICAPS 2014; S. Rabin, "JPS+",
/// GDC 2015), kept as edges; cf. the jump point graphs of D. Harabor and P. Stuckey,
/// "Forward Search in Contraction Hierarchies", SoCS 2018.
class JumpGraph {
 public:
  /// Errors: unsupported when nodes or edges cannot be numbered in 32 bits.
  static Result<JumpGraph> make(const Grid& grid, const JumpMap& map, Crew& crew);

  const DiagonalJumps& diagonals() const noexcept { return diagonals_; }

  /// The nodes, in the order of their numbers.
  std::span<const CellIndex> cells() const noexcept { return cells_; }
  std::span<const JumpNode> nodes() const noexcept { return nodes_; }
  std::span<const JumpEdge> edges() const noexcept { return edges_; }

  struct Place {
    std::int32_t x, y;  ///< padded
  };
  /// Of each node: eight to a cache line, for those that are looked at but not expanded.
  std::span<const Place> places() const noexcept { return places_; }

  std::size_t memory_bytes() const noexcept;

 private:
  JumpGraph(const Grid& grid, const JumpMap& map);

  DiagonalJumps diagonals_;
  std::vector<CellIndex> cells_;
  std::vector<Place> places_;
  std::vector<JumpNode> nodes_;
  std::vector<JumpEdge> edges_;
};

/// The k-th move clockwise from north.
inline constexpr std::array<Move, kMoves> kClockwise{
    Move::north, Move::north_east, Move::east, Move::south_east,
    Move::south, Move::south_west, Move::west, Move::north_west};

}  // namespace throng
