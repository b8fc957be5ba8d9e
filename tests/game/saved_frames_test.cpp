#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/forged_states.hpp"
#include "../support/frames.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::saved_frames_test {

using namespace test;

namespace {

constexpr SolverOptions kBlind{.algorithm = Algorithm::astar, .heuristic = Heuristic::zero};
constexpr SolverOptions kBothWays{.algorithm = Algorithm::bidirectional,
                                  .heuristic = Heuristic::zero};

constexpr std::string_view kWord = "throng frame scheduler";

/// What a player of a lockstep game must have in common with the others after a frame.
struct Frame {
  std::vector<std::uint64_t> report;
  std::vector<std::tuple<Ticket, AgentId, std::uint32_t, std::uint8_t>> finished;
  std::vector<std::vector<Told>> answers;

  friend bool operator==(const Frame&, const Frame&) = default;
};

std::vector<std::uint64_t> numbers(const FrameReport& report) {
  return {report.frame,     report.taken_in,          report.dropped,
          report.finished,  report.waiting,           report.paused,
          report.spent,     report.repeated,          report.copied,
          report.edits,     report.answered_by_sweep, report.settled,
          report.confirmed, report.outdated};
}

/// What the players are told to do in a frame.
struct Commands {
  std::vector<Edit> edits;
  std::vector<Request> requests;
  std::vector<Ticket> cancelled;
};

class Player {
 public:
  Player(LivingMap map, const SolverOptions& solver, const SchedulerOptions& options,
         int threads)
      : workers_(threads),
        map_(std::move(map)),
        scheduler_(*FrameScheduler::make(map_, {&solver, 1}, options)) {}

  struct Saved {
    std::string map, scheduler;
  };
  Player(const Saved& saved, int threads)
      : workers_(threads),
        map_(*LivingMap::restore(saved.map, workers_)),
        scheduler_(*FrameScheduler::restore(saved.scheduler, map_)) {}
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  /// Nothing if a link is gone that an answered slot of a waiting request leads along.
  std::optional<Saved> save() {
    Result<std::string> scheduler = scheduler_.save();
    if (!scheduler) {
      CHECK(scheduler.error().code == Code::unsupported);
      return std::nullopt;
    }
    return Saved{*map_.save(), *std::move(scheduler)};
  }

  void obey(const Commands& commands) {
    REQUIRE(scheduler_.edit(commands.edits));
    scheduler_.submit_all(commands.requests);
    for (const Ticket one : commands.cancelled) scheduler_.cancel(one);
  }

  Frame play(FrameBudget work) {
    Frame frame;
    frame.report = numbers(scheduler_.run(work, workers_));
    Answers finished;
    scheduler_.poll(finished);
    for (std::size_t i = 0; i < finished.size(); ++i) {
      frame.finished.emplace_back(finished.ticket[i], finished.agent[i], finished.frame[i],
                                  finished.current[i]);
      frame.answers.push_back(told_request(finished, i));
    }
    return frame;
  }

  std::size_t waiting() const { return scheduler_.waiting(); }
  std::uint64_t fingerprint() const { return map_.fingerprint(); }

 private:
  Workers workers_;
  LivingMap map_;
  FrameScheduler scheduler_;
};

/// A random game on a map that changes. In some frames all players save, and one leaves and
/// comes back from the bytes of another.
class Game {
 public:
  Game(const Rules& rules, const MirrorLayers& layers, const SolverOptions& solver,
       const SchedulerOptions& options, std::uint64_t seed)
      : random_(seed),
        mirror_({26, 22}, static_cast<int>(seed % 3 * 10), layers, seed),
        orders_(mirror_.terrain(), 400, seed) {
    for (std::optional<Player>& player : players_) {
      Workers alone(1);
      auto map = LivingMap::make(
          mirror_.terrain(),
          std::vector{LivingClass{.rules = rules, .max_danger = mirror_.max_danger()}},
          mirror_.start(), alone);
      player.emplace(*std::move(map), solver, options, &player == players_.data() ? 1 : 7);
    }
  }

  void frame(FrameBudget work) {
    Commands commands;
    const bool quiet = ordered_ >= 300;
    if (random_.below(3) != 0) commands.edits = mirror_.edit();
    for (std::uint32_t k = quiet ? 0 : random_.below(20); k > 0; --k) {
      commands.requests.push_back(orders_.requests[ordered_]);
      if (random_.below(8) == 0) commands.cancelled.push_back(Ticket{ordered_});
      ++ordered_;
    }
    for (auto& player : players_) player->obey(commands);
    if (!quiet && random_.below(4) == 0) save();
    const Frame first = players_[0]->play(work);
    CHECK((players_[1]->play(work) == first));
    CHECK(players_[1]->fingerprint() == players_[0]->fingerprint());
    for (const auto& slots : first.answers)
      for (const Told& slot : slots) answered += slot.status == Status::found;
    paused += first.report[5];
  }

  std::size_t waiting() const { return players_[0]->waiting(); }

  std::size_t answered = 0, paused = 0, loads = 0;

 private:
  void save() {
    const auto saved = players_[0]->save(), other = players_[1]->save();
    REQUIRE(saved.has_value() == other.has_value());
    if (!saved) return;
    CHECK((saved->scheduler == other->scheduler));
    const std::size_t leaves = random_.below(2);
    players_[leaves].reset();
    players_[leaves].emplace(*saved, leaves == 0 ? 1 : 7);
    // Nothing has changed by that.
    CHECK((players_[leaves]->save()->scheduler == saved->scheduler));
    ++loads;
  }

  SplitMix64 random_;
  LivingMirror mirror_;
  Orders orders_;
  std::size_t ordered_ = 0;
  std::array<std::optional<Player>, 2> players_;
};

}  // namespace

TEST_CASE("a restored scheduler plays on as the one that was saved", "[living][parallel]") {
  std::uint64_t seed = 0;
  std::size_t answered = 0, paused = 0, loads = 0;
  for (const Rules& rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers)
      for (const SolverOptions& solver : {kBlind, SolverOptions{}, kBothWays}) {
        if (++seed % every({5, 7}) != 0) continue;
        const auto sharing = static_cast<Sharing>(seed % 3);
        CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed, sharing);
        Game game(rules, layers, solver,
                  {.paused_searches = 3,
                   .sharing = sharing,
                   .report_dropped = seed % 2 == 0,
                   .settle_work = 100},
                  seed);
        const FrameBudget work = FrameBudget::expansions(seed % 4 == 0 ? 2'000 : 150);
        for (int k = 0; k < 40 || game.waiting() > 0; ++k) {
          REQUIRE(k < 4000);
          game.frame(work);
        }
        answered += game.answered;
        paused += game.paused;
        loads += game.loads;
      }
  CAPTURE(answered, paused, loads);
  CHECK(answered > 300);
  CHECK(paused > 100 / every({5, 7}));
  CHECK(loads > 20);
}

TEST_CASE("a scheduler of solvers is saved between two runs", "[game]") {
  const Terrain terrain = random_terrain(60, 50, 20, 3);
  const auto grid = *Grid::make(terrain);
  const std::vector<Solver> solvers{*Solver::make(grid, kBlind), *Solver::make(grid)};
  const Orders orders(terrain, 300, 4);
  Workers workers(1);
  const FrameBudget work = FrameBudget::expansions(2'000);
  for (const Sharing sharing : {Sharing::none, Sharing::goals}) {
    CAPTURE(sharing);
    FrameScheduler first =
        *FrameScheduler::make(solvers, {.ageing = 3, .sharing = sharing, .max_moves = 9});
    Answers finished;
    for (std::size_t k = 0; k < 200; ++k) {
      Request one = orders.requests[k];
      one.movement = k % 2;
      first.submit(one);
      if (k % 60 != 59) continue;
      first.run(work, workers);
      first.poll(finished);
    }
    first.submit_all(std::span(orders.requests).subspan(200));
    first.cancel(Ticket{210});
    REQUIRE(first.waiting() > 150);
    FrameScheduler second = *FrameScheduler::restore(*first.save(), solvers);
    CHECK(second.waiting() == first.waiting());
    const Ticket next = first.submit(orders.requests[0]);
    CHECK(second.submit(orders.requests[0]) == next);
    const auto rest = run_all(first, work, workers);
    CHECK(rest.size() > 150);
    CHECK((run_all(second, work, workers) == rest));
  }
}

TEST_CASE("requests that no frame has taken in are saved", "[game]") {
  const Terrain terrain = random_terrain(60, 50, 20, 3);
  const std::vector<Solver> solvers{*Solver::make(*Grid::make(terrain))};
  const Orders orders(terrain, 400, 4);
  Workers workers(1);
  FrameScheduler first = *FrameScheduler::make(solvers, {.report_dropped = true});
  // Without time, a frame takes in some of the requests.
  first.submit_all(orders.requests);
  first.run(FrameBudget::microseconds(0), workers);
  first.cancel(Ticket{399});
  first.run(FrameBudget::microseconds(0), workers);
  Answers finished;
  first.poll(finished);
  FrameScheduler second = *FrameScheduler::restore(*first.save(), solvers);
  Answers rest;
  first.run(FrameBudget::unlimited(), workers);
  second.run(FrameBudget::unlimited(), workers);
  first.poll(finished);
  second.poll(rest);
  CHECK(finished.size() > 200);
  CHECK(std::ranges::equal(rest.ticket, finished.ticket));
  CHECK(rest.hash() == finished.hash());
}

TEST_CASE("a map that the program edits itself is saved as it is", "[living]") {
  const Terrain terrain = random_terrain(60, 50, 20, 3);
  Workers workers(1);
  LivingMap map = *LivingMap::make(terrain, std::vector{LivingClass{}}, {}, workers);
  FrameScheduler first = *FrameScheduler::make(map, {&kBlind, 1});
  const Orders orders(terrain, 100, 4);
  first.submit_all(orders.requests);
  const FrameBudget work = FrameBudget::expansions(500);
  CHECK(first.run(work, workers).paused > 0);
  Answers finished, others;
  first.poll(finished);
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{9, 9}, 20, 20}, '@'}}, workers));
  const std::string saved = *first.save(), saved_map = *map.save();
  LivingMap copy = *LivingMap::restore(saved_map, workers);
  FrameScheduler second = *FrameScheduler::restore(saved, copy);
  for (int frame = 0; first.waiting() > 0; ++frame) {
    REQUIRE(frame < 1000);
    CHECK(numbers(first.run(work, workers)) == numbers(second.run(work, workers)));
    first.poll(finished);
    second.poll(others);
    CHECK(finished.hash() == others.hash());
  }
}

TEST_CASE("what cannot be saved or restored is refused", "[game]") {
  const Terrain terrain = random_terrain(30, 20, 10, 3);
  const auto grid = *Grid::make(terrain);
  const std::vector<Solver> solvers{*Solver::make(grid)};
  const Orders orders(terrain, 20, 4);
  Workers workers(1);
  FrameScheduler scheduler = *FrameScheduler::make(solvers);
  scheduler.submit_all(orders.requests);
  scheduler.run(FrameBudget::unlimited(), workers);
  const auto unpolled = scheduler.save();
  REQUIRE(!unpolled);
  CHECK(unpolled.error().code == Code::bad_argument);
  CHECK(unpolled.error().what.starts_with("poll the "));
  Answers finished;
  scheduler.poll(finished);
  CHECK(finished.size() > 0);
  const std::string saved = *scheduler.save();

  const auto refused = [](const auto& result, Code code, std::string_view what) {
    REQUIRE(!result);
    CHECK(result.error().code == code);
    CHECK(result.error().what == what);
  };
  refused(FrameScheduler::restore(saved, {solvers[0], solvers[0]}), Code::bad_argument,
          "the scheduler was saved with another number of solvers: 1, not 2");
  refused(FrameScheduler::restore("throng", solvers), Code::bad_format,
          "a saved frame scheduler begins with other bytes");
  refused(FrameScheduler::restore(saved.substr(0, saved.size() - 1), solvers),
          Code::bad_format, "a saved frame scheduler is damaged or cut off");
  LivingMap map = *LivingMap::make(terrain, std::vector{LivingClass{}}, {}, workers);
  refused(FrameScheduler::restore(saved, map), Code::bad_argument,
          "the scheduler was saved with solvers, not with a living map");

  const SolverOptions automatic;
  FrameScheduler living = *FrameScheduler::make(map, {&automatic, 1});
  const std::string saved_living = *living.save();
  refused(FrameScheduler::restore(saved_living, solvers), Code::bad_argument,
          "the scheduler was saved with a living map, not with solvers");
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{1, 1}, 2, 2}, '@'}}, workers));
  refused(FrameScheduler::restore(saved_living, map), Code::bad_argument,
          "the scheduler was saved with version 0 of its living map, not version 1");
}

TEST_CASE("a forged scheduler is refused, or serves its requests", "[game]") {
  const Terrain terrain = random_terrain(30, 20, 10, 3);
  const auto grid = *Grid::make(
      terrain, {},
      {.links = std::vector<Link>{{{1, 1}, {20, 15}, 3}, {{5, 5}, {25, 3}, 2}}});
  const std::vector<Solver> solvers{*Solver::make(grid, kBlind)};
  Workers workers(1);
  FrameScheduler scheduler = *FrameScheduler::make(solvers, {.sharing = Sharing::goals});
  const Orders orders(terrain, 120, 4);
  scheduler.submit_all(orders.requests);
  Answers finished;
  scheduler.run(FrameBudget::expansions(3'000), workers);
  scheduler.poll(finished);
  scheduler.submit_all(std::span(orders.requests).first(20));
  scheduler.cancel(Ticket{125});
  const std::string saved = *scheduler.save();
  SplitMix64 random(1);
  std::size_t refused = 0, served = 0;
  for (int k = 0; k < 3'000; ++k) {
    auto result = FrameScheduler::restore(forged(saved, kWord, random), solvers);
    ++(result ? served : refused);
    if (!result) continue;
    for (int frame = 0; frame < 3; ++frame) {
      result->run(FrameBudget::expansions(1'000), workers);
      result->poll(finished);
      for (std::size_t slot = 0; slot < finished.slots(); ++slot)
        static_cast<void>(finished.path(slot).cells());
    }
  }
  CHECK(refused > 500);
  CHECK(served > 500);
}

}  // namespace throng::saved_frames_test
