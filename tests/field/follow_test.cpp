#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/answers.hpp>
#include <throng/field.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace throng::follow_test {

using namespace test;

namespace {

using Fields = std::vector<OracleField<std::uint64_t>>;

/// A flow field that follows a map, and what it should be.
struct Follower {
  /// indexed: the field knows the index of the map, and computes from its fronts.
  Follower(const LivingMap& map, std::vector<Position> to, Cost most, Workers& workers,
           bool with_index = false)
      : goals(std::move(to)),
        radius(most),
        indexed(with_index),
        field(indexed ? Field(map.index(0)) : Field(map.grid(0))),
        since(map.version()) {
    field.set_goals(goals, workers, radius);
  }

  void follow(const LivingMap& map, Workers& workers) {
    if (indexed)
      field.follow(map.index(0), map.changes(since, 0), workers);
    else
      field.follow(map.grid(0), map.changes(since, 0), workers);
    since = map.version();
  }

  /// By the oracle, and by a field made anew.
  void check(const LivingMirror& mirror, const Fields& oracle, Workers& workers) const {
    Field fresh(field.grid());
    fresh.set_goals(goals, workers, radius);
    const auto slot = [&](Position p) {
      return static_cast<std::size_t>(p.y * mirror.terrain().width() + p.x);
    };
    std::vector<Move> path, expected;
    for (const Position from : all_cells(mirror.terrain())) {
      std::uint64_t least = kUnreachable;
      for (const Position goal : goals)
        if (mirror.terrain().contains(goal))
          least = std::min(least, oracle[slot(from)][slot(goal)].cost);
      const Cost cost = least <= radius ? static_cast<Cost>(least) : kUnreachable;
      CAPTURE(from.x, from.y);
      REQUIRE(field.distance(from) == cost);
      path.clear();
      expected.clear();
      field.append_path(from, path);
      fresh.append_path(from, expected);
      REQUIRE(path == expected);
      if (cost == kUnreachable) continue;
      const PathView view(field.grid()->rules().topology, from, path,
                          field.grid()->links().get());
      const Position end = view.cells().back();
      REQUIRE(std::ranges::find(goals, end) != goals.end());
      REQUIRE(path_is_sound(*field.grid(), view, end, cost));
      REQUIRE(field.next(from).has_value() == !path.empty());
      if (!path.empty()) REQUIRE(*field.next(from) == path.front());
    }
  }

  std::vector<Position> goals;
  Cost radius;
  bool indexed;
  Field field;
  LivingMap::Version since;
};

Position any_cell(TerrainView terrain, SplitMix64& random) {
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  const std::int32_t x = below(terrain.width);
  return {x, below(terrain.height)};
}

std::vector<Cost> costs(const Field& field) {
  std::vector<Cost> all;
  for (Position p; p.y < field.grid()->height(); ++p.y)
    for (p.x = 0; p.x < field.grid()->width(); ++p.x) all.push_back(field.distance(p));
  return all;
}

LivingMap make_map(TerrainView terrain, const Rules& rules, const LivingOptions& options,
                   Workers& workers, bool fronts = false, Weight max_danger = 0) {
  const LivingClass movement{.rules = rules,
                             .landmarks = 0,
                             .jump_graph = false,
                             .fronts = fronts,
                             .max_danger = max_danger};
  return *LivingMap::make(terrain, {&movement, 1}, options, workers);
}

LivingMap make_map(const LivingMirror& mirror, const Rules& rules, Workers& workers,
                   bool fronts = false) {
  return make_map(mirror.terrain(), rules, mirror.start(), workers, fronts,
                  mirror.max_danger());
}

}  // namespace

TEST_CASE("flow fields that follow edits are as good as new ones") {
  Workers workers(1);
  std::uint64_t seed = 0;
  for (const Rules& rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers)
      for (std::uint64_t round = 0; round < 12 / every({4, 12}); ++round) {
        ++seed;
        CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed);
        LivingMirror mirror({static_cast<std::int32_t>(5 + seed % 4),
                             static_cast<std::int32_t>(4 + seed % 5)},
                            static_cast<int>(seed % 4 * 10), layers, seed);
        LivingMap map = make_map(mirror, rules, workers);
        SplitMix64 random(seed);
        const auto any = [&] { return any_cell(mirror.terrain(), random); };
        const Cost step = map.grid(0)->costs().straight, all = kUnreachable - 1;
        std::vector<Follower> followers;
        followers.emplace_back(map, std::vector{any()}, all, workers);
        followers.emplace_back(map, std::vector{any(), any(), Position{2, -1}}, all,
                               workers);
        followers.emplace_back(map, std::vector{any(), any()}, 3 * step, workers);
        followers.emplace_back(map, std::vector{any()}, all, workers);
        for (int k = 0; k < 8; ++k) {
          CAPTURE(k, mirror.drawing());
          REQUIRE(map.edit(mirror.edit(), workers));
          const Fields oracle =
              all_fields(mirror.terrain(), map.grid(0)->rules(), mirror.options());
          for (Follower& one : followers) {
            if (&one == &followers.back() && k % 3 != 2) continue;  // skips versions
            one.follow(map, workers);
            one.check(mirror, oracle, workers);
          }
        }
      }
}

TEST_CASE("flow fields of fronts that follow edits are as good as new ones") {
  Workers workers(1);
  std::uint64_t seed = 0;
  for (const Rules& rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers)
      for (std::uint64_t round = 0; round < 8 / every({4, 8}) && !layers.links; ++round) {
        ++seed;
        CAPTURE(in_words(rules), layers.weights, layers.steps, seed);
        LivingMirror mirror({static_cast<std::int32_t>(5 + seed % 4),
                             static_cast<std::int32_t>(4 + seed % 5)},
                            static_cast<int>(seed % 4 * 10), layers, seed);
        LivingMap map = make_map(mirror, rules, workers, /*fronts=*/true);
        SplitMix64 random(seed);
        const auto any = [&] { return any_cell(mirror.terrain(), random); };
        const Cost step = map.grid(0)->costs().straight, all = kUnreachable - 1;
        std::vector<Follower> followers;
        followers.emplace_back(map, std::vector{any()}, all, workers, true);
        followers.emplace_back(map, std::vector{any(), Position{2, -1}}, all, workers,
                               true);
        followers.emplace_back(map, std::vector{any(), any()}, 7 * step, workers, true);
        for (int k = 0; k < 8; ++k) {
          CAPTURE(k, mirror.drawing());
          REQUIRE(map.edit(mirror.edit(), workers));
          if (k % 2 == 0) map.settle(LivingMap::kAll, workers);  // else fronts are stale
          const Fields oracle =
              all_fields(mirror.terrain(), map.grid(0)->rules(), mirror.options());
          for (Follower& one : followers) {
            one.follow(map, workers);
            if (k % 3 == 1) one.field.set_goals(one.goals, workers, one.radius);
            one.check(mirror, oracle, workers);
          }
        }
      }
}

TEST_CASE("a field follows after more versions than the map remembers") {
  Workers workers(1);
  LivingMirror mirror({30, 20}, 20, {.weights = true}, 5);
  LivingOptions options = mirror.start();
  options.history = 2;
  LivingMap map = make_map(mirror.terrain(), {}, options, workers);
  Follower one(map, {{3, 4}, {20, 10}}, kUnreachable - 1, workers);
  for (int k = 0; k < 5; ++k) REQUIRE(map.edit(mirror.edit(), workers));
  one.follow(map, workers);
  one.check(mirror, all_fields(mirror.terrain(), map.grid(0)->rules(), mirror.options()),
            workers);
}

TEST_CASE("goals that close count again when they open") {
  Workers workers(1);
  const Terrain terrain = drawn(".......\n.......\n@@@@@@@\n@@@.@@@\n@@@@@@@");
  for (const Topology topology : kTopologies) {
    LivingMap map = make_map(terrain, {.topology = topology}, {}, workers);
    // The last goal lies in a hole: no step changes when it closes.
    Follower one(map, {{0, 0}, {6, 1}, {3, 3}}, kUnreachable - 1, workers);
    const auto edit = [&](Position p, char character) {
      REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{p}, character}}, workers));
      one.follow(map, workers);
    };
    const Cost step = map.grid(0)->costs().straight;
    for (int k = 0; k < 2; ++k) {
      CHECK(one.field.distance({3, 3}) == 0);
      edit({0, 0}, '@');
      CHECK(one.field.distance({0, 0}) == kUnreachable);
      CHECK(one.field.distance({5, 1}) == step);
      CHECK(one.field.distance({1, 0}) > step);
      edit({6, 1}, '@');
      CHECK(one.field.distance({1, 0}) == kUnreachable);
      edit({3, 3}, '@');
      CHECK(one.field.distance({3, 3}) == kUnreachable);
      edit({3, 3}, '.');
      CHECK(one.field.distance({3, 3}) == 0);
      edit({0, 0}, '.');
      CHECK(one.field.distance({1, 0}) == step);
      CHECK(one.field.distance({5, 1}) > step);
      edit({6, 1}, '.');
      CHECK(one.field.distance({5, 1}) == step);
      CHECK(one.field.distance({0, 0}) == 0);
    }
  }
}

TEST_CASE("a cell that opened without a step may become a goal") {
  Workers workers(1);
  LivingMap map = make_map(drawn("..@@@\n@@@@@"), {}, {}, workers);
  Field field(map.grid(0));
  const auto since = map.version();
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{4, 1}}, '.'}}, workers));
  field.follow(map.grid(0), map.changes(since, 0), workers);
  const Position goal{4, 1};
  field.set_goals({&goal, 1}, workers);
  CHECK(field.distance(goal) == 0);
}

TEST_CASE("a cell without steps that closes reaches nothing") {
  Workers workers(1);
  Terrain terrain = *Terrain::make(40, 40);
  for (Position p; p.y < 3; ++p.y)
    for (p.x = 0; p.x < 3; ++p.x) terrain.set(p, '@');
  const Position hole{1, 1}, goal{20, 20};
  terrain.set(hole, '.');
  std::vector<Weight> weights(terrain.cell_count());
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<Weight>(1 + i % 5);  // so that fronts compute the field
  const LivingClass movement{.landmarks = 0, .fronts = true};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {.weights = weights}, workers);
  Field field(map.index(0));
  Field places(map.grid(0));
  field.set_goals({&goal, 1}, workers);
  places.set_goals({&hole, 1}, workers);
  for (const char character : {'@', '.', '@'}) {
    CAPTURE(character);
    const auto since = map.version();
    REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{hole}, character}}, workers));
    map.settle(LivingMap::kAll, workers);
    const MapChanges changes = map.changes(since, 0);
    CHECK(changes.costlier.size() == (character == '@' ? 1U : 0U));
    CHECK(changes.cheaper.size() == (character == '.' ? 1U : 0U));
    field.follow(map.index(0), changes, workers);
    places.follow(map.grid(0), changes, workers);
    CHECK(field.distance(hole) == kUnreachable);
    field.set_goals({&goal, 1}, workers);
    CHECK(field.distance(hole) == kUnreachable);
    std::vector<Arrival> arrivals;
    find_arrivals(field, {&hole, 1}, arrivals);
    CHECK(arrivals.empty());
    Nearest nearest;
    places.find_nearest({&hole, 1}, {&nearest, 1});
    CHECK((nearest.goal == 0) == (character == '.'));
  }
}

TEST_CASE("walks end where changes lack an edit") {
  Workers workers(1);
  LivingMap map = make_map(*Terrain::make(9, 1), {}, {}, workers);
  const Position start{8, 0}, goal{0, 0};
  Field field(map.grid(0));
  field.set_goals({&goal, 1}, workers);
  Field places(map.grid(0));
  places.set_goals({&goal, 1}, workers);
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{4, 0}}, '@'}}, workers));
  field.follow(map.grid(0), {}, workers);
  places.follow(map.grid(0), {}, workers);
  CHECK(field.next(start) == Move::west);
  CHECK_FALSE(field.next({5, 0}));
  std::vector<Move> moves{Move::north};
  field.append_path(start, moves);
  CHECK(moves == std::vector<Move>{Move::north});
  field.append_path({2, 0}, moves);
  CHECK(moves == std::vector<Move>{Move::north, Move::west, Move::west});
  Nearest nearest;
  places.find_nearest({&start, 1}, {&nearest, 1});
  CHECK(nearest == Nearest{});
  const Position near{3, 0};
  places.find_nearest({&near, 1}, {&nearest, 1});
  CHECK(nearest.goal == 0);
}

TEST_CASE("fields that follow whole maps that close and open") {
  Workers workers(1);
  const Terrain terrain = random_terrain(40, 30, 20, 2);
  LivingMap map = make_map(terrain, {}, {}, workers);
  Field field(map.grid(0));
  const std::vector<Position> goals{{3, 3}, {30, 20}};
  field.set_goals(goals, workers);
  for (const char character : {'@', '.', 'W', '.'}) {
    const auto since = map.version();
    REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{0, 0}, 40, 30}, character}}, workers));
    field.follow(map.grid(0), map.changes(since, 0), workers);
    Field fresh(map.grid(0));
    fresh.set_goals(goals, workers);
    CHECK((costs(field) == costs(fresh)));
    CHECK((field.distance({10, 10}) != kUnreachable) == (character == '.'));
  }
}

TEST_CASE("new goals and radii after a field followed") {
  // Larger than what a small radius changes, so that only a part is made blank again.
  Workers workers(1);
  for (const int closed_percent : {0, 10})
    for (const MirrorLayers& layers : kMirrorLayers) {
      CAPTURE(closed_percent, layers.weights, layers.steps, layers.links);
      const Terrain terrain = random_terrain(240, 200, closed_percent, 7);
      const std::vector<Weight> weights(layers.weights ? terrain.cell_count() : 0, 2);
      const std::vector<Link> links(layers.links ? 1 : 0, Link{{3, 4}, {220, 180}, 2});
      SplitMix64 random(3);
      LivingMap map = make_map(
          terrain, {},
          {.weights = weights, .steps = layers.steps, .links = links, .max_weight = 9},
          workers);
      const Cost step = map.grid(0)->costs().straight;
      Field field(map.grid(0));
      std::vector<Position> edited{{3, 4}};
      for (std::uint64_t k = 0; k < 40 / every({1, 4}); ++k) {
        CAPTURE(k);
        std::vector<Position> goals(1 + random.below(3));
        for (Position& goal : goals) {  // many of them where earlier goals were not
          goal = edited[random.below(static_cast<std::uint32_t>(edited.size()))];
          goal.x = std::min(goal.x + static_cast<std::int32_t>(random.below(5)), 239);
        }
        const Cost radius = k % 6 == 5 ? kUnreachable - 1 : (1 + random.below(12)) * step;
        field.set_goals(goals, workers, radius);
        for (std::uint32_t edits = random.below(4); edits != 0; --edits) {
          const auto since = map.version();
          edited.push_back(any_cell(terrain, random));
          std::vector<Edit> edit;
          for (const Position at : {edited.back(), goals.front()}) {
            const MapRect area{at, std::min(4, 240 - at.x), std::min(4, 200 - at.y)};
            edit.emplace_back(TerrainEdit{area, random.below(2) == 0 ? '@' : '.'});
            if (layers.weights) edit.emplace_back(WeightEdit{area, Weight{9}});
          }
          if (layers.links) edit.emplace_back(LinkEdit{0, random.below(2) == 0});
          REQUIRE(map.edit(edit, workers));
          field.follow(map.grid(0), map.changes(since, 0), workers);
        }
        Field fresh(map.grid(0));
        fresh.set_goals(goals, workers, radius);
        REQUIRE((costs(field) == costs(fresh)));  // too long to be printed
      }
    }
}

TEST_CASE("what a field had reached through a link that closed is made blank again") {
  Workers workers(1);
  const std::vector<Link> links{{{10, 10}, {220, 180}, 1}};
  LivingMap map = make_map(*Terrain::make(240, 200), {}, {.links = links}, workers);
  const Cost step = map.grid(0)->costs().straight;
  Field field(map.grid(0));
  const Position far{220, 180}, near{20, 10};
  field.set_goals({&far, 1}, workers, 4 * step);
  const auto since = map.version();
  REQUIRE(map.edit(std::vector<Edit>{LinkEdit{0, false}}, workers));
  field.follow(map.grid(0), map.changes(since, 0), workers);
  field.set_goals({&near, 1}, workers, 30 * step);
  CHECK(field.distance({10, 10}) == 10 * step);
  CHECK(field.distance({13, 10}) == 7 * step);
  CHECK(field.distance({6, 10}) == 14 * step);
}

TEST_CASE("the first link of a map that was plain") {
  Workers workers(1);
  const std::vector<Link> links{{{0, 0}, {5, 0}, 1}};
  LivingMap map = make_map(drawn("@....."), {}, {.links = links}, workers);
  Field field(map.grid(0));
  const Position goal{5, 0};
  field.set_goals({&goal, 1}, workers);
  const auto since = map.version();
  REQUIRE(map.edit(std::vector<Edit>{TerrainEdit{{{0, 0}}, '.'}}, workers));
  field.follow(map.grid(0), map.changes(since, 0), workers);
  const Cost step = map.grid(0)->costs().straight;
  CHECK(field.distance({1, 0}) == 2 * step);
  field.set_goals({&goal, 1}, workers);  // by a sweep
  CHECK(field.distance({1, 0}) == 2 * step);
}

TEST_CASE("a field swept again where the costs of steps changed") {
  Workers workers(1);
  const Terrain terrain = random_terrain(30, 20, 20, 1);
  Field field(*Grid::make(terrain));
  const std::vector<Position> goals{{3, 3}, {20, 15}};
  field.set_goals(goals, workers, 20 * field.grid()->costs().straight);
  const auto grid = *Grid::make(terrain, {.costs = {2, 3}});
  field.follow(grid, {}, workers);
  Field fresh(grid);
  fresh.set_goals(goals, workers, 20 * 2378);
  CHECK(field.grid() == grid);
  CHECK((costs(field) == costs(fresh)));
}

TEST_CASE("nearest places follow edits") {
  Workers workers(1);
  for (const MirrorLayers& layers : kMirrorLayers) {
    CAPTURE(layers.weights, layers.steps, layers.links);
    LivingMirror mirror({30, 25}, 20, layers, 11);
    SplitMix64 random(5);
    LivingMap map = make_map(mirror, {}, workers);
    std::vector<Position> places{{-1, 4}};
    while (places.size() < 9) places.push_back(any_cell(mirror.terrain(), random));
    places.push_back(places[3]);
    Field nearest(map.grid(0));
    nearest.set_goals(places, workers);
    const std::vector<Position> cells = all_cells(mirror.terrain());
    std::vector<Nearest> found(cells.size()), expected(cells.size());
    for (int k = 0; k < 40; ++k) {
      CAPTURE(k);
      const auto since = map.version();
      nearest.find_nearest(cells, found);
      REQUIRE(map.edit(mirror.edit(), workers));
      nearest.follow(map.grid(0), map.changes(since, 0), workers);
      nearest.find_nearest(cells, found);
      Field fresh(map.grid(0));
      fresh.set_goals(places, workers);
      fresh.find_nearest(cells, expected);
      REQUIRE((found == expected));
    }
  }
}

TEST_CASE("fields that follow allocate nothing when warm") {
  Workers workers(1);
  LivingMirror mirror({60, 50}, 25, {.weights = true, .links = true}, 8);
  LivingMap map = make_map(mirror, {}, workers);
  std::vector<std::vector<Edit>> script;
  for (int k = 0; k < 60; ++k) script.push_back(mirror.edit());
  Field field(map.grid(0));
  field.set_goals(std::vector<Position>{{3, 4}, {50, 40}}, workers);
  Field places(map.grid(0));
  places.set_goals(std::vector<Position>{{30, 4}, {5, 40}}, workers);
  const auto play = [&] {
    std::size_t allocations = 0;
    for (const std::vector<Edit>& edits : script) {
      const auto since = map.version();
      REQUIRE(map.edit(edits, workers));
      const MapChanges changes = map.changes(since, 0);
      const std::size_t before = heap_allocations();
      field.follow(map.grid(0), changes, workers);
      places.follow(map.grid(0), changes, workers);
      allocations += heap_allocations() - before;
    }
    return allocations;
  };
  for (int k = 0; k < 4; ++k) play();
  CHECK(play() == 0);
}

}  // namespace throng::follow_test
