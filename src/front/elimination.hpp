#pragma once

#include "lattice.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// The place of a cell in the order of elimination.
using Rank = std::uint32_t;
inline constexpr Rank kNoRank = std::numeric_limits<Rank>::max();

/// An order of elimination and its tree: the parent of a rank is the lowest of the higher
/// ranks that it is joined with once all lower ranks are eliminated. The order is a
/// postorder of the tree: the ranks of a subtree are contiguous and end with its root.
struct Elimination {
  std::vector<Node> order;             ///< by rank
  std::vector<Rank> rank;              ///< by node; kNoRank: closed
  std::vector<Rank> parent;            ///< by rank; kNoRank: a root
  std::vector<std::uint32_t> subtree;  ///< by rank: ranks in the subtree

  /// Sorts an order into a postorder of its tree, which changes no front.
  /// Cost:   O(nodes), a little more.
  /// Source: J. Liu, "The role of elimination trees in sparse factorization", SIAM J.
  ///         Matrix Anal. Appl. 11, 1990.
  static Elimination make(const Lattice& lattice, std::vector<Node> order);

  /// Calls visit(rank) for each rank above `from` that a step joins with it.
  template <class Visit>
  void for_each_higher(const Lattice& lattice, Rank from, const Visit& visit) const {
    const Node node = order[from];
    const unsigned joined = lattice.joined(node);
    for (unsigned d = 0; d < kMoves; ++d) {
      if ((joined >> d & 1U) == 0) continue;
      const Rank to = rank[lattice.neighbour(node, d)];
      if (to > from) visit(to);
    }
  }
};

}  // namespace throng
