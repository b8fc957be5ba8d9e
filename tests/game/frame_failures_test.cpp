// Calls of a scheduler that run out of memory.
#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace throng::frame_failures_test {
using namespace test;

namespace {

constexpr std::int32_t kSide = 40;

/// Units that want paths and patrols, some of them long, and most with one goal.
struct Wishes {
  explicit Wishes(const Grid& grid) {
    SplitMix64 random(5);
    const auto open_cell = [&] {
      Position at;
      do {
        at = {static_cast<std::int32_t>(random.below(kSide)),
              static_cast<std::int32_t>(random.below(kSide))};
      } while (!grid.open(at));
      return at;
    };
    const Position rally = open_cell();
    goals.resize(120);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      goals[i] = {i % 8 != 0 ? rally : open_cell()};
      if (i % 5 == 0) goals[i] = {open_cell(), open_cell(), open_cell()};
      requests.push_back({.start = open_cell(),
                          .goals = goals[i],
                          .visit = i % 5 == 0 ? Visit::in_turn : Visit::any,
                          .agent = static_cast<AgentId>(i % 100)});
    }
  }

  std::vector<std::vector<Position>> goals;
  std::vector<Request> requests;
};

/// A game whose memory runs out once: after `allowed` allocations of the calls from
/// `begin` on.
class Game {
 public:
  explicit Game(Sharing sharing) : options_{.sharing = sharing, .report_dropped = true} {}

  void make(const Solver& solver) {
    scheduler_ = *FrameScheduler::make({solver}, options_, &memory_);
  }
  void make(LivingMap& map) {
    const SolverOptions search{.algorithm = Algorithm::astar};
    scheduler_ = *FrameScheduler::make(map, {&search, 1}, options_, &memory_);
  }

  /// Makes a call. If memory runs out, makes it again with more of it.
  template <class Call>
  void call(const Call& body) {
    try {
      body();
    } catch (const std::bad_alloc&) {
      ++failures;
      memory_.allow(CountingMemory::kAll);
      body();
    }
  }

  void play(const Wishes& wishes, std::size_t allowed, Workers& workers,
            const std::vector<Edit>& edits) {
    memory_.allow(allowed);
    for (int frame = 0; frame == 0 || scheduler_->waiting() > 0; ++frame) {
      REQUIRE(frame < 300);
      for (std::size_t i = 0; frame < 3 && i < wishes.requests.size(); i += 3) {
        const Request& wish = wishes.requests[i + static_cast<std::size_t>(frame)];
        call([&] {
          const Ticket ticket = scheduler_->submit(wish);
          REQUIRE(asked.try_emplace(ticket, &wish).second);
          REQUIRE(static_cast<std::size_t>(ticket) + 1 == asked.size());
        });
      }
      if (frame == 1) call([&] { scheduler_->cancel(Ticket{4}); });
      if (frame == 2 && !edits.empty())
        call([&] {
          const Outcome edited = scheduler_->edit(edits);
          REQUIRE(edited.has_value());
        });
      const std::uint64_t work = options_.sharing == Sharing::goals ? 4000 : 600;
      call([&] {
        swept += scheduler_->run(FrameBudget::expansions(work), workers).answered_by_sweep;
      });
      call([&] {
        scheduler_->poll(results);
        for (std::size_t i = 0; i < results.size(); ++i) {
          const Ticket ticket = results.ticket[i];
          REQUIRE(asked.contains(ticket));
          REQUIRE(answers.emplace(ticket, told_request(results, i)).second);
          for (std::size_t k = 0; k < answers[ticket].size(); ++k) {
            const Told& one = answers[ticket][k];
            if (one.status != Status::found) continue;
            const std::size_t slot = results.first[i] + k;
            REQUIRE(replayed(results.grid(slot), results.path(slot)) ==
                    std::pair(one.cost, one.end));
          }
        }
      });
    }
    REQUIRE(answers.size() == asked.size());
  }

  std::size_t failures = 0, swept = 0;
  std::map<Ticket, const Request*> asked;
  std::map<Ticket, std::vector<Told>> answers;

 private:
  CountingMemory memory_;

 public:
  Answers results{&memory_};

 private:
  SchedulerOptions options_;
  std::optional<FrameScheduler> scheduler_;
};

}  // namespace

TEST_CASE("a scheduler that runs out of memory loses no request and answers none twice") {
  const auto grid = *Grid::make(random_terrain(kSide, kSide, 20, 3));
  const Solver solver = solver_of(grid, Algorithm::astar);
  const Wishes wishes(*grid);
  std::vector<std::vector<Told>> wanted;
  for (const Request& one : wishes.requests) wanted.push_back(solved(solver, one));
  Workers workers(1);
  for (const Sharing sharing : {Sharing::none, Sharing::goals}) {
    std::size_t failed = 0;
    for (std::size_t allowed = 0;; allowed += every({.sanitized = 7})) {
      CAPTURE(sharing, allowed);
      Game game(sharing);
      game.make(solver);
      game.play(wishes, allowed, workers, {});
      for (const auto& [ticket, answers] : game.answers) {
        if (answers.back().status == Status::cancelled) continue;
        const auto& expected =
            wanted[static_cast<std::size_t>(game.asked[ticket] - wishes.requests.data())];
        REQUIRE(answers.size() == expected.size());
        for (std::size_t k = 0; k < answers.size(); ++k) {
          REQUIRE(answers[k].status == expected[k].status);
          REQUIRE(answers[k].cost == expected[k].cost);
        }
      }
      if (game.failures == 0) {
        CHECK((game.swept > 0) == (sharing == Sharing::goals));
        break;
      }
      failed += game.failures;
    }
    CHECK(failed > 10);
  }
}

TEST_CASE("a scheduler of a living map goes on after it ran out of memory") {
  Workers workers(1);
  const Terrain terrain = random_terrain(kSide, kSide, 20, 3);
  const LivingClass movement{.landmarks = 0, .jump_graph = false};
  std::vector<Edit> edits;
  for (std::int32_t k = 0; k < 6; ++k)
    edits.emplace_back(TerrainEdit{{{6 * k, 7 * k}, 3, 2}, k % 2 == 0 ? '@' : '.'});
  std::size_t failed = 0;
  for (std::size_t allowed = 0;; allowed += every({.sanitized = 7})) {
    CAPTURE(allowed);
    LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
    const Wishes wishes(*map.grid(0));
    Game game(Sharing::goals);
    game.make(map);
    game.play(wishes, allowed, workers, edits);
    const Solver solver = solver_of(map.grid(0), Algorithm::astar);
    std::size_t right = 0;  // on the last version
    for (const auto& [ticket, answers] : game.answers)
      right += answers.back().cost == solved(solver, *game.asked[ticket]).back().cost;
    CHECK(right > 5);
    if (game.failures == 0) break;
    failed += game.failures;
  }
  CHECK(failed > 10);
}

}  // namespace throng::frame_failures_test
