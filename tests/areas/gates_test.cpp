#include "../../src/areas/gates.hpp"

#include "../../src/areas/borders.hpp"
#include "../../src/areas/count_gates.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/partitions.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

namespace throng::gates_test {

namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// The entry cells of each pair of areas, from their definition.
std::map<Pair, std::set<Position>> entries_of(const Grid& grid, const AreaMap& areas) {
  std::map<Pair, std::set<Position>> entries;
  for (CellIndex from = 0; from < grid.cell_count(); ++from)
    for (unsigned bits = grid.moves()[from]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const CellIndex to = from + grid.offset(move);
      const Pair pair{areas.area_of[from], areas.area_of[to]};
      if (pair.first != pair.second) entries[pair].insert(grid.position(to));
    }
  return entries;
}

std::vector<Position> cells_of(const Gate& gate) {
  REQUIRE((gate.first.x == gate.last.x || gate.first.y == gate.last.y));
  std::vector<Position> cells;
  for (std::int32_t y = gate.first.y; y <= gate.last.y; ++y)
    for (std::int32_t x = gate.first.x; x <= gate.last.x; ++x) cells.push_back({x, y});
  REQUIRE(!cells.empty());
  return cells;
}

/// Whether the cells of both together are a straight run without a gap.
bool are_one_run(const Gate& a, const Gate& b) {
  if (a.first.y == b.first.y && a.last.y == b.last.y && a.first.y == a.last.y)
    return b.first.x == a.last.x + 1;
  return a.first.x == b.first.x && a.last.x == b.last.x && a.first.x == a.last.x &&
         b.first.y == a.last.y + 1;
}

void check_gates(const Grid& grid, const AreaMap& areas) {
  const Gates gates(grid, areas);
  std::map<Pair, std::set<Position>> found;
  for (const Gate& gate : gates.gates())
    for (const Position p : cells_of(gate)) {
      const bool is_new = found[{gate.from, gate.into}].insert(p).second;
      CHECK(is_new);
    }
  CHECK(found == entries_of(grid, areas));
  Crew crew(2);
  CHECK(count_gates(grid, areas, crew) == gates.count());
  CHECK(count_borders(grid, areas, crew) == find_borders(grid, areas).size());
}

std::string in_words(const Gates& gates) {
  std::string words;
  for (const Gate& gate : gates.gates())
    words += std::to_string(gate.from) + ">" + std::to_string(gate.into) + " " +
             std::to_string(gate.first.x) + "," + std::to_string(gate.first.y) + "-" +
             std::to_string(gate.last.x) + "," + std::to_string(gate.last.y) + "  ";
  return words;
}

}  // namespace

TEST_CASE("every entry cell lies in exactly one gate of its pair of areas") {
  const auto rules = test::square_rules();
  for (std::uint64_t seed = 0; seed < 400; seed += test::every({.sanitized = 11})) {
    const auto size = [&](std::uint64_t d) {
      return static_cast<std::int32_t>(1 + seed / d % 12);
    };
    const Terrain terrain =
        test::random_terrain(size(1), size(12), static_cast<int>(seed % 5) * 12, seed);
    const auto grid = *Grid::make(terrain, rules[seed % rules.size()]);
    CAPTURE(seed);
    check_gates(*grid, decompose(*grid));
    check_gates(*grid, test::random_areas(*grid, seed));
  }
}

TEST_CASE("gates are straight runs of cells, cut at corners in favour of the longer leg") {
  const auto grid = *Grid::make(test::drawn(R"(
      .....
      .....
      .....
      .....)"));
  const AreaMap areas = test::drawn_areas(*grid, R"(
      aaaaa
      aabbb
      aabbb
      aabbb)");
  // Row 1 and column 2 of b, three cells each; those of a are longer, by the diagonals.
  CHECK(in_words(Gates(*grid, areas)) ==
        "0>1 2,1-4,1  0>1 2,2-2,3  1>0 1,0-4,0  1>0 1,1-1,3  ");
}

TEST_CASE("cells that only a diagonal move enters belong to gates") {
  const auto grid = *Grid::make(test::drawn("..\n.."));
  CHECK(in_words(Gates(*grid, test::drawn_areas(*grid, "ab\nca"))) ==
        "0>1 1,0-1,0  0>2 0,1-0,1  1>0 0,0-0,0  1>0 1,1-1,1  1>2 0,1-0,1  "
        "2>0 0,0-0,0  2>0 1,1-1,1  2>1 1,0-1,0  ");
  const auto tiles = *Grid::make(test::drawn("..\n.."), {.topology = Topology::tile});
  CHECK(in_words(Gates(*tiles, test::drawn_areas(*tiles, "ab\nca"))) ==
        "0>1 1,0-1,0  0>2 0,1-0,1  1>0 0,0-0,0  1>0 1,1-1,1  2>0 0,0-0,0  2>0 1,1-1,1  ");
}

TEST_CASE("no gate of a pair goes on in another one that lies the same way") {
  for (std::uint64_t seed = 0; seed < 100; seed += test::every({.sanitized = 7})) {
    const auto grid = *Grid::make(test::random_terrain(14, 14, 15, seed));
    const Gates gates(*grid, decompose(*grid));
    CAPTURE(seed);
    for (const Gate& a : gates.gates())
      for (const Gate& b : gates.gates()) {
        const bool both_long = a.first != a.last && b.first != b.last;
        if (both_long && a.from == b.from && a.into == b.into) CHECK(!are_one_run(a, b));
      }
  }
}

TEST_CASE("gates are numbered by the area they leave and by the area they enter") {
  const auto grid = *Grid::make(test::random_terrain(40, 30, 25, 3));
  const AreaMap areas = decompose(*grid);
  const Gates gates(*grid, areas);
  REQUIRE(gates.count() > 100);
  CHECK(gates.area_count() == areas.count);
  const auto key = [](const Gate& gate, bool by_row) {
    return std::tuple(by_row ? gate.from : gate.into, by_row ? gate.into : gate.from,
                      gate.first.y, gate.first.x);
  };
  std::set<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < gates.count(); ++i) {
    rows.insert(gates.row_of(i));
    if (i == 0) continue;
    CHECK(key(gates[i - 1], true) < key(gates[i], true));
    CHECK(key(gates[gates.row_of(i - 1)], false) < key(gates[gates.row_of(i)], false));
  }
  CHECK(rows.size() == gates.count());
  std::uint32_t row = 0, column = 0;
  for (std::uint32_t area = 0; area < areas.count; ++area) {
    CHECK(gates.out_of(area).first == row);
    CHECK(gates.into(area).first == column);
    for (; row < gates.out_of(area).last; ++row) CHECK(gates[row].from == area);
    for (; column < gates.into(area).last; ++column)
      CHECK(gates[gates.row_of(column)].into == area);
  }
  CHECK(row == gates.count());
  CHECK(column == gates.count());
}

TEST_CASE("all gates of a map that threads share are counted once") {
  const int closed = GENERATE(2, 20, 35);  // the blocks of threads end within rows
  const auto grid = *Grid::make(test::random_terrain(601, 333, closed, 1));
  const AreaMap areas = decompose(*grid);
  const std::size_t gates = Gates(*grid, areas).count();
  for (const int threads : {1, 2, 8}) {
    Crew crew(threads);
    CHECK(count_gates(*grid, areas, crew) == gates);
  }
}

TEST_CASE("a map of closed cells, of one cell and of one area has no gates") {
  for (const char* drawing : {"@", "@@\n@@", ".", "...\n...", ".@."}) {
    const auto grid = *Grid::make(test::drawn(drawing));
    const AreaMap areas = decompose(*grid);
    const Gates gates(*grid, areas);
    CHECK(gates.count() == 0);
    CHECK(gates.area_count() == areas.count);
  }
}

TEST_CASE("the open distance to a gate is that to its nearest cell") {
  const std::vector<Gate> gates{
      {0, 1, {5, 5}, {5, 5}}, {0, 1, {3, 6}, {7, 6}}, {0, 1, {4, 2}, {4, 9}}};
  for (const Rules& rules : test::square_rules()) {
    const bool tile = rules.topology == Topology::tile;
    const Cost straight = tile ? 1 : rules.costs.straight;
    const OpenMetric metric(rules.topology, {straight, rules.costs.diagonal});
    for (const Gate& gate : gates)
      for (const Position p : test::all_cells(test::random_terrain(12, 12, 0, 0))) {
        Cost least = kUnreachable;
        for (const Position q : cells_of(gate)) {
          const auto dx = static_cast<Cost>(std::abs(p.x - q.x));
          const auto dy = static_cast<Cost>(std::abs(p.y - q.y));
          // Diagonal steps, then straight ones.
          const Cost diagonals = tile ? 0 : std::min(dx, dy);
          least = std::min(least, diagonals * rules.costs.diagonal +
                                      (dx + dy - 2 * diagonals) * straight);
        }
        CHECK(open_distance(gate, p, metric) == least);
      }
  }
}

}  // namespace throng::gates_test
