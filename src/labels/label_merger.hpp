#pragma once

#include "hub_labels.hpp"
#include "hub_views.hpp"
#include "legs.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Builds the labels of views, one at a time. Memory of one thread.
///
/// A cell needs an entry of a hub unless a hub of higher rank is on a cheapest way to it.
/// If it does, any entry serves through whose subgoal that way is cheapest. A view contains
/// what its cells need; where entries cost the same, those that serve most cells. Cells are
/// compared eight at a time.
class LabelMerger {
 public:
  /// places: of the subgoals; outlive this, as the labels do.
  LabelMerger(const Grid& grid, std::span<const PaddedPosition> places,
              const HubLabels& labels)
      : stride_(grid.stride()),
        costs_(leg_costs(grid)),
        places_(places),
        labels_(labels),
        row_of_(labels.subgoals(), kNoRow) {}

  /// Appends the label of a view with these cells. Pre: seen.size() is at most
  /// HubBlock::kMostSeen.
  void append(std::span<const SeenSubgoal> seen, std::span<const CellIndex> cells,
              std::vector<HubBlock>& blocks);

 private:
  static constexpr std::uint32_t kNoRow = 0xFFFF'FFFF;
  static constexpr std::int32_t kNever = HubBlock::kNever;
  static constexpr std::size_t kLanes = 8;

  /// One number for each of some cells.
  using Lanes = std::array<std::int32_t, kLanes>;

  /// A hub in the label of one of the subgoals.
  struct Entry {
    std::uint32_t row;
    std::int32_t cost;
  };

  void list_entries(std::span<const SeenSubgoal> seen);
  void measure(std::span<const SeenSubgoal> seen, std::span<const CellIndex> cells);
  unsigned cells_that_need(std::uint32_t row) const;
  void serve(std::uint32_t row, unsigned cells);
  std::uint32_t best_for(std::uint32_t row, unsigned cells) const;
  unsigned served(std::uint32_t row, std::uint32_t j, unsigned cells) const;
  void write(std::vector<HubBlock>& blocks);

  CellIndex stride_;
  StepCosts costs_;
  std::span<const PaddedPosition> places_;  ///< by subgoal
  const HubLabels& labels_;
  std::size_t seen_ = 0;               ///< subgoals
  std::vector<std::uint32_t> row_of_;  ///< by hub
  std::vector<std::uint32_t> hubs_;    ///< hubs that have a row, by row
  std::vector<Entry> entries_;         ///< of one subgoal after the other
  std::vector<std::size_t> ends_;      ///< of the entries of each subgoal
  std::vector<std::int32_t> own_;      ///< [row][j]: cost(j, hub), if j has the hub
  std::vector<std::uint8_t> chosen_;   ///< [row][j]: the entry is in the label
  std::vector<Lanes> away_;            ///< by subgoal: from the cells
  std::vector<Lanes> nearest_;         ///< by row: from the cells to the hub
  std::vector<std::pair<std::uint32_t, Cost>> label_;  ///< key and cost
};

}  // namespace throng
