#include "../../src/areas/gate_matrix.hpp"

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/partitions.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <queue>

namespace throng::gate_matrix_test {

namespace {

constexpr std::size_t kNoCap = ~std::size_t{0};

/// Threads, and a scratch for each.
struct Team {
  explicit Team(int threads) : crew(threads) {
    for (int thread = 0; thread < threads; ++thread) {
      own.push_back(std::make_unique<SweepScratch>());
      scratch.push_back(own.back().get());
    }
  }
  SweepTeam team(Monitor* monitor = nullptr) { return {crew, scratch, monitor}; }

  Crew crew;
  std::vector<std::unique_ptr<SweepScratch>> own;
  std::vector<SweepScratch*> scratch;
};

std::vector<CellIndex> cells_of(const Grid& grid, const Gate& gate) {
  std::vector<CellIndex> cells;
  for (std::int32_t y = gate.first.y; y <= gate.last.y; ++y)
    for (std::int32_t x = gate.first.x; x <= gate.last.x; ++x)
      cells.push_back(grid.cell({x, y}));
  return cells;
}

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// Costs from a gate when no path may enter the area it leaves, in 64 bits: Dijkstra's
/// algorithm over all legal moves.
std::vector<std::uint64_t> costs_from(const Grid& grid, const AreaMap& areas,
                                      const Gate& gate) {
  std::vector<std::uint64_t> costs(grid.cell_count(), kNever);
  using Open = std::pair<std::uint64_t, CellIndex>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  for (const CellIndex cell : cells_of(grid, gate)) {
    costs[cell] = 0;
    open.push({0, cell});
  }
  while (!open.empty()) {
    const auto [cost, cell] = open.top();
    open.pop();
    if (cost != costs[cell]) continue;
    for (unsigned bits = grid.moves()[cell]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const CellIndex to = cell + grid.offset(move);
      const std::uint64_t reached =
          cost + (is_diagonal(move) ? grid.costs().diagonal : grid.costs().straight);
      if (areas.area_of[to] == gate.from || reached >= costs[to]) continue;
      costs[to] = reached;
      open.push({reached, to});
    }
  }
  return costs;
}

std::uint64_t least(const Grid& grid, const std::vector<std::uint64_t>& costs,
                    const Gate& gate) {
  std::uint64_t least = kNever;
  for (const CellIndex cell : cells_of(grid, gate)) least = std::min(least, costs[cell]);
  return least;
}

/// Checks every `each`-th row.
void check_matrix(const Grid& grid, const AreaMap& areas, Team& team,
                  std::uint32_t each = 1) {
  const Gates gates(grid, areas);
  const GateMatrix matrix = *GateMatrix::build(grid, areas, gates, kNoCap, team.team());
  REQUIRE(matrix.memory_bytes() == gates.count() * gates.count() * sizeof(Cost));
  for (std::uint32_t row = 0; row < gates.count(); row += each) {
    const auto costs = costs_from(grid, areas, gates[row]);
    std::vector<Cost> expected, found;
    for (std::uint32_t column = 0; column < gates.count(); ++column) {
      const std::uint64_t cost = least(grid, costs, gates[gates.row_of(column)]);
      expected.push_back(cost == kNever ? kUnreachable : static_cast<Cost>(cost));
      found.push_back(matrix.cost(row, column));
    }
    CAPTURE(row);
    REQUIRE(found == expected);
  }
}

}  // namespace

TEST_CASE("the gate matrix holds the costs of paths that avoid the area left behind") {
  Team team(1);
  const auto rules = test::square_rules();
  for (std::uint64_t seed = 0; seed < 600; seed += test::every({.sanitized = 11})) {
    const auto width = static_cast<std::int32_t>(3 + seed % 9);
    const auto height = static_cast<std::int32_t>(11 - seed % 8);
    const Terrain terrain =
        test::random_terrain(width, height, static_cast<int>(seed % 4) * 11, seed);
    const Rules& mine = rules[seed % rules.size()];
    CAPTURE(seed, test::in_words(mine));
    const auto grid = *Grid::make(terrain, mine);
    check_matrix(*grid, decompose(*grid), team);
    check_matrix(*grid, test::random_areas(*grid, seed), team);
  }
}

TEST_CASE("the gate matrix is right on maps large enough for long lines") {
  Team team(2);
  for (const int closed : {0, 1, 3}) {
    const auto grid = *Grid::make(test::random_terrain(100, 17, closed, 5));
    CAPTURE(closed);
    check_matrix(*grid, test::random_areas(*grid, 8), team, 20);
    if (closed > 0) check_matrix(*grid, decompose(*grid), team, 20);
  }
}

TEST_CASE("a block of rows is that of the whole matrix, whatever the number of threads",
          "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(30, 30, 20, 2));
  const AreaMap areas = decompose(*grid);
  const Gates gates(*grid, areas);
  const std::size_t count = gates.count();
  REQUIRE(count > 50);
  Team one(1);
  const GateMatrix matrix = *GateMatrix::build(*grid, areas, gates, kNoCap, one.team());
  for (const int threads : {1, 2, 3, 8}) {
    Team team(threads);
    for (const std::size_t block : {std::size_t{1}, std::size_t{7}, count}) {
      std::vector<Cost> rows(count * count, 12345);
      for (std::size_t first = 0; first < count; first += block) {
        const std::size_t size = std::min(block, count - first);
        REQUIRE(fill_gate_rows(*grid, areas, gates, first, team.team(),
                               std::span(rows).subspan(first * count, size * count)));
      }
      CAPTURE(threads, block);
      CHECK(std::equal(rows.begin(), rows.end(), matrix.costs().begin()));
    }
  }
}

TEST_CASE("a map without gates has an empty gate matrix") {
  Team team(2);
  for (const char* drawing : {"@", ".", "....", ".@."}) {
    const auto grid = *Grid::make(test::drawn(drawing));
    const AreaMap areas = decompose(*grid);
    const auto matrix =
        GateMatrix::build(*grid, areas, Gates(*grid, areas), 0, team.team());
    REQUIRE(matrix);
    CHECK(matrix->costs().empty());
    CHECK(matrix->memory_bytes() == 0);
  }
}

TEST_CASE("a gate matrix that would be too large is refused with the figure") {
  Team team(1);
  const auto grid = *Grid::make(test::random_terrain(80, 80, 20, 2));
  const AreaMap areas = decompose(*grid);
  const Gates gates(*grid, areas);
  const std::size_t bytes = gates.count() * gates.count() * 4;
  const auto refused =
      GateMatrix::build(*grid, areas, gates, std::size_t{10} << 20, team.team());
  REQUIRE(!refused);
  CHECK(refused.error().code == Code::over_limit);
  CHECK(refused.error().what ==
        "the matrix of 1876 gates needs 13.4 MB, more than the 10.0 MB allowed");
  CHECK(!GateMatrix::build(*grid, areas, gates, bytes - 1, team.team()));
  CHECK(GateMatrix::build(*grid, areas, gates, bytes, team.team()));
}

TEST_CASE("a monitor counts the sweeps of a gate matrix and can stop it") {
  Team team(2);
  const auto grid = *Grid::make(test::random_terrain(20, 20, 20, 2));
  const AreaMap areas = decompose(*grid);
  const Gates gates(*grid, areas);
  Monitor monitor;
  REQUIRE(GateMatrix::build(*grid, areas, gates, kNoCap, team.team(&monitor)));
  CHECK(monitor.total == gates.count());
  CHECK(monitor.done == gates.count());

  Monitor stopped;
  stopped.cancel = true;
  const auto matrix = GateMatrix::build(*grid, areas, gates, kNoCap, team.team(&stopped));
  REQUIRE(!matrix);
  CHECK(matrix.error().code == Code::cancelled);
  CHECK(stopped.done == 0);
}

TEST_CASE("paths around an area that are costlier than 32 bits count as none") {
  // A hall along the left side and a corridor of more than 2^32 / 16383 cells that winds
  // away from it, touching it with every second row: distances are small as long as the
  // hall may be entered.
  const std::int32_t width = 820, height = 659;
  Terrain terrain = *Terrain::make(width, height, '.');
  for (std::int32_t y = 1; y < height; y += 2)
    for (std::int32_t x = 1; x < width; ++x)
      if (x != (y % 4 == 1 ? width - 1 : 1)) terrain.set({x, y}, '@');
  const auto grid = *Grid::make(terrain, {.costs = {16383, 16383}});
  AreaMap areas{std::vector<std::uint32_t>(grid->cell_count(), kNoArea), 2};
  for (const Position p : test::all_cells(terrain))
    if (grid->open(p)) areas.area_of[grid->cell(p)] = p.x == 0 ? 0 : 1;
  const Gates gates(*grid, areas);
  const std::size_t count = gates.count();
  std::vector<Cost> rows(count);
  Team team(1);
  REQUIRE(gates[0].from == 0);
  REQUIRE(fill_gate_rows(*grid, areas, gates, 0, team.team(), rows));

  const auto costs = costs_from(*grid, areas, gates[0]);
  std::size_t close = 0, beyond = 0;
  for (std::uint32_t column = 0; column < count; ++column) {
    const Gate& gate = gates[gates.row_of(column)];
    const std::uint64_t expected = least(*grid, costs, gate);
    CAPTURE(column, expected);
    if (expected >= kUnreachable) {
      CHECK(rows[column] == kUnreachable);
      beyond += expected != kNever ? 1 : 0;
    } else {
      const bool is_right = rows[column] == expected || rows[column] == kUnreachable;
      CHECK(is_right);
      if (expected < kUnreachable - 100'000) CHECK(rows[column] == expected);
      close += expected > kUnreachable - 100'000'000 ? 1 : 0;
    }
  }
  CHECK(close > 0);
  CHECK(beyond > 0);
}

}  // namespace throng::gate_matrix_test
