#include "elimination.hpp"

#include <cstddef>
#include <utility>

namespace throng {
namespace {

/// The parent of each rank. Roots of the forest so far are found by shortened paths.
std::vector<Rank> find_parents(const Lattice& lattice, const Elimination& of) {
  const auto count = static_cast<Rank>(of.order.size());
  std::vector<Rank> parent(count, kNoRank), above(count, kNoRank);
  for (Rank rank = 0; rank < count; ++rank) {
    const Node node = of.order[rank];
    for (unsigned d = 0; d < kMoves; ++d) {
      if ((lattice.joined(node) >> d & 1U) == 0) continue;
      Rank low = of.rank[lattice.neighbour(node, d)];
      while (low < rank) {
        const Rank next = std::exchange(above[low], rank);
        if (next == kNoRank) parent[low] = rank;
        low = next;
      }
    }
  }
  return parent;
}

std::vector<std::uint32_t> count_subtrees(const std::vector<Rank>& parent) {
  std::vector<std::uint32_t> subtree(parent.size(), 1);
  for (std::size_t rank = 0; rank < parent.size(); ++rank)
    if (parent[rank] != kNoRank) subtree[parent[rank]] += subtree[rank];
  return subtree;
}

/// The new rank of each rank: from the highest down, each subtree takes the end of what is
/// left of its parent's ranks.
std::vector<Rank> find_postorder(const std::vector<Rank>& parent,
                                 const std::vector<std::uint32_t>& subtree) {
  std::vector<Rank> to(parent.size()), end(parent.size());
  auto roots_end = static_cast<Rank>(parent.size());
  for (std::size_t rank = parent.size(); rank-- > 0;) {
    Rank& left = parent[rank] == kNoRank ? roots_end : end[parent[rank]];
    to[rank] = end[rank] = left - 1;
    left -= subtree[rank];
  }
  return to;
}

}  // namespace

Elimination Elimination::make(const Lattice& lattice, std::vector<Node> order) {
  Elimination made;
  made.order = std::move(order);
  made.rank.assign(lattice.size(), kNoRank);
  const auto count = static_cast<Rank>(made.order.size());
  for (Rank rank = 0; rank < count; ++rank) made.rank[made.order[rank]] = rank;
  const std::vector<Rank> parent = find_parents(lattice, made);
  const std::vector<Rank> to = find_postorder(parent, count_subtrees(parent));
  made.parent.resize(count);
  std::vector<Node> sorted(count);
  for (Rank rank = 0; rank < count; ++rank) {
    made.parent[to[rank]] = parent[rank] == kNoRank ? kNoRank : to[parent[rank]];
    sorted[to[rank]] = made.order[rank];
  }
  made.order = std::move(sorted);
  for (Rank rank = 0; rank < count; ++rank) made.rank[made.order[rank]] = rank;
  made.subtree = count_subtrees(made.parent);
  return made;
}

}  // namespace throng
