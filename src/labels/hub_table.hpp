#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "hub_map.hpp"
#include "passed_subgoals.hpp"
#include "target_places.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Numbered lists of targets, each target with a cost.
class TargetLists {
 public:
  explicit TargetLists(Memory memory) : begin_(memory), targets_(memory) {}

  struct Target {
    std::uint32_t target;
    Cost cost;
  };
  /// Pairs of a list's number and a target to put into it.
  using Entries = std::pmr::vector<std::pair<std::uint32_t, Target>>;

  /// Replaces all lists; targets keep their order within a list.
  void assign(std::size_t count, std::span<const Entries> entries);

  /// Lowers each target's cost to that of the way through this list, which is `away` from
  /// the source.
  // NOLINTNEXTLINE(readability-non-const-parameter): it is written to
  void lower(std::uint32_t list, Cost away, std::int32_t* costs) const noexcept {
    for (std::uint32_t i = begin_[list]; i < begin_[list + 1]; ++i) {
      std::int32_t& cost = costs[targets_[i].target];
      cost = std::min(cost, static_cast<std::int32_t>(away + targets_[i].cost));
    }
  }

 private:
  std::pmr::vector<std::uint32_t> begin_;
  std::pmr::vector<Target> targets_;
};

/// Computes distances from a cell to many targets at once, from hub labels. The labels of
/// the targets are inverted: each hub has a list of the targets whose labels contain it, so
/// that a source scans only the lists of its own hubs. The subgoals at which a way may turn
/// (see HubSearch) have such lists too.
///
/// Source: the buckets of S. Knopp, P. Sanders, D. Schultes, F. Schulz, D. Wagner,
/// "Computing Many-to-Many Shortest Paths Using Highway Hierarchies", ALENEX 2007.
class HubTable {
 public:
  HubTable(const HubMap& map, Memory memory)
      : memory_(memory),
        map_(map),
        targets_(memory),
        places_(memory),
        by_hub_(memory),
        by_subgoal_(memory) {
    if (map.corners == nullptr) passed_.emplace(map_);
  }
  HubTable(const HubTable&) = delete;
  HubTable& operator=(const HubTable&) = delete;

  /// Replaces the targets; some may be closed cells or equal. Cost: 0.5 to 16 us a target,
  /// growing with the number of subgoals it sees. Bytes: 8 for each of its hubs, and 12
  /// more temporarily.
  void assign(std::span<const CellIndex> targets, Crew& crew);

  /// Memory of one thread, kept from source to source.
  struct Scratch {
    using allocator_type = Memory;  ///< a pmr::vector of Scratch passes its memory on

    explicit Scratch(Memory memory = {})
        : away(memory), to_hub(memory), label(memory), costs(memory), found(memory) {}

    std::pmr::vector<Cost> away;    ///< by index in the list of a view
    std::pmr::vector<Cost> to_hub;  ///< by rank; kUnreachable between sources
    std::pmr::vector<HubEntry> label;
    std::pmr::vector<std::int32_t> costs;  ///< by target
    std::pmr::vector<std::uint32_t> found;
  };

  /// Calls row(target, distance) with the distance between a cell and each target,
  /// kUnreachable if there is no path or an end is closed. Several threads may call it at
  /// once, each with its own scratch. Cost: 4 to 35 ns a target, up to 65 if only corners
  /// have labels.
  template <class Row>
  void measure(CellIndex source, Scratch& scratch, const Row& row) const {
    measure(source, scratch);
    for (std::size_t t = 0; t < targets_.size(); ++t) {
      const std::int32_t cost = scratch.costs[t];
      row(t, cost == kNoWay ? kUnreachable : static_cast<Cost>(cost));
    }
  }

 private:
  /// Greater than any distance.
  static constexpr std::int32_t kNoWay = 2 * HubBlock::kNever;

  void measure(CellIndex source, Scratch& scratch) const;
  void find_label(CellIndex cell, Scratch& scratch) const;
  void look_for_direct(CellIndex source, Scratch& scratch) const;

  Memory memory_;
  HubMap map_;
  std::optional<PassedSubgoals> passed_;  ///< if subgoals are jump points
  std::pmr::vector<CellIndex> targets_;
  TargetPlaces places_;
  TargetLists by_hub_;      ///< by rank
  TargetLists by_subgoal_;  ///< by subgoal, see PassedSubgoals
};

}  // namespace throng
