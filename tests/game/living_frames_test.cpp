#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/frames.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/links.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::living_frames_test {

using namespace test;

namespace {

/// A* without a lower bound: long searches on small maps.
constexpr SolverOptions kBlind{.algorithm = Algorithm::astar, .heuristic = Heuristic::zero};

/// A search that cannot pause.
constexpr SolverOptions kBothWays{.algorithm = Algorithm::bidirectional,
                                  .heuristic = Heuristic::zero};

/// Plays a game in which the map changes in every frame, and compares the answers with the
/// oracle on the map as it is when they arrive.
class Play {
 public:
  struct Counts {
    std::size_t found = 0, lost = 0, confirmed = 0, outdated = 0;
  };

  Play(const Rules& rules, const MirrorLayers& layers, const SolverOptions& solver,
       std::uint64_t seed)
      : random_(seed),
        mirror_({26, 22}, static_cast<int>(seed % 3 * 10), layers, seed),
        map_(*LivingMap::make(
            mirror_.terrain(),
            std::vector{LivingClass{.rules = rules, .max_danger = mirror_.max_danger()}},
            mirror_.start(), workers_)),
        scheduler_(*FrameScheduler::make(map_, {&solver, 1}, {.paused_searches = 3})),
        solver_(solver) {}

  void frame(std::uint32_t requests, Counts& counts) {
    if (random_.below(3) != 0) REQUIRE(scheduler_.edit(mirror_.edit()));
    for (; requests > 0; --requests) ask();
    const FrameReport report = scheduler_.run(FrameBudget::expansions(150), workers_);
    CHECK(map_.terrain().row(0) == TerrainView(mirror_.terrain()).row(0));
    counts.confirmed += report.confirmed;
    counts.outdated += report.outdated;
    scheduler_.poll(finished_);
    for (std::size_t i = 0; i < finished_.size(); ++i) check(i, counts);
  }

  std::size_t waiting() const { return scheduler_.waiting(); }

 private:
  Position any_cell() {
    const auto x = static_cast<std::int32_t>(random_.below(26));
    return {x, static_cast<std::int32_t>(random_.below(22))};
  }

  void ask() {
    std::vector<Position>& goals = goals_.emplace_back();
    const std::uint32_t kind = random_.below(10);
    for (std::uint32_t k = kind < 3 ? 3 : 1; k > 0; --k) goals.push_back(any_cell());
    Request one{.start = any_cell(), .goals = goals};
    if (kind == 1) one.visit = Visit::each;
    if (kind == 2) one.visit = Visit::in_turn;
    if (kind == 3) one.radius = 2;
    if (kind == 4) one.max_expansions = 120;
    if (kind == 5) one.max_cost = map_.grid(0)->cost_of_steps(20);
    one.approach = random_.below(4) == 0;
    one.escape_blocked_start = random_.below(4) == 0;
    asked_.push_back(one);
    scheduler_.submit(one);
  }

  void check(std::size_t i, Counts& counts) {
    const Request& asked = asked_[static_cast<std::size_t>(finished_.ticket[i])];
    const Answers& answers = finished_;
    const std::size_t begin = finished_.first[i];
    const std::size_t end = finished_.first[i + 1];
    for (std::size_t slot = begin; slot < end; ++slot) {
      const auto [cost, last] = replayed(finished_.grid(slot), finished_.path(slot));
      CHECK(last == finished_.end[slot]);
      CHECK(cost == finished_.end_cost[slot]);
    }
    const std::size_t slot = end - 1;  // those before it may be older
    CHECK(&finished_.grid(slot) == map_.grid(0).get());
    Request last = asked;
    if (asked.visit != Visit::any) last.goals = asked.goals.last(1);
    last.start = answers.start[slot];
    if (asked.visit != Visit::in_turn) last.start = asked.start;
    check_slot(slot, last, counts);
  }

  /// The answer to a request with one slot.
  void check_slot(std::size_t slot, const Request& asked, Counts& counts) {
    const Told answer = told(finished_, slot);
    const Told expected = solved(*Solver::make(map_.index(0), solver_), asked).front();
    if (asked.max_expansions < 1000 && answer.status != expected.status) {
      // The newest version takes more expansions, or fewer.
      CHECK((answer.status == Status::out_of_budget ||
             expected.status == Status::out_of_budget));
    } else {
      CHECK(answer.status == expected.status);
      CHECK(answer.start == expected.start);
      CHECK(answer.end == expected.end);
      CHECK(answer.end_cost == expected.end_cost);
      if (answer.status != Status::out_of_budget) CHECK(answer.cost == expected.cost);
    }
    if (asked.radius != 0) return;
    const Grid& grid = *map_.grid(0);
    const auto field =
        oracle_field(mirror_.terrain(), grid.rules(), answer.start, mirror_.options());
    std::uint64_t least = kUnreachable;
    for (const Position goal : asked.goals) {
      const auto& reached = field[static_cast<std::size_t>(goal.y * 26 + goal.x)];
      if (reached) least = std::min(least, reached.cost);
    }
    if (answer.status == Status::found) {
      CHECK(answer.cost == least);
      ++counts.found;
    } else {
      CHECK(answer.cost <= least);
      CHECK(answer.upper >= least);
      ++counts.lost;
    }
  }

  SplitMix64 random_;
  Workers workers_{1};
  LivingMirror mirror_;
  LivingMap map_;
  FrameScheduler scheduler_;
  SolverOptions solver_;
  std::vector<std::vector<Position>> goals_;
  std::vector<Request> asked_;  ///< by ticket
  Answers finished_;
};

}  // namespace

TEST_CASE("answers are optimal on the newest version of a map that changes", "[living]") {
  std::uint64_t seed = 0;
  Play::Counts counts;
  for (const Rules& rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers)
      for (const SolverOptions& solver : {kBlind, SolverOptions{}, kBothWays}) {
        if (++seed % every({1, 3}) != 0) continue;
        CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed);
        Play play(rules, layers, solver, seed);
        for (std::uint32_t k = 0; k < 40; ++k) play.frame(k % 4, counts);
        for (int k = 0; play.waiting() > 0; ++k) {
          REQUIRE(k < 2000);
          play.frame(0, counts);
        }
      }
  CAPTURE(counts.found, counts.lost, counts.confirmed, counts.outdated);
  CHECK(counts.found > 200);
  CHECK(counts.lost > 200);
  CHECK(counts.confirmed > 20 / every({1, 3}));
  CHECK(counts.outdated > 20 / every({1, 3}));
}

namespace {

using Fates = std::map<AgentId, Fate>;

/// What must not depend on threads, nor on the order of submission.
struct Played {
  Fates fates;
  std::vector<std::pair<std::uint64_t, std::size_t>> spent_and_repeated;  ///< by frame
  std::size_t confirmed = 0, outdated = 0, settled = 0, cancelled = 0;

  friend bool operator==(const Played&, const Played&) = default;
};

/// A game with an edit in each frame, in which some units change their minds a frame later.
/// reversed: the order of submission.
Played played(Workers& workers, bool reversed, Sharing sharing) {
  LivingMirror mirror({60, 50}, 20, {}, 5);
  const std::vector<LivingClass> classes{{.rules = {}}, {.rules = {.unit_size = 2}}};
  LivingMap map = *LivingMap::make(mirror.terrain(), classes, {}, workers);
  const std::vector<SolverOptions> solvers{kBlind, {}};
  FrameScheduler scheduler =
      *FrameScheduler::make(map, solvers, {.sharing = sharing, .report_dropped = true});
  const Orders orders(mirror.terrain(), 400, 6);
  Played all;
  std::vector<Ticket> to_cancel;
  Answers finished;
  for (std::size_t frame = 0; frame < 10 || scheduler.waiting() > 0; ++frame) {
    REQUIRE(frame < 1000);
    REQUIRE(scheduler.edit(mirror.edit()));
    for (const Ticket ticket : to_cancel) scheduler.cancel(ticket);
    to_cancel.clear();
    for (std::size_t i = 0; frame < 10 && i < 40; ++i) {
      const std::size_t k = frame * 40 + (reversed ? 39 - i : i);
      Request one = orders.requests[k];
      one.agent = static_cast<AgentId>(k);
      one.movement = k % 2;
      const Ticket ticket = scheduler.submit(one);
      if (k % 13 == 5) to_cancel.push_back(ticket);
    }
    const FrameReport report = scheduler.run(FrameBudget::expansions(500), workers);
    all.spent_and_repeated.emplace_back(report.spent, report.repeated);
    all.confirmed += report.confirmed;
    all.outdated += report.outdated;
    all.settled += report.settled;
    scheduler.poll(finished);
    for (std::size_t i = 0; i < finished.size(); ++i) {
      const std::size_t last = finished.first[i + 1];
      all.cancelled += last > 0 && finished.status[last - 1] == Status::cancelled;
      all.fates[finished.agent[i]] = {finished.frame[i], told_request(finished, i)};
    }
  }
  CHECK(all.fates.size() == 400);
  return all;
}

}  // namespace

TEST_CASE("edits are charged to the budget of a frame", "[living]") {
  Workers workers(1);
  const std::vector<LivingClass> classes{{.landmarks = 4}, {.rules = {.unit_size = 2}}};
  LivingMap map =
      *LivingMap::make(test::random_terrain(40, 30, 15, 1), classes, {}, workers);
  const SolverOptions automatic;
  auto scheduler = *FrameScheduler::make(map, {&automatic, 1}, {.settle_work = 0});
  const std::vector<Edit> one{TerrainEdit{{{5, 6}, 4, 3}, '@'}};
  REQUIRE(scheduler.edit(one));
  CHECK(scheduler.run(FrameBudget::expansions(8'000), workers).spent == 2 * (500 + 2 * 12));
  const std::vector<Edit> many(20, TerrainEdit{{{5, 6}, 4, 3}, '.'});
  REQUIRE(scheduler.edit(many));
  CHECK(scheduler.run(FrameBudget::expansions(8'000), workers).spent == 2'000);
  CHECK(scheduler.run(FrameBudget::expansions(8'000), workers).spent == 0);
}

TEST_CASE("frames of a changing map do not depend on threads or order",
          "[living][parallel]") {
  for (const Sharing sharing : {Sharing::none, Sharing::goals}) {
    CAPTURE(sharing);
    bool reversed = false;
    const Played all = equal_on_all_threads<Workers>([&](Workers& workers) {
      reversed = !reversed;
      return played(workers, reversed, sharing);
    });
    CHECK(all.confirmed > 0);
    CHECK(all.outdated > 0);
    CHECK(all.settled > 0);
    CHECK(all.cancelled > 5);
  }
}

}  // namespace throng::living_frames_test
