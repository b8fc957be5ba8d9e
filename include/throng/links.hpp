#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The links of a grid that a unit can take: those between cells that are open. In the
/// order of the cells where they begin (row by row, on hexagonal grids column by column),
/// those of one cell in the order in which they were given: a path numbers them so.
///
/// Immutable; shared by a grid and the results of its batches.
class LinkTable {
 public:
  /// links: sorted as above, between cells of the grid; not empty. Costs are those of the
  /// grid. Cost: O(cells / 64 + links log links), and O(links^3) for measured() ones.
  LinkTable(const Grid& grid, std::vector<Link> links);

  std::size_t size() const noexcept { return links_.size(); }
  std::span<const Link> links() const noexcept { return links_; }
  /// Those that begin at `p`: Move link_move(k) takes the k-th of them. O(log links).
  std::span<const Link> from(Position p) const noexcept;
  /// Where a move of a path leads. Pre: `move` is a link's, and `p` has that link.
  Position end(Position p, Move move) const noexcept { return from(p)[link_slot(move)].to; }

  /// No link costs less, none costs more.
  Cost min_cost() const noexcept { return min_cost_; }
  Cost max_cost() const noexcept { return max_cost_; }
  /// Whether each link has an opposite one of the same cost.
  bool symmetric() const noexcept { return symmetric_; }

  // For kernels.

  /// A link as a search meets it, forwards or backwards.
  struct Way {
    CellIndex at;  ///< the cell it leaves
    CellIndex to;  ///< the cell it enters
    Cost cost;
    std::uint32_t link;  ///< slot of links()
    std::uint32_t mark;  ///< less than size(); the same for all ways into one cell
  };

  /// All links of one direction, by the cells they leave.
  class Ways {
   public:
    Ways() = default;
    Ways(std::vector<Way> sorted, std::size_t cells);

    bool any(CellIndex cell) const noexcept {
      return (leaves_[cell / 64] >> cell % 64 & 1U) != 0;
    }
    /// Those that leave `cell`. O(1) where there are none, else O(log links).
    std::span<const Way> of(CellIndex cell) const noexcept {
      return any(cell) ? find(cell) : std::span<const Way>();
    }
    /// What Way::mark is for the ways of the other direction into `cell`.
    /// Pre: any(cell).
    std::uint32_t mark(CellIndex cell) const noexcept {
      return static_cast<std::uint32_t>(find(cell).data() - ways_.data());
    }
    const Way& way(std::size_t slot) const noexcept { return ways_[slot]; }
    std::size_t memory_bytes() const noexcept;

   private:
    std::span<const Way> find(CellIndex cell) const noexcept;

    std::vector<Way> ways_;
    std::vector<std::uint64_t> leaves_;  ///< a bit a cell
  };

  const Ways& forward() const noexcept { return forward_; }
  const Ways& backward() const noexcept { return backward_; }
  /// A link as it is met forwards, by its slot.
  const Way& way(std::uint32_t link) const noexcept { return forward_.way(link); }
  /// The move that takes a link, by its slot.
  Move move(std::uint32_t link) const noexcept;

  /// Distances between links in a metric of open ground: slot i * size() + j holds what it
  /// costs to get from the end of link i to the beginning of link j where no cell is closed
  /// and links may be taken on the way. Known where there are no more than kMostMeasured
  /// links and the sum of two such distances fits 32 bits.
  static constexpr std::size_t kMostMeasured = 64;
  bool measured() const noexcept { return !between_.empty(); }
  std::span<const Cost> between() const noexcept { return between_; }

  std::size_t memory_bytes() const noexcept;

 private:
  void measure(const Grid& grid);

  std::vector<Link> links_;
  bool by_column_;  ///< the order of cells
  Cost min_cost_;
  Cost max_cost_;
  bool symmetric_;
  Ways forward_;
  Ways backward_;
  std::vector<Cost> between_;
};

}  // namespace throng
