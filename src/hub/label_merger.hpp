#pragma once

#include "../jump/jump_graph.hpp"
#include "hub_labels.hpp"
#include "hub_views.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Builds the labels of views, one at a time. Memory of one thread.
///
/// Of two ways to a hub, through the subgoals i and j, the second is never needed when
/// cost(i, hub) + most(i, j) <= cost(j, hub), where most(i, j) is the maximum, over all
/// cells of the view, of the distance to i minus the distance to j. The same condition
/// applies to a way to one hub and on to another of lower rank. All j are compared at once,
/// in rows with one number for each.
class LabelMerger {
 public:
  LabelMerger(const Grid& grid, const JumpGraph& jumps, const HubLabels& labels)
      : grid_(grid), jumps_(jumps), labels_(labels), row_of_(labels.subgoals(), kNoRow) {}

  /// Appends the label of a view with these cells. Pre: seen.size() is at most
  /// HubBlock::kMostSeen.
  void append(std::span<const SeenSubgoal> seen, std::span<const CellIndex> cells,
              std::vector<HubBlock>& blocks);

 private:
  static constexpr std::uint32_t kNoRow = 0xFFFF'FFFF;
  static constexpr std::int32_t kNever = HubBlock::kNever;
  static constexpr std::size_t kLanes = 8;

  void compare_subgoals(std::span<const SeenSubgoal> seen,
                        std::span<const CellIndex> cells);
  void fill_rows(std::span<const SeenSubgoal> seen);
  void drop(std::span<const SeenSubgoal> seen, std::uint32_t hub);
  void put(std::uint32_t key, Cost cost, std::vector<HubBlock>& blocks);

  const Grid& grid_;
  const JumpGraph& jumps_;
  const HubLabels& labels_;
  std::vector<std::uint32_t> row_of_;  ///< by hub
  std::vector<std::uint32_t> hubs_;    ///< hubs that have a row, by row number
  std::size_t width_ = 0;  ///< lanes of a row: one for each subgoal, and padding
  std::vector<std::int32_t> farther_;  ///< [i][j]: most(i, j)
  std::vector<std::int32_t> own_;      ///< [row][j]: cost(j, hub), if j has the hub
  std::vector<std::int32_t> best_;     ///< [row][j]: least of cost(i, hub) + most(i, j)
  std::vector<std::int32_t> away_;     ///< distances from one cell, by j
  std::vector<std::int32_t> dropped_;  ///< for one hub, by j: 1 or 0
  std::size_t filled_ = 0;             ///< entries of the last block
};

}  // namespace throng
