#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace throng::clearance_test {
namespace {

/// Whether the default class may stand on a cell of the map, wherever that is.
bool open_cell(const Terrain& terrain, std::span<const Weight> weights, Position p) {
  if (!terrain.contains(p) || !Rules().movement.open(terrain.at(p))) return false;
  return weights.empty() ||
         weights[static_cast<std::size_t>(p.y * terrain.width() + p.x)] != 0;
}

/// Whether a unit of size k fits, cell by cell.
bool fits(const Terrain& terrain, std::span<const Weight> weights, Position p, int k) {
  for (int dy = 0; dy < k; ++dy)
    for (int dx = 0; dx < k; ++dx)
      if (!open_cell(terrain, weights, {p.x + dx, p.y + dy})) return false;
  return true;
}

/// Whether a unit of size k that slides one step meets open cells only. Its square is
/// looked at in sixteenths of a cell, and a cell counts where their insides meet.
bool sweeps_open_cells(const Terrain& terrain, Position p, int k, Move move) {
  constexpr int kParts = 16;
  const auto d = static_cast<std::size_t>(move);
  for (int part = 0; part <= kParts; ++part) {
    const int left = kParts * p.x + part * kMoveX[d];
    const int top = kParts * p.y + part * kMoveY[d];
    for (int y = -1; y <= terrain.height(); ++y)
      for (int x = -1; x <= terrain.width(); ++x) {
        const bool met = kParts * x < left + kParts * k && left < kParts * (x + 1) &&
                         kParts * y < top + kParts * k && top < kParts * (y + 1);
        if (met && !open_cell(terrain, {}, {x, y})) return false;
      }
  }
  return true;
}

std::vector<Weight> random_weights(const Terrain& terrain, SplitMix64& random) {
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(random.below(12));
  return weights;
}

}  // namespace

TEST_CASE("a clearance is the side of the largest open square that begins there") {
  const Terrain terrain = test::drawn(R"(
      ....@
      .....
      ..T..
      .....)");
  const auto clearance = *Clearance::make(terrain);
  std::string rows;
  for (std::int32_t y = 0; y < 4; ++y, rows += ' ')
    for (std::int32_t x = 0; x < 5; ++x) rows += std::to_string(clearance.at({x, y}));
  CHECK(rows == "22210 21121 21021 11111 ");

  SplitMix64 random(1);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Terrain any = test::random_terrain(1 + static_cast<int>(seed), 9, 8, seed);
    const auto weights = random_weights(any, random);
    for (const auto layer : {std::span<const Weight>(), std::span<const Weight>(weights)}) {
      const auto measured = *Clearance::make(any, {}, layer);
      for (const Position p : test::all_cells(any)) {
        const int side = measured.at(p);
        REQUIRE(fits(any, layer, p, side));
        REQUIRE_FALSE(fits(any, layer, p, side + 1));
      }
    }
  }
}

TEST_CASE("a clearance knows movement classes and stops at the largest unit") {
  const auto water = *Clearance::make(test::drawn("WW.\nWW.\n..."), MovementClass("W"));
  CHECK(water.at({0, 0}) == 2);
  CHECK(water.at({2, 2}) == 0);

  const auto wide = *Clearance::make(*Terrain::make(150, 130));
  CHECK(wide.at({0, 0}) == kMaxUnitSize);
  CHECK(wide.at({86, 66}) == kMaxUnitSize);
  CHECK(wide.at({87, 0}) == kMaxUnitSize - 1);
  CHECK(wide.at({0, 129}) == 1);
  CHECK(wide.width() == 150);
  CHECK(wide.height() == 130);
}

TEST_CASE("a cell is open for a unit where all cells under the unit are") {
  SplitMix64 random(2);
  const Terrain terrain = test::random_terrain(23, 17, 4, 3);
  const auto weights = random_weights(terrain, random);
  for (const auto layer : {std::span<const Weight>(), std::span<const Weight>(weights)}) {
    const auto clearance = *Clearance::make(terrain, {}, layer);
    for (const int k : {1, 2, 3, 4, 5, 17, 18, 64})
      for (const Topology topology : {Topology::octile, Topology::tile}) {
        const Rules rules{.topology = topology, .unit_size = k};
        const auto grid = *Grid::make(terrain, rules, {.weights = layer});
        const auto shared =
            *Grid::make(terrain, rules, {.weights = layer, .clearance = &clearance});
        for (const Position p : test::all_cells(terrain)) {
          REQUIRE(grid->open(p) == fits(terrain, layer, p, k));
          REQUIRE(shared->moves(p) == grid->moves(p));
        }
      }
  }
}

TEST_CASE("a step that cuts no corner sweeps open cells only") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Terrain terrain = test::random_terrain(9, 8, 6, seed);
    for (int k = 1; k <= 4; ++k) {
      const auto grid = *Grid::make(terrain, {.unit_size = k});
      const auto tile = *Grid::make(terrain, {.topology = Topology::tile, .unit_size = k});
      for (const Position p : test::all_cells(terrain))
        for (std::size_t d = 0; d < kMoves; ++d) {
          const auto move = static_cast<Move>(d);
          const bool clear = sweeps_open_cells(terrain, p, k, move);
          CAPTURE(seed, k, p.x, p.y, d);
          REQUIRE((grid->moves(p) >> d & 1U) == (clear ? 1 : 0));
          REQUIRE((tile->moves(p) >> d & 1U) == (clear && !is_diagonal(move) ? 1 : 0));
        }
    }
  }
}

TEST_CASE("a unit weighs what the heaviest cell under it weighs") {
  const Terrain terrain = test::drawn(".....\n.....\n.....");
  const std::vector<Weight> weights{1, 1, 4, 1, 2,  //
                                    1, 7, 1, 1, 1,  //
                                    1, 1, 1, 1, 3};
  Rules rules{.topology = Topology::tile, .cost_model = CostModel::enter, .unit_size = 2};
  auto grid = *Grid::make(terrain, rules, {.weights = weights});
  CHECK(grid->step_cost(grid->cell({1, 0}), Move::west) == 7);
  CHECK(grid->step_cost(grid->cell({0, 1}), Move::east) == 7);
  CHECK(grid->step_cost(grid->cell({1, 0}), Move::east) == 4);
  CHECK(grid->step_cost(grid->cell({2, 0}), Move::east) == 2);
  CHECK(grid->step_cost(grid->cell({3, 0}), Move::south) == 3);
  CHECK(grid->step_cost(grid->cell({3, 1}), Move::west) == 1);

  rules.unit_size = 3;
  rules.movement.set('G', 6);
  grid = *Grid::make(test::drawn("......\n....G.\n......"), rules);
  CHECK(grid->step_cost(grid->cell({1, 0}), Move::west) == 1);
  CHECK(grid->step_cost(grid->cell({1, 0}), Move::east) == 6);
  CHECK(grid->step_cost(grid->cell({2, 0}), Move::east) == 6);
}

TEST_CASE("all sizes of units weigh what the heaviest cell under them weighs") {
  SplitMix64 random(4);
  const Terrain terrain = *Terrain::make(90, 71);
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(5000));
  for (const int k : {1, 2, 3, 7, 8, 9, 31, 63, 64}) {
    const auto grid = *Grid::make(
        terrain,
        {.topology = Topology::tile, .cost_model = CostModel::enter, .unit_size = k},
        {.weights = weights});
    for (int tries = 0; tries < 50; ++tries) {
      const auto any = [&](int most) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(most)));
      };
      const Position to{any(90 - k), any(72 - k)};
      Weight heaviest = 0;
      for (int y = to.y; y < to.y + k; ++y)
        for (int x = to.x; x < to.x + k; ++x)
          heaviest = std::max(heaviest, weights[static_cast<std::size_t>(y * 90 + x)]);
      REQUIRE(grid->step_cost(grid->cell({to.x + 1, to.y}), Move::west) == heaviest);
    }
  }
}

TEST_CASE("sizes that are none, and what does not fit, are refused with the reason") {
  const Terrain terrain = test::drawn("...\n...");
  const auto what = [&](const Rules& rules, const GridOptions& options = {}) {
    const auto grid = Grid::make(terrain, rules, options);
    return grid ? "" : grid.error().what;
  };
  CHECK(what({.unit_size = 0}) == "a unit of 0 x 0 cells: the size is one from 1 to 64");
  CHECK(what({.unit_size = 65}) == "a unit of 65 x 65 cells: the size is one from 1 to 64");
  CHECK(Grid::make(terrain, {.unit_size = -1}).error().code == Code::bad_argument);
  for (const Topology topology : {Topology::hex, Topology::tex}) {
    const Rules rules{.topology = topology, .unit_size = 2};
    CHECK(what(rules) ==
          "units of 2 x 2 cells need a grid of squares (topology octile or tile)");
    CHECK(Grid::make(terrain, rules).error().code == Code::unsupported);
  }
  const auto other = *Clearance::make(test::drawn("..\n..\n.."));
  CHECK(what({.unit_size = 2}, {.clearance = &other}) ==
        "a clearance of 2 x 3 cells does not fit a map of 3 x 2");
  const std::vector<Weight> few(5, 1);
  const std::string of_another =
      "the clearance is of another terrain, movement class or weights: cell ";
  const auto open_map = *Clearance::make(terrain);
  const std::vector<Weight> pit{1, 1, 1, 1, 0, 1};
  const auto with_pit = *Clearance::make(terrain, {}, pit);
  Rules swamp{.unit_size = 2};
  swamp.movement.set('.', 0);
  CHECK(what({.unit_size = 2}, {.clearance = &open_map}).empty());
  CHECK(what({.unit_size = 2}, {.weights = pit, .clearance = &open_map}) ==
        of_another + "1,1 is closed on this map");
  CHECK(what({}, {.clearance = &with_pit}) == of_another + "1,1 is open on this map");
  CHECK(what(swamp, {.clearance = &open_map}) == of_another + "0,0 is closed on this map");
  CHECK(Clearance::make(terrain, {}, few).error().what ==
        "a layer of 5 weights does not fit a map of 3 x 2");
  CHECK(Clearance::make({nullptr, 0, 3}).error().code == Code::bad_argument);
}

TEST_CASE("a unit that fits nowhere has a grid without open cells") {
  const auto grid = *Grid::make(test::drawn("...\n...\n..."), {.unit_size = 4});
  CHECK(grid->open_cells() == 0);
  CHECK(grid->component_count() == 0);
  CHECK_FALSE(grid->open({0, 0}));
}

}  // namespace throng::clearance_test
