#include "allocations.hpp"
#include "registration.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr int kLandmarks = 16;
constexpr std::size_t kUnits = 1000;
constexpr std::size_t kMixed = 2000;
constexpr std::size_t kRequests = 10'000;
constexpr std::size_t kFrames = 100;  // a budget spreads the requests over this many frames
constexpr std::size_t kOneIn = 10;    // one goal in this many is unreachable

/// An engine, and its name in the table.
struct Engine {
  const char* name;
  Algorithm algorithm;
  int landmarks;
};
constexpr std::array kEngines{Engine{"A*", Algorithm::astar, 0},
                              Engine{"JPS", Algorithm::jps, 0},
                              Engine{"JPS+L", Algorithm::jps, kLandmarks}};
constexpr const Engine& kGame = kEngines.back();

Solver make_solver(const std::shared_ptr<const Grid>& grid, const Engine& engine) {
  if (engine.landmarks == 0) return *Solver::make(grid, {.algorithm = engine.algorithm});
  Workers workers;
  const auto index = *Index::build(grid, {.landmarks = {engine.landmarks}}, workers);
  return *Solver::make(index, {.algorithm = engine.algorithm});
}

/// `count` queries, evenly spread; repeats queries if there are too few.
std::vector<Query> spread(const std::vector<Query>& queries, std::size_t count) {
  std::vector<Query> some;
  for (std::size_t i = 0; i < count; ++i)
    some.push_back(queries[i * queries.size() / count]);
  return some;
}

/// From both ends of the scenario's queries to a goal of medium distance.
std::vector<Query> group_order(const std::vector<Query>& queries) {
  std::vector<Query> order;
  const Position goal = queries[queries.size() / 2].goal;
  for (const Query& query : spread(queries, kUnits / 2))
    for (const Position start : {query.start, query.goal}) order.push_back({start, goal});
  return order;
}

/// A batch with each kind of sharing, in turn.
struct Shared {
  std::vector<double> none, goals;

  void run(const Solver& solver, std::span<const Query> queries, Workers& workers,
           Answers& result) {
    none.push_back(seconds(
        [&] { solver.solve(queries, workers, result, {.sharing = Sharing::none}); }));
    goals.push_back(seconds(
        [&] { solver.solve(queries, workers, result, {.sharing = Sharing::goals}); }));
  }

  void report(benchmark::State& state, const std::string& prefix) const {
    state.counters[prefix + "none ms"] = 1e3 * median(none);
    state.counters[prefix + "goals ms"] = 1e3 * median(goals);
    state.counters[prefix + "speed-up"] = median_ratio(none, goals);
  }
};

bool costs_agree(const Solver& solver, std::span<const Query> queries, Workers& workers) {
  const Answers none = solver.solve(queries, workers);
  const Answers goals = solver.solve(queries, workers, {.sharing = Sharing::goals});
  return none.status == goals.status && none.cost == goals.cost;
}

void sharing(benchmark::State& state, const MapRow& map, const Engine& engine) {
  const auto workload = load(map.name, kMixed);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const bool is_slow = engine.algorithm == Algorithm::astar;
  const std::vector<Query> order = group_order(workload->queries);
  const std::vector<Query> others =
      is_slow ? spread(workload->queries, map.many) : workload->queries;
  const Solver solver = make_solver(workload->grid, engine);
  Workers workers(1);
  for (const std::vector<Query>* batch : {&order, &others})
    if (!costs_agree(solver, *batch, workers))
      return state.SkipWithError("the answers differ");

  Answers result;
  Shared ordered, mixed;
  for ([[maybe_unused]] auto _ : state) {
    ordered.run(solver, order, workers, result);
    mixed.run(solver, others, workers, result);
    state.SetIterationTime(ordered.goals.back());
  }
  ordered.report(state, "");
  mixed.report(state, "mixed ");
}

/// Requests for the goals of `queries`, which must outlive them.
std::vector<Request> requests_for(const std::vector<Query>& queries, bool approach = true) {
  std::vector<Request> requests;
  for (const Query& query : queries)
    requests.push_back(
        {.start = query.start, .goals = std::span(&query.goal, 1), .approach = approach});
  return requests;
}

/// A scheduler, and what polls it.
struct Game {
  explicit Game(const Solver& solver, const SchedulerOptions& options = {})
      : scheduler(*FrameScheduler::make({solver}, options)) {}

  void submit(std::span<const Request> requests) {
    std::uint32_t agent = 0;
    for (Request request : requests) {
      request.agent = AgentId{agent++};
      scheduler.submit(request);
    }
  }

  FrameReport frame(FrameBudget work, Workers& workers) {
    const FrameReport report = scheduler.run(work, workers);
    scheduler.poll(finished);
    return report;
  }

  FrameScheduler scheduler;
  Answers finished;
};

/// A budget that spreads the requests over approximately kFrames frames.
FrameBudget share_of(std::uint64_t spent) {
  return FrameBudget::expansions(std::max<std::uint64_t>(spent / kFrames, 1));
}

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const auto rank = std::ceil(share * static_cast<double>(values.size()));
  return values[std::max<std::size_t>(static_cast<std::size_t>(rank), 1) - 1];
}

void frames(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kRequests);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const Solver solver = make_solver(workload->grid, kGame);
  const std::vector<Query> queries = spread(workload->queries, kRequests);
  const std::vector<Request> requests = requests_for(queries);
  Workers workers(1);
  Game game(solver);
  Answers result;
  solver.solve(requests, workers, result);
  game.submit(requests);
  const FrameBudget budget = share_of(game.frame(FrameBudget::unlimited(), workers).spent);
  const Answers& answers = game.finished;
  if (answers.status != result.status || answers.cost != result.cost)
    return state.SkipWithError("the answers differ");

  std::vector<double> batch, frame, slices;
  for ([[maybe_unused]] auto _ : state) {
    batch.push_back(seconds([&] { solver.solve(requests, workers, result); }));
    frame.push_back(seconds([&] {
      game.submit(requests);
      game.frame(FrameBudget::unlimited(), workers);
    }));
    game.submit(requests);
    do slices.push_back(seconds([&] { game.frame(budget, workers); }));
    while (game.scheduler.waiting() > 0);
    state.SetIterationTime(frame.back());
  }
  state.counters["solve ms"] = 1e3 * median(batch);
  state.counters["frame ms"] = 1e3 * median(frame);
  state.counters["frame/solve"] = median_ratio(frame, batch);
  state.counters["frames"] = static_cast<double>(slices.size()) / kRounds;
  state.counters["p50 ms"] = 1e3 * quantile(slices, 0.5);
  state.counters["p99 ms"] = 1e3 * quantile(slices, 0.99);
}

/// Moves one goal in kOneIn to a cell that is unreachable from its start: the next such
/// cell after the goal, row by row.
std::vector<Query> partly_unreachable(const Grid& grid, std::vector<Query> queries) {
  const auto width = static_cast<std::size_t>(grid.width());
  const std::size_t cells = width * static_cast<std::size_t>(grid.height());
  for (std::size_t i = 0; i < queries.size(); i += kOneIn) {
    auto& [start, goal] = queries[i];
    const auto component = [&](Position p) { return grid.component(grid.cell(p)); };
    const auto at = [&](std::size_t k) {
      return Position{static_cast<std::int32_t>(k % width),
                      static_cast<std::int32_t>(k / width)};
    };
    std::size_t k =
        static_cast<std::size_t>(goal.y) * width + static_cast<std::size_t>(goal.x);
    for (std::size_t tries = 0; tries < cells && component(at(k)) == component(start);
         ++tries)
      k = (k + 1) % cells;
    goal = at(k);
  }
  return queries;
}

void approach(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kRequests);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const Solver solver = make_solver(workload->grid, kGame);
  const std::vector<Query> some = partly_unreachable(*workload->grid, workload->queries);
  Workers workers(1);
  Answers result;
  struct Times {
    std::vector<double> p99, moved;  ///< moved: mean over the queries with moved goals
  };
  Times reachable, refused, approached;
  const auto measure = [&](const std::vector<Query>& queries, bool approach, Times& times) {
    solver.solve(requests_for(queries, approach), workers, result, {.latency = true});
    const auto& each = result.microseconds;
    times.p99.push_back(quantile({each.begin(), each.end()}, 0.99));
    double sum = 0;
    for (std::size_t i = 0; i < each.size(); i += kOneIn) sum += double{each[i]};
    times.moved.push_back(sum * kOneIn / static_cast<double>(each.size()));
  };
  Times warm_up;
  measure(workload->queries, true, warm_up);
  for ([[maybe_unused]] auto _ : state) {
    measure(workload->queries, true, reachable);
    measure(some, false, refused);
    state.SetIterationTime(seconds([&] { measure(some, true, approached); }));
  }
  state.counters["p99 us"] = median(reachable.p99);
  state.counters["refused p99"] = median_ratio(refused.p99, reachable.p99);
  state.counters["approached p99"] = median_ratio(approached.p99, reachable.p99);
  state.counters["nearest"] = median_ratio(approached.moved, reachable.moved);
}

/// Repeats the same requests, under the same budget, with the same scheduler.
void steady(benchmark::State& state, const MapRow& map) {
  constexpr int kWarmUps = 3;
  const auto workload = load(map.name, map.many);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const std::vector<Request> requests = requests_for(workload->queries);
  Workers workers(static_cast<int>(state.range(0)));
  Game game(make_solver(workload->grid, kGame));
  game.submit(requests);
  const FrameBudget budget = share_of(game.frame(FrameBudget::unlimited(), workers).spent);
  const auto play = [&] {
    game.submit(requests);
    std::size_t frames = 0;
    for (bool some = true; some; ++frames) some = game.frame(budget, workers).waiting > 0;
    return frames;
  };
  for (int i = 0; i < kWarmUps; ++i) play();

  std::size_t frames = 0;
  const std::uint64_t before = allocation_count();
  for ([[maybe_unused]] auto _ : state) frames += play();
  const auto allocated = static_cast<double>(allocation_count() - before);

  state.counters["allocations/frame"] = allocated / static_cast<double>(frames);
  state.counters["scheduler MB"] = static_cast<double>(game.scheduler.memory_bytes()) / 1e6;
  state.counters["workers MB"] = static_cast<double>(workers.memory_bytes()) / 1e6;
}

/// CPU time of body() in seconds, of all threads.
template <class Body>
double cpu_seconds(const Body& body) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  body();
  return now() - begin;
}

/// The least time of each frame of a game over several games. All take the same frames.
class FrameTimes {
 public:
  void play(Game& game, std::span<const Request> requests, FrameBudget budget,
            Workers& workers) {
    game.submit(requests);
    for (std::size_t k = 0; game.scheduler.waiting() > 0; ++k) {
      const double time = cpu_seconds([&] { game.frame(budget, workers); });
      if (k == least_.size()) least_.push_back(time);
      least_[k] = std::min(least_[k], time);
    }
  }

  void report(benchmark::State& state, const std::string& prefix) const {
    state.counters[prefix + "frames"] = static_cast<double>(least_.size());
    state.counters[prefix + "p50 ms"] = 1e3 * quantile(least_, 0.5);
    state.counters[prefix + "p99 ms"] = 1e3 * quantile(least_, 0.99);
  }

 private:
  std::vector<double> least_;
};

/// Requests whose answers also have straight lines, and the same without, under one budget
/// of about a millisecond.
void line_frames(benchmark::State& state, const char* map) {
  constexpr int kWarmUps = 3;
  const FrameBudget budget =
      FrameBudget::expansions(static_cast<std::uint64_t>(state.range(0)));
  const auto workload = load(map, kUnits);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const std::vector<Query> queries = spread(workload->queries, kUnits);
  const std::vector<Request> requests = requests_for(queries, false);
  Workers workers(1);
  const auto index = *Index::build(
      workload->grid, {.landmarks = {kLandmarks}, .lines = {.build = true}}, workers);
  const Solver solver = *Solver::make(index, {.algorithm = Algorithm::jps});
  Game lines(solver, {.lines = true}), paths(solver);
  FrameTimes with, without;
  FrameTimes warm;
  for (int i = 0; i < kWarmUps; ++i)
    for (Game* const game : {&lines, &paths}) warm.play(*game, requests, budget, workers);

  std::uint64_t allocations = 0;
  for ([[maybe_unused]] auto _ : state) {
    without.play(paths, requests, budget, workers);
    with.play(lines, requests, budget, workers);  // its list of times has grown
    const std::uint64_t before = allocation_count();
    state.SetIterationTime(seconds([&] { with.play(lines, requests, budget, workers); }));
    allocations += allocation_count() - before;
  }
  with.report(state, "");
  without.report(state, "without ");
  state.counters["allocations"] = static_cast<double>(allocations);
}

}  // namespace

void register_frames() {
  for (const char* const map : {"dao/brc202d", "sc1/TheFrozenSea"})
    add(std::string("line_frames/") + map, kRounds, line_frames, map)
        ->Arg(5'000)
        ->Arg(20'000)
        ->ArgName("budget");
  for (const MapRow& map : kMaps) {
    const std::string name = map.name;
    for (const Engine& engine : kEngines)
      add("sharing/" + name + "/" + engine.name, kRounds, sharing, map, engine);
    add("frames/" + name, kRounds, frames, map);
    add("approach/" + name, kRounds, approach, map);
    benchmark::RegisterBenchmark(("steady/" + name).c_str(), steady, map)
        ->Arg(1)
        ->Arg(2)
        ->ArgName("threads")
        ->Iterations(kRounds)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
}

}  // namespace throng::bench
