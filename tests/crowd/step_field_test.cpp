#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"

#include <throng/step_field.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace throng::step_field_test {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// The least cost from each cell to a goal, by the oracle: costs of steps are symmetric.
std::vector<std::uint64_t> costs_to(const Terrain& terrain, const Rules& rules,
                                    const std::vector<Position>& goals) {
  std::vector<std::uint64_t> least(test::all_cells(terrain).size(), kNever);
  for (const Position goal : goals) {
    const auto field = test::oracle_field(terrain, rules, goal);
    for (std::size_t i = 0; i < field.size(); ++i)
      least[i] = std::min(least[i], field[i].cost);
  }
  return least;
}

void check_moves(const StepField& field, const Terrain& terrain,
                 const std::vector<Position>& goals) {
  const Grid& grid = *field.grid();
  const auto least = costs_to(terrain, grid.rules(), goals);
  const auto cost = [&](Position p) {
    return least[static_cast<std::size_t>(p.y) * static_cast<std::size_t>(grid.width()) +
                 static_cast<std::size_t>(p.x)];
  };
  for (const Position p : test::all_cells(terrain)) {
    unsigned want = 0;
    for (unsigned d = 0; d < kMoves && cost(p) != kNever && cost(p) != 0; ++d) {
      if ((grid.moves(p) >> d & 1U) == 0) continue;
      const auto move = static_cast<Move>(d);
      const std::uint64_t rest = cost(grid.step(p, move));
      if (rest != kNever && rest + grid.step_cost(grid.cell(p), move) == cost(p))
        want |= 1U << d;
    }
    CAPTURE(p);
    REQUIRE(unsigned{field.moves(p)} == want);
  }
}

}  // namespace

TEST_CASE("a step field has all moves of cheapest paths, and no other") {
  const Terrain terrain = test::random_terrain(30, 20, 25, 3);
  Workers workers(1);
  for (const Rules& rules : test::all_rules()) {
    StepField field(*Grid::make(terrain, rules));
    REQUIRE(field.moves({3, 3}) == 0);  // there are no goals yet
    // Goals on both colours of the chequerboard, one closed or not, one twice.
    for (const std::vector<Position>& goals :
         {std::vector<Position>{{4, 4}}, std::vector<Position>{{4, 4}, {21, 12}, {20, 3}},
          std::vector<Position>{{0, 0}, {29, 19}, {29, 19}}, std::vector<Position>{}}) {
      field.set_goals(goals, workers);
      check_moves(field, terrain, goals);
    }
    field.set_goals(std::vector<Position>{{-1, 4}, {30, 20}}, workers);
    check_moves(field, terrain, {});
    REQUIRE(field.moves({-1, 0}) == 0);
    REQUIRE(field.moves({30, 0}) == 0);
  }
}

TEST_CASE("a step field follows its map, also to goals that open") {
  Terrain terrain = test::random_terrain(30, 20, 25, 4);
  Workers workers(1);
  for (const Rules& rules : test::few_rules()) {
    StepField field(*Grid::make(terrain, rules));
    const std::vector<Position> goals{{7, 7}, {22, 11}};
    field.set_goals(goals, workers);
    Terrain now = terrain;
    now.set({7, 7}, now.at({7, 7}) == '@' ? '.' : '@');
    now.set({12, 9}, '@');
    now.set({13, 9}, '.');
    field.follow(*Grid::make(now, rules), workers);
    check_moves(field, now, goals);
  }
}

TEST_CASE("step fields of plain tile grids take two bits a cell") {
  const Terrain terrain = *Terrain::make(100, 100);
  Workers workers(1);
  const auto bytes = [&](const Rules& rules, const GridOptions& options) {
    StepField field(*Grid::make(terrain, rules, options));
    const std::size_t before = field.memory_bytes();
    field.set_goals(std::vector<Position>{{5, 5}}, workers);
    return field.memory_bytes() - before;
  };
  const std::vector<ClosedStep> one_way{{{1, 1}, Move::east}};
  const std::size_t cells = 102 * 102;
  CHECK(bytes({.topology = Topology::tile}, {}) < cells / 4 + 64);
  CHECK(bytes({.topology = Topology::tile}, {.closed_steps = one_way}) < cells / 2 + 64);
  CHECK(bytes({}, {}) < cells + 64);
}

}  // namespace throng::step_field_test
