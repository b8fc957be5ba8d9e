#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/distances.hpp>
#include <throng/generate.hpp>
#include <throng/index.hpp>

#include <vector>

namespace throng::label_table_test {

namespace {

constexpr IndexOptions kHubs{.landmarks = {0}, .hub_labels = {true}};

/// Rooms in which labels pay for a few thousand points, and points there, some closed.
struct House {
  explicit House(std::int32_t size)
      : terrain(*generate(MapKind::rooms, {.width = size, .height = size, .seed = 5})),
        grid(*Grid::make(terrain)) {}

  std::vector<Position> points(std::size_t count, std::uint64_t seed) const {
    SplitMix64 random(seed);
    std::vector<Position> some(count);
    for (Position& p : some)
      p = {static_cast<std::int32_t>(
               random.below(static_cast<std::uint32_t>(grid->width()))),
           static_cast<std::int32_t>(
               random.below(static_cast<std::uint32_t>(grid->height())))};
    return some;
  }
  Index index(const IndexOptions& options = kHubs) const {
    Workers workers(1);
    return *Index::build(grid, options, workers);
  }

  Terrain terrain;
  std::shared_ptr<const Grid> grid;
};

/// Large tables are not for a report to print.
bool same(const std::vector<Cost>& a, const std::vector<Cost>& b) { return a == b; }

}  // namespace

TEST_CASE("tables of an index are those of its grid", "[parallel]") {
  const House house(200);
  const auto index = house.index();
  const std::vector<Position> few = house.points(3, 1), more = house.points(150, 2),
                              most = house.points(2100, 3);  // more than go at a time
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    for (const auto& [sources, targets] :
         {std::pair(&few, &more), std::pair(&more, &few), std::pair(&more, &more),
          std::pair(&more, &most), std::pair(&most, &most), std::pair(&few, &most)}) {
      CAPTURE(threads, sources->size(), targets->size());
      const auto expected = distances(house.grid, *sources, *targets, workers);
      REQUIRE(same(distances(index, *sources, *targets, workers), expected));
      REQUIRE(same(distances(index, *sources, *targets, workers,
                             {.direction = SweepDirection::to_sources}),
                   expected));
    }
  }
}

TEST_CASE("tables of an index heed the radius and the metric") {
  const House house(120);
  const auto index = house.index();
  Workers workers(1);
  const std::vector<Position> points = house.points(60, 4);
  for (const DistanceOptions& options :
       {DistanceOptions{.max_cost = 40 * 2378}, DistanceOptions{.max_cost = 0},
        DistanceOptions{.metric = FieldMetric::steps}})
    REQUIRE(distances(index, points, points, workers, options) ==
            distances(house.grid, points, points, workers, options));
  REQUIRE(distances(index, points, {}, workers).empty());
  REQUIRE(distances(index, {}, {}, workers).empty());
}

TEST_CASE("points outside the map are unreachable in tables of an index") {
  const House house(120);
  const auto index = house.index();
  Workers workers(1);
  std::vector<Position> points = house.points(60, 4);
  points[3] = {-1, 5};
  points[17] = {120, 119};
  points[40] = {50, -1};
  points[20] = {-4, 60};  // by its index, a cell of the row before
  points[33] = {1'000'000, 3};
  const auto table = distances(index, points, points, workers);
  REQUIRE(table == distances(house.grid, points, points, workers));
  for (const std::size_t outside : {3U, 17U, 20U, 33U, 40U})
    for (std::size_t i = 0; i < points.size(); ++i) {
      CHECK(table[outside * points.size() + i] == kUnreachable);
      CHECK(table[i * points.size() + outside] == kUnreachable);
    }
}

TEST_CASE("an index without labels has tables too, and one of a grid that got costlier") {
  House house(60);
  Workers workers(1);
  const std::vector<Position> points = house.points(20, 6);
  REQUIRE(distances(house.index({.landmarks = {1}}), points, points, workers) ==
          distances(house.grid, points, points, workers));
  for (Position p{30, 0}; p.y < 60; ++p.y) house.terrain.set(p, '@');
  const auto walled = *Grid::make(house.terrain);
  const auto index =
      *house.index({.landmarks = {1}, .hub_labels = {true}}).with_costlier_grid(walled);
  REQUIRE(distances(index, points, points, workers) ==
          distances(walled, points, points, workers));
}

TEST_CASE("tables of fronts are those of sweeps, on one-way steps too", "[parallel]") {
  const Terrain terrain = test::random_terrain(120, 110, 15, 2);
  SplitMix64 random(3);
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  const auto points = [&](std::size_t count) {
    std::vector<Position> some(count);
    for (Position& p : some)  // some are closed or outside
      p = {static_cast<std::int32_t>(random.below(122)) - 1,
           static_cast<std::int32_t>(random.below(112)) - 1};
    return some;
  };
  const std::vector<Position> few = points(30), most = points(2100);
  for (const CostModel model : kCostModels)
    for (const std::size_t memory : {std::size_t{1} << 24, std::size_t{1} << 28}) {
      const auto grid = *Grid::make(terrain, {.cost_model = model}, {.weights = weights});
      Workers workers(3);
      const auto index = *Index::build(
          grid, {.landmarks = {0}, .fronts = {.build = true, .memory = memory}}, workers);
      REQUIRE(index.has(Part::fronts));
      for (const SweepDirection direction :
           {SweepDirection::from_sources, SweepDirection::to_sources})
        for (const auto& [sources, targets] :
             {std::pair(&few, &most), std::pair(&most, &few), std::pair(&few, &few)}) {
          CAPTURE(static_cast<int>(model), static_cast<int>(direction), sources->size());
          const DistanceOptions options{.direction = direction};
          REQUIRE(same(distances(index, *sources, *targets, workers, options),
                       distances(grid, *sources, *targets, workers, options)));
        }
    }
}

TEST_CASE("the monitor counts rows of tables by labels, and cancels them", "[parallel]") {
  const House house(120);
  const auto index = house.index();
  const std::vector<Position> points = house.points(60, 4);
  Workers workers(2);
  Monitor monitor;
  distances(index, points, points, workers, {.monitor = &monitor});
  CHECK(monitor.total == 60);
  CHECK(monitor.done == 60);
  Monitor cancelled;
  cancelled.cancel = true;
  CHECK(distances(index, points, points, workers, {.monitor = &cancelled}) ==
        std::vector<Cost>(60 * 60, kUnreachable));
  CHECK(cancelled.done == 0);
}

}  // namespace throng::label_table_test
