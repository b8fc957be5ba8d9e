#include "../../src/grid/open_metric.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace throng::hexagonal_test {

namespace {

const Rules kHex{.topology = Topology::hex};

Cost hex_distance(Position a, Position b) {
  const Position from = axial(Topology::hex, a), to = axial(Topology::hex, b);
  return HexMetric({1, 1})(to.x - from.x, to.y - from.y);
}

/// The Vancouver distance as printed: what it corrects stands outside of the max{}. Its
/// rows grow upwards.
std::int32_t printed_vancouver(Position a, Position b) {
  const std::int32_t ay = -a.y, by = -b.y;
  const std::int32_t x = std::abs(a.x - b.x), y = std::abs(ay - by);
  std::int32_t correction = 0;
  if (x % 2 == 1 && ay < by) correction = a.x % 2;
  if (x % 2 == 1 && ay > by) correction = b.x % 2;
  return std::max(0, y - x / 2) + x - correction;
}

/// Calls visit(a, b, distance) for all pairs of an open map, distances by the oracle.
template <class Visit>
void for_each_pair(std::int32_t size, const Visit& visit) {
  const Terrain terrain = *Terrain::make(size, size);
  for (const Position a : test::all_cells(terrain)) {
    const auto field = test::oracle_field(terrain, kHex, a);
    for (const Position b : test::all_cells(terrain))
      visit(a, b, field[static_cast<std::size_t>(b.y * size + b.x)].cost);
  }
}

}  // namespace

TEST_CASE("the six neighbours of a hexagonal cell depend on its column") {
  for (const Topology topology : {Topology::hex, Topology::tex}) {
    const auto grid = *Grid::make(*Terrain::make(5, 5), {.topology = topology});
    const auto neighbours = [&](Position p) {
      std::set<std::pair<int, int>> all;
      for (std::size_t d = 0; d < kMoves; ++d)
        if ((grid->moves(p) >> d & 1U) != 0) {
          const Position to = grid->step(p, static_cast<Move>(d));
          all.insert({to.x - p.x, to.y - p.y});
        }
      return all;
    };
    const std::set<std::pair<int, int>> even{{0, -1}, {0, 1}, {-1, 0},
                                             {-1, 1}, {1, 0}, {1, 1}};
    const std::set<std::pair<int, int>> odd{{0, -1}, {0, 1},  {-1, -1},
                                            {-1, 0}, {1, -1}, {1, 0}};
    CHECK(neighbours({2, 2}) == even);
    CHECK(neighbours({1, 2}) == odd);
    CHECK(neighbours({0, 0}) == std::set<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 1}});
  }
}

TEST_CASE("the hexagonal layout holds every cell once, and moves lead where they say") {
  for (const auto& [width, height] :
       {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 5}, {5, 2}, {7, 6}, {300, 3}, {3, 300}}) {
    const Terrain terrain = test::random_terrain(width, height, 20, 3);
    const auto grid = *Grid::make(terrain, kHex);
    std::set<CellIndex> cells;
    for (const Position p : test::all_cells(terrain)) {
      const CellIndex cell = grid->cell(p);
      REQUIRE(cell < grid->cell_count());
      REQUIRE(cells.insert(cell).second);
      REQUIRE(grid->position(cell) == p);
      for (std::size_t d = 0; d < kMoves; ++d) {
        const auto move = static_cast<Move>(d);
        const Position to = grid->step(p, move);
        const bool legal = (grid->moves(p) >> d & 1U) != 0;
        if (!legal) continue;
        REQUIRE(grid->contains(to));
        REQUIRE(cell + grid->offset(move) == grid->cell(to));
        REQUIRE(step(Topology::hex, to, opposite(move)) == p);
      }
    }
  }
}

TEST_CASE("the hex distance is exact on an open map") {
  for_each_pair(13, [](Position a, Position b, std::uint64_t distance) {
    REQUIRE(hex_distance(a, b) == distance);
  });
}

TEST_CASE("the Vancouver distance as printed is too low for some pairs, never too high") {
  int low = 0, pairs = 0;
  for_each_pair(13, [&](Position a, Position b, std::uint64_t distance) {
    const auto printed = printed_vancouver(a, b);
    REQUIRE(printed <= static_cast<std::int32_t>(distance));
    low += printed < static_cast<std::int32_t>(distance) ? 1 : 0;
    ++pairs;
  });
  CHECK(pairs == 28561);
  CHECK(low == 1540);
}

TEST_CASE("several steps at once end where they do one by one") {
  for (const Topology topology : kTopologies)
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      for (const Position from : {Position{10, 10}, Position{11, 10}}) {
        Position at = from;
        for (std::int32_t count = 1; count < 6; ++count) {
          at = step(topology, at, move);
          CHECK(step(topology, from, move, count) == at);
        }
      }
    }
}

}  // namespace throng::hexagonal_test
