#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng {

class LinkGraph;  // of the library alone

/// All links of a map, and which of them join open cells. Ordered by the cell where they
/// begin (row by row; column by column on hexagonal grids), then in the order of
/// GridOptions::links.
struct LinkList {
  std::vector<Link> links;
  std::vector<std::uint8_t> usable;  ///< by link: 1, or 0 if an end is closed
};

/// The links of a grid. Paths number the links of a cell in the order of a LinkList, which
/// counts closed links too: the numbers stay the same when a link closes or opens.
/// Immutable; shared by a grid and its batch results.
class LinkTable {
 public:
  /// Pre:  `list` is sorted as above, its links lie in the grid, and some can be used.
  /// Cost: O(cells / 64 + links log links), and O(links^3) for at most 64 links.
  LinkTable(const Grid& grid, LinkList list);

  /// The links that can be used, sorted as in a LinkList.
  std::size_t size() const noexcept { return links_.size(); }
  std::span<const Link> links() const noexcept { return links_; }
  /// All links that begin at `p`, closed ones too; link_move(k) is the move along the k-th.
  /// O(log links).
  THRONG_API std::span<const Link> from(Position p) const noexcept;
  /// Whether `move` is a link that begins at `p` and can be used.
  THRONG_API bool usable(Position p, Move move) const noexcept;
  /// The cell reached by `move`. Pre: `move` is a link, and `p` has that link.
  Position end(Position p, Move move) const noexcept { return from(p)[link_slot(move)].to; }
  const LinkList& list() const noexcept { return list_; }

  /// The least and the largest cost of a link.
  Cost min_cost() const noexcept { return min_cost_; }
  Cost max_cost() const noexcept { return max_cost_; }
  /// Whether each link has an opposite link of equal cost.
  bool symmetric() const noexcept { return symmetric_; }

  /// Internal: the type is private to the library.
  const LinkGraph& graph() const noexcept { return *graph_; }

  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  LinkList list_;
  std::vector<Link> links_;  ///< those that can be used
  bool by_column_;           ///< links are ordered column by column
  Cost min_cost_;
  Cost max_cost_;
  bool symmetric_;
  std::shared_ptr<const LinkGraph> graph_;  ///< never null
};

}  // namespace throng
