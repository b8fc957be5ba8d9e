#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/memory.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/living_map.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// A book of several movement classes behaves as a book for each of them.

namespace throng::route_classes_test {

using test::kMirrorLayers;
using test::LivingMirror;
using test::MirrorLayers;

namespace {

constexpr Position kSize{30, 24};

std::vector<LivingClass> classes_of(const LivingMirror& mirror) {
  return {{.rules = {}, .landmarks = 3, .max_danger = mirror.max_danger()},
          {.rules = {.unit_size = 2}, .landmarks = 0},
          {.rules = {.corners = Corners::always, .movement = MovementClass(".GSWT")},
           .landmarks = 2}};
}

/// A unit of the book of all classes, and of that of its class.
struct Unit {
  RouteId id, own;
  std::size_t movement;
};

/// A map that changes, and random changes of the routes on it.
class Crowd {
 public:
  Crowd(const MirrorLayers& layers, int threads, std::uint64_t seed)
      : random_(seed),
        workers_(threads),
        mirror_(kSize, 15, layers, seed),
        map_(*LivingMap::make(mirror_.terrain(), classes_of(mirror_), mirror_.start(),
                              workers_)),
        seen_(map_.version()),
        all_(map_) {
    for (std::size_t k = 0; k < map_.classes(); ++k) each_.emplace_back(map_.grid(k));
    REQUIRE(all_.classes() == each_.size());
  }

  void play_frame() {
    for (int k = 0; k < 8; ++k) change();
    join_some();
    if (random_.below(3) != 0) REQUIRE(map_.edit(mirror_.edit(), workers_));
    if (random_.below(4) == 0) map_.settle(500, workers_);
    if (random_.below(4) != 0) review();
    if (random_.below(5) == 0) save_and_restore();
    compare();
  }

  std::string bytes() const { return all_.save(); }
  std::size_t reported = 0, joined = 0, walked = 0;

 private:
  Position any_cell() {
    const auto x = static_cast<std::int32_t>(random_.below(kSize.x));
    return {x, static_cast<std::int32_t>(random_.below(kSize.y))};
  }
  Unit& any_unit() {
    return units_[random_.below(static_cast<std::uint32_t>(units_.size()))];
  }
  RouteBook& own(const Unit& unit) { return each_[unit.movement]; }

  Answers path_between(const Unit& unit, Position from, Position to) {
    const std::vector<Query> queries{{from, to}};
    return Solver::make(map_.index(unit.movement))->solve(queries, workers_);
  }

  void add() {
    Unit unit{{}, {}, random_.below(static_cast<std::uint32_t>(map_.classes()))};
    const std::uint64_t user = random_.next();
    const Position at = any_cell(), goal = any_cell();
    if (random_.below(3) == 0) {
      unit.id = all_.add(at, user, unit.movement);
      unit.own = own(unit).add(at, user);
    } else {
      const Answers found = path_between(unit, at, goal);
      unit.id = all_.add(found.path(0), goal, user, unit.movement);
      unit.own = own(unit).add(found.path(0), goal, user);
    }
    units_.push_back(unit);
  }

  void change() {
    if (units_.empty() || (units_.size() < 40 && random_.below(2) == 0)) return add();
    Unit& unit = any_unit();
    const bool at_link = all_.broken(unit.id) && mirror_.options().links.data() != nullptr;
    switch (random_.below(6)) {
      case 0: {
        all_.remove(unit.id);
        own(unit).remove(unit.own);
        CHECK(!all_.contains(unit.id));
        units_.erase(units_.begin() + (&unit - units_.data()));
        break;
      }
      case 1: {
        const Position goal = any_cell();
        all_.set_goal(unit.id, goal);
        own(unit).set_goal(unit.own, goal);
        break;
      }
      case 2: {
        const Position at = any_cell();
        CHECK(all_.place(unit.id, at) == own(unit).place(unit.own, at));
        break;
      }
      case 3: {
        const std::size_t most = random_.below(12);
        const Request request = all_.request(unit.id, most);
        CHECK(request.start == own(unit).walk_on(unit.own, most));
        CHECK(request.goals[0] == own(unit).goal(unit.own));
        CHECK(request.agent == static_cast<AgentId>(unit.id));
        CHECK(request.movement == unit.movement);
        break;
      }
      default: {
        if (at_link) break;  // a link that is gone cannot be walked
        const std::size_t moves =
            random_.below(static_cast<std::uint32_t>(all_.route(unit.id).size()) + 1) / 2;
        CHECK(all_.advance(unit.id, moves) == own(unit).advance(unit.own, moves));
        walked += moves;
      }
    }
  }

  /// Paths for units of all classes, some from cells that the routes do not pass.
  void join_some() {
    if (units_.empty()) return;
    std::vector<Answers> found;
    std::vector<Unit> of;
    std::vector<Position> goals;
    for (int k = 0; k < 12; ++k) {
      const Unit& unit = any_unit();
      const std::size_t ahead = random_.below(8);
      const Position from = random_.below(4) == 0 ? any_cell() : all_.ahead(unit.id, ahead);
      goals.push_back(any_cell());
      found.push_back(path_between(unit, from, goals.back()));
      of.push_back(unit);
    }
    std::vector<NewPath> paths;
    std::vector<std::vector<NewPath>> by_class(each_.size());
    for (std::size_t k = 0; k < of.size(); ++k) {
      paths.push_back({of[k].id, found[k].path(0), goals[k]});
      by_class[of[k].movement].push_back({of[k].own, found[k].path(0), goals[k]});
    }
    if (random_.below(3) == 0) {
      std::size_t jumps = 0;
      for (std::size_t k = 0; k < each_.size(); ++k)
        jumps += each_[k].replace(by_class[k], workers_);
      CHECK(all_.replace(paths, workers_) == jumps);
      return;
    }
    const auto span = all_.join(paths, workers_);
    const std::vector<RouteId> missed(span.begin(), span.end());
    std::vector<RouteId> expected;
    for (std::size_t k = 0; k < each_.size(); ++k)
      for (const RouteId id : each_[k].join(by_class[k], workers_))
        expected.push_back(number_of(id, k));
    std::ranges::sort(expected);
    CHECK((missed == expected));
    joined += paths.size() - missed.size();
  }

  RouteId number_of(RouteId own, std::size_t movement) const {
    for (const Unit& unit : units_)
      if (unit.own == own && unit.movement == movement) return unit.id;
    FAIL("an unknown route is reported");
    return {};
  }

  void review() {
    const ReviewOptions options{.may_shorten = random_.below(4) != 0};
    const RouteReview& mine = all_.review(map_, workers_, options);
    RouteReview expected;
    for (std::size_t k = 0; k < each_.size(); ++k) {
      const RouteReview& one =
          each_[k].review(map_.grid(k), map_.changes(seen_, k), workers_, options);
      const auto take = [&](const std::vector<RouteId>& from, std::vector<RouteId>& to) {
        for (const RouteId id : from) to.push_back(number_of(id, k));
      };
      take(one.broken, expected.broken);
      take(one.costlier, expected.costlier);
      take(one.may_shorten, expected.may_shorten);
    }
    seen_ = map_.version();
    for (auto* list : {&expected.broken, &expected.costlier, &expected.may_shorten}) {
      std::ranges::sort(*list);
      reported += list->size();
    }
    CHECK((mine.broken == expected.broken));
    CHECK((mine.costlier == expected.costlier));
    CHECK((mine.may_shorten == expected.may_shorten));
    for (std::size_t k = 0; k < each_.size(); ++k) CHECK(all_.grid(k) == map_.grid(k));
  }

  /// The map too, as a game does. Both are moved on to the same version before.
  void save_and_restore() {
    review();
    const std::string saved = all_.save();
    std::vector<std::string> own_saved;
    for (const RouteBook& book : each_) own_saved.push_back(book.save());
    if (random_.below(2) == 0) {
      map_ = *LivingMap::restore(*map_.save(), workers_);
      seen_ = map_.version();
    }
    auto restored = RouteBook::restore(saved, map_);
    REQUIRE(restored);
    all_ = *std::move(restored);
    CHECK((all_.save() == saved));
    for (std::size_t k = 0; k < each_.size(); ++k)
      each_[k] = *RouteBook::restore(own_saved[k], map_.grid(k));
  }

  void compare() {
    std::vector<RouteId> numbers;
    for (const Unit& unit : units_) {
      numbers.push_back(unit.id);
      const RouteBook& book = own(unit);
      CHECK(all_.movement(unit.id) == unit.movement);
      CHECK(all_.broken(unit.id) == book.broken(unit.own));
      CHECK(all_.remaining_cost(unit.id) == book.remaining_cost(unit.own));
      CHECK(all_.goal(unit.id) == book.goal(unit.own));
      CHECK(all_.user(unit.id) == book.user(unit.own));
      const Route &mine = all_.route(unit.id), &other = book.route(unit.own);
      CHECK(mine.position() == other.position());
      CHECK(std::ranges::equal(mine.reversed(), other.reversed()));
      std::vector<Position> cells(7);
      cells.resize(all_.next_cells(unit.id, cells));
      CHECK(cells.size() == std::min<std::size_t>(7, mine.size()));
      for (std::size_t k = 0; k < cells.size(); ++k)
        CHECK(cells[k] == book.ahead(unit.own, k + 1));
    }
    std::ranges::sort(numbers);
    CHECK((all_.routes() == numbers));
    CHECK(all_.size() == units_.size());
  }

  SplitMix64 random_;
  Workers workers_;
  LivingMirror mirror_;
  LivingMap map_;
  LivingMap::Version seen_;
  RouteBook all_;
  std::vector<RouteBook> each_;
  std::vector<Unit> units_;
};

}  // namespace

TEST_CASE("a book of several classes behaves as a book for each", "[game][parallel]") {
  std::size_t reported = 0, joined = 0, walked = 0;
  std::uint64_t seed = 0;
  for (const MirrorLayers& layers : kMirrorLayers) {
    ++seed;
    std::optional<std::string> bytes;
    for (const int threads : {1, 2, 7}) {
      CAPTURE(layers.weights, layers.steps, layers.links, layers.danger, seed, threads);
      Crowd crowd(layers, threads, seed);
      for (int frame = 0; frame < 60; ++frame) crowd.play_frame();
      if (!bytes) bytes = crowd.bytes();
      CHECK((crowd.bytes() == *bytes));
      reported += crowd.reported;
      joined += crowd.joined;
      walked += crowd.walked;
    }
  }
  CAPTURE(reported, joined, walked);
  CHECK(reported > 2000);
  CHECK(joined > 2000);
  CHECK(walked > 2000);
}

namespace {

LivingMap two_classes(Workers& workers) {
  const std::vector<LivingClass> classes{{.rules = {}}, {.rules = {.unit_size = 2}}};
  return *LivingMap::make(*Terrain::make(40, 20), classes, {}, workers);
}

FrameScheduler scheduler_of(LivingMap& map, const SchedulerOptions& options = {}) {
  return *FrameScheduler::make(map, std::vector<SolverOptions>(1), options);
}

}  // namespace

TEST_CASE("a book joins the answers of a scheduler", "[game]") {
  Workers workers(2);
  LivingMap map = two_classes(workers);
  RouteBook book(map);
  FrameScheduler scheduler = scheduler_of(map, {.report_dropped = true});
  const RouteId small = book.add({1, 1}, 0, 0), large = book.add({1, 10}, 0, 1),
                pushed = book.add({5, 5}, 0, 0), hopeless = book.add({9, 9}, 0, 1),
                removed = book.add({2, 2}, 0, 0), again = book.add({3, 3}, 0, 0),
                stopped = book.add({4, 4}, 0, 1), late = book.add({6, 6}, 0, 0);
  book.set_goal(small, {30, 1});
  book.set_goal(large, {30, 10});
  book.set_goal(pushed, {30, 5});
  book.set_goal(hopeless, {39, 19});  // 2 x 2 cells do not fit
  book.set_goal(removed, {30, 2});
  book.set_goal(again, {30, 3});
  book.set_goal(stopped, {30, 4});
  book.set_goal(late, {30, 6});
  for (const RouteId id : book.routes()) scheduler.submit(book.request(id, 4));
  const Position stranger{9, 1};
  scheduler.submit({.start = {1, 1}, .goals = {&stranger, 1}, .agent = AgentId{1000}});
  scheduler.submit({.start = {1, 1}, .goals = {&stranger, 1}});
  scheduler.submit({.start = {1, 1}, .visit = Visit::each, .agent = AgentId{0xFFFF}});
  scheduler.cancel(scheduler.submit(book.request(stopped, 0)));
  book.set_goal(again, {3, 15});
  scheduler.submit(book.request(again, 4));  // the answer to the first one is superseded
  Answers finished;
  scheduler.run(FrameBudget::unlimited(), workers);
  book.place(pushed, {7, 15});
  book.remove(removed);
  book.set_goal(late, {6, 15});
  scheduler.submit(book.request(late, 4));  // the answer is found, but not current
  scheduler.poll(finished);
  const AnsweredRoutes& answered = book.join(finished, workers);
  CHECK((answered.missed == std::vector{pushed}));
  CHECK((answered.no_path == std::vector{hopeless}));
  for (const RouteId id : {small, large, again}) {
    CHECK(book.ahead(id, 1000) == book.goal(id));
    CHECK(!book.broken(id));
    CHECK(!book.route(id).empty());
  }
  CHECK(book.goal(again) == Position{3, 15});
  for (const RouteId id : {pushed, hopeless, stopped, late}) CHECK(book.route(id).empty());
  scheduler.submit(book.request(pushed, 4));
  scheduler.run(FrameBudget::unlimited(), workers);
  scheduler.poll(finished);
  CHECK(book.join(finished, workers).missed.empty());
  CHECK(book.ahead(pushed, 1000) == Position{30, 5});
  CHECK(book.ahead(late, 1000) == Position{6, 15});
  CHECK(book.join(Answers(), workers).no_path.empty());
}

TEST_CASE("a book follows a map from any version", "[game]") {
  Workers workers(1);
  LivingMap map = two_classes(workers);
  RouteBook book(map);
  const std::vector<std::shared_ptr<const Grid>> grids{map.grid(0), map.grid(1)};
  RouteBook of_grids(grids);
  const auto path = [&](std::size_t movement) {
    const std::vector<Query> queries{{{2, 5}, {30, 5}}};
    return Solver::make(map.index(movement))->solve(queries, workers);
  };
  std::vector<RouteId> ids;
  for (const std::size_t movement : {0U, 1U}) {
    const Answers found = path(movement);
    ids.push_back(book.add(found.path(0), {30, 5}, 0, movement));
    CHECK(of_grids.add(found.path(0), {30, 5}, 0, movement) == ids.back());
  }
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{20, 6}}, '@'}}, workers));
  map.settle(LivingMap::kAll, workers);
  CHECK(
      (book.review(map, workers).broken == std::vector{ids[1]}));  // cell 20, 6 is under it
  CHECK((of_grids.review(map, workers).broken == std::vector{ids[1]}));
  CHECK(book.review(map, workers).costlier.empty());
  CHECK(of_grids.review(map, workers).may_shorten.empty());

  const std::string saved = book.save();
  REQUIRE(RouteBook::restore(saved, map));
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{20, 5}}, '@'}}, workers));
  const auto late = RouteBook::restore(saved, map);
  REQUIRE(!late);
  CHECK(late.error().code == Code::bad_argument);
  CHECK(late.error().what ==
        "the route book was saved on version 2 of its map, not on version 3: review the "
        "book on the newest version before both are saved");
  const auto fewer = RouteBook::restore(saved, map.grid(0));
  REQUIRE(!fewer);
  CHECK(fewer.error().what == "the route book was saved with 2 movement classes, not 1");
  CHECK(!RouteBook::restore(saved, std::vector<std::shared_ptr<const Grid>>{}));
  const auto other = *Grid::make(*Terrain::make(41, 20));
  CHECK(!RouteBook::restore(saved, std::vector{map.grid(0), other}));
  CHECK((book.review(map, workers).broken == ids));
}

TEST_CASE("a review of a map allocates nothing once it is warm", "[game]") {
  Workers workers(1);
  LivingMap map = two_classes(workers);
  RouteBook book(map);
  book.add({2, 2}, 0, 1);
  const auto turn = [&](int k) {
    const std::vector<Edit> edit{TerrainEdit{{{20, 6}}, k % 2 == 0 ? '@' : '.'}};
    REQUIRE(map.edit(edit, workers));
    const std::size_t before = test::heap_allocations();
    book.review(map, workers);
    return test::heap_allocations() - before;
  };
  for (int k = 0; k < 20; ++k) turn(k);
  for (int k = 0; k < 4; ++k) CHECK(turn(k) == 0);
}

}  // namespace throng::route_classes_test
