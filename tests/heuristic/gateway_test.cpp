#include "../../src/heuristic/gateway.hpp"

#include "../../src/search/astar.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/partitions.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace throng::gateway_test {

namespace {

OctileBound open_bound(const Grid& grid) {
  return OctileBound(grid.rules().topology, grid.costs());
}

/// A grid with all that a gateway bound needs.
struct Ground {
  Ground(const Terrain& terrain, const Rules& rules,
         const std::function<AreaMap(const Grid&)>& divide)
      : grid(*Grid::make(terrain, rules)),
        areas(divide(*grid)),
        gates(*grid, areas),
        matrix(make_matrix()) {}

  GateMatrix make_matrix() const {
    Crew crew(1);
    SweepScratch own;
    SweepScratch* const scratch[] = {&own};
    return *GateMatrix::build(*grid, areas, gates, ~std::size_t{0}, {crew, scratch});
  }

  GatewayBound bound(Position goal, GatewayScratch& scratch) const {
    return {gates,
            matrix,
            open_bound(*grid),
            areas.area_of.data(),
            areas.area_of[grid->cell(goal)],
            goal,
            scratch};
  }

  std::shared_ptr<const Grid> grid;
  AreaMap areas;
  Gates gates;
  GateMatrix matrix;
};

Cost at(const GatewayBound& bound, const Grid& grid, Position from, Position goal) {
  return bound(grid.cell(from), from.x - goal.x, from.y - goal.y);
}

/// The bound of every cell to every goal it can reach, against the oracle.
void check_all_pairs(const Terrain& terrain, const Ground& ground,
                     GatewayScratch& scratch) {
  const Grid& grid = *ground.grid;
  const OctileBound plain = open_bound(grid);
  for (const Position goal : test::all_cells(terrain)) {
    if (!grid.open(goal)) continue;
    const auto field = test::oracle_field(terrain, grid.rules(), goal);
    const GatewayBound bound = ground.bound(goal, scratch);
    bool is_right = at(bound, grid, goal, goal) == 0;
    for (const Position from : test::all_cells(terrain)) {
      const auto slot = static_cast<std::size_t>(from.y * terrain.width() + from.x);
      if (!field[slot]) continue;
      const Cost h = at(bound, grid, from, goal);
      is_right &= h <= field[slot].cost && h >= plain(0, from.x - goal.x, from.y - goal.y);
    }
    CAPTURE(goal.x, goal.y);
    REQUIRE(is_right);
  }
}

/// Whether a path joins two cells.
bool joined(const Grid& grid, Position a, Position b) {
  return grid.open(a) && grid.component(grid.cell(a)) == grid.component(grid.cell(b));
}

Terrain some_terrain(std::uint64_t seed) {
  const auto width = static_cast<std::int32_t>(2 + seed % 8);
  const auto height = static_cast<std::int32_t>(9 - seed / 8 % 8);
  return test::random_terrain(width, height, static_cast<int>(seed % 5) * 9, seed);
}

/// The line between two areas as seen from one of them: a run of side-by-side cell pairs.
struct Line {
  std::uint32_t from = 0;
  Gate near;  ///< its cells in `from`
  Gate far;   ///< and those beside them
};

std::vector<Line> lines_of(const Grid& grid, const AreaMap& areas) {
  std::vector<Line> lines;
  const auto area = [&](Position p) {
    return grid.contains(p) ? areas.area_of[grid.cell(p)] : kNoArea;
  };
  for (const Position over :
       {Position{0, 1}, Position{0, -1}, Position{1, 0}, Position{-1, 0}}) {
    const Position along{over.y != 0 ? 1 : 0, over.x != 0 ? 1 : 0};
    for (std::int32_t y = 0; y < grid.height(); ++y)
      for (std::int32_t x = 0; x < grid.width(); ++x) {
        const auto is_pair = [&](Position p) {
          return area(p) == area({x, y}) &&
                 area({p.x + over.x, p.y + over.y}) == area({x + over.x, y + over.y});
        };
        const std::uint32_t from = area({x, y}), into = area({x + over.x, y + over.y});
        if (from == kNoArea || into == kNoArea || from == into ||
            is_pair({x - along.x, y - along.y}))
          continue;
        Position last{x, y};
        while (is_pair({last.x + along.x, last.y + along.y}))
          last = {last.x + along.x, last.y + along.y};
        const Position there{x + over.x, y + over.y};
        lines.push_back({from,
                         {from, into, {x, y}, last},
                         {from, into, there, {last.x + over.x, last.y + over.y}}});
      }
  }
  return lines;
}

/// The gateway heuristic as it can be read: from n to the nearest point of a gate on its
/// own side, a step across, the way between two gates, a step across and from the nearest
/// point of that gate to g. The way between gates may go anywhere, so that nothing but the
/// reading of gates is to blame. one_gate: how often the gate of two neighbours counts.
enum class OneGate : std::uint8_t { crossed_twice, crossed_once };

std::uint64_t literal_bound(const Terrain& terrain, const Ground& ground, OneGate one_gate,
                            Position n, Position g) {
  const Grid& grid = *ground.grid;
  const OctileBound plain = open_bound(grid);
  const auto area = [&](Position p) { return ground.areas.area_of[grid.cell(p)]; };
  const auto to = [&](Position p, const Gate& gate) {
    return std::uint64_t{open_distance(gate, p, plain.metric)};
  };
  const auto cells = [](const Gate& gate) {
    std::vector<Position> all;
    for (std::int32_t y = gate.first.y; y <= gate.last.y; ++y)
      for (std::int32_t x = gate.first.x; x <= gate.last.x; ++x) all.push_back({x, y});
    return all;
  };
  if (area(n) == area(g)) return plain(0, n.x - g.x, n.y - g.y);
  std::uint64_t least = kUnreachable;
  for (const Line& i : lines_of(grid, ground.areas))
    for (const Line& j : lines_of(grid, ground.areas)) {
      if (i.from != area(n) || j.from != area(g)) continue;
      const std::uint64_t ends =
          to(n, i.near) + plain.metric.straight + plain.metric.straight + to(g, j.near);
      const bool is_one = i.near.first == j.far.first && i.near.last == j.far.last;
      if (is_one && one_gate == OneGate::crossed_once) {
        least = std::min(least, ends - plain.metric.straight);
        continue;
      }
      for (const Position p : cells(i.far)) {
        const auto field = test::oracle_field(terrain, grid.rules(), p);
        for (const Position q : cells(j.far)) {
          const auto between = field[static_cast<std::size_t>(q.y * terrain.width() + q.x)];
          if (between) least = std::min(least, ends + between.cost);
        }
      }
    }
  return least;
}
}  // namespace

TEST_CASE("the gateway bound never passes the distance, between any cells of small maps") {
  const auto rules = test::square_rules();
  GatewayScratch scratch;  // of all maps, so that what one leaves behind must not matter
  for (std::uint64_t seed = 0; seed < 2000; seed += test::every({7, 97})) {
    const Terrain terrain = some_terrain(seed);
    const Rules& mine = rules[seed % rules.size()];
    CAPTURE(seed, test::in_words(mine));
    check_all_pairs(terrain, Ground(terrain, mine, decompose), scratch);
    const auto divide = [&](const Grid& grid) { return test::random_areas(grid, seed); };
    check_all_pairs(terrain, Ground(terrain, mine, divide), scratch);
  }
}

TEST_CASE("a diagonal step past the end of a gate does not make the bound too large") {
  // From area a (1,2) to area b (2,3) it is one diagonal step, beside the line between the
  // two areas; and across the line from (2,1) to (3,1) likewise, on the way to area c.
  struct Case {
    const char* map;
    const char* areas;
    Query query;
  };
  const auto example =
      GENERATE(Case{".@.\n...\n@..\n...", "a@b\naab\n@ab\nbbb", {{1, 2}, {2, 3}}},
               Case{"..@.\n@...\n....\n..@.", "aa@b\n@aab\nbbbb\nbb@c", {{2, 1}, {3, 3}}});
  const Terrain terrain = test::drawn(example.map);
  const Ground ground(terrain, {}, decompose);
  REQUIRE(ground.areas.area_of == test::drawn_areas(*ground.grid, example.areas).area_of);
  const auto [n, g] = example.query;
  const auto distance = test::oracle_path(terrain, {}, {n, g}).cost;
  CHECK(literal_bound(terrain, ground, OneGate::crossed_once, n, g) > distance);
  GatewayScratch scratch;
  CHECK(at(ground.bound(g, scratch), *ground.grid, n, g) <= distance);
}

TEST_CASE("the gate into a neighbouring goal area is not counted twice") {
  const Terrain terrain = test::drawn("...\n.@.");
  const Ground ground(terrain, {}, decompose);
  REQUIRE(ground.areas.area_of == test::drawn_areas(*ground.grid, "aaa\na@b").area_of);
  const Position n{0, 0}, g{2, 1};
  const auto distance = test::oracle_path(terrain, {}, {n, g}).cost;
  CHECK(distance == 3 * 2378);
  CHECK(literal_bound(terrain, ground, OneGate::crossed_twice, n, g) > distance);
  GatewayScratch scratch;
  CHECK(at(ground.bound(g, scratch), *ground.grid, n, g) <= distance);
}

TEST_CASE("the gateway bound sees walls that the distance on an open map does not") {
  const Terrain terrain = test::drawn(R"(
      .........
      .@@@@@@@@
      .........
      @@@@@@@@.
      .........)");
  const Ground ground(terrain, {}, decompose);
  const Position n{8, 0}, g{0, 4};
  GatewayScratch scratch;
  const Cost h = at(ground.bound(g, scratch), *ground.grid, n, g);
  CHECK(h > 4 * open_bound(*ground.grid)(0, n.x - g.x, n.y - g.y) / 2);
  CHECK(h <= test::oracle_path(terrain, {}, {n, g}).cost);
}

TEST_CASE("A* is optimal with a bound that rises by more than its open list reaches") {
  // Rooms whose doors lie far apart: past a door that leads astray the bound leaps up.
  Terrain terrain = *Terrain::make(150, 150, '.');
  for (std::int32_t i = 0; i < 150; ++i)
    for (const std::int32_t wall : {37, 75, 112}) {
      if (i % 37 != 1) terrain.set({wall, i}, '@');
      if (i % 75 != 3) terrain.set({i, wall}, '@');
    }
  GatewayScratch scratch;
  WideNodeTable nodes;
  BucketQueue open;
  std::uint32_t reopened = 0;
  Cost most = 0;  // steps by which the bound rises between neighbours, less one
  for (const Rules& rules :
       {Rules{}, Rules{.costs = {1, 1}}, Rules{.topology = Topology::tile}}) {
    const Ground ground(terrain, rules, decompose);
    const SearchSpace space(*ground.grid);
    for (const Query& query :
         test::random_queries(terrain, 40 / test::every({.sanitized = 2}), 6)) {
      const auto [start, goal] = query;
      if (!joined(*ground.grid, start, goal) || start == goal) continue;
      const GatewayBound bound = ground.bound(goal, scratch);
      const auto field = test::oracle_field(terrain, rules, start);
      const auto result = astar(space, ground.grid->cell(start), ground.grid->cell(goal),
                                bound, {~0U, kUnreachable - 1}, nodes, open);
      CHECK(result.cost ==
            field[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)].cost);
      reopened += result.reopened;
      for (const Position p : test::all_cells(terrain))
        for (const Position next : {Position{p.x + 1, p.y}, Position{p.x - 1, p.y},
                                    Position{p.x, p.y + 1}, Position{p.x, p.y - 1}}) {
          if (!ground.grid->contains(next) || !joined(*ground.grid, p, goal) ||
              !joined(*ground.grid, next, goal))
            continue;
          const Cost step = ground.grid->costs().straight;
          const Cost h = at(bound, *ground.grid, p, goal) + step;
          const Cost beside = at(bound, *ground.grid, next, goal);
          if (beside > h) most = std::max(most, (beside - h) / step);
        }
    }
  }
  CHECK(most > 20);
  CHECK(reopened > 0);
}

TEST_CASE("a gateway bound takes any numbering of cells") {
  const Terrain terrain = some_terrain(5);
  const Ground ground(terrain, {}, decompose);
  std::vector<std::uint32_t> areas;  // of open cells only
  std::vector<Position> places;
  for (const Position p : test::all_cells(terrain))
    if (ground.grid->open(p)) {
      areas.push_back(ground.areas.area_of[ground.grid->cell(p)]);
      places.push_back(p);
    }
  GatewayScratch scratch, other;
  const Position goal = places.back();
  const GatewayBound by_number(ground.gates, ground.matrix, open_bound(*ground.grid),
                               areas.data(), areas.back(), goal, scratch);
  const GatewayBound by_cell = ground.bound(goal, other);
  for (std::uint32_t i = 0; i < places.size(); ++i)
    CHECK(by_number(i, places[i].x - goal.x, places[i].y - goal.y) ==
          at(by_cell, *ground.grid, places[i], goal));
}

}  // namespace throng::gateway_test
