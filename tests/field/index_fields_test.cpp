#include "../../src/core/rng.hpp"
#include "../../src/field/front_fields.hpp"
#include "../../src/field/front_price.hpp"
#include "../../src/grid/cell_or_border.hpp"
#include "../../src/index/index_contents.hpp"
#include "../../src/sweep/sweep.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/distances.hpp>
#include <throng/field.hpp>
#include <throng/index.hpp>

#include <utility>
#include <vector>

namespace throng::index_fields_test {

namespace {

/// Weighted ground on which fronts take less time than sweeps.
struct Ground {
  explicit Ground(CostModel model)
      : terrain(test::random_terrain(75, 60, 15, 2)),
        random(3),
        weights(random_weights()),
        grid(*Grid::make(terrain, {.cost_model = model}, {.weights = weights})),
        index(with_fronts()) {
    const Fronts* const fronts = index.contents().fronts.get();
    REQUIRE(front_field_pays(fronts, *grid, 3, kUnreachable - 1));
    REQUIRE(front_fields_pay(fronts, *grid, 8, kUnreachable - 1));
  }
  std::vector<Weight> random_weights() {
    std::vector<Weight> all(terrain.cell_count());
    for (Weight& weight : all) weight = static_cast<Weight>(1 + random.below(9));
    return all;
  }
  Index with_fronts() const {
    Workers workers(1);
    return *Index::build(grid, {.landmarks = {0}, .fronts = {true}}, workers);
  }
  /// Some are closed or outside the map.
  std::vector<Position> points(std::size_t count) {
    std::vector<Position> some(count);
    for (Position& p : some)
      p = {static_cast<std::int32_t>(random.below(77)) - 1,
           static_cast<std::int32_t>(random.below(62)) - 1};
    return some;
  }

  Terrain terrain;
  SplitMix64 random;
  std::vector<Weight> weights;
  std::shared_ptr<const Grid> grid;
  Index index;
};

DistanceOptions nearest(DistanceOptions options) {
  options.nearest_source = true;
  return options;
}

/// Fields are not for a report to print.
bool same(const std::vector<Cost>& a, const std::vector<Cost>& b) { return a == b; }

}  // namespace

TEST_CASE("fields of an index are those of its grid", "[parallel]") {
  for (const CostModel model : kCostModels) {
    Ground ground(model);
    const std::vector<Position> sources = ground.points(21);
    for (const int threads : {1, 3}) {
      Workers workers(threads);
      for (const SweepDirection direction :
           {SweepDirection::from_sources, SweepDirection::to_sources})
        for (const Cost most : {kUnreachable, 100 * ground.grid->costs().straight}) {
          CAPTURE(static_cast<int>(model), threads, static_cast<int>(direction), most);
          const DistanceOptions options{.direction = direction, .max_cost = most};
          for (const std::size_t count : {0U, 1U, 2U, 3U, 21U}) {
            const auto some = std::span(sources).first(count);
            REQUIRE(same(distances(ground.index, some, workers, options),
                         distances(ground.grid, some, workers, options)));
            REQUIRE(same(distances(ground.index, some, workers, nearest(options)),
                         distances(ground.grid, some, workers, nearest(options))));
          }
        }
    }
  }
}

TEST_CASE("fields of an index in steps, and of any ground") {
  Workers workers(1);
  for (const test::Ground& ground : test::some_grounds()) {
    if (ground.grid->links() != nullptr) continue;
    const auto index =
        *Index::build(ground.grid, {.landmarks = {0}, .fronts = {true}}, workers);
    const std::vector<Position> sources{{3, 4}, {20, 15}, {11, 9}};
    for (const FieldMetric metric : {FieldMetric::cost, FieldMetric::steps}) {
      const DistanceOptions options{.metric = metric};
      REQUIRE(same(distances(index, sources, workers, options),
                   distances(ground.grid, sources, workers, options)));
      REQUIRE(same(distances(index, sources, workers, nearest(options)),
                   distances(ground.grid, sources, workers, nearest(options))));
    }
  }
}

TEST_CASE("the monitor counts fields of fronts, and cancels them", "[parallel]") {
  Ground ground(CostModel::mean);
  const std::vector<Position> sources = ground.points(12);
  Workers workers(2);
  Monitor monitor;
  distances(ground.index, sources, workers, {.monitor = &monitor});
  CHECK(monitor.total == 12);
  CHECK(monitor.done == 12);
  Monitor cancelled;
  cancelled.cancel = true;
  const std::size_t cells = ground.terrain.cell_count();
  CHECK(same(distances(ground.index, sources, workers, {.monitor = &cancelled}),
             std::vector<Cost>(12 * cells, kUnreachable)));
  CHECK(same(distances(ground.index, sources, workers,
                       {.nearest_source = true, .monitor = &cancelled}),
             std::vector<Cost>(cells, kUnreachable)));
  const std::vector<Position> targets = ground.points(2000);  // tables by fields
  CHECK(same(distances(ground.index, sources, targets, workers, {.monitor = &cancelled}),
             std::vector<Cost>(12 * 2000, kUnreachable)));
  CHECK(cancelled.done == 0);
}

TEST_CASE("a field from fronts has the values of a sweep, closed cells too") {
  SweepScratch sweeps{heap_memory()};
  FrontField::Scratch scratch;
  for (const CostModel model : kCostModels) {
    Ground ground(model);
    for (const SweepDirection direction :
         {SweepDirection::to_sources, SweepDirection::from_sources})
      for (const Cost radius : {kUnreachable - 1, 150 * ground.grid->costs().straight}) {
        const SweepSpace space(*ground.grid, FieldMetric::cost, SweepKind::automatic,
                               direction);
        const std::vector<CellIndex> goals{ground.grid->cell({30, 31}),
                                           ground.grid->cell({31, 31})};
        std::vector<CellIndex> open;
        for (const CellIndex goal : goals)
          if (is_open(*ground.grid, goal)) open.push_back(goal);
        REQUIRE_FALSE(open.empty());
        std::vector<Cost> swept(ground.grid->cell_count()), read(swept.size());
        sweep(space, open, radius, sweeps, swept);
        read_field(*ground.grid, *ground.index.contents().fronts, direction, open, radius,
                   scratch, read);
        CHECK(same(read, swept));
      }
  }
}

TEST_CASE("a flow field of an index leads as one of its grid does") {
  Workers workers(1);
  for (const CostModel model : kCostModels) {
    Ground ground(model);
    Field of_index(ground.index), of_grid(ground.grid);
    CHECK(of_index.grid() == ground.grid);
    for (const std::size_t goals : {3U, 0U, 1U, 5U})
      for (const Cost most : {kUnreachable - 1, 200 * ground.grid->costs().straight}) {
        const std::vector<Position> to = ground.points(goals);
        of_index.set_goals(to, workers, most);
        of_grid.set_goals(to, workers, most);
        for (Position p{-1, -1}; p.y <= 60; ++p.y)
          for (p.x = -1; p.x <= 75; ++p.x) {
            REQUIRE(of_index.distance(p) == of_grid.distance(p));
            REQUIRE(of_index.next(p) == of_grid.next(p));
          }
      }
  }
}

TEST_CASE("a warm flow field of an index allocates nothing") {
  Ground ground(CostModel::mean);
  Workers workers(1);
  Field field(ground.index);
  const std::vector<Position> goals = ground.points(3);
  field.set_goals(goals, workers);
  const std::size_t before = test::heap_allocations();
  field.set_goals(goals, workers);
  CHECK(test::heap_allocations() == before);
}

}  // namespace throng::index_fields_test
