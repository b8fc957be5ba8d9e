#include "shared_batch.hpp"

#include "../core/flat_table.hpp"
#include "../sweep/sweep.hpp"
#include "answer_query.hpp"
#include "batch_loop.hpp"
#include "field_walk.hpp"
#include "group_orders.hpp"
#include "order.hpp"
#include "shared_scratch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNone = FlatTable::kEmpty;
constexpr std::size_t kWalksPerBlock = 16;

class SharedBatch {
 public:
  SharedBatch(const QueryJob& job, const std::shared_ptr<const Grid>& grid,
              Workers::Impl& own)
      : job_(job),
        owned_grid_(grid),
        grid_(*grid),
        walk_(grid_),
        own_(own),
        shared_(own.shared),
        count_(job.options.monitor, job.queries.size()) {}

  /// False: nothing is shared, and nothing was answered.
  bool run() {
    if (!find_groups() || !find_equal()) return false;
    const std::size_t count = job_.queries.size();
    own_.places.resize(count);
    if (shared_.groups.empty() && own_.crew.size() == 1) {
      answer_in_order();
      return true;
    }
    own_.level_scratch();
    order_longest_first(job_.queries, own_.order);
    choose_pilots();
    answer_one_by_one([](std::uint8_t turn) { return turn == kFirst; });
    choose_sweeps();
    answer_one_by_one([](std::uint8_t turn) { return turn == kSecond; });
    if (!shared_.sweeping.empty()) sweep_groups();
    copy_equal();
    pack_paths(own_, count, job_.result, [](std::size_t i) { return i; });
    return true;
  }

 private:
  using Group = SharedScratch::Group;
  /// When a query is answered: at once, when it is known what its group takes, off a field,
  /// or as an equal one was.
  enum Turn : std::uint8_t { kFirst, kSecond, kByField, kCopied };

  CellIndex start_of(std::uint32_t i) const { return grid_.cell(job_.queries[i].start); }

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

  /// Sorts the queries by goal; leaves the groups of several. False: no two queries are
  /// equal, and no group is large. Most batches are like that, and should lose no time.
  bool find_groups() {
    const auto count = static_cast<std::uint32_t>(job_.queries.size());
    std::pmr::vector<std::uint32_t>& before = shared_.same_as;  // in its group, for now
    bool alike = false;
    before.resize(count);
    shared_.groups.clear();
    shared_.group_of.resize(count);
    shared_.table.clear(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Position goal = job_.queries[i].goal;
      std::uint32_t& number = shared_.table.find(
          bits(goal), [&](std::uint32_t g) { return shared_.groups[g].goal == goal; });
      if (number == kNone) {
        number = static_cast<std::uint32_t>(shared_.groups.size());
        shared_.groups.push_back({.goal = goal});
      }
      shared_.group_of[i] = number;
      Group& group = shared_.groups[number];
      alike = alike || group.size + 1 == kSmallestGroup || has_start_of(group, i);
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

  /// Whether one of a group, which is still a chain, begins where query i does.
  bool has_start_of(const Group& group, std::uint32_t i) const {
    std::uint32_t member = group.begin;
    for (std::uint32_t k = 0; k < group.size; ++k, member = shared_.same_as[member])
      if (job_.queries[member].start == job_.queries[i].start) return true;
    return false;
  }

  /// Finds equal queries, and leaves the groups that are large enough for a sweep without
  /// them and what needs no search. False: there are neither.
  bool find_equal() {
    shared_.same_as.resize(job_.queries.size());
    std::iota(shared_.same_as.begin(), shared_.same_as.end(), 0U);
    shared_.turn.assign(job_.queries.size(), kFirst);
    std::size_t equal = 0;
    for (Group& group : shared_.groups) {
      const std::uint32_t size = group.size;
      group.size = 0;
      shared_.table.clear(size);
      for (const std::uint32_t i : members({group.goal, group.begin, size})) {
        const Position start = job_.queries[i].start;
        std::uint32_t& first = shared_.table.find(
            bits(start), [&](std::uint32_t k) { return job_.queries[k].start == start; });
        if (first != kNone) {
          shared_.same_as[i] = first;
          shared_.turn[i] = kCopied;
          ++equal;
          continue;
        }
        first = i;
        if (needs_search(job_.queries[i])) shared_.members[group.begin + group.size++] = i;
      }
    }
    const bool may = may_sweep();
    std::erase_if(shared_.groups,
                  [&](const Group& group) { return !may || group.size < kSmallestGroup; });
    return equal > 0 || !shared_.groups.empty();
  }

  static std::uint64_t bits(Position p) {
    return std::uint64_t{static_cast<std::uint32_t>(p.x)} << 32 |
           static_cast<std::uint32_t>(p.y);
  }

  /// One thread puts every path where it belongs at once; equal queries come later than
  /// the first of them.
  void answer_in_order() {
    run_batch(
        {own_, job_.queries.size(), job_.result, job_.options.monitor}, [] {},
        [](std::size_t i) { return i; },
        [&](std::size_t i, Scratch& scratch, std::pmr::vector<Move>& paths) {
          own_.places[i] = {.begin = paths.size()};
          const std::uint32_t first = shared_.same_as[i];
          if (first == i)
            return timed(job_.options, job_.result, i,
                         [&] { answer(job_, i, scratch, paths); });
          copy_answer(first, i);
          const std::size_t length = job_.result.path_begin[i + 1];
          paths.resize(paths.size() + length);
          std::copy_n(paths.data() + own_.places[first].begin, length,
                      paths.data() + own_.places[i].begin);
        });
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
    const Rates rate = rates(job_.problem);
    shared_.sweeping.clear();
    for (std::uint32_t g = 0; g < shared_.groups.size(); ++g) {
      const Group& group = shared_.groups[g];
      Pilots pilots;
      for_each_pilot(group, [&](std::uint32_t i) {
        pilots.expanded += job_.result.expanded[i];
        pilots.moves += job_.result.path_begin[i + 1];
      });
      if (!sweep_pays(rate, grid_.open_cells(), group.size - kPilots, pilots)) continue;
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
              [&](std::size_t i, Scratch& scratch, std::pmr::vector<Move>& paths) {
                timed(job_.options, job_.result, i,
                      [&] { answer(job_, i, scratch, paths); });
              });
  }

  /// As many groups at a time as there are threads: a sweep each, and then all walks.
  void sweep_groups() {
    const SweepSpace& space = shared_.space.of(owned_grid_);
    const std::size_t most = std::min(own_.scratch.size(), shared_.sweeping.size());
    if (shared_.fields.size() < most) shared_.fields.resize(most);
    for (std::size_t done = 0; done < shared_.sweeping.size(); done += most) {
      const auto wave = std::span(shared_.sweeping)
                            .subspan(done, std::min(most, shared_.sweeping.size() - done));
      own_.crew.for_each_block(wave.size(), 1, [&](int thread, std::size_t k, std::size_t) {
        if (cancelled(job_.options.monitor)) return;
        sweep_group(space, shared_.groups[wave[k]], shared_.fields[k],
                    own_.scratch[static_cast<std::size_t>(thread)]);
      });
      walk_wave(wave);
    }
  }

  void sweep_group(const SweepSpace& space, const Group& group,
                   std::pmr::vector<Cost>& field, Scratch& scratch) const {
    scratch.targets.clear();
    for (const std::uint32_t i : members(group))
      if (shared_.turn[i] == kByField) scratch.targets.push_back(start_of(i));
    field.resize(grid_.cell_count());
    const CellIndex goal = grid_.cell(group.goal);
    sweep_to(space, {&goal, 1}, scratch.targets, scratch.sweep, field);
  }

  void walk_wave(std::span<const std::uint32_t> wave) {
    for (Scratch& one : own_.scratch) {
      one.trails.forget();  // the fields held others
      one.trails.reserve();
    }
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
          Scratch& scratch = own_.scratch[static_cast<std::size_t>(thread)];
          for (std::size_t k = begin; k < end; ++k) {
            const std::uint32_t i = shared_.walking[k];
            own_.places[i] = {scratch.paths.size(), static_cast<std::uint32_t>(thread)};
            timed(job_.options, job_.result, i, [&] { read_off(i, scratch); });
          }
          count_(end - begin);
        });
  }

  /// Answers query i off the field of its group.
  void read_off(std::uint32_t i, Scratch& scratch) const {
    std::pmr::vector<Move>& paths = scratch.paths;
    const std::size_t begin = paths.size();
    SearchResult found{.status = Status::cancelled, .cost = 0};
    if (!cancelled(job_.options.monitor)) {
      const Cost* const field = shared_.fields[shared_.group_of[i]].data();
      const Cost cost = field[start_of(i)];
      found = {};
      if (cost != kUnreachable) {
        found = {.status = Status::found, .cost = cost, .upper = cost};
        if (job_.options.paths)
          walk_.append(field, start_of(i), job_.options.first_moves, scratch.trails, paths);
      }
    }
    put_down(found, i, job_.result);
    job_.result.start[i] = job_.queries[i].start;
    job_.result.path_begin[i + 1] = paths.size() - begin;
  }

  void copy_equal() {
    std::size_t copied = 0;
    for (std::uint32_t i = 0; i < shared_.same_as.size(); ++i) {
      const std::uint32_t first = shared_.same_as[i];
      if (first == i) continue;
      copy_answer(first, i);
      own_.places[i] = own_.places[first];
      ++copied;
    }
    count_(copied);
  }

  /// All but the path, of which the length is known.
  void copy_answer(std::size_t from, std::size_t to) {
    BatchResult& result = job_.result;
    put_down({result.status[from], result.cost[from], result.upper[from],
              result.expanded[from], result.generated[from], result.reopened[from]},
             to, result);
    result.start[to] = result.start[from];
    result.path_begin[to + 1] = result.path_begin[from + 1];
    if (job_.options.latency) result.microseconds[to] = 0;
  }

  const QueryJob& job_;
  const std::shared_ptr<const Grid>& owned_grid_;
  const Grid& grid_;
  const FieldWalk walk_;
  Workers::Impl& own_;
  SharedScratch& shared_;
  const Count count_;
};

}  // namespace

bool solve_shared(const QueryJob& job, const std::shared_ptr<const Grid>& grid,
                  Workers::Impl& own) {
  return SharedBatch(job, grid, own).run();
}

}  // namespace throng
