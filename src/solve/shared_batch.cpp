#include "shared_batch.hpp"

#include "../sweep/sweep.hpp"
#include "answer_query.hpp"
#include "batch_loop.hpp"
#include "field_walk.hpp"
#include "order.hpp"
#include "shared_scratch.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;
constexpr std::uint32_t kSmallestGroup = 16;
/// Queries of a group that are answered one by one to see what they take.
constexpr std::uint32_t kPilots = 4;
constexpr std::size_t kWalksPerBlock = 16;

/// What things take, in nanoseconds, as measured (see the README): an expansion with all
/// that comes with it, a swept cell, a step of a path read off a field.
struct Rates {
  std::uint64_t expansion;
  std::uint64_t cell;
  std::uint64_t step = 3;
};

Rates rates(const Problem& problem) {
  if (!problem.grid.plain()) return {.expansion = 80, .cell = 40};
  switch (problem.options.algorithm) {
    case Algorithm::astar:
      return {.expansion = 25, .cell = 4};
    case Algorithm::jps:
      return {.expansion = 200, .cell = 4};
    case Algorithm::textbook:
      return {.expansion = 250, .cell = 4};
    default:
      return {.expansion = 80, .cell = 4};
  }
}

/// Slots of a hash table with room for `count` keys, all empty.
void clear_table(std::vector<std::uint32_t>& table, std::size_t count) {
  table.assign(std::bit_ceil(2 * count + 1), kNone);
}

/// The slot of a key, or the empty one where it belongs. same(value): whether a slot's
/// value has the key.
template <class Same>
std::uint32_t& find_slot(std::vector<std::uint32_t>& table, std::uint64_t key,
                         const Same& same) {
  const std::size_t mask = table.size() - 1;
  std::size_t slot = key * 0x9E37'79B9'7F4A'7C15U >> 32;
  for (;; ++slot) {
    std::uint32_t& value = table[slot & mask];
    if (value == kNone || same(value)) return value;
  }
}

class SharedBatch {
 public:
  SharedBatch(const QueryJob& job, Workers::Impl& own)
      : job_(job),
        grid_(job.problem.grid),
        own_(own),
        shared_(own.shared),
        count_(job.options.monitor, job.queries.size()) {}

  void run() {
    const std::size_t count = job_.queries.size();
    own_.places.resize(count);
    own_.level_scratch();
    order_longest_first(job_.queries, own_.order);
    find_equal();
    if (may_sweep()) find_groups();
    choose_pilots();
    answer_one_by_one([](std::uint8_t turn) { return turn == kFirst; });
    choose_sweeps();
    answer_one_by_one([](std::uint8_t turn) { return turn == kSecond; });
    if (!shared_.sweeping.empty()) sweep_groups();
    copy_equal();
    pack_paths(own_, count, job_.result, [](std::size_t i) { return i; });
  }

 private:
  using Group = SharedScratch::Group;
  /// When a query is answered: at once, when it is known what its group takes, off a field,
  /// or as an equal one was.
  enum Turn : std::uint8_t { kFirst, kSecond, kByField, kCopied };

  CellIndex start_of(std::uint32_t i) const { return grid_.cell(job_.queries[i].start); }
  CellIndex goal_of(std::uint32_t i) const { return grid_.cell(job_.queries[i].goal); }

  bool needs_search(const Query& query) const {
    return settle_without_search(grid_, query).status == Status::unreachable &&
           grid_.component(grid_.cell(query.start)) ==
               grid_.component(grid_.cell(query.goal));
  }

  /// Where an answer may be another one than a cheapest path, or limits cut it short, a
  /// field would say something else.
  bool may_sweep() const {
    const BatchOptions none;
    return job_.options.sharing == Sharing::goals &&
           guarantee(job_.problem.options.algorithm) == Guarantee::optimal &&
           job_.options.max_expansions == none.max_expansions &&
           job_.options.max_cost == none.max_cost;
  }

  void find_equal() {
    const auto count = static_cast<std::uint32_t>(job_.queries.size());
    shared_.same_as.resize(count);
    shared_.turn.assign(count, kFirst);
    clear_table(shared_.table, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      shared_.same_as[i] = i;
      const Query& query = job_.queries[i];
      if (!needs_search(query)) continue;
      const std::uint64_t key = std::uint64_t{start_of(i)} << 32 | goal_of(i);
      std::uint32_t& first = find_slot(
          shared_.table, key, [&](std::uint32_t j) { return job_.queries[j] == query; });
      if (first == kNone) {
        first = i;
      } else {
        shared_.same_as[i] = first;
        shared_.turn[i] = kCopied;
      }
    }
  }

  /// Sorts the queries that need a search by goal; leaves groups that are large enough.
  void find_groups() {
    const auto count = static_cast<std::uint32_t>(job_.queries.size());
    shared_.groups.clear();
    shared_.group_of.assign(count, kNone);
    clear_table(shared_.table, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (shared_.turn[i] == kCopied || !needs_search(job_.queries[i])) continue;
      const CellIndex goal = goal_of(i);
      std::uint32_t& group = find_slot(shared_.table, goal, [&](std::uint32_t g) {
        return shared_.groups[g].goal == goal;
      });
      if (group == kNone) {
        group = static_cast<std::uint32_t>(shared_.groups.size());
        shared_.groups.push_back({.goal = goal});
      }
      shared_.group_of[i] = group;
      ++shared_.groups[group].size;
    }
    std::uint32_t begin = 0;
    for (Group& group : shared_.groups) {
      group.begin = begin;
      begin += group.size;
      group.size = 0;
    }
    shared_.members.resize(begin);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (shared_.group_of[i] == kNone) continue;
      Group& group = shared_.groups[shared_.group_of[i]];
      shared_.members[group.begin + group.size++] = i;
    }
    std::erase_if(shared_.groups, [](const Group& g) { return g.size < kSmallestGroup; });
  }

  std::span<const std::uint32_t> members(const Group& group) const {
    return std::span(shared_.members).subspan(group.begin, group.size);
  }

  template <class Body>
  void for_each_pilot(const Group& group, const Body& body) const {
    for (std::uint32_t k = 0; k < kPilots; ++k)
      body(members(group)[std::size_t{k} * group.size / kPilots]);
  }

  void choose_pilots() {
    if (!may_sweep()) shared_.groups.clear();
    for (const Group& group : shared_.groups) {
      for (const std::uint32_t i : members(group)) shared_.turn[i] = kSecond;
      for_each_pilot(group, [&](std::uint32_t i) { shared_.turn[i] = kFirst; });
    }
  }

  void choose_sweeps() {
    const Rates rate = rates(job_.problem);
    shared_.sweeping.clear();
    for (std::uint32_t g = 0; g < shared_.groups.size(); ++g) {
      const Group& group = shared_.groups[g];
      std::uint64_t one_by_one = 0, walks = 0;  // of all pilots
      for_each_pilot(group, [&](std::uint32_t i) {
        one_by_one += rate.expansion * job_.result.expanded[i];
        walks += rate.step * job_.result.path_begin[i + 1];
      });
      const std::uint64_t rest = group.size - kPilots;
      if (rest * one_by_one < rest * walks + kPilots * rate.cell * grid_.open_cells())
        continue;
      shared_.sweeping.push_back(g);
      for (const std::uint32_t i : members(group))
        if (shared_.turn[i] == kSecond) shared_.turn[i] = kByField;
    }
  }

  template <class Wanted>
  void answer_one_by_one(const Wanted& wanted) {
    shared_.order.clear();
    for (const std::uint32_t i : own_.order)
      if (wanted(shared_.turn[i])) shared_.order.push_back(i);
    run_tasks(own_, shared_.order, count_,
              [&](std::size_t i, Scratch& scratch, std::vector<Move>& paths) {
                timed(job_.options, job_.result, i,
                      [&] { answer(job_, i, scratch, paths); });
              });
  }

  /// As many groups at a time as there are threads: a sweep each, and then all walks.
  void sweep_groups() {
    const SweepSpace space(grid_, FieldMetric::cost, SweepKind::automatic,
                           SweepDirection::to_sources);
    const std::size_t most = std::min(own_.scratch.size(), shared_.sweeping.size());
    if (shared_.fields.size() < most) shared_.fields.resize(most);
    for (std::size_t done = 0; done < shared_.sweeping.size(); done += most) {
      const auto wave = std::span(shared_.sweeping)
                            .subspan(done, std::min(most, shared_.sweeping.size() - done));
      own_.crew.for_each_block(wave.size(), 1, [&](int thread, std::size_t k, std::size_t) {
        if (cancelled(job_.options.monitor)) return;
        shared_.fields[k].resize(grid_.cell_count());
        const CellIndex goal = shared_.groups[wave[k]].goal;
        sweep(space, {&goal, 1}, kUnreachable - 1,
              own_.scratch[static_cast<std::size_t>(thread)].sweep, shared_.fields[k]);
      });
      walk_wave(wave);
    }
  }

  void walk_wave(std::span<const std::uint32_t> wave) {
    shared_.walking.clear();
    for (std::uint32_t k = 0; k < wave.size(); ++k)
      for (const std::uint32_t i : members(shared_.groups[wave[k]])) {
        if (shared_.turn[i] != kByField) continue;
        shared_.walking.push_back(i);
        shared_.group_of[i] = k;  // from now on its place in the wave
      }
    own_.crew.for_each_block(
        shared_.walking.size(), kWalksPerBlock,
        [&](int thread, std::size_t begin, std::size_t end) {
          std::vector<Move>& paths = own_.scratch[static_cast<std::size_t>(thread)].paths;
          for (std::size_t k = begin; k < end; ++k) {
            const std::uint32_t i = shared_.walking[k];
            own_.places[i] = {paths.size(), static_cast<std::uint32_t>(thread)};
            timed(job_.options, job_.result, i, [&] { read_off(i, paths); });
          }
          count_(end - begin);
        });
  }

  /// Answers query i off the field of its group.
  void read_off(std::uint32_t i, std::vector<Move>& paths) const {
    const std::size_t begin = paths.size();
    SearchResult found{.status = Status::cancelled, .cost = 0};
    if (!cancelled(job_.options.monitor)) {
      const Cost* const field = shared_.fields[shared_.group_of[i]].data();
      const Cost cost = field[start_of(i)];
      found = {};
      if (cost != kUnreachable) {
        found = {.status = Status::found, .cost = cost, .upper = cost};
        if (job_.options.paths)
          append_walk(job_.problem, field, start_of(i), goal_of(i), paths);
      }
    }
    put_down(found, i, job_.result);
    job_.result.start[i] = job_.queries[i].start;
    job_.result.path_begin[i + 1] = paths.size() - begin;
  }

  void copy_equal() {
    BatchResult& result = job_.result;
    std::size_t copied = 0;
    for (std::uint32_t i = 0; i < shared_.same_as.size(); ++i) {
      const std::uint32_t first = shared_.same_as[i];
      if (first == i) continue;
      put_down({result.status[first], result.cost[first], result.upper[first],
                result.expanded[first], result.generated[first], result.reopened[first]},
               i, result);
      result.start[i] = result.start[first];
      result.path_begin[i + 1] = result.path_begin[first + 1];
      own_.places[i] = own_.places[first];
      if (job_.options.latency) result.microseconds[i] = 0;
      ++copied;
    }
    count_(copied);
  }

  const QueryJob& job_;
  const Grid& grid_;
  Workers::Impl& own_;
  SharedScratch& shared_;
  const Count count_;
};

}  // namespace

void solve_shared(const QueryJob& job, Workers::Impl& own) { SharedBatch(job, own).run(); }

}  // namespace throng
