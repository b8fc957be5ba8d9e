#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/links.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::route_walk_test {

namespace {

/// A unit with a plain Route, which decodes links by the grid, beside the book, which does
/// not.
struct Unit {
  RouteId id{};
  Route route;
};

/// Units of one grid that walk, stop, are pushed and receive paths, in three ways: each by
/// a Route, and all in two books, one of which takes paths one by one, the other all at
/// once on several threads.
class Walkers {
 public:
  Walkers(const std::shared_ptr<const Grid>& grid, std::uint64_t seed)
      : grid_(grid), solver_(*Solver::make(grid)), random_(seed), one_(grid), all_(grid) {
    for (std::uint64_t k = 0; k < 12; ++k) {
      const Position at = cell();
      Unit unit{one_.add(at, 7 * k), Route()};
      REQUIRE(all_.add(at, 7 * k) == unit.id);
      unit.route.place(*grid_, at);
      units_.push_back(unit);
    }
  }

  void play(int frames) {
    for (int frame = 0; frame < frames; ++frame) {
      change();
      receive();
      for (const Unit& unit : units_) check(unit);
    }
  }

  std::size_t joined = 0, missed = 0, passed = 0;

 private:
  Position cell() {
    return {static_cast<std::int32_t>(
                random_.below(static_cast<std::uint32_t>(grid_->width()))),
            static_cast<std::int32_t>(
                random_.below(static_cast<std::uint32_t>(grid_->height())))};
  }

  void change() {
    for (Unit& unit : units_) {
      const std::size_t moves = random_.below(9);
      switch (random_.below(6)) {
        case 5: {
          const Position end = unit.route.ahead(*grid_, moves);
          unit.route.truncate(moves);
          CHECK(one_.walk_on(unit.id, moves) == end);
          CHECK(all_.walk_on(unit.id, moves) == end);
          break;
        }
        case 0: {
          unit.route.truncate(moves);
          one_.truncate(unit.id, moves);
          all_.truncate(unit.id, moves);
          break;
        }
        case 1: {  // pushed, mostly along its way
          const Position at =
              random_.below(3) == 0 ? cell() : unit.route.ahead(*grid_, moves);
          const bool passes = unit.route.place(*grid_, at);
          CHECK(one_.place(unit.id, at) == passes);
          CHECK(all_.place(unit.id, at) == passes);
          passed += passes ? 1 : 0;
          break;
        }
        default:
          for (std::size_t k = 0; k < moves && !unit.route.empty(); ++k) {
            const Position at = unit.route.advance(*grid_);
            CHECK(one_.advance(unit.id) == at);
            CHECK(all_.advance(unit.id) == at);
          }
      }
    }
  }

  /// Paths from where units are, from cells ahead of them, and from anywhere.
  void receive() {
    std::vector<Query> queries;
    std::vector<std::size_t> of;
    for (std::size_t i = 0; i < units_.size(); ++i)
      for (std::uint32_t k = random_.below(3); k > 0; --k) {
        const Position start = random_.below(4) == 0
                                   ? cell()
                                   : units_[i].route.ahead(*grid_, random_.below(6));
        queries.push_back({start, cell()});
        of.push_back(i);
      }
    Workers workers(3);
    const Answers found = solver_.solve(queries, workers);
    std::vector<NewPath> paths;
    std::vector<RouteId> expected;
    for (std::size_t k = 0; k < queries.size(); ++k) {
      paths.push_back({units_[of[k]].id, found.path(k), queries[k].goal});
      if (k + 1 < queries.size() && of[k + 1] == of[k]) continue;  // a later one counts
      Unit& unit = units_[of[k]];
      const bool joins = unit.route.join(*grid_, found.path(k));
      CHECK(one_.join(unit.id, found.path(k), queries[k].goal) == joins);
      ++(joins ? joined : missed);
      if (!joins) expected.push_back(unit.id);
    }
    const auto missing = all_.join(paths, workers);
    CHECK(std::vector<RouteId>(missing.begin(), missing.end()) == expected);
  }

  void check(const Unit& unit) {
    std::vector<Position> cells{unit.route.position()};
    for (Route rest = unit.route; !rest.empty();) cells.push_back(rest.advance(*grid_));
    const std::vector<Move> moves(unit.route.reversed().rbegin(),
                                  unit.route.reversed().rend());
    const auto [cost, end] = test::replayed(
        *grid_,
        {grid_->rules().topology, unit.route.position(), moves, grid_->links().get()});
    for (RouteBook* const book : {&one_, &all_}) {
      const Route& route = book->route(unit.id);
      CHECK(route.position() == unit.route.position());
      CHECK(std::ranges::equal(route.reversed(), unit.route.reversed()));
      CHECK(book->remaining_cost(unit.id) == cost);
      CHECK(book->user(unit.id) == 7 * static_cast<std::uint64_t>(unit.id));
      for (std::size_t k = 0; k < cells.size() + 2; ++k)
        CHECK(book->ahead(unit.id, k) == cells[std::min(k, cells.size() - 1)]);
    }
    CHECK(one_.goal(unit.id) == all_.goal(unit.id));
  }

  std::shared_ptr<const Grid> grid_;
  Solver solver_;
  SplitMix64 random_;
  RouteBook one_, all_;
  std::vector<Unit> units_;
};

}  // namespace

TEST_CASE("units in a book walk, stop, are pushed and join paths as routes do",
          "[parallel]") {
  const std::vector<Link> links{
      {{1, 1}, {15, 12}, 1}, {{14, 3}, {2, 12}, 1}, {{8, 8}, {0, 0}, 2}};
  std::size_t joined = 0, missed = 0, passed = 0;
  std::uint64_t seed = 0;
  for (const Rules& rules : test::all_rules())
    for (const bool linked : {false, true}) {
      if (++seed % test::every({.sanitized = 4}) != 0) continue;
      CAPTURE(test::in_words(rules), linked);
      GridOptions options;
      if (linked) options.links = links;
      Walkers walkers(*Grid::make(test::random_terrain(18, 15, 15, seed), rules, options),
                      seed);
      walkers.play(12);
      joined += walkers.joined;
      missed += walkers.missed;
      passed += walkers.passed;
    }
  CHECK(joined > 0);
  CHECK(missed > 0);
  CHECK(passed > 0);
}

TEST_CASE("a book says which paths do not begin where their units stand") {
  const auto grid = *Grid::make(*Terrain::make(9, 3));
  Workers workers(1);
  const std::vector<Query> queries{{{0, 0}, {5, 0}}, {{3, 1}, {5, 1}}};
  const Answers found = Solver::make(grid)->solve(queries, workers);
  RouteBook book(grid);
  const RouteId unit = book.add({0, 0});
  CHECK(book.goal(unit) == Position{0, 0});
  CHECK(book.replace(unit, found.path(0), {5, 0}));
  CHECK_FALSE(book.replace(unit, found.path(1), {5, 1}));
  CHECK(book.route(unit).position() == Position{3, 1});
  const std::vector<NewPath> both{{unit, found.path(0), {5, 0}},
                                  {unit, found.path(1), {5, 1}}};
  CHECK(book.replace(both, workers) == 2);
  book.set_user(unit, 99);
  CHECK(book.user(unit) == 99);
  book.remove(unit);
  CHECK(book.user(book.add({1, 1})) == 0);
}

}  // namespace throng::route_walk_test
