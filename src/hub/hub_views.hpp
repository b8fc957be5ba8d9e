#pragma once

#include "../core/crew.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/jump_map.hpp"
#include "hub_labels.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A subgoal to which a canonical way leads from a cell, and how it is entered.
struct SeenSubgoal {
  std::uint32_t target;  ///< subgoal << 3 | straight direction of entry, or kFromNowhere

  std::uint32_t subgoal() const noexcept { return target >> 3; }
  unsigned direction() const noexcept { return target & 7U; }

  friend constexpr bool operator==(SeenSubgoal, SeenSubgoal) = default;
};

/// Eight entries of the label of a view; one cache line.
struct alignas(64) HubBlock {
  static constexpr std::size_t kEntries = 8;
  /// How many bits of a key are for the subgoal through which the hub is reached.
  static constexpr unsigned kSeenBits = 10;
  static constexpr std::uint32_t kMostSeen = std::uint32_t{1} << kSeenBits;
  static constexpr std::uint32_t kMostHubs = 0xFFFF'FFFF >> kSeenBits;
  /// More than any cost, but so little that four of it are no more than 2^31.
  static constexpr std::int32_t kNever = 1 << 29;

  /// rank << kSeenBits | place of the subgoal in the list of the view; by rising key.
  std::array<std::uint32_t, kEntries> key;
  std::array<Cost, kEntries> cost;  ///< from that subgoal to the hub
};

/// The open cells of a map by what they see: cells from which canonical ways lead to the
/// same subgoals share a view. These are the cells at which jump point search would stop
/// first; a subgoal sees itself alone.
///
/// A view may have a label of its own: what the labels of its subgoals come to for its
/// cells. An entry is left out when, for each cell of the view, another subgoal leads to
/// the hub as cheaply, or a hub of higher rank is on a shortest way to it. It has little
/// more entries than the label of one subgoal.
///
/// Bytes: 4 a padded cell, 4 a subgoal in a list, some 10 an entry of a label.
class HubViews {
 public:
  /// most_label_bytes: where labels would take more, views have none.
  HubViews(const Grid& grid, const JumpMap& map, const JumpGraph& jumps,
           const std::uint32_t* node_of, const HubLabels& labels,
           std::size_t most_label_bytes, Crew& crew);

  std::size_t size() const noexcept { return seen_begin_.size() - 1; }
  bool has_labels() const noexcept { return !block_begin_.empty(); }

  std::size_t most_seen() const noexcept { return most_seen_; }  ///< by any view
  std::size_t most_blocks() const noexcept { return most_blocks_; }

  /// Pre: the cell is open.
  std::uint32_t view(CellIndex cell) const noexcept { return view_of_[cell]; }
  std::span<const SeenSubgoal> seen(std::uint32_t view) const noexcept {
    return {seen_.data() + seen_begin_[view], seen_.data() + seen_begin_[view + 1]};
  }
  /// Pre: has_labels().
  std::span<const HubBlock> label(std::uint32_t view) const noexcept {
    return {blocks_.data() + block_begin_[view], blocks_.data() + block_begin_[view + 1]};
  }

  std::size_t memory_bytes() const noexcept {
    return (view_of_.capacity() + seen_begin_.capacity() + block_begin_.capacity()) *
               sizeof(std::uint32_t) +
           seen_.capacity() * sizeof(seen_[0]) + blocks_.capacity() * sizeof(blocks_[0]);
  }

 private:
  void find_views(const Grid& grid, const JumpMap& map, const JumpGraph& jumps,
                  const std::uint32_t* node_of, Crew& crew);
  void merge_labels(const Grid& grid, const JumpGraph& jumps, const HubLabels& labels,
                    std::size_t most_bytes, Crew& crew);

  std::vector<std::uint32_t> view_of_;  ///< by padded cell
  std::vector<std::uint32_t> seen_begin_;
  std::vector<SeenSubgoal> seen_;
  std::vector<std::uint32_t> block_begin_;  ///< empty: views have no labels
  std::vector<HubBlock> blocks_;
  std::size_t most_seen_ = 0;
  std::size_t most_blocks_ = 0;  ///< of any label
};

}  // namespace throng
