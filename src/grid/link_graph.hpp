#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The links of a LinkTable as searches read them. Immutable.
class LinkGraph {
 public:
  /// links: those that can be used, in the order of a LinkTable; not empty. Cost: O(cells /
  /// 64 + links log links), and O(links^3) if measured(). moves: the move along each link.
  LinkGraph(const Grid& grid, std::span<const Link> links, std::vector<Move> moves);

  std::size_t size() const noexcept { return move_.size(); }

  /// A link in one direction of search, forwards or backwards.
  struct Way {
    CellIndex at;  ///< the cell it leaves
    CellIndex to;  ///< the cell it enters
    Cost cost;
    std::uint32_t link;  ///< slot of LinkTable::links()
    std::uint32_t mark;  ///< less than size(); equal for all ways into one cell
  };

  /// All links of one direction of search, ordered by the cells they leave.
  class Ways {
   public:
    Ways() = default;
    Ways(std::vector<Way> sorted, std::size_t cells);

    bool any(CellIndex cell) const noexcept {
      return (leaves_[cell / 64] >> cell % 64 & 1U) != 0;
    }
    /// The links that leave `cell`. O(1) if there are none, else O(log links).
    std::span<const Way> of(CellIndex cell) const noexcept {
      return any(cell) ? find(cell) : std::span<const Way>();
    }
    /// The Way::mark of the opposite-direction ways that enter `cell`. Pre: any(cell).
    std::uint32_t mark(CellIndex cell) const noexcept {
      return static_cast<std::uint32_t>(find(cell).data() - ways_.data());
    }
    std::span<const Way> all() const noexcept { return ways_; }
    std::size_t memory_bytes() const noexcept;

   private:
    std::span<const Way> find(CellIndex cell) const noexcept;

    std::vector<Way> ways_;
    std::vector<std::uint64_t> leaves_;  ///< one bit a cell
  };

  const Ways& forward() const noexcept { return forward_; }
  const Ways& backward() const noexcept { return backward_; }
  /// The forward way of a link, by its slot.
  const Way& way(std::uint32_t link) const noexcept { return forward_.all()[link]; }
  /// The forward way of a move that follows a link of `cell`; null if no open cells are its
  /// ends.
  const Way* way(CellIndex cell, Move move) const noexcept;
  /// The move along a link, by its slot.
  Move move(std::uint32_t link) const noexcept { return move_[link]; }
  /// Whether each link has an opposite link of equal cost.
  bool symmetric() const;

  /// Distances between links on an open map: slot i * size() + j is the cost from the end
  /// of link i to the beginning of link j, where no cell is closed and paths may use links.
  /// Computed if there are at most kMostMeasured links and the sum of two such distances
  /// fits in 32 bits; else empty.
  static constexpr std::size_t kMostMeasured = 64;
  bool measured() const noexcept { return !between_.empty(); }
  std::span<const Cost> between() const noexcept { return between_; }

  std::size_t memory_bytes() const noexcept;

 private:
  void measure(const Grid& grid, std::span<const Link> links);

  std::vector<Move> move_;  ///< by slot
  Ways forward_;
  Ways backward_;
  std::vector<Cost> between_;
};

}  // namespace throng
