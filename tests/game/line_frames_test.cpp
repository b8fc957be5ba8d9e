// Straight lines as parts of the answers of frames.
#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/forged_states.hpp"
#include "../support/frame_lines.hpp"
#include "../support/frames.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::line_frames_test {

using namespace test;

namespace {

constexpr SolverOptions kBlind{.algorithm = Algorithm::astar, .heuristic = Heuristic::zero};
constexpr std::string_view kWord = "throng frame scheduler";

/// What a frame did, and its answers.
struct Frame {
  std::vector<std::uint64_t> report;
  std::vector<Ticket> finished;
  std::vector<std::vector<Told>> answers;
  std::vector<std::vector<ToldLine>> lines;

  friend bool operator==(const Frame&, const Frame&) = default;
};

Frame frame_of(const FrameReport& report, const Answers& finished) {
  Frame frame;
  frame.report = {report.frame,     report.taken_in, report.dropped,
                  report.finished,  report.waiting,  report.paused,
                  report.spent,     report.repeated, report.copied,
                  report.confirmed, report.outdated, report.answered_by_sweep,
                  report.edits,     report.settled};
  frame.finished.assign(finished.ticket.begin(), finished.ticket.end());
  for (std::size_t i = 0; i < finished.size(); ++i) {
    frame.answers.push_back(told_request(finished, i));
    frame.lines.push_back(told_lines(finished, i));
  }
  return frame;
}

/// Movement classes with different rules on one terrain: two have lines. memory: see
/// LineOptions.
struct Classes {
  explicit Classes(const Terrain& terrain, std::size_t memory = 0) {
    Workers workers(1);
    const auto add = [&](const Rules& rules, const GridOptions& options, bool lines,
                         const SolverOptions& solver) {
      const auto grid = *Grid::make(terrain, rules, options);
      indexes.push_back(
          *Index::build(grid, {.lines = {.build = lines, .memory = memory}}, workers));
      solvers.push_back(*Solver::make(indexes.back(), solver));
      truth.add(indexes.back());
    };
    const std::vector<Weight> weights(
        static_cast<std::size_t>(terrain.width() * terrain.height()), 2);
    add({}, {}, true, {});
    add({.corners = Corners::cut_one}, {}, true, kBlind);
    add({.corners = Corners::always}, {}, false, {});
    add({}, {.weights = weights}, false, {});
  }

  std::vector<Index> indexes;
  std::vector<Solver> solvers;
  LineTruth truth;
};

std::vector<Request> for_classes(const Orders& orders, std::size_t classes) {
  std::vector<Request> all = orders.requests;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].movement = i / 3 % classes;
    all[i].escape_blocked_start = i % 5 == 0;
  }
  return all;
}

/// Plays until nothing waits: all frames.
std::vector<Frame> play(FrameScheduler& scheduler, FrameBudget work, Workers& workers,
                        const LineTruth& truth, std::size_t& lines) {
  std::vector<Frame> frames;
  Answers finished;
  for (int k = 0; scheduler.waiting() > 0; ++k) {
    REQUIRE(k < 20'000);
    const FrameReport report = scheduler.run(work, workers);
    scheduler.poll(finished);
    CHECK(truth.wrong(finished, lines, workers) == 0);
    frames.push_back(frame_of(report, finished));
  }
  return frames;
}

std::vector<FrameBudget> budgets() {
  return {FrameBudget::expansions(70), FrameBudget::expansions(1'500),
          FrameBudget::expansions(40'000), FrameBudget::unlimited(),
          FrameBudget::microseconds(200)};
}

/// Compares lines of frames with solve_lines(), and frames with those of other threads.
void check_frames(const Terrain& terrain, const Classes& classes,
                  std::initializer_list<int> thread_counts) {
  const Orders orders(terrain, 240, 4);
  const auto requests = for_classes(orders, classes.solvers.size());
  for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
    for (const FrameBudget work : budgets()) {
      CAPTURE(static_cast<int>(sharing), work.amount(), work.is_time());
      std::optional<std::vector<Frame>> first;
      for (const int threads : thread_counts) {
        Workers workers(threads);
        FrameScheduler scheduler = *FrameScheduler::make(
            classes.solvers, {.paused_searches = 3, .sharing = sharing, .lines = true});
        scheduler.submit_all(requests);
        std::size_t lines = 0;
        const std::vector<Frame> frames =
            play(scheduler, work, workers, classes.truth, lines);
        CHECK(lines > 80);
        if (work.is_unlimited()) CHECK(frames.size() == 1);
        if (work.is_time()) continue;
        if (!first) first = frames;
        CHECK((frames == *first));
      }
    }
}

}  // namespace

TEST_CASE("answers of frames have the lines that solve_lines() finds", "[parallel]") {
  const Terrain terrain = random_terrain(44, 36, 20, 3);
  check_frames(terrain, Classes(terrain), {1, 2, 3, 4});
}

TEST_CASE("so have those of classes with labels, or with a graph", "[parallel]") {
  const Terrain terrain = random_terrain(44, 36, 20, 3);
  for (const bool labels : {false, true}) {
    const Classes classes(terrain, labels ? std::size_t{64} << 20 : std::size_t{100'000});
    for (std::size_t k = 0; k < 2; ++k) {
      const PartInfo lines = classes.indexes[k].part(Part::lines);
      REQUIRE((lines.fact("label entries") > 0) == labels);
      REQUIRE((lines.fact("edges") > 0) == !labels);
    }
    check_frames(terrain, classes, {1, 3});
  }
}

TEST_CASE("lines change no other answer, and cost what they take") {
  const Terrain terrain = random_terrain(44, 36, 20, 3);
  const Classes classes(terrain);
  const Orders orders(terrain, 240, 4);
  const auto requests = for_classes(orders, classes.solvers.size());
  Workers workers(1);
  for (const Sharing sharing : {Sharing::none, Sharing::equal}) {
    std::vector<std::vector<Told>> expected;
    std::uint64_t spent = 0, spent_with_lines = 0;
    for (const bool lines : {false, true}) {
      FrameScheduler scheduler = *FrameScheduler::make(
          classes.solvers, {.sharing = sharing, .max_moves = 7, .lines = lines});
      scheduler.submit_all(requests);
      (lines ? spent_with_lines : spent) =
          scheduler.run(FrameBudget::unlimited(), workers).spent;
      Answers finished;
      scheduler.poll(finished);
      REQUIRE(finished.size() == requests.size());
      CHECK(finished.point_begin.empty() != lines);
      CHECK(finished.line(0).empty() == (!lines || finished.end[0] == finished.start[0]));
      std::vector<std::vector<Told>> answers;
      for (std::size_t i = 0; i < finished.size(); ++i)
        answers.push_back(told_request(finished, i));
      if (!lines) expected = answers;
      CHECK((answers == expected));
      finished.clear();
      CHECK(finished.points.empty());
      CHECK(finished.point_begin.empty());
    }
    CHECK(spent_with_lines > spent);
  }
}

TEST_CASE("equal requests share a line, and a field has lines as well") {
  const Terrain terrain = random_terrain(44, 36, 15, 5);
  const Classes classes(terrain);
  const Orders orders(terrain, 300, 4);
  Workers workers(1);
  const Solver& solver = classes.solvers[0];
  const Grid& grid = solver.grid();
  Position goal{20, 20};
  while (!grid.open(goal)) ++goal.x;
  FrameScheduler equal =
      *FrameScheduler::make({solver}, {.sharing = Sharing::equal, .lines = true});
  Position start{1, 1};
  while (!grid.open(start) ||
         grid.component(grid.cell(start)) != grid.component(grid.cell(goal)))
    ++start.x;
  for (int k = 0; k < 20; ++k) equal.submit({.start = start, .goals = {&goal, 1}});
  std::size_t lines = 0;
  const FrameReport report = equal.run(FrameBudget::unlimited(), workers);
  Answers finished;
  equal.poll(finished);
  CHECK(report.copied == 19);
  CHECK(finished.line(19).size() > 2);
  CHECK(classes.truth.wrong(finished, lines, workers) == 0);
  FrameScheduler goals =
      *FrameScheduler::make({solver}, {.sharing = Sharing::goals, .lines = true});
  for (const FrameBudget work : budgets()) {
    for (const Request& one : orders.requests)
      goals.submit({.start = one.start, .goals = {&goal, 1}});
    std::size_t swept = 0;
    for (int k = 0; goals.waiting() > 0; ++k) {
      REQUIRE(k < 20'000);
      swept += goals.run(work, workers).answered_by_sweep;
      goals.poll(finished);
      CHECK(classes.truth.wrong(finished, lines, workers) == 0);
    }
    CAPTURE(work.amount(), swept);
    if (!work.is_time() && work.amount() >= 1'500) CHECK(swept > 50);
  }
  CHECK(lines > 500);
}

TEST_CASE("a frame spends no more than its budget on lines") {
  // Paths of few expansions, and lines of many.
  const Terrain terrain = random_terrain(120, 120, 25, 9);
  const Classes classes(terrain);
  Workers workers(1);
  FrameScheduler scheduler = *FrameScheduler::make({classes.solvers[0]}, {.lines = true});
  const Orders orders(terrain, 100, 4);
  for (const Request& one : orders.requests)
    if (!one.goals.empty())
      scheduler.submit({.start = one.start, .goals = one.goals.first(1)});
  Answers finished;
  std::size_t lines = 0;
  std::uint64_t repeated = 0;
  for (int k = 0; scheduler.waiting() > 0; ++k) {
    REQUIRE(k < 20'000);
    // No line needs half of it.
    const FrameReport report = scheduler.run(FrameBudget::expansions(20'000), workers);
    CHECK(report.spent <= 20'000);
    repeated += report.repeated;
    scheduler.poll(finished);
    CHECK(classes.truth.wrong(finished, lines, workers) == 0);
  }
  CHECK(lines > 30);
  CHECK(repeated > 0);
}

namespace {

/// A game on a map that changes, with lines in two of its three classes.
class Game {
 public:
  Game(const SolverOptions& solver, Sharing sharing, std::uint64_t seed, int threads)
      : workers_(threads),
        random_(seed),
        mirror_({26, 22}, static_cast<int>(seed % 3 * 10), {}, seed),
        orders_(mirror_.terrain(), 300, seed),
        requests_(for_classes(orders_, 3)),
        map_(*LivingMap::make(
            mirror_.terrain(),
            std::vector{LivingClass{.lines = true},
                        LivingClass{.rules = {.corners = Corners::cut_one}, .lines = true},
                        LivingClass{.rules = {.corners = Corners::always}}},
            mirror_.start(), workers_)),
        scheduler_(*FrameScheduler::make(*map_, {&solver, 1},
                                         {.paused_searches = 3,
                                          .sharing = sharing,
                                          .settle_work = 100,
                                          .lines = true})) {}
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  Frame frame(FrameBudget work) {
    if (random_.below(3) != 0) {
      const Outcome edited = scheduler_->edit(mirror_.edit());
      REQUIRE(edited.has_value());
    }
    for (std::uint32_t k = random_.below(16); k > 0 && asked_ < requests_.size(); --k)
      scheduler_->submit(requests_[asked_++]);
    const FrameReport report = scheduler_->run(work, workers_);
    for (std::size_t k = 0; k < map_->classes(); ++k) truth_.add(map_->index(k));
    Answers finished;
    scheduler_->poll(finished);
    if (!restored_) CHECK(truth_.wrong(finished, lines, workers_) == 0);
    paused += report.paused;
    confirmed += report.confirmed;
    return frame_of(report, finished);
  }

  bool done() const { return asked_ == requests_.size() && scheduler_->waiting() == 0; }

  /// Goes on from what is saved now.
  void restore() {
    const std::string map = *map_->save(), scheduler = *scheduler_->save();
    scheduler_.reset();
    map_ = *LivingMap::restore(map, workers_);
    scheduler_ = *FrameScheduler::restore(scheduler, *map_);
    const std::string again = *scheduler_->save();
    CHECK((again == scheduler));
    restored_ = true;
  }
  void save() { static_cast<void>(scheduler_->save()); }

  std::size_t lines = 0, paused = 0, confirmed = 0;

 private:
  Workers workers_;
  SplitMix64 random_;
  LivingMirror mirror_;
  Orders orders_;
  std::vector<Request> requests_;
  std::optional<LivingMap> map_;
  std::optional<FrameScheduler> scheduler_;
  LineTruth truth_;
  std::size_t asked_ = 0;
  bool restored_ = false;  ///< slots that were answered before then report another grid
};

}  // namespace

TEST_CASE("lines are right on maps that change, and games go on as they were saved",
          "[living][parallel]") {
  std::size_t lines = 0, paused = 0, confirmed = 0;
  std::uint64_t seed = 0;
  for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals})
    for (const SolverOptions& solver : {kBlind, SolverOptions{}})
      for (const std::uint64_t work : {60U, 400U, 6'000U}) {
        CAPTURE(static_cast<int>(sharing), work, ++seed);
        Game one(solver, sharing, seed, 1), other(solver, sharing, seed, 3);
        for (int k = 0; !one.done(); ++k) {
          REQUIRE(k < 20'000);
          if (k == 9 || k == 25) {
            one.save();
            other.restore();
          }
          const Frame frame = one.frame(FrameBudget::expansions(work));
          CHECK((other.frame(FrameBudget::expansions(work)) == frame));
        }
        lines += one.lines;
        paused += one.paused;
        confirmed += one.confirmed;
      }
  CAPTURE(lines, paused, confirmed);
  CHECK(lines > 1'000);
  CHECK(paused > 100);
  CHECK(confirmed > 10);
}

TEST_CASE("lines that edits do not concern go on while the map changes", "[living]") {
  const Terrain terrain = random_terrain(140, 140, 25, 9);
  std::vector<std::uint64_t> repeated, frames;
  for (const bool edits : {false, true}) {
    Workers workers(1);
    const LivingClass walkers{.landmarks = 0, .lines = true};
    auto map = *LivingMap::make(terrain, {&walkers, 1}, {}, workers);
    const SolverOptions solver;
    auto scheduler =
        *FrameScheduler::make(map, {&solver, 1}, {.settle_work = 0, .lines = true});
    std::size_t requests = 0;
    for (const Query& query : random_queries(terrain, 400, 5)) {
      const auto [start, goal] = query;
      if (std::min({start.x, start.y, goal.x, goal.y}) < 60) continue;
      if (!map.grid(0)->open(start) || !map.grid(0)->open(goal)) continue;
      scheduler.submit({.start = start, .goals = {&goal, 1}});
      ++requests;
    }
    REQUIRE(requests > 20);
    LineTruth truth;
    Answers finished;
    std::size_t lines = 0;
    repeated.push_back(0);
    frames.push_back(0);
    while (scheduler.waiting() > 0) {
      REQUIRE(frames.back() < 20'000);
      const Edit far = TerrainEdit{{{0, 0}, 2, 2}, frames.back() % 2 == 0 ? '@' : '.'};
      if (edits) {
        const Outcome edited = scheduler.edit({&far, 1});
        REQUIRE(edited.has_value());
      }
      repeated.back() += scheduler.run(FrameBudget::expansions(200), workers).repeated;
      ++frames.back();
      truth.add(map.index(0));
      scheduler.poll(finished);
      CHECK(truth.wrong(finished, lines, workers) == 0);
    }
    CHECK(lines > 20);
  }
  CAPTURE(frames[0], frames[1], repeated[0], repeated[1]);
  CHECK(frames[1] < 2 * frames[0]);  // budgets pay for edits, too
  CHECK(repeated[1] <= 2 * repeated[0]);
}

TEST_CASE("lines that pause over edits are shortest on the newest version", "[living]") {
  Workers workers(1);
  std::size_t confirmed = 0, outdated = 0, lines = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const Terrain terrain = random_terrain(100, 100, 25, seed);
    LivingMap map = *LivingMap::make(
        terrain, std::vector{LivingClass{.landmarks = 0, .lines = true}}, {}, workers);
    const SolverOptions automatic;
    FrameScheduler scheduler = *FrameScheduler::make(map, {&automatic, 1}, {.lines = true});
    const Orders orders(terrain, 60, seed);
    for (const Request& one : orders.requests)
      if (!one.goals.empty())
        scheduler.submit({.start = one.start, .goals = one.goals.first(1)});
    SplitMix64 random(seed);
    Answers finished;
    AnyAnglePaths fresh;
    for (int k = 0; scheduler.waiting() > 0; ++k) {
      REQUIRE(k < 20'000);
      const Position at{static_cast<std::int32_t>(random.below(100)),
                        static_cast<std::int32_t>(random.below(100))};
      const std::vector<Edit> edits{TerrainEdit{{at}, random.below(2) == 0 ? '.' : '@'}};
      REQUIRE(scheduler.edit(edits).has_value());
      const FrameReport report = scheduler.run(FrameBudget::expansions(700), workers);
      confirmed += report.confirmed;
      outdated += report.outdated;
      scheduler.poll(finished);
      for (std::size_t slot = 0; slot < finished.slots(); ++slot) {
        const auto line = finished.line(slot);
        if (line.empty()) continue;
        const Query query{finished.start[slot], finished.end[slot]};
        REQUIRE(solve_lines(map.index(0), {&query, 1}, workers, fresh).has_value());
        CHECK(finished.length[slot] == Approx(fresh.length[0]).epsilon(1e-9));
        for (std::size_t i = 1; i < line.size(); ++i)
          CHECK(clear_line(*map.grid(0), line[i - 1], line[i]));
        ++lines;
      }
    }
  }
  CAPTURE(confirmed, outdated, lines);
  CHECK(lines > 50);
  CHECK(confirmed > 10);
}

TEST_CASE("saved schedulers without lines have the form that they always had") {
  const Classes classes(random_terrain(30, 20, 10, 3));
  const Orders orders(random_terrain(30, 20, 10, 3), 40, 4);
  Workers workers(1);
  for (const bool lines : {false, true}) {
    FrameScheduler scheduler =
        *FrameScheduler::make({classes.solvers[0]}, {.lines = lines});
    scheduler.submit_all(orders.requests);
    Answers finished;
    scheduler.run(FrameBudget::expansions(300), workers);
    scheduler.poll(finished);
    const std::string saved = *scheduler.save();
    CHECK(saved.at(kWord.size()) == (lines ? 2 : 1));
    SplitMix64 random(1);
    std::size_t refused = 0, served = 0;
    for (int k = 0; k < 1'000; ++k) {
      auto result =
          FrameScheduler::restore(forged(saved, kWord, random), {classes.solvers[0]});
      ++(result ? served : refused);
      if (!result) continue;
      result->run(FrameBudget::expansions(1'000), workers);
      result->poll(finished);
      for (std::size_t slot = 0; slot < finished.slots(); ++slot)
        static_cast<void>(finished.line(slot));
    }
    CHECK(refused > 100);
    CHECK(served > 100);
  }
}

TEST_CASE("lines that no class can have are refused") {
  const Terrain terrain = random_terrain(30, 20, 10, 3);
  const Classes classes(terrain);
  Workers workers(1);
  const auto refused = [](const auto& result, Code code, std::string_view what) {
    REQUIRE(!result);
    CHECK(result.error().code == code);
    CHECK(result.error().what == what);
  };
  constexpr std::string_view kNone =
      "a scheduler with lines needs a class whose index has lines "
      "(IndexOptions::lines or LivingClass::lines)";
  const Solver bare = *Solver::make(*Grid::make(terrain));
  refused(FrameScheduler::make({bare, classes.solvers[2]}, {.lines = true}),
          Code::bad_argument, kNone);
  const auto weighted = FrameScheduler::make(
      {*Solver::make(
          *Index::build(classes.indexes[3].grid(), {.lines = {.build = true}}, workers))},
      {.lines = true});
  REQUIRE(!weighted);
  CHECK(weighted.error().code == Code::unsupported);
  // Rules that never allow them are named, whether the index asked for lines or not.
  constexpr std::string_view kRules =
      "exact any-angle paths need topology tile, or octile with corners never_cut or "
      "cut_one";
  const Solver always = classes.solvers[2];
  refused(FrameScheduler::make({always}, {.lines = true}), Code::unsupported, kRules);
  refused(FrameScheduler::make({always, classes.solvers[3]}, {.lines = true}),
          Code::unsupported, kRules);
  refused(FrameScheduler::make({always, bare}, {.lines = true}), Code::bad_argument, kNone);
  LivingMap map = *LivingMap::make(terrain, std::vector{LivingClass{}}, {}, workers);
  const SolverOptions automatic;
  refused(FrameScheduler::make(map, {&automatic, 1}, {.lines = true}), Code::bad_argument,
          kNone);
  FrameScheduler scheduler = *FrameScheduler::make({classes.solvers[0]}, {.lines = true});
  // A class may lose them later, and so may a saved one.
  scheduler.replace_solver(0, bare);
  scheduler = *FrameScheduler::restore(*scheduler.save(), {bare});
  const Position goal{29, 19};
  scheduler.submit({.start = {0, 0}, .goals = {&goal, 1}, .approach = true});
  scheduler.run(FrameBudget::unlimited(), workers);
  Answers finished;
  scheduler.poll(finished);
  REQUIRE(finished.slots() == 1);
  CHECK(finished.line(0).empty());
}

TEST_CASE("a scheduler with lines that runs out of memory goes on") {
  const Terrain terrain = random_terrain(40, 40, 20, 3);
  const Classes classes(terrain);
  const Orders orders(terrain, 90, 4);
  Workers workers(1);
  std::size_t failed = 0;
  for (const Sharing sharing : {Sharing::none, Sharing::goals})
    for (std::size_t allowed = 0;; allowed += every({.normal = 3, .sanitized = 29})) {
      CAPTURE(static_cast<int>(sharing), allowed);
      CountingMemory memory;
      FrameScheduler scheduler =
          *FrameScheduler::make({classes.solvers[0], classes.solvers[1]},
                                {.sharing = sharing, .lines = true}, &memory);
      Workers own(1, &memory);
      Answers finished(&memory);
      memory.allow(allowed);
      std::size_t failures = 0, answered = 0, lines = 0, wrong = 0;
      const auto call = [&](const auto& body) {
        try {
          body();
        } catch (const std::bad_alloc&) {
          ++failures;
          memory.allow(CountingMemory::kAll);
          body();
        }
      };
      for (std::size_t i = 0; i < orders.requests.size(); ++i) {
        Request one = orders.requests[i];
        one.movement = i % 2;
        call([&] { scheduler.submit(one); });
      }
      for (int k = 0; scheduler.waiting() > 0 || k == 0; ++k) {
        REQUIRE(k < 2'000);
        call([&] { scheduler.run(FrameBudget::expansions(900), own); });
        call([&] { scheduler.poll(finished); });
        answered += finished.size();
        wrong += classes.truth.wrong(finished, lines, workers);
      }
      CHECK(answered == orders.requests.size());
      CHECK(wrong == 0);
      CHECK(lines > 20);
      if (failures == 0) break;
      failed += failures;
    }
  CHECK(failed > 10);
}

}  // namespace throng::line_frames_test
