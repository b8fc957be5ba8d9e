#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "front_search.hpp"
#include "fronts.hpp"

#include <throng/algorithm.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Computes distances from a cell to many targets at once, from fronts. Each point gets a
/// label, the costs to all of its ancestors; a distance is the least sum of two labels over
/// the ancestors that both points have.
///
/// Source: as FrontRows. How many ancestors two ranks have in common is the least such
///         number of neighbours between them: the targets are sorted by rank.
class FrontTable {
 public:
  /// direction: from_sources: distances lead to the targets. fronts: must outlive the
  /// table.
  FrontTable(const Fronts& fronts, SweepDirection direction, Memory memory)
      : fronts_(fronts),
        to_targets_(direction == SweepDirection::from_sources),
        memory_(memory),
        targets_(memory),
        labels_(memory) {}

  /// Memory of one thread, kept from source to source.
  struct Scratch {
    using allocator_type = Memory;  ///< a pmr::vector of Scratch passes its memory on

    explicit Scratch(Memory memory = {}) : climb(memory), label(memory), costs(memory) {}

    FrontScratch climb;
    std::pmr::vector<Cost> label;
    std::pmr::vector<Cost> costs;  ///< by target
  };

  /// Replaces the targets; some may be closed cells or equal. Cost: one label each, 2 to 20
  /// us. Bytes: 4 an ancestor of each, about 1,300 a target on maps of 512 x 512 cells.
  void assign(std::span<const CellIndex> targets, Crew& crew);

  /// Calls row(target, distance) with the distance between a cell and each target,
  /// kUnreachable if there is no path or an end is closed. Several threads may call it at
  /// once, each with its own scratch. Cost: a label, and 5 to 40 ns a target.
  template <class Row>
  void measure(CellIndex source, Scratch& scratch, const Row& row) const {
    measure(source, scratch);
    for (std::size_t t = 0; t < scratch.costs.size(); ++t) row(t, scratch.costs[t]);
  }

 private:
  struct Target {
    Rank rank;
    std::uint32_t index;   ///< as given
    std::uint32_t common;  ///< ancestors that it has in common with the next target
    std::size_t label;     ///< where it begins
  };

  void measure(CellIndex source, Scratch& scratch) const;

  const Fronts& fronts_;
  bool to_targets_;
  Memory memory_;
  std::size_t count_ = 0;             ///< of all targets
  std::pmr::vector<Target> targets_;  ///< the open ones, by rank
  std::pmr::vector<Cost> labels_;
};

}  // namespace throng
