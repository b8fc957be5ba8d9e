#pragma once

#include "../core/flat_table.hpp"
#include "../field/front_fields.hpp"
#include "../sweep/kept_space.hpp"
#include "../sweep/sweep.hpp"
#include "batch_loop.hpp"
#include "field_path.hpp"
#include "group_orders.hpp"
#include "order.hpp"
#include "shared_scratch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// See solve_shared().
template <class Tasks>
class SharedBatch {
 public:
  SharedBatch(const Tasks& tasks, Workers::Impl& own)
      : tasks_(tasks),
        grid_(tasks.problem.grid),
        to_goals_(grid_),
        from_starts_(grid_, SweepDirection::from_sources),
        own_(own),
        paths_(own.common.of<GatheredPaths>()),
        kept_(own.common.of<BatchScratch>()),
        shared_(own.common.of<SharedScratch>()),
        progress_(tasks.options.monitor, tasks.count()) {}

  /// False: nothing is shared, and no task is answered.
  bool run() {
    if (!find_groups() || !find_equal()) return false;
    if (shared_.groups.empty() && own_.crew.size() == 1 && !alone_in_order(tasks_)) {
      answer_in_order();
      return true;
    }
    begin_batch(own_, tasks_.count());
    choose_pilots();
    answer_one_by_one([](std::uint8_t turn) { return turn == kFirst; });
    choose_sweeps();
    answer_one_by_one([](std::uint8_t turn) { return turn == kSecond; });
    sweep_groups();
    copy_equal();
    pack_paths(tasks_, own_);
    return true;
  }

 private:
  static constexpr std::size_t kWalksPerBlock = 16;
  using Group = SharedScratch::Group;
  /// When a task is answered: in the first pass, after the decision about its group, from a
  /// field, or as a copy of an equal task.
  static constexpr std::uint8_t kFirst = 0, kSecond = 1, kByField = 2, kCopied = 3;

  /// Where the field of the task's group contains its cost.
  CellIndex place_in(const Group& group, std::uint32_t i) const {
    return grid_.cell(group.by_start ? *tasks_.goal(i) : tasks_.start(i));
  }

  /// Whether a field of distances to the goal, or from the start, contains the answer.
  bool may_read_off(std::uint32_t i) const {
    const std::optional<Position> goal = tasks_.goal(i);
    return goal && needs_search(grid_, {tasks_.start(i), *goal});
  }

  bool may_sweep() const {
    return tasks_.options.sharing == Sharing::goals &&
           field_answers(tasks_.problem, tasks_.options.max_expansions,
                         tasks_.options.max_cost);
  }

  /// Groups the tasks by their goals, and counts those with the same start; keeps the
  /// groups of two or more. False: no two tasks are equal and no group is large. This is
  /// true of most batches, so it must be fast.
  bool find_groups() {
    const auto count = static_cast<std::uint32_t>(tasks_.count());
    const bool sweeps = may_sweep();
    std::pmr::vector<std::uint32_t>& before = shared_.same_as;  // in its group, for now
    bool alike = false;
    before.resize(count);
    shared_.groups.clear();
    shared_.group_of.resize(count);
    shared_.table.clear(count);
    shared_.starts.clear();
    shared_.start_of.resize(count);
    shared_.start_table.clear(sweeps ? count : 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (sweeps && count_start(i) == kSmallestGroup) alike = true;
      const auto added = static_cast<std::uint32_t>(shared_.groups.size());
      const std::uint32_t number = shared_.table.add(
          tasks_.kind(i), added,
          [&](std::uint32_t g) { return tasks_.same_kind(shared_.groups[g].begin, i); });
      if (number == added) shared_.groups.push_back({.begin = i});
      shared_.group_of[i] = number;
      Group& group = shared_.groups[number];
      alike = alike || group.size + 1 == kSmallestGroup || has_equal(group, i);
      before[i] = std::exchange(group.begin, i);
      ++group.size;
    }
    if (!alike) return false;
    shared_.order.clear();
    for (std::uint32_t i = 0; i < count; ++i)
      if (shared_.groups[shared_.group_of[i]].size > 1) shared_.order.push_back(i);
    gather_members(shared_.groups, shared_.order, shared_.group_of, 2, shared_.members);
    return true;
  }

  /// Counts task i among those with the same start. Returns their number so far.
  std::uint32_t count_start(std::uint32_t i) {
    const auto added = static_cast<std::uint32_t>(shared_.starts.size());
    const std::uint32_t number =
        shared_.start_table.add(bits_of(tasks_.start(i)), added, [&](std::uint32_t s) {
          return tasks_.start(shared_.starts[s].begin) == tasks_.start(i);
        });
    if (number == added) shared_.starts.push_back({.begin = i, .by_start = true});
    shared_.start_of[i] = number;
    return ++shared_.starts[number].size;
  }

  /// Whether a task of the group, which is still a chain, is equal to task i.
  bool has_equal(const Group& group, std::uint32_t i) const {
    std::uint32_t member = group.begin;
    for (std::uint32_t k = 0; k < group.size; ++k, member = shared_.same_as[member])
      if (tasks_.equal(member, i)) return true;
    return false;
  }

  /// Finds equal tasks. Keeps the groups that are large enough for a sweep, without equal
  /// tasks and without tasks that a sweep does not help. False: there are neither.
  bool find_equal() {
    shared_.same_as.resize(tasks_.count());
    std::iota(shared_.same_as.begin(), shared_.same_as.end(), 0U);
    shared_.turn.assign(tasks_.count(), kFirst);
    std::size_t equal = 0;
    for (Group& group : shared_.groups) {
      const std::uint32_t size = group.size;
      group.size = 0;
      shared_.table.clear(size);
      for (const std::uint32_t i : members({group.begin, size})) {
        const std::uint32_t first =
            shared_.table.add(bits_of(tasks_.start(i)) + tasks_.lane(i), i,
                              [&](std::uint32_t k) { return tasks_.equal(k, i); });
        if (first != i) {
          shared_.same_as[i] = first;
          shared_.turn[i] = kCopied;
          ++equal;
          continue;
        }
        if (may_read_off(i)) shared_.members[group.begin + group.size++] = i;
      }
    }
    const bool may = may_sweep();
    std::erase_if(shared_.groups,
                  [&](const Group& group) { return !may || group.size < kSmallestGroup; });
    if (may) find_starts();
    return equal > 0 || !shared_.groups.empty();
  }

  /// Moves the tasks that share their start with more tasks than their goal to groups by
  /// start. Only tasks that a sweep helps count.
  void find_starts() {
    const auto is_small = [](const Group& group) { return group.size < kSmallestGroup; };
    if (std::ranges::all_of(shared_.starts, is_small)) return;
    const auto count = static_cast<std::uint32_t>(tasks_.count());
    std::pmr::vector<std::uint32_t>& with_goal = shared_.group_of;  // their number
    std::ranges::fill(with_goal, 0);
    for (const Group& group : shared_.groups)
      for (const std::uint32_t i : members(group)) with_goal[i] = group.size;

    std::pmr::vector<std::uint32_t>& start_of = shared_.start_of;
    for (Group& start : shared_.starts) start.size = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      if (shared_.turn[i] == kFirst && may_read_off(i))
        ++shared_.starts[start_of[i]].size;
      else
        start_of[i] = FlatTable::kEmpty;
    shared_.order.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (start_of[i] == FlatTable::kEmpty) continue;
      const Group& start = shared_.starts[start_of[i]];
      if (is_small(start) || start.size <= with_goal[i])
        start_of[i] = FlatTable::kEmpty;
      else
        shared_.order.push_back(i);
    }
    for (Group& start : shared_.starts) start.size = 0;
    for (const std::uint32_t i : shared_.order) ++shared_.starts[start_of[i]].size;
    leave_goals();
    std::erase_if(shared_.groups, is_small);
    gather_members(shared_.starts, shared_.order, start_of, kSmallestGroup,
                   shared_.start_members);
    const auto begin = static_cast<std::uint32_t>(shared_.members.size());
    shared_.members.insert(shared_.members.end(), shared_.start_members.begin(),
                           shared_.start_members.end());
    for (Group& start : shared_.starts) {
      start.begin += begin;
      shared_.groups.push_back(start);
    }
  }

  /// Removes the tasks that have a start in start_of from the groups by goal.
  void leave_goals() {
    for (Group& group : shared_.groups) {
      const std::uint32_t size = std::exchange(group.size, 0);
      for (const std::uint32_t i : members({group.begin, size}))
        if (shared_.start_of[i] == FlatTable::kEmpty)
          shared_.members[group.begin + group.size++] = i;
    }
  }

  /// For one thread: writes every path to its place at once. An equal task comes later than
  /// the first of its kind.
  void answer_in_order() {
    Column<Move>& paths = tasks_.answers.moves;
    std::pmr::vector<std::size_t>& begin = shared_.begin;
    begin.resize(tasks_.count());
    for (std::uint32_t i = 0; i < tasks_.count(); ++i) {
      begin[i] = paths.size();
      if (const std::uint32_t first = shared_.same_as[i]; first == i) {
        tasks_.answer(i, own_.scratch[0], paths);
      } else {
        const std::size_t length = copy_answer(first, i);
        paths.resize(paths.size() + length);
        std::copy_n(paths.data() + begin[first], length, paths.data() + begin[i]);
      }
      progress_(1);
    }
    sum_up_lengths(tasks_.answers, own_.crew);
  }

  std::span<const std::uint32_t> members(const Group& group) const {
    return std::span(shared_.members).subspan(group.begin, group.size);
  }

  template <class Body>
  void for_each_pilot(const Group& group, const Body& body) const {
    for (std::uint32_t k = 0; k < kPilots; ++k) body(members(group)[pilot(k, group.size)]);
  }

  void choose_pilots() {
    for (const Group& group : shared_.groups) {
      for (const std::uint32_t i : members(group)) shared_.turn[i] = kSecond;
      for_each_pilot(group, [&](std::uint32_t i) { shared_.turn[i] = kFirst; });
    }
  }

  void choose_sweeps() {
    const Rates rate = rates(tasks_.problem);
    shared_.sweeping.clear();
    for (std::uint32_t g = 0; g < shared_.groups.size(); ++g) {
      const Group& group = shared_.groups[g];
      Pilots pilots;
      for_each_pilot(group, [&](std::uint32_t i) {
        pilots.expanded += tasks_.answers.expanded[tasks_.slot(i)];
        pilots.moves += tasks_.answers.path_begin[tasks_.slot(i) + 1];
      });
      if (!field_pays(rate, group.size - kPilots, pilots)) continue;
      shared_.sweeping.push_back(g);
      for (const std::uint32_t i : members(group))
        if (shared_.turn[i] == kSecond) shared_.turn[i] = kByField;
    }
  }

  template <class Wanted>
  void answer_one_by_one(const Wanted& wanted) {
    std::pmr::vector<std::uint32_t>& chosen = shared_.walking;  // not in use yet
    chosen.clear();
    for (std::uint32_t i = 0; i < shared_.turn.size(); ++i)
      if (wanted(shared_.turn[i])) chosen.push_back(i);
    order_tasks(
        grid_, chosen.size(), own_.crew, kept_,
        [&](std::size_t k) { return tasks_.start(chosen[k]); },
        [&](std::size_t k) { return tasks_.length(chosen[k]); });
    shared_.order.clear();
    for (const std::uint32_t k : kept_.order) shared_.order.push_back(chosen[k]);
    run_tasks(own_, shared_.order, progress_,
              [&](std::size_t i, Scratch& scratch, Column<Move>& paths) {
                tasks_.answer(i, scratch, paths);
              });
  }

  /// First the groups with one goal, then those with one start.
  void sweep_groups() {
    const std::span<const std::uint32_t> all = shared_.sweeping;
    const auto by_start = std::ranges::find_if(
        all, [&](std::uint32_t g) { return shared_.groups[g].by_start; });
    const auto to_goals = static_cast<std::size_t>(by_start - all.begin());
    sweep_groups(all.first(to_goals), SweepDirection::to_sources);
    sweep_groups(all.subspan(to_goals), SweepDirection::from_sources);
  }

  /// Handles as many groups at a time as there are threads: a field each, and then all
  /// walks. direction: of the paths that the fields measure.
  void sweep_groups(std::span<const std::uint32_t> sweeping, SweepDirection direction) {
    if (sweeping.empty()) return;
    const Fronts* const fronts = fronts_of_field(tasks_.problem);
    const SweepSpace* const space =
        fronts != nullptr
            ? nullptr
            : &own_.common.of<KeptSpace>().of(grid_, FieldMetric::cost, direction);
    const std::size_t most = std::min(own_.scratch.size(), sweeping.size());
    if (shared_.fields.size() < most) shared_.fields.resize(most);
    for (std::size_t done = 0; done < sweeping.size(); done += most) {
      const auto wave = sweeping.subspan(done, std::min(most, sweeping.size() - done));
      own_.crew.for_each_block(wave.size(), 1, [&](int thread, std::size_t k, std::size_t) {
        if (cancelled(tasks_.options.monitor)) return;
        const Group& group = shared_.groups[wave[k]];
        Scratch& scratch = own_.scratch[static_cast<std::size_t>(thread)];
        std::pmr::vector<Cost>& field = shared_.fields[k];
        field.resize(grid_.cell_count());
        const std::uint32_t first = members(group)[0];
        const CellIndex source =
            grid_.cell(group.by_start ? tasks_.start(first) : *tasks_.goal(first));
        if (fronts == nullptr)
          sweep_group(*space, group, source, field, scratch);
        else
          read_field(grid_, *fronts, direction, {&source, 1}, kUnreachable - 1,
                     scratch.of<FrontField::Scratch>(), field);
      });
      walk_wave(wave);
    }
  }

  void sweep_group(const SweepSpace& space, const Group& group, CellIndex source,
                   std::span<Cost> field, Scratch& scratch) const {
    auto& own = scratch.of<GroupSweepScratch>();
    own.targets.clear();
    for (const std::uint32_t i : members(group))
      if (shared_.turn[i] == kByField) own.targets.push_back(place_in(group, i));
    sweep_to(space, {&source, 1}, own.targets, own.queues, field);
  }

  void walk_wave(std::span<const std::uint32_t> wave) {
    for (Scratch& one : own_.scratch) {
      one.of<Trails>().forget();  // the fields contained other distances
      one.of<Trails>().reserve();
    }
    shared_.walking.clear();
    for (std::uint32_t k = 0; k < wave.size(); ++k)
      for (const std::uint32_t i : members(shared_.groups[wave[k]])) {
        if (shared_.turn[i] != kByField) continue;
        shared_.walking.push_back(i);
        shared_.group_of[i] = k;  // from here on: its index in the wave
      }
    paths_.run(
        own_, shared_.walking, kWalksPerBlock,
        [&](std::uint32_t i, Scratch& scratch, Column<Move>& paths) {
          read_off(i, shared_.groups[wave[shared_.group_of[i]]], scratch, paths);
        },
        progress_);
  }

  /// Reads the answer of task i from the field of its group.
  void read_off(std::uint32_t i, const Group& group, Scratch& scratch,
                Column<Move>& paths) const {
    // After a cancel there may be no field; answer() reports the cancel.
    if (cancelled(tasks_.options.monitor)) return tasks_.answer(i, scratch, paths);
    const Cost* const field = shared_.fields[shared_.group_of[i]].data();
    const CellIndex place = place_in(group, i);
    const Cost cost = field[place];
    if (cost == kUnreachable && tasks_.approaches(i))
      return tasks_.answer(i, scratch, paths);
    const std::size_t slot = tasks_.slot(i);
    const Position start = tasks_.start(i);
    const std::size_t begin = paths.size();
    timed(tasks_.options, tasks_.answers, slot, [&] {
      const FieldWalk& walk = group.by_start ? from_starts_ : to_goals_;
      const bool found =
          cost != kUnreachable &&
          (!tasks_.options.paths ||
           append_path(tasks_.problem, {walk, field, place, start, tasks_.lane(i)},
                       tasks_.options.max_moves, scratch, paths));
      if (!found) {
        put_down({}, slot, tasks_.answers);
        return tasks_.put_end(slot, start, 0);
      }
      put_down({.status = Status::found, .cost = cost, .upper = cost}, slot,
               tasks_.answers);
      tasks_.put_end(slot, *tasks_.goal(i), cost);
    });
    tasks_.answers.start[slot] = start;
    tasks_.answers.path_begin[slot + 1] = paths.size() - begin;
  }

  void copy_equal() {
    std::size_t copied = 0;
    for (std::uint32_t i = 0; i < shared_.same_as.size(); ++i) {
      const std::uint32_t first = shared_.same_as[i];
      if (first == i) continue;
      copy_answer(first, i);
      paths_.copy_place(first, i);
      ++copied;
    }
    progress_(copied);
  }

  /// Copies everything except the path; returns the length of the path.
  std::size_t copy_answer(std::uint32_t first, std::uint32_t i) {
    Answers& answers = tasks_.answers;
    std::size_t length = 0;
    std::size_t to = tasks_.slot(i);
    for (std::size_t from = tasks_.slot(first); from < tasks_.slot(first + 1); ++from) {
      put_down({answers.status[from], answers.cost[from], answers.upper[from],
                answers.expanded[from], answers.generated[from], answers.reopened[from]},
               to, answers);
      answers.start[to] = answers.start[from];
      answers.path_begin[to + 1] = answers.path_begin[from + 1];
      length += answers.path_begin[to + 1];
      if (tasks_.options.latency) answers.microseconds[to] = 0;
      tasks_.copy_end(from, to);
      ++to;
    }
    return length;
  }

  const Tasks& tasks_;
  const Grid& grid_;
  const FieldWalk to_goals_;
  const FieldWalk from_starts_;
  Workers::Impl& own_;
  GatheredPaths& paths_;
  BatchScratch& kept_;
  SharedScratch& shared_;
  const Progress progress_;
};

/// Answers a batch with sharing: each set of equal tasks once, and tasks with one goal or
/// one start by its field where that is cheaper, which fronts or a sweep compute. Tasks:
/// see run_batch.hpp.
///
/// Returns false, with no task answered, if sharing would not help.
///
/// The decision for a field depends only on the batch. A few tasks of each group are
/// answered one by one. Their expansions estimate the cost of the rest, and the number of
/// open cells, or the size of the fronts, is the cost of a field. The rates were measured
/// on the map families of the benchmarks. Where they are wrong, only time is lost.
///
/// Pre: options.sharing is not none, and there is room for the answers.
template <class Tasks>
bool solve_shared(const Tasks& tasks, Workers::Impl& own) {
  return SharedBatch<Tasks>(tasks, own).run();
}

}  // namespace throng
