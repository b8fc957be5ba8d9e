#pragma once

#include "../batch/group_orders.hpp"
#include "../core/flat_table.hpp"
#include "../core/memory.hpp"
#include "schedule.hpp"

#include <throng/assert.hpp>

#include <compare>
#include <cstdint>
#include <vector>

namespace throng {

/// Waiting requests with one goal.
struct GroupOrder {
  const ServedClass* solver = nullptr;
  CellIndex goal = 0;
  std::uint32_t begin = 0;  ///< start of its part of `members`
  std::uint32_t size = 0;
  OrderField* field = nullptr;  ///< null: none
  Pilots pilots = {};
};

/// The straight line of a task. Its points are in the buffer of the task, behind its moves.
struct TaskLine {
  double length = 0;
  std::uint32_t points = 0;
  std::uint32_t spent = 0;  ///< the part of RoundTask::spent
  bool resumes = false;     ///< it goes on in a seat
  bool ran_out = false;     ///< and so has the task
};

/// One task of a round: a slice of the search for a slot, and of that for its line.
struct RoundTask {
  static constexpr std::uint32_t kSearched = 0xFFFF'FFFF;

  std::uint32_t waiting = 0;  ///< in the backlog
  std::uint32_t slice = 0;
  std::uint32_t same_as = kSearched;  ///< the task whose answer this one copies
  SlotAnswer answer = {};
  std::uint32_t spent = 0;
  std::uint32_t moves = 0;
  bool ran_out = false;   ///< there is no answer yet
  bool outdated = false;  ///< the answer was found on an older map, where it is not right
  const OrderField* field = nullptr;  ///< contains the answer; null: needs a search
  std::uint64_t put = 0;              ///< where its path goes
  std::uint64_t put_points = 0;       ///< where its line goes
  TaskLine line = {};
};

/// What a search of a class gets first in a round.
struct FirstSlice {
  std::uint32_t size = 0;
  std::uint32_t line = 0;    ///< of one whose path is read off a field
  std::uint32_t scouts = 0;  ///< so many more searches may begin in this round
  bool too_small = false;    ///< for most searches: they are long at once
};

/// The place of a request in the long queue: the least one is the first.
struct Urgency {
  std::uint8_t level = 0;   ///< see Backlog::level
  bool is_new = true;       ///< it had no seat when the frame began
  std::uint32_t order = 0;  ///< its index in Round::order

  friend auto operator<=>(const Urgency&, const Urgency&) = default;
};

/// What lives for one frame: made by FrameRun and passed from step to step. Only its memory
/// is kept.
struct Round {
  explicit Round(Memory memory)
      : order(memory),
        rank(memory),
        again(memory),
        longs(memory),
        chosen(memory),
        kept(memory),
        tasks(memory),
        equal(memory),
        first(memory),
        groups(memory),
        members(memory),
        group_of(memory),
        goals(memory) {}

  /// Adds a task, for a request that is in `from`.
  void add_task(Backlog& backlog, const RoundTask& task, Place from) {
    Waiting& one = backlog[task.waiting];
    THRONG_ASSERT(one.place == from);
    tasks.push_back(task);
    one.place = Place::round;
  }

  std::pmr::vector<std::uint32_t> order;   ///< the backlog, most urgent first: see Place
  std::pmr::vector<Urgency> rank;          ///< by index in the backlog
  std::pmr::vector<std::uint32_t> again;   ///< requests whose next slot needs a search
  std::pmr::vector<std::uint32_t> longs;   ///< a heap, the most urgent on top
  std::pmr::vector<std::uint32_t> chosen;  ///< those of `longs` that continue
  std::pmr::vector<std::uint32_t> kept;    ///< those of `longs` that cannot begin yet
  std::pmr::vector<RoundTask> tasks;
  FlatTable equal;                           ///< finds tasks
  std::pmr::vector<FirstSlice> first;        ///< by class
  std::pmr::vector<GroupOrder> groups;       ///< the most urgent first
  std::pmr::vector<std::uint32_t> members;   ///< of all groups, one after the other
  std::pmr::vector<std::uint32_t> group_of;  ///< by index in the backlog
  FlatTable goals;                           ///< finds groups
};

}  // namespace throng
