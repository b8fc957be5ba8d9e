#include "../src/core/rng.hpp"
#include "../src/heuristic/plain.hpp"
#include "../src/search/best_first.hpp"
#include "../src/search/search_space.hpp"
#include "../src/sweep/bucket_queue.hpp"
#include "../src/sweep/heap4.hpp"
#include "queue/binary_heap.hpp"
#include "queue/two_level_bucket_queue.hpp"
#include "registration.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;

/// An open list that also records its greatest length.
template <OpenList Queue>
class Measured {
 public:
  static constexpr bool kMonotone = Queue::kMonotone;
  static constexpr bool kSorted = Queue::kSorted;

  explicit Measured(Memory memory = {}) : queue_(memory) {}

  void clear(Cost first_key, Cost max_rise) {
    queue_.clear(first_key, max_rise);
    length_ = 0;
  }
  Cost floor() const { return queue_.floor(); }
  void push(OpenEntry entry, Cost key) {
    queue_.push(entry, key);
    most_ = std::max(most_, ++length_);
  }
  bool pop(OpenEntry& entry) {
    const bool some = queue_.pop(entry);
    length_ -= some ? 1 : 0;
    return some;
  }
  std::size_t memory_bytes() const { return queue_.memory_bytes(); }
  std::size_t most() const { return most_; }

 private:
  Queue queue_;
  std::size_t length_ = 0;
  std::size_t most_ = 0;
};

/// Totals over the searches of a workload.
struct Sums {
  std::uint64_t cost = 0;
  std::uint64_t expanded = 0;
};

/// A* with one kind of open list, and its times.
template <OpenList Queue>
struct Contender {
  const char* name;
  BestFirstScratch<Queue> scratch{};
  Sums sums = {};
  std::vector<double> seconds = {};

  Sums run(const SearchSpace& space, const Workload& workload) {
    Sums found;
    const Grid& grid = *workload.grid;
    const OctileBound plain(grid.rules().topology, grid.costs());
    for (const Query& query : workload.queries) {
      const CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
      const auto result =
          best_first(space, start, OneTarget{goal}, GoalBound(space, goal, plain),
                     AStarPriority{}, {0xFFFF'FFFF, kUnreachable - 1}, scratch);
      found.cost += result.search.cost;
      found.expanded += result.search.expanded;
    }
    return found;
  }

  void report(benchmark::State& state, std::size_t queries) const {
    state.counters[std::string(name) + " us"] =
        1e6 * median(seconds) / static_cast<double>(queries);
    state.counters[std::string(name) + " ns/exp"] =
        1e9 * median(seconds) / static_cast<double>(sums.expanded);
  }
};

/// Each round runs the same queries with every kind of list, one after the other.
void queues(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const SearchSpace space(*workload->grid);
  Contender<BucketQueue> ring{"ring"};
  Contender<TwoLevelBucketQueue> two_level{"2-level"};
  Contender<Heap4> heap4{"4-heap"};
  Contender<BinaryHeap> heap2{"2-heap"};
  const auto each = [&](const auto& visit) {
    visit(ring);
    visit(two_level);
    visit(heap4);
    visit(heap2);
  };
  each([&](auto& contender) { contender.sums = contender.run(space, *workload); });
  each([&](auto& contender) {
    if (contender.sums.cost != ring.sums.cost) state.SkipWithError("the costs differ");
  });
  for ([[maybe_unused]] auto _ : state)
    each([&](auto& contender) {
      contender.seconds.push_back(seconds([&] { contender.run(space, *workload); }));
      state.SetIterationTime(contender.seconds.back());
    });

  const std::size_t queries = workload->queries.size();
  each([&](const auto& contender) { contender.report(state, queries); });
  Contender<Measured<TwoLevelBucketQueue>> measured{"measured"};
  const Sums sums = measured.run(space, *workload);
  state.counters["exp"] = static_cast<double>(sums.expanded) / static_cast<double>(queries);
  state.counters["open"] = static_cast<double>(measured.scratch.open.most());
}

/// Increases of keys, the same for every list. Most steps of a search change f only
/// slightly.
std::vector<Cost> random_rises(std::size_t count, Cost most) {
  SplitMix64 random(most);
  std::vector<Cost> rises(count);
  for (Cost& rise : rises) rise = random.below(most + 1);
  return rises;
}

/// Nanoseconds for a pop and a push, on a list of constant length.
template <OpenList Queue>
class Holder {
 public:
  Holder(const char* name, std::size_t length, Cost max_rise,
         const std::vector<Cost>& rises)
      : name_(name), length_(length), max_rise_(max_rise), rises_(rises) {}

  void run() {
    queue_.clear(0, max_rise_);
    for (CellIndex cell = 0; cell < length_; ++cell)
      queue_.push({cell, 0}, rises_[cell % rises_.size()]);
    const double time = seconds([&] {
      for (const Cost rise : rises_) {
        OpenEntry entry{};
        queue_.pop(entry);
        queue_.push(entry, queue_.floor() + rise);
      }
    });
    ns_.push_back(1e9 * time / static_cast<double>(rises_.size()));
  }

  void report(benchmark::State& state) const { state.counters[name_] = median(ns_); }

 private:
  const char* name_;
  std::size_t length_;
  Cost max_rise_;
  const std::vector<Cost>& rises_;
  Queue queue_;
  std::vector<double> ns_;
};

/// Lists of state.range(0) entries; keys rise by up to two diagonal steps times a weight of
/// state.range(1).
void keys(benchmark::State& state) {
  const auto length = static_cast<std::size_t>(state.range(0));
  const Cost rise = 2 * kExactCosts.diagonal * static_cast<Cost>(state.range(1));
  const std::vector<Cost> rises =
      random_rises(std::max(std::size_t{100'000}, 2 * length), rise);
  Holder<BucketQueue> ring("ring ns", length, rise, rises);
  Holder<TwoLevelBucketQueue> two_level("2-level ns", length, rise, rises);
  Holder<Heap4> heap4("4-heap ns", length, rise, rises);
  Holder<BinaryHeap> heap2("2-heap ns", length, rise, rises);
  for ([[maybe_unused]] auto _ : state) {
    state.SetIterationTime(seconds([&] {
      ring.run();
      two_level.run();
      heap4.run();
      heap2.run();
    }));
  }
  ring.report(state);
  two_level.report(state);
  heap4.report(state);
  heap2.report(state);
}

}  // namespace

void register_queues() {
  add_for_all_maps("queues", kRounds, queues);
  add("keys/hold", kRounds, keys)
      ->ArgNames({"length", "weight"})
      ->ArgsProduct({{64, 1024, 16'384, 262'144}, {1, 16, 255}});
}

}  // namespace throng::bench
