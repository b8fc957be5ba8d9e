#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::changing_frames_test {

using namespace test;

namespace {

/// A* without a lower bound: long searches on small maps.
constexpr SolverOptions kBlind{.algorithm = Algorithm::astar, .heuristic = Heuristic::zero};

/// A map without a closed cell but those of `walls`.
Terrain open_field(std::int32_t side, const std::vector<MapRect>& walls = {}) {
  Terrain terrain = test::random_terrain(side, side, 0, 1);
  for (const MapRect& wall : walls)
    for (std::int32_t y = wall.corner.y; y < wall.corner.y + wall.height; ++y)
      for (std::int32_t x = wall.corner.x; x < wall.corner.x + wall.width; ++x)
        terrain.set({x, y}, '@');
  return terrain;
}

TerrainEdit cell(Position p, char character) { return {{p, 1, 1}, character}; }

/// One search from the left to the right of a map, along row 30; 100 expansions a frame.
struct LongSearch {
  static constexpr Position kStart{2, 30}, kGoal{57, 30};

  std::uint32_t frames = 0;
  std::uint64_t repeated = 0;  ///< after the first frame, where each long search restarts
  std::size_t confirmed = 0, outdated = 0;
  Cost cost = 0, expected = 0;
};

/// Plays until it ends. edits: edits(frame) are the edits of a frame.
LongSearch search_while(Terrain terrain, const auto& edits) {
  Workers workers(1);
  const LivingClass movement{.landmarks = 4};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  FrameScheduler scheduler = *FrameScheduler::make(map, {&kBlind, 1});
  const Position goal = LongSearch::kGoal;
  scheduler.submit({.start = LongSearch::kStart, .goals = {&goal, 1}});
  LongSearch result;
  while (result.frames == 0 || scheduler.waiting() > 0) {
    REQUIRE(result.frames < 300);
    if (result.frames > 0) {
      const std::vector<Edit> changes = edits(result.frames);
      REQUIRE(scheduler.edit(changes));
      for (const Edit& one : changes) {
        const auto& change = std::get<TerrainEdit>(one);
        terrain.set(change.at.corner, change.terrain);
      }
    }
    const FrameReport report = scheduler.run(FrameBudget::expansions(100), workers);
    if (result.frames > 0) result.repeated += report.repeated;
    result.confirmed += report.confirmed;
    result.outdated += report.outdated;
    ++result.frames;
  }
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.status[0] == Status::found);
  result.cost = finished.cost[0];
  CHECK(&finished.grid(0) == map.grid(0).get());
  CHECK(replayed(*map.grid(0), finished.path(0)) == std::pair(result.cost, goal));
  result.expected = static_cast<Cost>(
      oracle_path(terrain, map.grid(0)->rules(), {LongSearch::kStart, goal}).cost);
  return result;
}

/// Units on the left of an open field, of which buildings cover parts. All are ordered to
/// one goal in each frame.
class GroupGame {
 public:
  static constexpr std::int32_t kSide = 60;
  static constexpr std::size_t kUnits = kSide;

  void build(const MapRect& at, char character) {
    for (Position p = at.corner; p.y < at.corner.y + at.height; ++p.y)
      for (p.x = at.corner.x; p.x < at.corner.x + at.width; ++p.x)
        terrain_.set(p, character);
    REQUIRE(scheduler_.edit(std::vector<Edit>{TerrainEdit{at, character}}));
  }

  /// Plays a frame and checks its answers.
  FrameReport order() {
    const Position goal{50, 30};
    for (std::int32_t y = 0; y < kSide; ++y)
      scheduler_.submit({.start = {3, y}, .goals = {&goal, 1}});
    const FrameReport report = scheduler_.run(FrameBudget::unlimited(), workers_);
    scheduler_.poll(finished_);
    REQUIRE(finished_.size() == kUnits);
    const auto distance = oracle_field(terrain_, map_.grid(0)->rules(), goal);
    for (std::size_t i = 0; i < finished_.size(); ++i) {
      const Cost cost = finished_.cost[i];
      const Position start = finished_.start[i];
      REQUIRE(cost == distance[static_cast<std::size_t>(kSide * start.y + start.x)].cost);
      REQUIRE(replayed(*map_.grid(0), finished_.path(i)) == std::pair(cost, goal));
    }
    return report;
  }

 private:
  Workers workers_{1};
  Terrain terrain_ = open_field(kSide);
  LivingClass movement_;
  LivingMap map_ = *LivingMap::make(terrain_, {&movement_, 1}, {}, workers_);
  FrameScheduler scheduler_ =
      *FrameScheduler::make(map_, {&kBlind, 1}, {.sharing = Sharing::goals});
  Answers finished_;
};

}  // namespace

TEST_CASE("a long search ends although there is an edit in each frame", "[living]") {
  SECTION("edits that do not concern it cost nothing") {
    const LongSearch closing = search_while(open_field(60), [](std::uint32_t frame) {
      return std::vector<Edit>{cell({static_cast<std::int32_t>(frame % 60), 3}, '@')};
    });
    const Terrain walled = open_field(60, {{{0, 3}, 60, 1}});
    const LongSearch opening = search_while(walled, [](std::uint32_t frame) {
      return std::vector<Edit>{cell({static_cast<std::int32_t>(frame % 60), 3}, '.')};
    });
    for (const LongSearch& search : {closing, opening}) {
      CHECK(search.frames > 10);
      CHECK(search.repeated == 0);
      CHECK(search.confirmed == 1);
      CHECK(search.outdated == 0);
      CHECK(search.cost == search.expected);
    }
  }
  SECTION("with a building on its path in each frame") {
    const LongSearch search = search_while(open_field(60), [](std::uint32_t frame) {
      const auto k = static_cast<std::int32_t>(frame % 20);
      return std::vector<Edit>{cell({20 + k, 30}, '@'), cell({20 + k, 29}, '@'),
                               cell({20 + (k + 19) % 20, 30}, '.')};
    });
    CHECK(search.frames > 10);
    CHECK(search.outdated > 0);
    CHECK(search.cost == search.expected);
  }
  SECTION("with another gate in each frame, so that no path lasts") {
    const Terrain walled = open_field(60, {{{30, 1}, 1, 59}});
    const LongSearch search = search_while(walled, [](std::uint32_t frame) {
      const auto gate = [](std::uint32_t k) {
        return static_cast<std::int32_t>(7 * k % 59);
      };
      return std::vector<Edit>{cell({30, gate(frame - 1)}, '@'),
                               cell({30, gate(frame)}, '.')};
    });
    CHECK(search.frames > 10);
    CHECK(search.outdated > 1);
    CHECK(search.cost == search.expected);
  }
  SECTION("with a shorter way in each frame") {
    const Terrain walled = open_field(60, {{{30, 5}, 1, 55}});
    const LongSearch search = search_while(walled, [](std::uint32_t frame) {
      const std::int32_t y = 5 + static_cast<std::int32_t>(frame % 50);
      return std::vector<Edit>{cell({30, y}, '.')};
    });
    CHECK(search.frames > 10);
    CHECK(search.outdated > 0);
    CHECK(search.cost == search.expected);
  }
}

TEST_CASE("after edits the first of equally near goals still wins", "[living]") {
  Workers workers(1);
  Terrain terrain = open_field(60, {{{20, 10}, 1, 40}});
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  FrameScheduler scheduler = *FrameScheduler::make(map, {&kBlind, 1});
  const std::vector<Position> goals{{10, 30}, {50, 30}};  // the wall hides the first one
  const Request one{.start = {30, 30}, .goals = goals};
  scheduler.submit(one);
  scheduler.run(FrameBudget::expansions(100), workers);
  scheduler.run(FrameBudget::expansions(100), workers);
  REQUIRE(scheduler.edit(std::vector<Edit>{cell({20, 30}, '.')}));
  while (scheduler.waiting() > 0) scheduler.run(FrameBudget::expansions(100), workers);
  Answers finished;
  scheduler.poll(finished);
  const Told answer = told(finished, 0);
  const Told expected = solved(*Solver::make(map.index(0), kBlind), one).front();
  CHECK(answer.end == goals[0]);
  CHECK(answer.end == expected.end);
  CHECK(answer.cost == expected.cost);
}

TEST_CASE("after edits no upper bound of an older version is reported", "[living]") {
  Workers workers(1);
  std::size_t confirmed = 0;
  // Wherever the landmark is, it is not in line with all of them.
  for (const Query& query : {Query{{2, 58}, {57, 10}}, Query{{2, 10}, {57, 58}},
                             Query{{57, 58}, {2, 10}}, Query{{57, 10}, {2, 58}}}) {
    Terrain terrain = open_field(60, {{{30, 0}, 1, 50}});
    const LivingClass movement{.landmarks = 1};
    LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
    const SolverOptions guided{.algorithm = Algorithm::astar,
                               .heuristic = Heuristic::landmark};
    FrameScheduler scheduler = *FrameScheduler::make(map, {&guided, 1});
    const auto distance = [&] {
      return static_cast<Cost>(oracle_path(terrain, map.grid(0)->rules(), query).cost);
    };
    const Request one{
        .start = query.start, .goals = {&query.goal, 1}, .max_cost = distance() - 1};
    scheduler.submit(one);
    scheduler.run(FrameBudget::expansions(100), workers);
    scheduler.run(FrameBudget::expansions(100), workers);
    const MapRect gate{{30, 50}, 1, 6};  // a part of the gate remains
    REQUIRE(scheduler.edit(std::vector<Edit>{TerrainEdit{gate, '@'}}));
    if (scheduler.waiting() == 0) continue;
    for (std::int32_t y = 50; y < 56; ++y) terrain.set({30, y}, '@');
    while (scheduler.waiting() > 0)
      confirmed += scheduler.run(FrameBudget::expansions(100), workers).confirmed;
    Answers finished;
    scheduler.poll(finished);
    const Told answer = told(finished, 0);
    CHECK(answer.status == Status::over_max_cost);
    CHECK(answer.cost == one.max_cost + 1);
    CHECK(answer.upper >= distance());
  }
  CHECK(confirmed > 0);
}

TEST_CASE("no field of an older version answers group orders", "[living]") {
  GroupGame game;
  for (std::int32_t wall = 0; wall < 4; ++wall) {
    if (wall > 0) game.build({{25 + wall, 10}, 1, 40}, '@');
    CHECK(game.order().answered_by_sweep > 0);
  }
}

TEST_CASE("fields of group orders follow small edits without a sweep", "[living]") {
  GroupGame game;
  SplitMix64 random(3);
  std::uint64_t first_spent = 0, sweeps = 0;
  const std::uint64_t frames = 60 / every({1, 4});
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    CAPTURE(frame);
    const Position corner{static_cast<std::int32_t>(4 + random.below(40)),
                          static_cast<std::int32_t>(random.below(56))};
    game.build({corner, 3, 4}, random.below(3) == 0 ? '.' : '@');
    const FrameReport report = game.order();
    const std::uint64_t spent = report.spent - report.settled;
    if (frame == 0) first_spent = spent;
    // A field that is repaired saves a sweep and the four searches before it.
    const bool swept = report.answered_by_sweep != GroupGame::kUnits;
    CHECK(report.answered_by_sweep >= GroupGame::kUnits - 4);
    CHECK((swept || spent < first_spent / 2));
    sweeps += swept;
  }
  CHECK(sweeps < frames / 3);
}

TEST_CASE("a scheduler says what is wrong with its map and its edits", "[living]") {
  Workers workers(1);
  const Terrain terrain = open_field(10);
  const std::vector<LivingClass> classes{{.rules = {}}, {.rules = {.unit_size = 2}}};
  LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
  const std::vector<SolverOptions> three(3);
  CHECK(FrameScheduler::make(map, three).error().what ==
        "a scheduler of a living map with 2 classes needs 1 or as many solver options, not "
        "3");
  const SolverOptions hubs{.algorithm = Algorithm::hub}, automatic;
  CHECK_FALSE(FrameScheduler::make(map, {&hubs, 1}));
  CHECK_FALSE(FrameScheduler::make(map, {&automatic, 1}, {.ageing = 0}));
  CHECK_FALSE(FrameScheduler::make(map, {&automatic, 1}, {.paused_searches = 0}));

  FrameScheduler scheduler = *FrameScheduler::make(map, {&automatic, 1});
  const std::vector<Edit> wrong{cell({3, 3}, '@'), cell({10, 3}, '@')};
  const auto refused = scheduler.edit(wrong);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::bad_argument);
  CHECK(refused.error().what == map.edit(wrong, workers).error().what);
  CHECK(scheduler.run(FrameBudget::unlimited(), workers).edits == 0);
  CHECK(map.grid(0)->open({3, 3}));

  const std::vector<Edit> first{cell({3, 3}, '@')}, second{cell({4, 4}, '@')};
  REQUIRE(scheduler.edit(first));
  REQUIRE(scheduler.edit(second));
  CHECK(map.grid(0)->open({3, 3}));
  CHECK(scheduler.run(FrameBudget::unlimited(), workers).edits == 2);
  CHECK_FALSE(map.grid(0)->open({3, 3}));
  CHECK_FALSE(map.grid(0)->open({4, 4}));
  CHECK(scheduler.run(FrameBudget::unlimited(), workers).edits == 0);

  const auto grid = *Grid::make(terrain);
  CHECK(scheduler_of(solver_of(grid, Algorithm::astar)).edit(first).error().what ==
        "this scheduler was made without a living map");
}

TEST_CASE("a program may also edit the map of a scheduler itself", "[living]") {
  Workers workers(1);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(open_field(20), {&movement, 1}, {.history = 2}, workers);
  FrameScheduler scheduler = *FrameScheduler::make(map, {&kBlind, 1});
  const Position goal{18, 10};
  const auto ask = [&] { scheduler.submit({.start = {1, 10}, .goals = {&goal, 1}}); };
  ask();
  scheduler.run(FrameBudget::expansions(100), workers);
  REQUIRE(scheduler.waiting() == 1);
  for (std::int32_t y = 5; y < 16; ++y)  // more versions than the map's history
    REQUIRE(map.edit(std::vector<Edit>{cell({10, y}, '@')}, workers));
  while (scheduler.waiting() > 0) scheduler.run(FrameBudget::expansions(100), workers);
  ask();
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.size() == 2);
  CHECK(told(finished, 0).path == told(finished, 1).path);
  CHECK(&finished.grid(0) == map.grid(0).get());
}

TEST_CASE("only the versions that something refers to are kept", "[living]") {
  Workers workers(1);
  LivingMirror mirror({40, 30}, 20, {}, 7);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(mirror.terrain(), {&movement, 1}, {}, workers);
  FrameScheduler scheduler =
      *FrameScheduler::make(map, {&kBlind, 1}, {.paused_searches = 2});
  const Orders orders(mirror.terrain(), 500, 2);
  std::vector<std::weak_ptr<const Grid>> versions;
  const auto alive = [&] {
    return std::ranges::count_if(versions, [](const auto& one) { return !one.expired(); });
  };
  std::size_t warm = 0;
  Answers finished;
  for (std::size_t frame = 0; frame < 500; ++frame) {
    REQUIRE(scheduler.edit(mirror.edit()));
    Request one = orders.requests[frame];
    one.visit = Visit::any;
    if (frame == 0 || frame > 200) scheduler.submit(one);
    scheduler.run(FrameBudget::expansions(400), workers);
    if (versions.empty() || versions.back().lock() != map.grid(0))
      versions.emplace_back(map.grid(0));
    if (frame > 200 && frame % 10 == 0) scheduler.poll(finished);
    // The newest one, that of the first answer, those of paused searches, and those of
    // answers since the last poll.
    CHECK(alive() <= (frame <= 200 ? 4 : 24));
    if (frame == 400) warm = scheduler.memory_bytes();
  }
  CHECK(warm > 0);
  CHECK(scheduler.memory_bytes() <= warm * 11 / 10);
}

TEST_CASE("however many searches pause, they hold two older versions", "[living]") {
  Workers workers(2);
  const Terrain terrain = open_field(60);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  FrameScheduler scheduler =
      *FrameScheduler::make(map, {&kBlind, 1}, {.ageing = 1000, .paused_searches = 16});
  std::vector<std::weak_ptr<const Grid>> versions;
  Answers finished;
  std::size_t most = 0, paused = 0, answered = 0;
  for (std::int32_t frame = 0; frame < 300; ++frame) {
    const std::vector<Edit> edits{cell({frame % 60, 3}, frame / 60 % 2 == 0 ? '@' : '.')};
    REQUIRE(scheduler.edit(edits));
    const Position goal{57, 30 + frame % 20};
    scheduler.submit({.start = {2, 30}, .goals = {&goal, 1}});
    const FrameReport report = scheduler.run(FrameBudget::expansions(1000), workers);
    paused = std::max(paused, report.paused);
    scheduler.poll(finished);
    answered += finished.size();
    finished = {};
    std::erase_if(versions, [](const auto& one) { return one.expired(); });
    most = std::max(most, versions.size());
    versions.emplace_back(map.grid(0));
  }
  CHECK(paused > 2);
  CHECK(answered > 20);
  CHECK(most == 2);
}

TEST_CASE("a frame without time settles little of the map, and in the end all",
          "[living]") {
  Workers workers(1);
  const Terrain terrain = open_field(60);
  const LivingClass movement{.landmarks = 8};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  FrameScheduler scheduler =
      *FrameScheduler::make(map, {&kBlind, 1}, {.settle_work = 10'000});
  REQUIRE(scheduler.edit(std::vector<Edit>{TerrainEdit{{{30, 1}, 2, 59}, '@'}}));
  std::size_t frames = 0;
  for (bool left = true; left && frames < 5'000; ++frames) {
    const FrameReport report = scheduler.run(FrameBudget::microseconds(0), workers);
    CHECK(report.settled < 1'000);
    left = report.debt > 0;
  }
  CHECK(frames > 1);
  CHECK(map.debt() == 0);
}

TEST_CASE("a chain ends before the first leg on a map with other links", "[living]") {
  Workers workers(1);
  const std::vector<Link> links{{{0, 0}, {0, 2}, 1}};
  const LivingClass movement;
  LivingMap map = *LivingMap::make(test::drawn("...\n@@@\n..."), {&movement, 1},
                                   {.links = links}, workers);
  REQUIRE(map.edit(std::vector<Edit>{LinkEdit{0, false}}, workers));
  const SolverOptions automatic;
  FrameScheduler scheduler = *FrameScheduler::make(map, {&automatic, 1});
  std::vector<Position> goals(8, {1, 0});
  goals.push_back({0, 0});
  goals.push_back({0, 2});
  scheduler.submit({.start = {0, 0}, .goals = goals, .visit = Visit::in_turn});
  scheduler.run(FrameBudget::expansions(64), workers);
  REQUIRE(scheduler.edit(std::vector<Edit>{LinkEdit{0, true}}));
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.size() == 1);
  REQUIRE(finished.slots() == 10);
  REQUIRE(finished.status[9] == Status::found);
  REQUIRE(finished.grids.size() == 2);
  CHECK(finished.path(9).cells() == std::vector<Position>{{0, 0}, {0, 2}});
  CHECK(finished.chain(0).cells() == std::vector<Position>{{0, 0}, {1, 0}});
}

}  // namespace throng::changing_frames_test
