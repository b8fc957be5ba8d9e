#pragma once

#include "../core/crew.hpp"
#include "elimination.hpp"

#include <throng/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

using FrontId = std::uint32_t;
inline constexpr FrontId kNoFront = std::numeric_limits<FrontId>::max();

/// Some ranks that are eliminated together. Its columns are its own ranks, then those of
/// its boundary: the higher ranks that they are joined with once the lower ones are
/// eliminated, all of them ancestors. Both rise.
struct Front {
  FrontId parent = kNoFront;  ///< the front of the first rank of the boundary
  Rank first = 0;             ///< own ranks are contiguous
  std::uint32_t own = 0;
  std::uint32_t boundary = 0;
  /// The first of its slots: those of its own columns, in a numbering in which a front and
  /// its ancestors share none.
  std::uint32_t slot = 0;
  std::size_t bounds = 0;   ///< first value in the arrays by boundary column
  std::size_t entries = 0;  ///< first entry: of each own column those with later columns

  std::uint32_t columns() const noexcept { return own + boundary; }
  Rank end() const noexcept { return first + own; }
  /// The number of ancestors of an own rank.
  std::uint32_t depth(Rank rank) const noexcept { return slot + (end() - 1 - rank); }
  /// The entry of two columns. Pre: low < own, low < high < columns().
  std::size_t entry(std::uint32_t low, std::uint32_t high) const noexcept {
    const std::size_t before = std::size_t{low} * columns() -
                               std::size_t{low} * (low + 1) / 2;  // of lower columns
    return entries + before + high - low - 1;
  }
  std::size_t entry_count() const noexcept {
    return std::size_t{own} * boundary + std::size_t{own} * (own - 1) / 2;
  }
};

/// A front as index files store it.
struct FrontSize {
  std::uint32_t own = 0, boundary = 0;
};

/// The fronts of an order of elimination, in a postorder: the fronts of a subtree are
/// contiguous and end with its root. Subtrees of a few cells are one front; so are chains
/// of ranks with nearly the same boundary, at the price of entries that stay unreachable.
struct FrontTree {
  /// Own columns of the lowest fronts, at most.
  static constexpr std::uint32_t kLeaf = 16;
  /// Of one front: a FrontWay has room for that many.
  static constexpr std::uint32_t kMostColumns = (1U << 15) - 1;

  std::vector<Front> fronts;
  std::vector<FrontId> front_of;            ///< by rank
  std::vector<Rank> bounds;                 ///< rank of each boundary column
  std::vector<std::uint16_t> bound_slots;   ///< slot of each boundary column
  std::vector<std::uint16_t> bound_places;  ///< its column in the parent front
  std::size_t entries = 0;                  ///< of all fronts
  std::uint32_t most_columns = 0;           ///< of one front
  std::size_t most_on_way = 0;  ///< columns of a front and its ancestors, at most
  /// Entries of a front and its ancestors, in the mean over all ranks.
  std::size_t mean_way = 0;

  /// Finds the fronts, not their values. Cost: O(bounds), and O(log columns) for each rank.
  /// Errors: over_limit if there are more than `most_entries` entries; unsupported if a
  /// front has more than kMostColumns columns, or a rank more than 2^16 above it.
  static Result<FrontTree> make(const Lattice& lattice, const Elimination& elimination,
                                std::size_t most_entries, Crew& crew);

  /// Makes a tree of its fronts and of the ranks on their boundaries. Cost: O(bounds).
  /// Errors: bad_format: no order of elimination has these fronts. unsupported: as make().
  static Result<FrontTree> restore(std::span<const FrontSize> sizes,
                                   std::span<const Rank> bounds);

  std::span<const Rank> boundary(const Front& front) const noexcept {
    return {bounds.data() + front.bounds, front.boundary};
  }
  /// The column of a rank in a front that has it.
  std::uint32_t column(const Front& front, Rank rank) const noexcept;

  /// The number of ancestors of a rank.
  std::uint32_t depth(Rank rank) const noexcept {
    return fronts[front_of[rank]].depth(rank);
  }
  /// The lowest front that is an ancestor of both, or one of them; kNoFront: none.
  FrontId common_front(FrontId a, FrontId b) const noexcept {
    while (a != b) (a < b ? a : b) = fronts[std::min(a, b)].parent;
    return a;
  }
  /// The number of ancestors that two ranks have in common. Each counts as its own.
  std::uint32_t common_ancestors(Rank a, Rank b) const noexcept;
};

}  // namespace throng
