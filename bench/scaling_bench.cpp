#include "../src/core/files.hpp"
#include "../src/core/npy.hpp"
#include "../src/experiment/simulation.hpp"
#include "../src/farm/report.hpp"
#include "../src/farm/runner.hpp"
#include "living_sites.hpp"
#include "registration.hpp"
#include "temporary_path.hpp"
#include "weighted_grounds.hpp"

#include <throng/distances.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/generate.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/monitor.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#if THRONG_PROFILE
#include "../src/core/loop_profile.hpp"

#include <cstdio>
#endif

namespace throng::bench {
namespace {

constexpr std::size_t kRounds = 5;
constexpr double kOnce = 1;  // seconds: what takes longer is measured once
constexpr int kLandmarks = 16;
constexpr std::size_t kBuildings = 5;  // in each edit and frame
constexpr std::int32_t kBuildingSide = 4;
constexpr std::size_t kSettleWork = 8'000;
constexpr std::size_t kGameUnits = 20'000, kGameFrames = 40;
constexpr std::int32_t kLargeSide = 2048, kGridSide = 4096;

/// Adds up the times of parts of a round, whose loops alone are profiled.
class RoundClock {
 public:
  explicit RoundClock(int own_threads) : own_threads_(own_threads) {}

  /// Threads for calls that take a number instead of Workers.
  int own_threads() const noexcept { return own_threads_; }

  template <class Part>
  void time(const Part& part) {
#if THRONG_PROFILE
    LoopProfile::of_process().turn(true);
#endif
    seconds_ += seconds(part);
#if THRONG_PROFILE
    LoopProfile::of_process().turn(false);
#endif
  }
  double passed() const noexcept { return seconds_; }

 private:
  int own_threads_;
  double seconds_ = 0;
};

/// Does a piece of work once. Returns how many parts it consists of, which share its time.
using Round = std::function<std::size_t(Workers&, RoundClock&)>;
/// Prepares the work: called for each number of threads.
using Start = std::function<Round(Workers&)>;
/// Prepares what all numbers of threads share. Errors: the map is missing.
using Prepare = Result<Start> (*)(const char* map);

Round timed_once(std::function<void(Workers&)> work) {
  return [work = std::move(work)](Workers& workers, RoundClock& clock) -> std::size_t {
    clock.time([&] { work(workers); });
    return 1;
  };
}

std::vector<Query> repeated(const std::vector<Query>& queries, std::size_t count) {
  std::vector<Query> many;
  for (std::size_t i = 0; i < count; ++i) many.push_back(queries[i % queries.size()]);
  return many;
}

constexpr std::size_t kFew = 500, kSome = 4'000, kMany = 100'000;

/// Batches on one map. first: into new memory each time.
template <Algorithm kAlgorithm, std::size_t kQueries, bool kFirst = false>
Result<Start> batch(const char* map) {
  const auto workload = load(map, kSome);
  if (!workload) return workload.failure();
  IndexOptions options{.landmarks = {kAlgorithm == Algorithm::jps ? kLandmarks : 0}};
  options.hub_labels.build = kAlgorithm == Algorithm::hub;
  options.jump_graph = kAlgorithm != Algorithm::astar;
  Workers builders;
  const auto index = Index::build(workload->grid, options, builders);
  if (!index) return index.failure();
  const auto solver = Solver::make(*index, {.algorithm = kAlgorithm});
  if (!solver) return solver.failure();
  const std::vector<Query> queries = kQueries < kSome
                                         ? load(map, kQueries)->queries
                                         : repeated(workload->queries, kQueries);
  return Start([solver = *solver, queries](Workers&) {
    auto answers = std::make_shared<Answers>();
    return timed_once([=](Workers& workers) {
      if (kFirst) *answers = Answers();
      solver.solve(queries, workers, *answers);
    });
  });
}

/// A frame that answers all requests: submit, run and poll.
Result<Start> frame(const char* map) {
  const auto workload = load(map, kSome);
  if (!workload) return workload.failure();
  Workers builders;
  const auto index = Index::build(workload->grid, {.landmarks = {kLandmarks}}, builders);
  if (!index) return index.failure();
  const auto solver = Solver::make(*index);
  if (!solver) return solver.failure();
  const auto queries =
      std::make_shared<const std::vector<Query>>(repeated(workload->queries, kSome));
  return Start([solver = *solver, queries](Workers&) {
    const auto scheduler =
        std::make_shared<FrameScheduler>(*FrameScheduler::make({solver}));
    const auto finished = std::make_shared<Answers>();
    const auto requests = std::make_shared<std::vector<Request>>();
    return timed_once([=](Workers& workers) {
      requests->clear();
      for (const Query& query : *queries)
        requests->push_back(
            {.start = query.start,
             .goals = std::span(&query.goal, 1),
             .agent = AgentId{static_cast<std::uint32_t>(requests->size())}});
      scheduler->submit_all(*requests);
      scheduler->run(FrameBudget::unlimited(), workers);
      scheduler->poll(*finished);
    });
  });
}

LivingMap living_map(const Terrain& terrain, Workers& workers) {
  const LivingClass movement;
  return *LivingMap::make(terrain, {&movement, 1}, {}, workers);
}

/// The mean of the frames of a game on a map that changes.
Result<Start> game(const char* map) {
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  return Start([terrain = workload->terrain](Workers& makers) {
    experiment::SimulationOptions options;
    options.units = kGameUnits;
    options.build = kBuildings;
    const auto played = std::make_shared<experiment::Simulation>(
        *experiment::Simulation::make(living_map(terrain, makers), {}, options));
    played->load(makers);
    return [played](Workers& workers, RoundClock& clock) {
      for (std::size_t k = 0; k < kGameFrames; ++k)
        clock.time([&] { played->step(workers); });
      return kGameFrames;
    };
  });
}

/// What a game with buildings needs: the map cannot be moved while Buildings refers to it.
struct Site {
  Site(const Terrain& terrain, Workers& workers)
      : map(living_map(terrain, workers)), buildings(map, kBuildingSide) {}

  std::vector<Edit> next() {
    std::vector<Edit> edits;
    for (std::size_t k = 0; k < kBuildings; ++k) edits.push_back(buildings.next());
    return edits;
  }

  LivingMap map;
  Buildings buildings;
};

/// Edits of five buildings each, or the repairs that follow each of them.
template <bool kSettles>
std::size_t edit(Site& site, Workers& workers, RoundClock& clock) {
  constexpr std::size_t kEdits = 40;
  for (std::size_t k = 0; k < kEdits; ++k) {
    const std::vector<Edit> next = site.next();
    const auto edit = [&] { static_cast<void>(site.map.edit(next, workers)); };
    const auto settle = [&] { site.map.settle(kSettleWork, workers); };
    if (kSettles) {
      edit();
      clock.time(settle);
    } else {
      clock.time(edit);
      settle();
    }
  }
  return kEdits;
}

template <bool kSettles>
Result<Start> edits(const char* map) {
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  return Start([terrain = workload->terrain](Workers& makers) {
    const auto site = std::make_shared<Site>(terrain, makers);
    return [site](Workers& workers, RoundClock& clock) {
      return edit<kSettles>(*site, workers, clock);
    };
  });
}

Start build_index(const std::shared_ptr<const Grid>& grid, const IndexOptions& options) {
  return [=](Workers&) {
    return timed_once(
        [=](Workers& workers) { static_cast<void>(Index::build(grid, options, workers)); });
  };
}

const IndexOptions kBuildsLandmarks{.landmarks = {kLandmarks}, .jump_graph = false};
const IndexOptions kBuildsLabels{
    .landmarks = {0}, .jump_graph = false, .hub_labels = {.build = true}};
const IndexOptions kBuildsHierarchy{
    .landmarks = {0},
    .jump_graph = false,
    .hierarchy = {.build = true, .memory = std::size_t{1} << 30}};
const IndexOptions kBuildsFronts{
    .landmarks = {0}, .jump_graph = false, .fronts = {.build = true}};

/// On a map of the benchmarks.
template <const IndexOptions& kOptions>
Result<Start> index(const char* map) {
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  return build_index(workload->grid, kOptions);
}

Result<std::shared_ptr<const Grid>> generated(MapKind kind, std::int32_t side) {
  const auto terrain = generate(kind, {.width = side, .height = side});
  if (!terrain) return terrain.failure();
  return Grid::make(*terrain);
}

template <const IndexOptions& kOptions>
Result<Start> index_of_caves(const char*) {
  const auto grid = generated(MapKind::caves, kLargeSide);
  if (!grid) return grid.failure();
  return build_index(*grid, kOptions);
}

Result<Start> fronts_of_terrain(const char*) {
  const Ground& ground = weighted_grounds().front();
  const auto map = ground.make();
  if (!map) return map.failure();
  const auto grid = Grid::make(map->terrain, map->rules, {.weights = map->weights});
  if (!grid) return grid.failure();
  IndexOptions options = kBuildsFronts;
  options.fronts.memory = ground.front_memory;
  return build_index(*grid, options);
}

void write_table(const std::string& path, std::size_t rows, std::span<const Cost> table) {
  auto file = FileWriter::create(path);
  static_cast<void>(file->write(npy_header({rows, table.size() / rows})));
  std::string converted;
  static_cast<void>(file->write(npy_bytes(table, converted)));
  static_cast<void>(file->finish());
}

/// A table of the distances between points, by sweeps. kWrites: and its file, as `throng
/// matrix` does.
template <bool kWrites>
Result<Start> matrix(const char* map) {
  constexpr std::size_t kPoints = 6'000;
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  std::vector<Position> points;
  for (const Query& query : random_pairs(*workload->grid, kPoints))
    points.push_back(query.start);
  return Start([grid = workload->grid, points](Workers&) {
    const auto table = std::make_shared<std::vector<Cost>>(points.size() * points.size());
    const auto file = std::make_shared<const TemporaryPath>("npy");
    return timed_once([=](Workers& workers) {
      fill_distances(Index(grid), points, points, *table, workers);
      if (kWrites) write_table(file->path(), points.size(), *table);
    });
  });
}

/// Loads hub labels from an index file, with the default check.
Result<Start> index_file(const char* map) {
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  Workers builders;
  const auto index = Index::build(workload->grid, kBuildsLabels, builders);
  if (!index) return index.failure();
  const auto file = std::make_shared<const TemporaryPath>("index");
  if (const Outcome saved = index->save(file->path()); !saved) return saved.failure();
  return Start([grid = workload->grid, file](Workers&) {
    return timed_once(
        [=](Workers&) { static_cast<void>(Index::load(file->path(), grid)); });
  });
}

/// Runs the jobs of a farm, so many at a time. Where loops are profiled, one job at a time
/// is a block of one loop.
void run_jobs(const farm::Plan& plan, const farm::OutputFolder& folder,
              farm::JobQueue& queue, int threads) {
  Monitor monitor;
#if THRONG_PROFILE
  LoopTimer timer({__FILE__, __LINE__}, plan.jobs.size());
  LoopProfile::of_process().turn(false);  // the loops of jobs run on one thread each
  if (threads == 1) {
    Workers alone(1);
    for (std::size_t block = 0; const auto job = queue.take(); ++block)
      timer.time(block, [&] {
        queue.give_back(*job, run_job(plan.jobs[*job], folder, alone, monitor));
      });
    return;
  }
#endif
  farm::run_jobs(plan, folder, threads, 1, queue, monitor);
}

/// Makes index files of many maps, as `throng farm` does.
Result<Start> farm_of_maps(const char*) {
  constexpr std::size_t kMemory = std::size_t{1} << 40;
  farm::Manifest manifest;
  manifest.maps = {benchmarks_folder() + "/bgmaps/AR0[0-3]*.map"};
  manifest.classes.emplace_back().name = "default";
  farm::Order& order = manifest.orders.emplace_back();
  order.name = "index";
  order.classes = {0};
  if (const auto maps = farm::find_maps(manifest); !maps) return maps.failure();
  return Start([manifest](Workers&) {
    return [manifest](Workers&, RoundClock& clock) -> std::size_t {
      const TemporaryPath path("farm");
      clock.time([&] {
        const int threads = clock.own_threads();
        Monitor monitor;
        const auto plan =
            farm::make_plan(manifest, {.memory = kMemory, .threads = threads}, monitor);
        const auto folder = farm::OutputFolder::open(path.path());
        farm::JobQueue queue(*plan, 0, 1, kMemory);
        run_jobs(*plan, *folder, queue, threads);
        static_cast<void>(farm::store_report(manifest, *plan, queue.results(), *folder));
      });
      return 1;
    };
  });
}

Result<Start> grid(const char*) {
  const auto terrain = generate(MapKind::caves, {.width = kGridSide, .height = kGridSide});
  if (!terrain) return terrain.failure();
  const auto shared = std::make_shared<const Terrain>(*terrain);
  return Start([shared](Workers&) {
    return [shared](Workers&, RoundClock& clock) -> std::size_t {
      clock.time([&] {
        static_cast<void>(Grid::make(*shared, {}, {.threads = clock.own_threads()}));
      });
      return 1;
    };
  });
}

struct ScalingRow {
  const char* name;
  const char* map;
  Prepare prepare;
  bool warms_up = true;  ///< the first round is not measured
};

constexpr auto kBrc = "dao/brc202d";
constexpr auto kSea = "sc1/TheFrozenSea";
constexpr auto kRooms = "rooms/8room_000";
constexpr auto kMaze = "mazes/maze512-4-0";
constexpr auto kCaves = "generated/caves 2048";

constexpr ScalingRow kRows[]{
    {"A*, 1,000 queries", kSea, batch<Algorithm::astar, 1'000>},
    {"jps + L, 4,000 queries", kBrc, batch<Algorithm::jps, kSome>},
    {"jps + L, 4,000 queries", kRooms, batch<Algorithm::jps, kSome>},
    {"jps + L, 4,000 queries", kMaze, batch<Algorithm::jps, kSome>},
    {"hub, 4,000 queries", kBrc, batch<Algorithm::hub, kSome>},
    {"hub, 4,000 queries", kRooms, batch<Algorithm::hub, kSome>},
    {"hub, 4,000 queries", kMaze, batch<Algorithm::hub, kSome>},
    {"hub, 100,000 queries", kBrc, batch<Algorithm::hub, kMany>},
    {"hub, 100,000 queries, first", kBrc, batch<Algorithm::hub, kMany, true>, false},
    {"jps + L, 100,000 queries", kSea, batch<Algorithm::jps, kMany>},
    {"jps + L, 500 queries", kSea, batch<Algorithm::jps, kFew>},
    {"frame of 4,000", kBrc, frame},
    {"frame of 4,000", kSea, frame},
    {"game of 20,000", kBrc, game, false},
    {"game of 20,000", kSea, game, false},
    {"edit", kBrc, edits<false>},
    {"edit", kSea, edits<false>},
    {"settle", kBrc, edits<true>},
    {"settle", kSea, edits<true>},
    {"16 landmarks", kBrc, index<kBuildsLandmarks>},
    {"16 landmarks", kSea, index<kBuildsLandmarks>},
    {"16 landmarks", kCaves, index_of_caves<kBuildsLandmarks>},
    {"hub labels", kBrc, index<kBuildsLabels>},
    {"hub labels", kSea, index<kBuildsLabels>},
    {"hierarchy", kSea, index<kBuildsHierarchy>},
    {"hierarchy", kCaves, index_of_caves<kBuildsHierarchy>},
    {"fronts", kBrc, index<kBuildsFronts>},
    {"fronts", "generated/terrain 512", fronts_of_terrain},
    {"matrix of 6,000", kBrc, matrix<false>},
    {"matrix of 6,000, written", kBrc, matrix<true>},
    {"index file", kSea, index_file},
    {"farm of 54 maps", "bgmaps", farm_of_maps},
    {"grid", "generated/caves 4096", grid},
};

/// The rounds on one number of threads.
struct Measured {
  double seconds = 0;  ///< the median of the rounds
  double rounds = 0;   ///< parts of all of them
  double total = 0;    ///< seconds of all of them
};

Measured measure(const Round& round, Workers& workers, int own_threads, bool warms_up) {
  Measured all;
  std::vector<double> times;
  const auto once = [&] {
    RoundClock clock(own_threads);
    const auto parts = static_cast<double>(round(workers, clock));
    times.push_back(clock.passed() / parts);
    all.rounds += parts;
    all.total += clock.passed();
  };
  const auto forget = [&] {
    times.clear();
    all = {};
#if THRONG_PROFILE
    LoopProfile::of_process().begin(static_cast<std::size_t>(workers.threads()));
#endif
  };
  forget();
  once();
  if (all.total < kOnce) {
    if (warms_up) forget();
    while (times.size() < kRounds) once();
  }
  all.seconds = median(times);
  return all;
}

#if THRONG_PROFILE
constexpr double kWakeUp = 10e-6;  // seconds until threads that sleep begin a loop
constexpr int kShown = 16;         // threads whose loops are listed

/// Has as many threads as one likes, but calls their bodies one after the other, so that
/// the times of blocks are those on an idle core.
class InTurn final : public Executor {
 public:
  explicit InTurn(int threads) : threads_(threads) {}
  int concurrency() const override { return threads_; }
  void parallel_for(std::size_t count, Body body) override {
    for (std::size_t i = 0; i < count; ++i) body(i);
  }

 private:
  int threads_;
};

void print_loops(double rounds) {
  constexpr double kMilli = 1e3;
  for (const auto& [place, loop] : LoopProfile::of_process().loops()) {
    const std::string_view file = place.file.substr(place.file.rfind('/') + 1);
    std::printf(
        "    %-28s %8.1f calls %8.1f alone %9.1f blocks %10.3f ms work "
        "%9.3f ms longest %9.3f ms by 16\n",
        (std::string(file) + ":" + std::to_string(place.line)).c_str(),
        static_cast<double>(loop.calls) / rounds, static_cast<double>(loop.alone) / rounds,
        static_cast<double>(loop.blocks) / rounds, kMilli * loop.work / rounds,
        kMilli * loop.longest / rounds, kMilli * loop.on_cores / rounds);
  }
}

void print_steps(double rounds) {
  constexpr double kMilli = 1e3;
  for (const auto& [name, step] : LoopProfile::of_process().steps())
    std::printf("    %-28s %8.1f calls %10.4f ms serial %9.3f ms in loops %9.3f ms by 16\n",
                std::string(name).c_str(), step.calls / rounds,
                kMilli * step.serial / rounds, kMilli * step.work / rounds,
                kMilli * step.on_cores / rounds);
}

/// What so many threads would take on as many cores, per part: the time outside of loops,
/// the loops, and a wake-up for each of these that has several blocks.
void predict(benchmark::State& state, const ScalingRow& row, const Start& start) {
  double alone = 0;
  for (const int threads : {1, 2, 4, 16, 64}) {
    InTurn executor(threads);
    Workers workers(executor);
    const Round round = start(workers);
    const Measured all = measure(round, workers, 1, row.warms_up);
    const LoopProfile& profile = LoopProfile::of_process();
    double serial = all.total - profile.recording(), on_cores = 0, calls = 0;
    for (const auto& [place, loop] : profile.loops()) {
      serial -= loop.wall;
      on_cores += loop.on_cores;
      calls += static_cast<double>(loop.calls - loop.alone);
    }
    const double time = (serial + on_cores + calls * kWakeUp) / all.rounds;
    if (threads == 1) {
      alone = (all.total - profile.recording()) / all.rounds;
      continue;
    }
    const std::string by = std::to_string(threads);
    state.counters["by " + by + " ms"] = 1e3 * time;
    state.counters["by " + by] = alone / time;
    if (threads == kShown) {
      state.counters["serial ms"] = 1e3 * serial / all.rounds;
      print_loops(all.rounds);
      print_steps(all.rounds);
    }
  }
}
#endif

/// Measures on 1, 2, 4, ... threads.
void scaling(benchmark::State& state, const ScalingRow& row) {
  const auto start = row.prepare(row.map);
  if (!start) return state.SkipWithError(start.error().what.c_str());
  const int most = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
  double alone = 0;
  for (int threads = 1;; threads = std::min(2 * threads, most)) {
    Workers workers(threads);
    const double time = measure((*start)(workers), workers, threads, row.warms_up).seconds;
    const std::string number = std::to_string(threads);
    if (threads == 1)
      alone = time;
    else
      state.counters[number + " threads"] = alone / time;
    state.counters[number + " ms"] = 1e3 * time;
    if (threads == most) break;
  }
#if THRONG_PROFILE
  predict(state, row, *start);
#endif
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(alone);
}

}  // namespace

void register_scaling() {
#if THRONG_PROFILE
  const std::string group = "scaling_loops/";
#else
  const std::string group = "scaling/";
#endif
  for (const ScalingRow& row : kRows)
    add(group + row.map + "/" + row.name, 1, scaling, row);
}

}  // namespace throng::bench
