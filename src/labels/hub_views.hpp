#pragma once

#include "../core/crew.hpp"
#include "../core/shared_array.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/jump_map.hpp"
#include "../jump/numbered_cells.hpp"
#include "hub_labels.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace throng {

/// A subgoal that a cell sees, and the moves that jump point search would try from there;
/// without jump points none.
class SeenSubgoal {
 public:
  static constexpr std::size_t kMostSubgoals = std::size_t{1} << 24;
  static constexpr std::uint8_t kAllMoves = 8 << 4, kNoMoves = 0;

  /// arc: see JumpNode. Pre: subgoal < kMostSubgoals.
  constexpr SeenSubgoal(std::uint32_t subgoal, std::uint8_t arc) noexcept
      : bits_(subgoal << 8 | arc) {}

  std::uint32_t subgoal() const noexcept { return bits_ >> 8; }
  /// Whether these moves include the k-th one clockwise from north.
  bool tries(unsigned k) const noexcept {
    return ((k - bits_) & 7U) < static_cast<unsigned>(bits_ >> 4 & 0xFU);
  }
  std::uint32_t bits() const noexcept { return bits_; }

  friend constexpr bool operator==(SeenSubgoal, SeenSubgoal) = default;

 private:
  std::uint32_t bits_;
};

/// Eight entries of the label of a view; one cache line.
struct alignas(64) HubBlock {
  static constexpr std::size_t kEntries = 8;
  /// The number of key bits for the subgoal through which the hub is reached.
  static constexpr unsigned kSeenBits = 10;
  static constexpr std::uint32_t kMostSeen = std::uint32_t{1} << kSeenBits;
  static constexpr std::uint32_t kMostHubs = 0xFFFF'FFFF >> kSeenBits;
  /// Greater than any cost. Costs in labels, and costs from cells to subgoals, are below
  /// half of it, so that a way, the sum of two of each, costs less than twice kNever.
  static constexpr std::int32_t kNever = 1 << 29;

  /// rank << kSeenBits | index of the subgoal in the list of the view; by rising key.
  std::array<std::uint32_t, kEntries> key;
  std::array<Cost, kEntries> cost;  ///< from that subgoal to the hub
};

/// Groups the open cells of a map by what they see: cells that see the same subgoals share
/// a view. These are the jump points at which jump point search would stop first, on a tile
/// grid the corners of a TurnScan, where corners are cut those of a CutScan; a subgoal sees
/// only itself.
///
/// A view may have a label of its own, merged from the labels of its subgoals. An entry is
/// omitted when, for each cell of the view, the way to the hub through another subgoal is
/// no more expensive, or a hub of higher rank is on a shortest way to it. The label has few
/// more entries than that of one subgoal.
///
/// Bytes: 4 a padded cell, 4 a subgoal in a list, about 10 an entry of a label.
class HubViews {
 public:
  /// An exclusive upper bound on the cost from a cell to a subgoal that it sees.
  static constexpr Cost kMostAway = HubBlock::kNever / 2;

  /// Where the subgoals and the label of a view begin.
  struct Begin {
    std::uint32_t seen = 0;
    std::uint32_t block = 0;
  };
  struct Arrays {
    SharedArray<std::uint32_t> view_of;  ///< by padded cell; 0 on closed cells
    SharedArray<Begin> begins;           ///< by view; one more for the ends
    SharedArray<SeenSubgoal> seen;
    SharedArray<HubBlock> blocks;
    bool has_labels = false;  ///< if not, there are no blocks
  };

  /// Appends the subgoals that an open cell sees, in any order; some perhaps twice. Several
  /// threads call it at once.
  using LookAround = std::function<void(CellIndex, std::vector<SeenSubgoal>&)>;

  /// labels: null: views have no labels. most_label_bytes: nor if these would need more.
  HubViews(const Grid& grid, std::span<const PaddedPosition> places, const LookAround& look,
           const HubLabels* labels, std::size_t most_label_bytes, Crew& crew);
  /// Cost: O(views).
  explicit HubViews(Arrays arrays) noexcept;

  const Arrays& arrays() const noexcept { return arrays_; }
  std::size_t size() const noexcept { return arrays_.begins.size() - 1; }
  bool has_labels() const noexcept { return arrays_.has_labels; }

  std::size_t most_seen() const noexcept { return most_seen_; }  ///< by any view
  std::size_t most_blocks() const noexcept { return most_blocks_; }

  /// Pre: the cell is open.
  std::uint32_t view(CellIndex cell) const noexcept { return arrays_.view_of[cell]; }
  std::span<const SeenSubgoal> seen(std::uint32_t view) const noexcept {
    const Begin* const begin = arrays_.begins.data() + view;
    return {arrays_.seen.data() + begin[0].seen, arrays_.seen.data() + begin[1].seen};
  }
  /// Empty where has_labels() is false.
  std::span<const HubBlock> label(std::uint32_t view) const noexcept {
    const Begin* const begin = arrays_.begins.data() + view;
    return {arrays_.blocks.data() + begin[0].block, arrays_.blocks.data() + begin[1].block};
  }

  /// Prefetches the data of a view that a query reads.
  void prefetch(std::uint32_t view) const noexcept {
    __builtin_prefetch(seen(view).data());
    for (const HubBlock& block : label(view)) __builtin_prefetch(&block);
  }

  std::size_t memory_bytes() const noexcept {
    return arrays_.view_of.size_bytes() + arrays_.begins.size_bytes() +
           arrays_.seen.size_bytes() + arrays_.blocks.size_bytes();
  }

 private:
  Arrays arrays_;
  std::size_t most_seen_ = 0;
  std::size_t most_blocks_ = 0;  ///< of any label
};

/// The jump points that cells see. Keeps references.
HubViews::LookAround look_by_jumps(const Grid& grid, const JumpMap& map,
                                   const JumpGraph& jumps, NodesByCell node_of);

/// The TurnCorners that cells see: those of a TurnScan or a CutScan. Keeps references.
HubViews::LookAround look_by_turns(const Grid& grid, NodesByCell node_of);

}  // namespace throng
