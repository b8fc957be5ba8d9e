#pragma once

#include "../core/flat_table.hpp"
#include "../core/memory.hpp"
#include "../sweep/sweep_scratch.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Memory of batches with sharing, kept from batch to batch.
struct SharedScratch {
  /// Tasks with the same goals, or with the same start.
  struct Group {
    std::uint32_t begin = 0;  ///< start of its part of `members`
    std::uint32_t size = 0;
    bool by_start = false;
  };

  explicit SharedScratch(Memory memory)
      : table(memory),
        start_table(memory),
        same_as(memory),
        group_of(memory),
        start_of(memory),
        turn(memory),
        begin(memory),
        groups(memory),
        starts(memory),
        members(memory),
        start_members(memory),
        order(memory),
        sweeping(memory),
        walking(memory),
        fields(memory) {}

  FlatTable table;                           ///< finds groups or tasks
  FlatTable start_table;                     ///< finds groups by start
  std::pmr::vector<std::uint32_t> same_as;   ///< by task: the first equal one, often itself
  std::pmr::vector<std::uint32_t> group_of;  ///< by task
  std::pmr::vector<std::uint32_t> start_of;  ///< by task: its slot of `starts`
  std::pmr::vector<std::uint8_t> turn;       ///< by task: when it is answered
  std::pmr::vector<std::size_t> begin;       ///< by task: start of its path; for one thread
  std::pmr::vector<Group> groups;
  std::pmr::vector<Group> starts;                 ///< begin: the first task
  std::pmr::vector<std::uint32_t> members;        ///< of all groups, one after the other
  std::pmr::vector<std::uint32_t> start_members;  ///< those of `starts`
  std::pmr::vector<std::uint32_t> order;     ///< the tasks that are answered one by one
  std::pmr::vector<std::uint32_t> sweeping;  ///< groups that are answered by a sweep
  std::pmr::vector<std::uint32_t> walking;   ///< the tasks of these groups, group by group
  std::pmr::vector<std::pmr::vector<Cost>> fields;  ///< one per group of a wave
};

/// Memory of one thread for sweeps.
struct GroupSweepScratch {
  explicit GroupSweepScratch(Memory memory) : targets(memory), queues(memory) {}

  std::pmr::vector<CellIndex> targets;
  SweepScratch queues;
};

}  // namespace throng
