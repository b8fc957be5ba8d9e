#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/field.hpp>
#include <throng/grid.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

// Fields that ran out of memory lead nowhere, until a call succeeds.

namespace throng::field_memory_test {

namespace {

constexpr std::int32_t kSide = 30;
const std::vector<Position> kFirst{{0, 0}}, kGoals{{3, 4}, {20, 20}, {29, 1}};
const MapChanges kEverywhere{{{{0, 0}, kSide, kSide}}, {{{0, 0}, kSide, kSide}}};

std::vector<Position> all_cells() {
  std::vector<Position> cells;
  for (Position p; p.y < kSide; ++p.y)
    for (p.x = 0; p.x < kSide; ++p.x) cells.push_back(p);
  return cells;
}

/// A random map on which the first goals reach something.
Terrain map_with(int closed, std::uint64_t seed) {
  Terrain terrain = test::random_terrain(kSide, kSide, closed, seed);
  for (std::int32_t x = 0; x < kSide; ++x) terrain.set({x, 0}, '.');
  return terrain;
}

/// What a field says of all cells.
std::vector<Cost> costs(Field& field) {
  const std::vector<Position> cells = all_cells();
  std::vector<Nearest> nearest(cells.size());
  field.find_nearest(cells, nearest);
  std::vector<Cost> values;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    values.push_back(field.distance(cells[i]));
    values.push_back(nearest[i].cost);
    values.push_back(nearest[i].goal);
  }
  return values;
}

/// Runs change(field, workers) on new fields, with more and more allocations until it
/// succeeds.
template <class Make, class Change>
void check_every_failure(const Make& make, const std::vector<Cost>& nowhere,
                         const Change& change) {
  Workers enough(1);
  const auto expected = [&] {
    Field field = make();
    change(field, enough);
    return costs(field);
  }();
  CHECK(expected != nowhere);
  int failures = 0;
  for (const bool heap : {false, true})
    for (std::size_t allowed = 0;; ++allowed) {
      CAPTURE(heap, allowed);
      REQUIRE(allowed < 1000);
      test::CountingMemory memory;
      Field field = make();
      bool failed = false;
      {
        Workers workers(1, &memory);
        if (!heap) memory.allow(allowed);
        const test::LimitedHeap limit(heap ? allowed : test::CountingMemory::kAll);
        try {
          change(field, workers);
        } catch (const std::bad_alloc&) {
          failed = true;
        }
        memory.allow(test::CountingMemory::kAll);
      }
      if (failed) {
        ++failures;
        REQUIRE(costs(field) == nowhere);
        change(field, enough);
      }
      REQUIRE(costs(field) == expected);
      if (!failed) break;
    }
  CHECK(failures > 0);
}

/// changes: where the two grids differ.
void check_all(const std::shared_ptr<const Grid>& before,
               const std::shared_ptr<const Grid>& now, const MapChanges& changes) {
  Workers workers(1);
  const auto nowhere = [&] {
    Field field(before);
    return costs(field);
  }();
  const auto with_goals = [&] {
    Field field(before);
    field.set_goals(kFirst, workers);
    return field;
  };
  check_every_failure(with_goals, nowhere,
                      [](Field& field, Workers& with) { field.set_goals(kGoals, with); });
  check_every_failure(with_goals, nowhere, [&](Field& field, Workers& with) {
    field.follow(now, changes, with);
  });
}

}  // namespace

TEST_CASE("fields that ran out of memory lead nowhere, until a call succeeds") {
  const auto plain = *Grid::make(map_with(20, 5));
  const auto other = *Grid::make(map_with(15, 6));
  std::vector<Weight> weights(std::size_t{kSide} * kSide);
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<Weight>(1 + i % 5);
  const auto weighted = *Grid::make(map_with(20, 7), {}, {.weights = weights});
  for (const auto& [before, now] :
       {std::pair{plain, other}, std::pair{weighted, plain}, std::pair{plain, weighted}}) {
    check_all(before, now, kEverywhere);
  }
  // So few cells differ that a complete field is repaired. A blank one must not be.
  Terrain terrain = map_with(20, 5);
  const MapRect building{{12, 14}, 2, 2};
  for (const std::int32_t x : {12, 13})
    for (const std::int32_t y : {14, 15}) terrain.set({x, y}, '.');
  const auto open = *Grid::make(terrain);
  for (const std::int32_t x : {12, 13})
    for (const std::int32_t y : {14, 15}) terrain.set({x, y}, '@');
  const auto built = *Grid::make(terrain);
  check_all(open, built, {{building}, {}});
  check_all(built, open, {{}, {building}});
}

}  // namespace throng::field_memory_test
