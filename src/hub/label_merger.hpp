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

/// Makes the labels of views, one at a time. Memory of one thread.
///
/// Of two ways to a hub, through the subgoals i and j, the second is never needed when
/// cost(i, hub) + most(i, j) <= cost(j, hub), where most(i, j) is the most that i is
/// farther away than j, over all cells of the view. The same holds of a way to one hub and
/// on to another of lower rank. All j are compared at a time, in rows of one number each.
class LabelMerger {
 public:
  LabelMerger(const Grid& grid, const JumpGraph& jumps, const HubLabels& labels)
      : grid_(grid), jumps_(jumps), labels_(labels), row_of_(labels.subgoals(), kNoRow) {}

  /// Appends the label of a view that has these cells. Pre: seen.size() is at most
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
  std::vector<std::uint32_t> hubs_;    ///< that have a row, by number of row
  std::size_t width_ = 0;              ///< of rows: a lane a subgoal, and some more
  std::vector<std::int32_t> farther_;  ///< [i][j]: most(i, j)
  std::vector<std::int32_t> own_;      ///< [row][j]: cost(j, hub), if in the label of j
  std::vector<std::int32_t> best_;     ///< [row][j]: least of cost(i, hub) + most(i, j)
  std::vector<std::int32_t> away_;     ///< of one cell, by j
  std::vector<std::int32_t> dropped_;  ///< of one hub, by j: 1 or 0
  std::size_t filled_ = 0;             ///< entries of the last block
};

}  // namespace throng
