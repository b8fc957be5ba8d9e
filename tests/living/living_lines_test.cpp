#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/index_samples.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/any_angle.hpp>
#include <throng/living_map.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace throng::living_lines_test {

namespace {

bool same(const AnyAnglePaths& a, const AnyAnglePaths& b) {
  return std::ranges::equal(a.status, b.status) && a.point_begin == b.point_begin &&
         a.points == b.points && a.length == b.length &&
         std::ranges::equal(a.expanded, b.expanded);
}

AnyAnglePaths solve(const Index& index, std::span<const Query> queries) {
  Workers workers(1);
  AnyAnglePaths paths;
  REQUIRE(solve_lines(index, queries, workers, paths));
  return paths;
}

/// The classes of a map have one topology.
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

/// A rectangle of a map that opens or closes.
TerrainEdit random_edit(std::mt19937_64& random, const Terrain& terrain) {
  const auto below = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random() % static_cast<std::uint64_t>(most));
  };
  const Position corner{below(terrain.width()), below(terrain.height())};
  const std::int32_t width = std::min(1 + below(6), terrain.width() - corner.x);
  const std::int32_t height = std::min(1 + below(6), terrain.height() - corner.y);
  return {{corner, width, height}, random() % 2 == 0 ? '@' : '.'};
}

}  // namespace

TEST_CASE("lines of a map that changes are those of the map as it is") {
  std::mt19937_64 random(5);
  for (const std::int32_t width : {20, 62, 63, 64, 131}) {
    const Terrain terrain = test::random_terrain(width, 15, 15, 3);
    const auto all = classes(width == 63 ? Topology::tile : Topology::octile);
    Workers workers(1);
    auto map = *LivingMap::make(terrain, all, {}, workers);
    const auto queries = test::random_queries(terrain, 25, 9);
    const Index old = map.index(0);
    const AnyAnglePaths of_old = solve(old, queries);
    for (int step = 0; step < 40; step += static_cast<int>(test::every({.sanitized = 8}))) {
      const std::vector<Edit> edits{random_edit(random, terrain),
                                    random_edit(random, terrain)};
      REQUIRE(map.edit(edits, workers));
      for (std::size_t k = 0; k < all.size(); ++k) {
        const Index fresh = *Index::build(*Grid::make(map.terrain(), all[k].rules),
                                          test::lines_alone(0), workers);
        REQUIRE(map.index(k).has(Part::lines));
        REQUIRE(map.index(k).part(Part::lines).fact("turns") ==
                fresh.part(Part::lines).fact("turns"));
        REQUIRE(same(solve(map.index(k), queries), solve(fresh, queries)));
      }
    }
    CHECK(same(solve(old, queries), of_old));

    const auto restored = *LivingMap::restore(*map.save(), workers);
    for (std::size_t k = 0; k < all.size(); ++k)
      CHECK(same(solve(restored.index(k), queries), solve(map.index(k), queries)));
  }
}

TEST_CASE("a class that cannot have lines says why, also once it is restored") {
  const Terrain terrain = test::random_terrain(10, 10, 10, 1);
  const std::vector<LivingClass> all{
      {.landmarks = 0, .jump_graph = false, .max_danger = 3, .lines = true},
      {.rules = {.corners = Corners::always}, .landmarks = 0, .lines = true},
      {.landmarks = 0}};
  Workers workers(1);
  const auto map = *LivingMap::make(terrain, all, {}, workers);
  const auto restored = *LivingMap::restore(*map.save(), workers);
  for (const LivingMap* const one : {&map, &restored}) {
    CHECK(!one->index(0).has(Part::lines));
    CHECK(one->index(0).part(Part::lines).refusal.find("plain") != std::string::npos);
    CHECK(one->index(1).part(Part::lines).refusal.find("corners") != std::string::npos);
    CHECK(one->index(2).part(Part::lines).refusal.empty());
  }
}

}  // namespace throng::living_lines_test
