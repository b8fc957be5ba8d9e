// A game with a book of two classes, in C and in C++: equal routes in each frame.
#include "../../src/core/rng.hpp"
#include "../support/maps.hpp"
#include "support.hpp"

#include <throng/throng.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace throng::equal_books_test {

using namespace test;

namespace {

constexpr std::int32_t kSide = 40;
constexpr std::uint32_t kUnits = 60;
constexpr std::size_t kMost = 4;
constexpr std::uint64_t kBudget = 600;

std::vector<std::uint32_t> numbers(const std::vector<RouteId>& routes) {
  std::vector<std::uint32_t> all;
  for (const RouteId id : routes) all.push_back(static_cast<std::uint32_t>(id));
  return all;
}

std::vector<std::uint32_t> numbers(const std::uint32_t* first, std::size_t count) {
  return {first, first + count};
}

/// The game in C++.
struct Game {
  explicit Game(const Terrain& terrain)
      : map(*LivingMap::make(
            terrain, std::vector<LivingClass>{{.rules = {}}, {.rules = {.unit_size = 2}}},
            {}, workers)),
        scheduler(*FrameScheduler::make(map, std::vector<SolverOptions>(1))),
        book(map) {}

  Workers workers{2};
  LivingMap map;
  FrameScheduler scheduler;
  RouteBook book;
  Answers finished;
};

/// The same in C.
struct CGame {
  explicit CGame(const Terrain& terrain) {
    auto small = initialised(throng_map_class_init),
         large = initialised(throng_map_class_init);
    auto rules = initialised(throng_rules_init);
    rules.unit_size = 2;
    large.rules = &rules;
    const throng_map_class* const classes[] = {&small, &large};
    const throng_terrain ground = in_c(terrain.view());
    map = made<CMap>([&](auto* out) {
      return throng_map_create(&ground, classes, 2, nullptr, workers.get(), out);
    });
    scheduler = made<CScheduler>([&](auto* out) {
      return throng_scheduler_create_on_map(map.get(), nullptr, 0, nullptr, nullptr, out);
    });
    book = made<CRouteBook>([&](auto* out) {
      return throng_route_book_create_on_map(map.get(), nullptr, out);
    });
  }

  void ask(std::uint32_t route) {
    auto request = initialised(throng_frame_request_init);
    std::uint64_t ticket = 0;
    succeed(throng_route_book_request(book.get(), route, kMost, &request));
    succeed(throng_scheduler_submit(scheduler.get(), &request, &ticket));
  }

  throng_route_state state(std::uint32_t route) const {
    throng_route_state now{};
    now.size = sizeof now;
    succeed(throng_route_book_get(book.get(), route, &now));
    return now;
  }

  /// All that there is, as one string of bytes.
  std::vector<char> save() {
    throng_bytes parts[4]{};
    succeed(throng_map_save(map.get(), &parts[0].data, &parts[0].size));
    succeed(throng_scheduler_save(scheduler.get(), &parts[1].data, &parts[1].size));
    succeed(throng_route_book_save(book.get(), &parts[2].data, &parts[2].size));
    parts[3] = {"own", 3};
    std::size_t size = 0;
    CHECK(throng_bundle(parts, 4, nullptr, 0, &size) == THRONG_TOO_SMALL);
    std::vector<char> bytes(size);
    succeed(throng_bundle(parts, 4, bytes.data(), bytes.size(), &size));
    return bytes;
  }

  void restore(const std::vector<char>& saved) {
    throng_bytes parts[4]{};
    CHECK(throng_unbundle(saved.data(), saved.size(), parts, 3) == THRONG_BAD_FORMAT);
    succeed(throng_unbundle(saved.data(), saved.size(), parts, 4));
    CHECK(std::string(static_cast<const char*>(parts[3].data), parts[3].size) == "own");
    map = made<CMap>([&](auto* out) {
      return throng_map_restore(parts[0].data, parts[0].size, workers.get(), out);
    });
    scheduler = made<CScheduler>([&](auto* out) {
      return throng_scheduler_restore_on_map(parts[1].data, parts[1].size, map.get(),
                                             nullptr, out);
    });
    book = made<CRouteBook>([&](auto* out) {
      return throng_route_book_restore_on_map(parts[2].data, parts[2].size, map.get(),
                                              nullptr, out);
    });
  }

  CWorkers workers = workers_of(2);
  CBatch batch = batch_of();
  CMap map;
  CScheduler scheduler;
  CRouteBook book;
};

void check_equal(const Game& game, const CGame& c_game) {
  std::array<std::uint32_t, kUnits> routes{};
  std::array<throng_position, kUnits> at{};
  std::size_t count = 0;
  CHECK(throng_route_book_positions(c_game.book.get(), nullptr, at.data(), 1, &count) ==
        THRONG_TOO_SMALL);
  REQUIRE(count == game.book.size());
  succeed(throng_route_book_positions(c_game.book.get(), routes.data(), at.data(),
                                      at.size(), &count));
  const std::vector<RouteId> ids = game.book.routes();
  for (std::size_t i = 0; i < count; ++i) {
    const RouteId id = ids[i];
    REQUIRE(routes[i] == static_cast<std::uint32_t>(id));
    CHECK((Position{at[i].x, at[i].y} == game.book.route(id).position()));
    const throng_route_state state = c_game.state(routes[i]);
    CHECK(state.movement == game.book.movement(id));
    CHECK(state.user == game.book.user(id));
    CHECK(state.goal.x == game.book.goal(id).x);
    CHECK(state.cost == game.book.remaining_cost(id));

    std::vector<throng_move> moves(state.moves);
    std::size_t written = 0;
    succeed(throng_route_book_moves(c_game.book.get(), routes[i], moves.data(),
                                    moves.size(), &written));
    const auto reversed = game.book.route(id).reversed();
    CHECK(std::equal(reversed.rbegin(), reversed.rend(), moves.begin(), moves.end(),
                     [](Move a, throng_move b) { return throng_move(a) == b; }));
    std::array<throng_position, 5> cells{};
    succeed(throng_route_book_cells(c_game.book.get(), routes[i], cells.data(),
                                    cells.size(), &written));
    CHECK(written == std::min<std::size_t>(5, state.moves));
    for (std::size_t k = 0; k < written; ++k)
      CHECK((Position{cells[k].x, cells[k].y} == game.book.ahead(id, k + 1)));
  }
}

/// Edits both maps, runs both schedulers, reviews both books, and asks again.
void play_frame(Game& game, CGame& c_game, const MapRect& site, char what,
                std::size_t& reported) {
  REQUIRE(game.scheduler.edit(std::vector<Edit>{TerrainEdit{site, what}}));
  const throng_edit edit{THRONG_EDIT_TERRAIN,
                         {site.corner.x, site.corner.y, site.width, site.height},
                         what,
                         0};
  succeed(throng_scheduler_edit(c_game.scheduler.get(), &edit, 1));
  game.scheduler.run(FrameBudget::expansions(kBudget), game.workers);
  succeed(throng_scheduler_run(c_game.scheduler.get(), THRONG_EXPANSIONS, kBudget,
                               c_game.workers.get(), nullptr));
  const bool shorter = site.corner.x % 2 == 0;
  const RouteReview found =
      game.book.review(game.map, game.workers, {.may_shorten = shorter});
  throng_review review{};
  review.size = sizeof review;
  succeed(throng_route_book_review_map(c_game.book.get(), c_game.map.get(),
                                       shorter ? 0 : THRONG_SKIP_SHORTER,
                                       c_game.workers.get(), &review));
  CHECK((numbers(review.broken, review.broken_count) == numbers(found.broken)));
  CHECK((numbers(review.costlier, review.costlier_count) == numbers(found.costlier)));
  CHECK((numbers(review.may_shorten, review.may_shorten_count) ==
         numbers(found.may_shorten)));
  for (const RouteId id : found.broken) {
    game.scheduler.submit(game.book.request(id, kMost));
    c_game.ask(static_cast<std::uint32_t>(id));
  }
  game.scheduler.poll(game.finished);
  succeed(throng_scheduler_poll(c_game.scheduler.get(), c_game.batch.get()));
  const AnsweredRoutes& answered = game.book.join(game.finished, game.workers);
  throng_answered_routes c_answered{};
  c_answered.size = sizeof c_answered;
  succeed(throng_route_book_join_answers(c_game.book.get(), c_game.batch.get(),
                                         c_game.workers.get(), &c_answered));
  CHECK((numbers(c_answered.missed, c_answered.missed_count) == numbers(answered.missed)));
  CHECK(
      (numbers(c_answered.no_path, c_answered.no_path_count) == numbers(answered.no_path)));
  for (const RouteId id : answered.missed) {
    game.scheduler.submit(game.book.request(id, kMost));
    c_game.ask(static_cast<std::uint32_t>(id));
  }
  reported += found.broken.size() + answered.missed.size() + answered.no_path.size();
}

}  // namespace

TEST_CASE("a game with a book of two classes is the same in C") {
  const Terrain terrain = random_terrain(kSide, kSide, 12, 5);
  Game game(terrain);
  CGame c_game(terrain);
  SplitMix64 random(3);
  const auto any_cell = [&] {
    const auto x = static_cast<std::int32_t>(random.below(kSide));
    return Position{x, static_cast<std::int32_t>(random.below(kSide))};
  };
  for (std::uint32_t i = 0; i < kUnits; ++i) {
    const Position at = any_cell();
    std::uint32_t route = 0;
    succeed(throng_route_book_add_unit(c_game.book.get(), i % 2, in_c(at), 7 * i, &route));
    REQUIRE(RouteId{route} == game.book.add(at, 7 * i, i % 2));
  }
  std::size_t reported = 0, walked = 0;
  for (int frame = 0; frame < 80; ++frame) {
    for (int k = 0; k < 4; ++k) {
      const RouteId id{random.below(kUnits)};
      const auto route = static_cast<std::uint32_t>(id);
      const Position goal = any_cell();
      game.book.set_goal(id, goal);
      succeed(throng_route_book_set_goal(c_game.book.get(), route, in_c(goal)));
      game.scheduler.submit(game.book.request(id, kMost));
      c_game.ask(route);
    }
    if (frame == 40) {
      static_cast<void>(game.scheduler.save());  // searches begin again there too
      const std::vector<char> saved = c_game.save();
      c_game.restore(saved);
    }
    play_frame(game, c_game, {any_cell(), 1, 1}, frame % 3 == 0 ? '.' : '@', reported);
    for (std::uint32_t i = 0; i < kUnits; ++i) {
      if (game.book.route(RouteId{i}).empty()) continue;
      throng_position at{};
      const Position there = game.book.advance(RouteId{i});
      succeed(throng_route_book_advance(c_game.book.get(), i, 1, &at));
      CHECK((Position{at.x, at.y} == there));
      ++walked;
    }
    check_equal(game, c_game);
  }
  CHECK(reported > 30);
  CHECK(walked > 1000);
  std::uint64_t routes = 0, bytes = 0;
  succeed(throng_route_book_info(c_game.book.get(), &routes, &bytes));
  CHECK(routes == kUnits);
  CHECK(bytes > kUnits * 100);
}

TEST_CASE("a book of a map refuses what does not fit it") {
  CGame game(*Terrain::make(10, 10));
  const CGrid grid = some_grid();
  std::uint32_t route = 9;
  CHECK(throng_route_book_add_unit(game.book.get(), 2, {0, 0}, 0, &route) ==
        THRONG_BAD_ARGUMENT);
  CHECK(std::string(throng_last_error()) == "the book has 2 classes");
  CHECK(throng_route_book_add_unit(game.book.get(), 0, {10, 0}, 0, &route) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_route_book_add_unit(game.book.get(), 0, {0, 0}, 0, nullptr) ==
        THRONG_BAD_ARGUMENT);
  CHECK(route == 9);
  throng_review review{};
  review.size = sizeof review;
  throng_changes changes{};
  changes.size = sizeof changes;
  CHECK(throng_route_book_review(game.book.get(), grid.get(), &changes, game.workers.get(),
                                 &review) == THRONG_BAD_ARGUMENT);
  CHECK(throng_route_book_review_map(game.book.get(), game.map.get(), 2, game.workers.get(),
                                     &review) == THRONG_BAD_ARGUMENT);
  const CGame other(*Terrain::make(11, 10));
  CHECK(throng_route_book_review_map(game.book.get(), other.map.get(), 0,
                                     game.workers.get(), &review) == THRONG_BAD_ARGUMENT);
  const void* bytes = nullptr;
  std::size_t size = 0;
  succeed(throng_route_book_save(game.book.get(), &bytes, &size));
  throng_route_book* restored = nullptr;
  CHECK(throng_route_book_restore(bytes, size, grid.get(), nullptr, &restored) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_route_book_restore_on_map(bytes, size, other.map.get(), nullptr,
                                         &restored) == THRONG_BAD_ARGUMENT);
  CHECK(restored == nullptr);

  // The answers of a scheduler of a larger map.
  CGame larger(*Terrain::make(30, 10));
  succeed(throng_route_book_add_unit(larger.book.get(), 0, {0, 0}, 0, &route));
  succeed(throng_route_book_add_unit(game.book.get(), 0, {0, 0}, 0, &route));
  succeed(throng_route_book_set_goal(larger.book.get(), route, {25, 0}));
  larger.ask(route);
  succeed(throng_scheduler_run(larger.scheduler.get(), THRONG_EXPANSIONS, THRONG_ALL_WORK,
                               larger.workers.get(), nullptr));
  succeed(throng_scheduler_poll(larger.scheduler.get(), larger.batch.get()));
  throng_answered_routes answered{};
  answered.size = sizeof answered;
  CHECK(throng_route_book_join_answers(game.book.get(), larger.batch.get(),
                                       game.workers.get(),
                                       &answered) == THRONG_BAD_ARGUMENT);
  CHECK(std::string(throng_last_error()) == "the path leaves the map of the book");
  CHECK(game.state(route).moves == 0);
}

}  // namespace throng::equal_books_test
