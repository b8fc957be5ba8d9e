#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/forged_states.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/living_map.hpp>
#include <throng/route_book.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::saved_routes_test {

using namespace test;

namespace {

constexpr Position kSize{30, 24};
constexpr std::string_view kWord = "throng route book";

/// A map that changes, and random changes of the routes on it.
class Walks {
 public:
  Walks(const Rules& rules, const MirrorLayers& layers, std::uint64_t seed)
      : random_(seed),
        mirror_(kSize, 15, layers, seed),
        map_(*LivingMap::make(
            mirror_.terrain(),
            std::vector{LivingClass{.rules = rules, .max_danger = mirror_.max_danger()}},
            mirror_.start(), workers_)),
        first_(map_.grid(0)),
        second_(map_.grid(0)) {}

  void save_and_restore() {
    const std::string saved = first_.save();
    second_ = *RouteBook::restore(saved, map_.grid(0));
    CHECK((second_.save() == saved));
  }

  /// A few changes of both books, which then are equal.
  void go_on() {
    for (int k = 0; k < 6; ++k) change();
    if (random_.below(2) == 0) review();
    CHECK((first_.save() == second_.save()));
    for (const RouteId id : ids_) {
      CHECK(first_.broken(id) == second_.broken(id));
      CHECK(first_.remaining_cost(id) == second_.remaining_cost(id));
      CHECK(first_.goal(id) == second_.goal(id));
      CHECK(first_.user(id) == second_.user(id));
      CHECK(first_.ahead(id, 5) == second_.ahead(id, 5));
      CHECK(std::ranges::equal(first_.route(id).reversed(), second_.route(id).reversed()));
    }
    CHECK(first_.size() == second_.size());
  }

  std::size_t reported = 0, walked = 0;

 private:
  Position any_cell() {
    const auto x = static_cast<std::int32_t>(random_.below(kSize.x));
    return {x, static_cast<std::int32_t>(random_.below(kSize.y))};
  }

  /// A path of which the last moves may be missing.
  std::pair<Answers, Position> any_path(Position from) {
    const Position goal = any_cell();
    const std::vector<Query> queries{{from, goal}};
    const std::uint32_t most = random_.below(4) == 0 ? 5 : 1000;
    return {Solver::make(map_.index(0))->solve(queries, workers_, {.max_moves = most}),
            goal};
  }

  void change() {
    if (ids_.empty() || (ids_.size() < 20 && random_.below(3) == 0)) {
      const auto [path, goal] = any_path(any_cell());
      const std::uint64_t user = random_.next();
      const RouteId id = first_.add(path.path(0), goal, user);
      CHECK(second_.add(path.path(0), goal, user) == id);
      ids_.push_back(id);
      return;
    }
    const std::size_t k = random_.below(static_cast<std::uint32_t>(ids_.size()));
    const RouteId id = ids_[k];
    const Route& route = first_.route(id);
    switch (random_.below(6)) {
      case 0: {
        first_.remove(id);
        second_.remove(id);
        ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(k));
        break;
      }
      case 1: {
        const auto [path, goal] = any_path(any_cell());
        CHECK(first_.replace(id, path.path(0), goal) ==
              second_.replace(id, path.path(0), goal));
        break;
      }
      case 2: {
        const Position at = any_cell();
        CHECK(first_.place(id, at) == second_.place(id, at));
        break;
      }
      default: {
        const std::size_t moves =
            random_.below(static_cast<std::uint32_t>(route.size()) + 1) / 2;
        // A link that is gone cannot be walked.
        if (first_.broken(id) && mirror_.options().links.data() != nullptr) break;
        CHECK(first_.advance(id, moves) == second_.advance(id, moves));
        walked += moves;
      }
    }
  }

  void review() {
    const LivingMap::Version before = map_.version();
    REQUIRE(map_.edit(mirror_.edit(), workers_));
    const MapChanges changes = map_.changes(before, 0);
    const RouteReview& mine = first_.review(map_.grid(0), changes, workers_);
    const RouteReview& other = second_.review(map_.grid(0), changes, workers_);
    CHECK((mine.broken == other.broken));
    CHECK((mine.costlier == other.costlier));
    CHECK((mine.may_shorten == other.may_shorten));
    reported += mine.broken.size() + mine.costlier.size() + mine.may_shorten.size();
  }

  SplitMix64 random_;
  Workers workers_{1};
  LivingMirror mirror_;
  LivingMap map_;
  RouteBook first_, second_;
  std::vector<RouteId> ids_;
};

}  // namespace

TEST_CASE("a restored route book goes on as the one that was saved", "[game]") {
  std::uint64_t seed = 0;
  std::size_t reported = 0, walked = 0;
  for (const Rules& rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers) {
      ++seed;
      CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed);
      Walks walks(rules, layers, seed);
      for (int k = 0; k < 60; ++k) {
        walks.go_on();
        if (k % 5 == 4) walks.save_and_restore();
      }
      reported += walks.reported;
      walked += walks.walked;
    }
  CAPTURE(reported, walked);
  CHECK(reported > 500);
  CHECK(walked > 2000);
}

TEST_CASE("a forged route book is refused, or its routes can be reviewed", "[game]") {
  const Terrain terrain = random_terrain(kSize.x, kSize.y, 10, 3);
  const std::vector<Link> links{{{1, 1}, {20, 15}, 3}, {{5, 5}, {25, 3}, 2}};
  const auto grid = *Grid::make(terrain, {}, {.links = links});
  Workers workers(1);
  RouteBook book(grid);
  const Solver solver = *Solver::make(grid);
  const std::vector<Query> queries = random_queries(terrain, 20, 5);
  const Answers paths = solver.solve(queries, workers);
  for (std::size_t i = 0; i < queries.size(); ++i) book.add(paths.path(i), queries[i].goal);
  book.remove(RouteId{3});
  book.remove(RouteId{7});
  const std::string saved = book.save();
  CHECK(!RouteBook::restore(saved.substr(1), grid));
  CHECK(!RouteBook::restore(saved.substr(0, saved.size() - 3), grid));
  CHECK(!RouteBook::restore(saved, nullptr));
  const auto other = RouteBook::restore(saved, *Grid::make(random_terrain(9, 8, 0, 1)));
  REQUIRE(!other);
  CHECK(other.error().what ==
        "the route book was saved with a map of 30 x 24 (octile), not of 9 x 8 "
        "(octile)");

  const MapRect all{{0, 0}, kSize.x, kSize.y};
  SplitMix64 random(1);
  std::size_t refused = 0, read = 0;
  for (int k = 0; k < 3'000; ++k) {
    auto result = RouteBook::restore(forged(saved, kWord, random), grid);
    ++(result ? read : refused);
    if (!result) continue;
    result->add({1, 1});
    const RouteReview& review = result->review(grid, {{all}, {all}}, workers);
    CHECK(review.broken.size() <= result->size());
  }
  CHECK(refused > 300);
  CHECK(read > 300);
}

}  // namespace throng::saved_routes_test
