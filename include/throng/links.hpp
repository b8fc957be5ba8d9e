#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace throng {

class LinkGraph;  // of the library alone

/// The links of a grid that join open cells. They are ordered by the cell where they begin
/// (row by row; column by column on hexagonal grids), then in the order of
/// GridOptions::links. Paths number the links of a cell in this order. Immutable; shared by
/// a grid and its batch results.
class LinkTable {
 public:
  /// Pre:  `links` are sorted as above, join cells of the grid, and are not empty.
  /// Cost: O(cells / 64 + links log links), and O(links^3) for at most 64 links.
  LinkTable(const Grid& grid, std::vector<Link> links);

  std::size_t size() const noexcept { return links_.size(); }
  std::span<const Link> links() const noexcept { return links_; }
  /// The links that begin at `p`; link_move(k) is the move along the k-th. O(log links).
  std::span<const Link> from(Position p) const noexcept;
  /// The cell reached by `move`. Pre: `move` is a link, and `p` has that link.
  Position end(Position p, Move move) const noexcept { return from(p)[link_slot(move)].to; }

  /// The least and the largest cost of a link.
  Cost min_cost() const noexcept { return min_cost_; }
  Cost max_cost() const noexcept { return max_cost_; }
  /// Whether each link has an opposite link of equal cost.
  bool symmetric() const noexcept { return symmetric_; }

  /// Internal: the type is private to the library.
  const LinkGraph& graph() const noexcept { return *graph_; }

  std::size_t memory_bytes() const noexcept;

 private:
  std::vector<Link> links_;
  bool by_column_;  ///< links are ordered column by column
  Cost min_cost_;
  Cost max_cost_;
  bool symmetric_;
  std::shared_ptr<const LinkGraph> graph_;  ///< never null
};

}  // namespace throng
