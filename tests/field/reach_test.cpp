#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/scenes.hpp"

#include <throng/field.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace throng::reach_test {

namespace {

std::vector<Position> some_of(const std::vector<Position>& cells, std::size_t count,
                              SplitMix64& random) {
  std::vector<Position> some(count);
  for (Position& p : some)
    p = cells[random.below(static_cast<std::uint32_t>(cells.size()))];
  return some;
}

/// What is nearest to a cell, by the oracle and the rule for ties.
Nearest nearest_by_oracle(const test::Scene& scene, const std::vector<Position>& places,
                          Position start) {
  Nearest nearest;
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    const Cost cost = scene.cost(start, places[i]);
    if (cost < nearest.cost) nearest = {i, cost};
  }
  return nearest;
}

std::vector<Nearest> find(Field& nearest, const std::vector<Position>& starts) {
  std::vector<Nearest> found(starts.size());
  nearest.find_nearest(starts, found);
  return found;
}

}  // namespace

TEST_CASE("the nearest of any number of places is the oracle's, the first of several") {
  Workers workers(1);
  SplitMix64 random(1);
  int ties = 0;
  test::for_each_scene([&](const test::Scene& scene) {
    Field nearest(scene.grid);
    for (const std::size_t count : {1U, 2U, 3U, 5U, 9U, 20U}) {
      const std::vector<Position> places = some_of(scene.cells, count, random);
      nearest.set_goals(places, workers);
      // Few and far between first: what is asked about later lies on the ways of these.
      const std::vector<Position> few = some_of(scene.cells, 3, random);
      for (const auto& starts : {few, scene.cells}) {
        const std::vector<Nearest> found = find(nearest, starts);
        for (std::size_t i = 0; i < starts.size(); ++i) {
          CAPTURE(scene.words, starts[i].x, starts[i].y, found[i].goal);
          const Nearest expected = nearest_by_oracle(scene, places, starts[i]);
          REQUIRE(found[i].cost == expected.cost);
          REQUIRE(found[i].goal == expected.goal);
          const auto as_near = [&](Position place) {
            return expected.cost != kUnreachable && place != places[expected.goal] &&
                   scene.cost(starts[i], place) == expected.cost;
          };
          ties += std::any_of(places.begin(), places.end(), as_near) ? 1 : 0;
        }
      }
    }
  });
  CHECK(ties > 100);
}

TEST_CASE("of places in one cell the first is nearest, of closed ones none") {
  Workers workers(1);
  Field nearest(*Grid::make(test::drawn("..@..")));
  const std::vector<Position> starts{{0, 0}, {4, 0}, {2, 0}, {0, 0}};
  nearest.set_goals(std::vector<Position>{{2, 0}, {1, 0}, {1, 0}}, workers);
  CHECK(find(nearest, starts) == std::vector<Nearest>{{1, 2378}, {}, {}, {1, 2378}});
  nearest.set_goals({}, workers);
  CHECK(find(nearest, starts) == std::vector<Nearest>(4));
  CHECK(find(nearest, {}).empty());
}

TEST_CASE("places outside the map match nobody, and units there reach none") {
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn("...\n..."));
  Field nearest(grid);
  nearest.set_goals(std::vector<Position>{{-1, 0}, {3, 1}, {2, 0}, {0, 900}}, workers);
  const std::vector<Position> units{{0, 0}, {-1, 0}, {3, 1}, {0, -70'000}};
  CHECK(find(nearest, units) == std::vector<Nearest>{{2, 2 * 2378}, {}, {}, {}});
  Field field(grid);
  field.set_goals(std::vector<Position>{{2, 0}}, workers);
  std::vector<Arrival> arrivals;
  find_arrivals(field, units, arrivals);
  CHECK(arrivals == std::vector<Arrival>{{0, 2 * 2378}});
}

TEST_CASE("without places nothing is nearest") {
  Field nearest(*Grid::make(test::drawn("...")));
  CHECK(find(nearest, {{0, 0}, {1, 0}}) == std::vector<Nearest>(2));
}

TEST_CASE("nearest places keep their grid, and move") {
  Workers workers(1);
  Field nearest(*Grid::make(test::drawn("....")));
  nearest.set_goals(std::vector<Position>{{3, 0}}, workers);
  Field other = std::move(nearest);
  CHECK(find(other, {{1, 0}}) == std::vector<Nearest>{{0, 2 * 2378}});
  CHECK(other.memory_bytes() >= 13 * 6 * 3);
}

TEST_CASE("who can get to a place within any radius are those of the oracle") {
  Workers workers(1);
  SplitMix64 random(2);
  std::vector<Arrival> arrivals;
  test::for_each_scene([&](const test::Scene& scene) {
    Field field(scene.grid);
    std::vector<Position> units = scene.cells;
    units.insert(units.end(), scene.cells.begin(), scene.cells.end());
    for (const Position place : some_of(scene.cells, 5, random)) {
      const Position other = some_of(scene.cells, 1, random).front();
      const Cost exact = scene.cost(other, place);
      for (const Cost radius :
           {Cost{0}, exact, exact - 1, 3 * scene.grid->max_edge_cost()}) {
        std::vector<Arrival> expected;
        for (std::uint32_t i = 0; i < units.size(); ++i) {
          const Cost cost = scene.cost(units[i], place);
          if (cost != kUnreachable && cost <= radius) expected.push_back({i, cost});
        }
        field.set_goals({&place, 1}, workers, radius);
        find_arrivals(field, units, arrivals);
        CAPTURE(scene.words, place.x, place.y, radius);
        REQUIRE(arrivals == expected);
      }
    }
  });
  find_arrivals(Field(*Grid::make(test::drawn("..."))), std::vector<Position>{{0, 0}},
                arrivals);
  CHECK(arrivals.empty());
}

}  // namespace throng::reach_test
