// Lines that are held while the map changes.
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/line_oracle.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/any_angle.hpp>
#include <throng/line_review.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::line_review_test {

namespace {

/// Of 20 legs of a map of a few cells, rounded to 2^-32 of a cell.
constexpr double kRoundings = 1e-8;

std::vector<LivingClass> classes(Topology topology) {
  std::vector<LivingClass> all;
  for (const Corners corners : {Corners::never_cut, Corners::cut_one})
    for (const std::int32_t size : {1, 2, 3})
      all.push_back({.rules = {.topology = topology, .corners = corners, .unit_size = size},
                     .landmarks = 0,
                     .jump_graph = false,
                     .lines = true});
  return all;
}

/// One to three rectangles that open or close; seldom the whole map.
std::vector<Edit> random_edits(std::mt19937_64& random, const Terrain& terrain) {
  const auto below = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(most));
  };
  std::vector<Edit> edits;
  for (std::int32_t k = 1 + below(3); k > 0; --k) {
    const Position corner{below(terrain.width()), below(terrain.height())};
    const std::int32_t most = below(5) == 0 ? 5 : 2;  // a building, or a door
    const std::int32_t width = std::min(1 + below(most), terrain.width() - corner.x);
    const std::int32_t height = std::min(1 + below(most), terrain.height() - corner.y);
    edits.emplace_back(TerrainEdit{{corner, width, height}, below(2) == 0 ? '.' : '@'});
  }
  if (below(60) == 0)
    edits.emplace_back(TerrainEdit{{{0, 0}, terrain.width(), terrain.height()}, '.'});
  return edits;
}

/// The lines of all classes of a map.
class Lines {
 public:
  Lines(const LivingMap& map, std::vector<Query> queries) : queries_(std::move(queries)) {
    for (std::size_t k = 0; k < map.classes(); ++k) {
      paths_.emplace_back();
      find(map, k, paths_.back());
    }
  }

  /// The class and number of each held line.
  std::vector<std::pair<std::size_t, std::size_t>> places;
  std::vector<HeldLine> held() {
    std::vector<HeldLine> all;
    places.clear();
    for (std::size_t k = 0; k < paths_.size(); ++k)
      for (std::size_t i = 0; i < queries_.size(); ++i) {
        all.push_back({paths_[k].path(i), k});
        places.emplace_back(k, i);
      }
    return all;
  }

  const AnyAnglePaths& of(std::size_t k) const { return paths_[k]; }
  const Query& query(std::size_t i) const { return queries_[i]; }
  std::size_t queries() const { return queries_.size(); }

  void find(const LivingMap& map, std::size_t k, AnyAnglePaths& paths) const {
    Workers workers(1);
    REQUIRE(solve_lines(map.index(k), queries_, workers, paths).has_value());
  }
  /// Keeps what is found on the newest version.
  void replace(std::size_t k, AnyAnglePaths&& paths) { paths_[k] = std::move(paths); }

 private:
  std::vector<Query> queries_;
  std::vector<AnyAnglePaths> paths_;
};

/// The first leg that the oracle refuses, or their number.
std::size_t first_wrong_leg(const test::LineOracle& oracle, const AnyAnglePaths& paths,
                            std::size_t i) {
  const auto points = paths.path(i);
  const auto place = [&](std::size_t k) {
    return test::LineOracle::Place{std::int64_t{2} / paths.scale * points[k].x,
                                   std::int64_t{2} / paths.scale * points[k].y};
  };
  if (points.size() == 1) return oracle.leg(place(0), place(0)) ? 1 : 0;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    if (!oracle.leg(place(k), place(k + 1))) return k;
  return points.size();
}

struct Shares {
  std::size_t lines = 0, shortest = 0, legal = 0, broken = 0, none = 0, still_none = 0;
  std::size_t really_shortest = 0;  ///< of those that are not broken
};

/// Compares reviews with new searches, and the legs with the oracle.
void check(const LivingMap& map, const std::vector<LivingClass>& all, const Lines& lines,
           const std::vector<LineReview>& reviews, bool by_oracle, Shares& shares,
           std::vector<AnyAnglePaths>& fresh) {
  fresh.assign(all.size(), {});
  for (std::size_t k = 0, at = 0; k < all.size(); ++k) {
    lines.find(map, k, fresh[k]);
    const test::LineOracle oracle(map.terrain(), all[k].rules);
    for (std::size_t i = 0; i < lines.queries(); ++i, ++at) {
      const LineReview& review = reviews[at];
      const auto points = lines.of(k).path(i);
      INFO(test::in_words(all[k].rules) << " line " << i << " leg " << review.leg);
      const bool found = fresh[k].status[i] == Status::found;
      if (points.empty()) {
        CHECK(review.state != LineState::broken);
        ++shares.none;
        if (lines.of(k).status[i] != Status::unreachable) continue;
        if (review.state != LineState::shortest) continue;
        CHECK(!found);
        ++shares.still_none;
        continue;
      }
      ++shares.lines;
      if (by_oracle) {
        const std::size_t wrong = first_wrong_leg(oracle, lines.of(k), i);
        CHECK((review.state == LineState::broken) == (wrong < points.size()));
        CHECK(review.leg == (wrong < points.size() ? wrong : 0));
      }
      if (review.state == LineState::broken) {
        ++shares.broken;
        continue;
      }
      REQUIRE(found);
      const double longer = lines.of(k).length[i] - fresh[k].length[i];
      CHECK(longer >= -kRoundings);
      shares.really_shortest += longer < kRoundings;
      if (review.state == LineState::shortest) CHECK(longer < kRoundings);
      ++(review.state == LineState::shortest ? shares.shortest : shares.legal);
    }
  }
}

std::vector<LineReview> review(const LivingMap& map, LivingMap::Version since,
                               const std::vector<HeldLine>& held, Workers& workers) {
  Column<LineReview> reviews;
  REQUIRE(review_lines(map, since, held, workers, reviews).has_value());
  return {reviews.begin(), reviews.end()};
}

}  // namespace

TEST_CASE("after each of 10,000 edits no kept line is longer than a new one", "[living]") {
  std::mt19937_64 random(11);
  Shares shares;
  for (std::uint64_t seed = 0; seed < 100; seed += test::every({.sanitized = 20})) {
    const Terrain terrain = test::random_terrain(12 + static_cast<int>(seed % 7), 11,
                                                 static_cast<int>(seed % 4) * 8, seed);
    const auto all = classes(seed % 5 == 0 ? Topology::tile : Topology::octile);
    Workers workers(1);
    auto map = *LivingMap::make(terrain, all, {}, workers);
    Lines lines(map, test::random_queries(terrain, 12, seed));
    for (int step = 0; step < 100; ++step) {
      const auto seen = map.version();
      REQUIRE(map.edit(random_edits(random, terrain), workers).has_value());
      const auto reviews = review(map, seen, lines.held(), workers);
      std::vector<AnyAnglePaths> fresh;
      check(map, all, lines, reviews, step % 10 == 0, shares, fresh);
      for (std::size_t k = 0; k < all.size(); ++k) lines.replace(k, std::move(fresh[k]));
    }
  }
  CAPTURE(shares.lines, shares.shortest, shares.legal, shares.broken, shares.none,
          shares.still_none, shares.really_shortest);
  CHECK(shares.lines > 5'000);
  CHECK(shares.shortest > shares.lines / 2);
  CHECK(shares.shortest > shares.really_shortest * 9 / 10);
  CHECK(shares.broken > shares.lines / 100);
  CHECK(shares.still_none > shares.none / 100);
}

TEST_CASE("lines are reviewed over several versions, also over more than are kept",
          "[living]") {
  std::mt19937_64 random(3);
  Shares shares;
  for (std::uint64_t seed = 0; seed < 40; seed += test::every({.sanitized = 8})) {
    const Terrain terrain =
        test::random_terrain(30, 26, static_cast<int>(seed % 3) * 10, seed);
    const auto all = classes(Topology::octile);
    Workers workers(1);
    auto map = *LivingMap::make(terrain, all, {.history = 6}, workers);
    const Lines first(map, test::random_queries(terrain, 25, seed));
    const auto seen = map.version();
    for (int step = 0; step < 8; ++step) {
      // Each of them opens more places than are told apart.
      std::vector<Edit> edits = random_edits(random, terrain);
      for (std::size_t k = 0; seed % 4 == 3 && k < 90; ++k)
        for (Edit& one : random_edits(random, terrain)) edits.push_back(one);
      if (step == 5 && seed % 2 == 0) map.settle(LivingMap::kAll, workers);
      REQUIRE(map.edit(edits, workers).has_value());
      std::vector<AnyAnglePaths> fresh;
      Lines lines = first;
      check(map, all, lines, review(map, seen, lines.held(), workers), false, shares,
            fresh);
    }
  }
  CAPTURE(shares.lines, shares.shortest, shares.really_shortest);
  CHECK(shares.shortest > shares.really_shortest / 2);
  CHECK(shares.shortest > 1'000);
}

namespace {

constexpr LineReview kShortest{LineState::shortest, 0}, kLegal{LineState::legal, 0};

LineReview broken(std::uint32_t leg) { return {LineState::broken, leg}; }

/// A map of one class, as edits leave it.
class OneMap {
 public:
  OneMap(std::string_view drawing, const Rules& rules)
      : map_(*LivingMap::make(
            test::drawn(drawing),
            std::vector{LivingClass{.rules = rules, .landmarks = 0, .lines = true}}, {},
            workers_)) {}

  std::vector<Position> line(Position start, Position goal) {
    AnyAnglePaths paths;
    const std::vector queries{Query{start, goal}};
    REQUIRE(solve_lines(map_.index(0), queries, workers_, paths).has_value());
    const auto points = paths.path(0);
    return {points.begin(), points.end()};
  }
  void edit(Position at, char terrain) {
    const std::vector<Edit> edits{TerrainEdit{{at}, terrain}};
    REQUIRE(map_.edit(edits, workers_).has_value());
  }
  /// Since the map was made.
  LineReview review(std::span<const Position> line) {
    return line_review_test::review(map_, LivingMap::Version{0}, {{line}}, workers_)[0];
  }

 private:
  Workers workers_{1};
  LivingMap map_;
};

}  // namespace

TEST_CASE("a line is broken where a unit can no longer walk on") {
  OneMap map(R"(
      .......
      .......
      .@@@@..
      .......
      .......)",
             {});
  const auto line = map.line({2, 4}, {4, 0});
  const std::vector<Position> expected{{2, 4}, {5, 3}, {5, 1}, {4, 0}};
  REQUIRE((line == expected));
  CHECK(map.review(line) == kShortest);
  map.edit({0, 0}, '@');
  CHECK(map.review(line) == kShortest);
  map.edit({5, 2}, '@');
  CHECK(map.review(line) == broken(1));
  CHECK(map.review(std::span(line).first(2)) == kShortest);
  CHECK(map.review(std::span(line).last(2)) == kShortest);
  map.edit({4, 3}, '@');
  CHECK(map.review(line) == broken(0));
  map.edit({2, 4}, '@');
  CHECK(map.review(line) == broken(0));
  CHECK(map.review(std::span(line).first(1)) == broken(0));
  CHECK(map.review(std::span(line).last(1)) == kShortest);
}

TEST_CASE("a turn of a point is closed where two closed cells touch") {
  OneMap map(R"(
      .....
      .@@..
      .....
      .....)",
             {.corners = Corners::cut_one});
  const auto line = map.line({1, 0}, {0, 3});
  const std::vector<Position> expected{{2, 0}, {1, 1}, {0, 6}};
  REQUIRE((line == expected));
  CHECK(map.review(line) == kShortest);
  map.edit({0, 0}, '@');  // on the other side of the turn: both legs are as clear as before
  CHECK(map.review(line) == broken(0));
  map.edit({0, 0}, '.');
  CHECK(map.review(line) == kLegal);
}

TEST_CASE("only openings by which a line may be shorter concern it") {
  OneMap map(R"(
      ............
      ....@.......
      ....@.......
      ....@@@@@@@.
      ....@.......
      ....@.......
      ............
      ..........@@)",
             {});
  const auto line = map.line({3, 3}, {6, 2});
  REQUIRE(line.size() > 2);
  const auto straight = map.line({0, 0}, {11, 0});
  REQUIRE(straight.size() == 2);
  map.edit({11, 7}, '.');
  CHECK(map.review(line) == kShortest);
  CHECK(map.review({}) == kLegal);  // there was no path somewhere, and may be one now
  map.edit({4, 2}, '.');
  CHECK(map.review(line) == kLegal);
  CHECK(map.review(straight) == kShortest);
}

TEST_CASE("points that are no places of a line break it") {
  OneMap unit("...\n...", {}), point("...\n...", {.corners = Corners::cut_one});
  constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();
  for (const Position wrong :
       {Position{-1, 0}, Position{3, 0}, Position{0, 2}, Position{kFar, 0},
        Position{0, -kFar - 1}, Position{kFar, kFar}}) {
    const std::vector<Position> line{{0, 0}, {1, 0}, wrong, {1, 1}};
    CHECK(unit.review(line) == broken(1));
    CHECK(unit.review(std::span(line).subspan(2)) == broken(0));
  }
  for (const Position wrong :
       {Position{1, 0}, Position{6, 0}, Position{-2, 0}, Position{7, 1}, Position{5, 5},
        Position{kFar, kFar}, Position{-kFar - 1, 0}, Position{-1, -3}}) {
    const std::vector<Position> line{{0, 0}, {2, 2}, wrong, {0, 2}};
    CHECK(point.review(line) == broken(1));
    CHECK(point.review(std::span(line).subspan(2)) == broken(0));
  }
  const std::vector<Position> rim{{0, 0}, {-1, 1}, {-1, 3}, {5, 3}, {5, -1}, {4, 0}};
  CHECK(point.review(rim) == kShortest);
}

TEST_CASE("reviews are equal for any number of threads, and allocate nothing when warm",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(40, 40, 15, 2);
  std::vector<std::vector<LineReview>> expected;
  for (const int threads : {1, 2, 3}) {
    test::CountingMemory memory;
    Workers workers(threads, &memory);
    const auto all = classes(Topology::octile);
    auto map = *LivingMap::make(terrain, all, {}, workers);
    Lines lines(map, test::random_queries(terrain, 60, 3));
    const auto held = lines.held();
    Column<LineReview> reviews(&memory);
    std::mt19937_64 random(7);
    std::vector<std::vector<LineReview>> found;
    for (int step = 0; step < 12; ++step) {
      const auto seen = map.version();
      REQUIRE(map.edit(random_edits(random, terrain), workers).has_value());
      const std::size_t before = memory.allocations();
      REQUIRE(review_lines(map, seen, held, workers, reviews).has_value());
      if (step > 0) CHECK(memory.allocations() == before);
      found.emplace_back(reviews.begin(), reviews.end());
    }
    if (expected.empty()) expected = found;
    CHECK((found == expected));
  }
}

TEST_CASE("lines of classes that have none are refused") {
  const Terrain terrain = test::random_terrain(10, 10, 10, 1);
  Workers workers(1);
  const auto map = *LivingMap::make(
      terrain,
      std::vector<LivingClass>{
          {.landmarks = 0, .lines = true},
          {.landmarks = 0},
          {.rules = {.corners = Corners::always}, .landmarks = 0, .lines = true}},
      {}, workers);
  Column<LineReview> reviews(3);
  const auto refused = [&](std::size_t movement) {
    const std::vector<HeldLine> held{{{}, 0}, {{}, movement}};
    const Outcome outcome = review_lines(map, map.version(), held, workers, reviews);
    CHECK(!outcome);
    CHECK(reviews.size() == 3);
    return outcome.error();
  };
  CHECK(refused(1).code == Code::bad_argument);
  CHECK(refused(1).what.find("LivingClass::lines") != std::string::npos);
  CHECK(refused(2).code == Code::unsupported);
  CHECK(refused(3).code == Code::bad_argument);
  CHECK(refused(3).what == "line 1 is of class 3, but the map has 3 classes");
  CHECK(review_lines(map, map.version(), {}, workers, reviews).has_value());
  CHECK(reviews.empty());
}

}  // namespace throng::line_review_test
