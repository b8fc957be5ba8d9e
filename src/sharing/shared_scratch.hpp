#pragma once

#include "../core/flat_table.hpp"
#include "../core/memory.hpp"
#include "../sweep/sweep_scratch.hpp"
#include "../sweep/sweep_space.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace throng {

/// The sweep space of the last grid that was swept to a goal. The next grid is usually the
/// same one, and building the space takes as long as half a sweep.
class KeptSpace {
 public:
  explicit KeptSpace(Memory memory) : memory_(memory) {}

  const SweepSpace& of(const std::shared_ptr<const Grid>& grid) {
    // No other grid has this owner or ever will, even after the grid is destroyed.
    if (space_ && !grid_.owner_before(grid) && !grid.owner_before(grid_)) return *space_;
    grid_.reset();
    space_.emplace(*grid, FieldMetric::cost, SweepKind::automatic,
                   SweepDirection::to_sources, memory_);
    grid_ = grid;
    return *space_;
  }

 private:
  Memory memory_;
  std::weak_ptr<const Grid> grid_;
  std::optional<SweepSpace> space_;
};

/// Memory of batches with sharing, kept from batch to batch.
struct SharedScratch {
  /// Tasks with the same goals.
  struct Group {
    std::uint32_t begin = 0;  ///< start of its part of `members`
    std::uint32_t size = 0;
  };

  explicit SharedScratch(Memory memory)
      : table(memory),
        same_as(memory),
        group_of(memory),
        turn(memory),
        begin(memory),
        groups(memory),
        members(memory),
        order(memory),
        sweeping(memory),
        walking(memory),
        fields(memory),
        space(memory) {}

  FlatTable table;                           ///< finds groups or tasks
  std::pmr::vector<std::uint32_t> same_as;   ///< by task: the first equal one, often itself
  std::pmr::vector<std::uint32_t> group_of;  ///< by task
  std::pmr::vector<std::uint8_t> turn;       ///< by task: when it is answered
  std::pmr::vector<std::size_t> begin;       ///< by task: start of its path; for one thread
  std::pmr::vector<Group> groups;
  std::pmr::vector<std::uint32_t> members;   ///< of all groups, one after the other
  std::pmr::vector<std::uint32_t> order;     ///< the tasks that are answered one by one
  std::pmr::vector<std::uint32_t> sweeping;  ///< groups that are answered by a sweep
  std::pmr::vector<std::uint32_t> walking;   ///< the tasks of these groups, group by group
  std::pmr::vector<std::pmr::vector<Cost>> fields;  ///< one per group of a wave
  KeptSpace space;
};

/// Memory of one thread for sweeps.
struct GroupSweepScratch {
  explicit GroupSweepScratch(Memory memory) : targets(memory), queues(memory) {}

  std::pmr::vector<CellIndex> targets;
  SweepScratch queues;
};

}  // namespace throng
