// Random games, with each part of an index and each kind of sharing, against the batch
// solver.
#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::frame_games_test {
using namespace test;

namespace {

constexpr std::int32_t kSide = 44;

/// What a game serves.
struct GamePart {
  std::string name;
  GridOptions ground;
  std::optional<IndexOptions> index;
  SolverOptions search = {};
};

std::vector<Weight> hills() {
  std::vector<Weight> weights(std::size_t{kSide} * kSide);
  SplitMix64 random(3);
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  return weights;
}

std::vector<Link> links_of(Weight weight) {
  return {
      {{2, 2}, {40, 40}, weight}, {{40, 40}, {2, 2}, weight}, {{5, 38}, {38, 5}, weight}};
}

const GamePart& part(std::size_t k) {
  static const std::vector<Weight> weights = hills();
  static const std::vector<Link> short_ones = links_of(2), long_ones = links_of(60);
  constexpr IndexOptions kLandmarks{.landmarks = {4}};
  constexpr IndexOptions kJumps{.landmarks = {0}};
  constexpr IndexOptions kFlat{.landmarks = {3}, .jump_graph = false};
  constexpr IndexOptions kAreas{
      .landmarks = {0}, .jump_graph = false, .areas = true, .gates = {true}};
  static const std::vector<GamePart> parts{
      {"no part", {}, {}},
      {"no part, A*", {}, {}, {.algorithm = Algorithm::astar}},
      {"no part, by the text book", {}, {}, {.algorithm = Algorithm::textbook}},
      {"jump graph", {}, kJumps},
      {"landmarks", {}, kLandmarks},
      {"hub labels", {}, IndexOptions{.landmarks = {0}, .hub_labels = {true}}},
      {"fronts", {}, kFronts},
      {"hierarchy", {}, kHierarchy},
      {"areas and gates", {}, kAreas},
      {"weights", {.weights = weights}, {}},
      {"weights, landmarks", {.weights = weights}, kFlat},
      {"weights, fronts", {.weights = weights}, kFronts},
      {"links", {.links = short_ones}, {}},
      {"far links", {.links = long_ones}, {}},
      {"far links, landmarks", {.links = long_ones}, kFlat},
      {"weights, far links", {.weights = weights, .links = long_ones}, {}},
  };
  REQUIRE(k < parts.size());
  return parts[k];
}
constexpr std::size_t kParts = 16;

/// A game: units that request paths, patrols and visits, and change their minds.
class Game {
 public:
  Game(const Solver& solver, const SchedulerOptions& options, std::uint64_t seed)
      : solver_(solver),
        scheduler_(scheduler_of(solver, options)),
        random_(seed),
        reports_dropped_(options.report_dropped) {
    rally_ = open_cell();
  }

  void play(FrameBudget work, Workers& workers) {
    for (int frame = 0; frame < 12; ++frame) {
      for (std::uint32_t k = frame == 0 ? 60 : random_.below(20); k > 0; --k) ask();
      if (frame % 3 == 2) cancel();
      CHECK(scheduler_.waiting() >= asked_since_);
      run(work, workers);
    }
    for (int frame = 0; scheduler_.waiting() > 0; ++frame) {
      REQUIRE(frame < 5000);
      run(work, workers);
    }
  }

  /// Compares the answers with those of the batch solver.
  void check(const Solver& reference) {
    const Grid& grid = solver_.grid();
    for (const auto& [ticket, asked] : asked_) {
      CAPTURE(static_cast<std::uint64_t>(ticket));
      const auto found = answers_.find(ticket);
      if (found == answers_.end()) {
        REQUIRE(!reports_dropped_);
        REQUIRE(asked.dropped);
        continue;
      }
      const std::vector<Told>& answers = found->second;
      if (answers.empty() || answers.back().status == Status::cancelled) {
        REQUIRE((asked.goals.empty() || asked.dropped));
        continue;
      }
      Request request = asked.request;
      request.goals = asked.goals;
      const std::vector<Told> wanted = solved(reference, request);
      REQUIRE(answers.size() == wanted.size());
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        CAPTURE(k);
        REQUIRE(answers[k].status == wanted[k].status);
        REQUIRE(answers[k].cost == wanted[k].cost);
        REQUIRE(answers[k].end_cost == wanted[k].end_cost);
        if (answers[k].status != Status::found) continue;
        const PathView path(grid.rules().topology, answers[k].start, answers[k].path,
                            grid.links().get());
        REQUIRE(replayed(grid, path) == std::pair(answers[k].end_cost, answers[k].end));
      }
    }
  }

  std::size_t finished() const { return answers_.size(); }
  std::uint64_t copied() const { return copied_; }
  std::uint64_t swept() const { return swept_; }

 private:
  struct Asked {
    std::vector<Position> goals;
    Request request;
    bool dropped = false;  ///< cancelled, or its agent has a newer one
  };

  Position open_cell() {
    const Grid& grid = solver_.grid();
    for (;;) {
      const Position at{static_cast<std::int32_t>(random_.below(kSide)),
                        static_cast<std::int32_t>(random_.below(kSide))};
      if (grid.open(at)) return at;
    }
  }

  void ask() {
    Asked one;
    const std::uint32_t kind = random_.below(8);
    one.request.agent = static_cast<AgentId>(random_.below(150));
    one.request.priority = static_cast<Priority>(random_.below(kPriorities));
    one.request.visit = kind < 5 ? Visit::any : kind < 7 ? Visit::in_turn : Visit::each;
    const std::uint32_t goals = kind < 4 ? 1 : random_.below(6);
    for (std::uint32_t k = 0; k < goals; ++k)
      one.goals.push_back(kind == 0 || asked_.size() < 40 ? rally_ : open_cell());
    one.request.start = open_cell();
    one.request.approach = kind == 2;
    if (kind == 1 && !asked_.empty()) {  // the same as the last one, for another unit
      const AgentId agent = one.request.agent;
      const Priority priority = one.request.priority;
      one.request = asked_.rbegin()->second.request;
      one.request.agent = agent;
      one.request.priority = priority;
      one.goals = asked_.rbegin()->second.goals;
    }
    one.request.goals = one.goals;
    const Ticket ticket = scheduler_.submit(one.request);
    const auto [newest, is_new] = newest_.try_emplace(one.request.agent, ticket);
    if (!is_new) asked_[newest->second].dropped = true;
    newest->second = ticket;
    asked_.emplace(ticket, std::move(one));
    ++asked_since_;
  }

  void cancel() {
    const Ticket ticket{random_.below(static_cast<std::uint32_t>(asked_.size()))};
    scheduler_.cancel(ticket);
    asked_[ticket].dropped = true;
  }

  void run(FrameBudget work, Workers& workers) {
    const FrameReport report = scheduler_.run(work, workers);
    asked_since_ = 0;
    copied_ += report.copied;
    swept_ += report.answered_by_sweep;
    REQUIRE(report.waiting == scheduler_.waiting());
    REQUIRE(report.waiting <= asked_.size());
    scheduler_.poll(results_);
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const Ticket ticket = results_.ticket[i];
      CAPTURE(static_cast<std::uint64_t>(ticket));
      const AgentId agent = asked_.at(ticket).request.agent;
      REQUIRE(results_.agent[i] == agent);
      REQUIRE(results_.current[i] == (newest_.at(agent) == ticket));
      REQUIRE(answers_.emplace(ticket, told_request(results_, i)).second);
    }
  }

  const Solver& solver_;
  FrameScheduler scheduler_;
  SplitMix64 random_;
  Position rally_;
  const bool reports_dropped_;
  std::map<Ticket, Asked> asked_;
  std::map<AgentId, Ticket> newest_;
  std::map<Ticket, std::vector<Told>> answers_;
  Answers results_;
  std::size_t asked_since_ = 0;
  std::uint64_t copied_ = 0, swept_ = 0;
};

}  // namespace

TEST_CASE("each request of a game is answered once, as the batch solver does") {
  const Terrain terrain = [] {
    Terrain made = random_terrain(kSide, kSide, 22, 4);
    for (const Position end : {Position{2, 2}, {40, 40}, {5, 38}, {38, 5}})
      made.set(end, '.');
    return made;
  }();
  Workers workers(1);
  std::uint64_t seed = 0, copied = 0, swept = 0;
  for (std::size_t k = 0; k < kParts; ++k) {
    CAPTURE(part(k).name);
    const auto grid = *Grid::make(terrain, {}, part(k).ground);
    const Solver reference = *Solver::make(grid, {.algorithm = Algorithm::astar});
    const Solver solver =
        part(k).index
            ? *Solver::make(*Index::build(grid, *part(k).index, workers), part(k).search)
            : *Solver::make(grid, part(k).search);
    for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
      for (const std::uint64_t budget : {300U, 2000U, 20'000U}) {
        if (++seed % every({.sanitized = 5}) != 0) continue;
        const bool report_dropped = seed % 2 == 0;
        CAPTURE(sharing, budget, seed);
        Game game(solver,
                  {.paused_searches = 1 + seed % 5,
                   .sharing = sharing,
                   .report_dropped = report_dropped},
                  seed);
        game.play(FrameBudget::expansions(budget), workers);
        game.check(reference);
        CHECK(game.finished() > 50);
        copied += game.copied();
        swept += game.swept();
      }
  }
  CHECK(copied > 100 / every({.sanitized = 5}));
  CHECK(swept > 100 / every({.sanitized = 5}));
}

}  // namespace throng::frame_games_test
