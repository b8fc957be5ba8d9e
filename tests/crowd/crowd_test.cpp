#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/forged_states.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/crowd.hpp>
#include <throng/group_goals.hpp>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace throng::crowd_test {

namespace {

/// A map of one class for each size.
LivingMap map_of(const Terrain& terrain, Topology topology = Topology::octile,
                 int sizes = 1) {
  Workers workers(1);
  std::vector<LivingClass> classes;
  for (int size = 1; size <= sizes; ++size)
    classes.push_back({.rules = {.topology = topology, .unit_size = size},
                       .landmarks = 0,
                       .jump_graph = false});
  return *LivingMap::make(terrain, classes, {}, workers);
}

void edit(LivingMap& map, const MapRect& at, char terrain) {
  Workers workers(1);
  const Edit edit = TerrainEdit{at, terrain};
  REQUIRE(map.edit({&edit, 1}, workers));
}

/// Steps until some units have arrived; the number of steps, nothing after `most`.
std::optional<int> steps_until(Crowd& crowd, std::size_t arrived, int most) {
  Workers workers(1);
  for (int step = 1; step <= most; ++step) {
    arrived -= std::min(arrived, crowd.step(workers).arrived);
    if (arrived == 0) return step;
  }
  return std::nullopt;
}

/// Steps until all units are at their goals at once; nothing after `most`.
std::optional<int> steps_to_rest(Crowd& crowd, int most) {
  Workers workers(1);
  for (int step = 1; step <= most; ++step)
    if (crowd.step(workers).walking == 0) return step;
  return std::nullopt;
}

/// Two rooms joined by a passage of twelve cells in which nobody can pass another.
Terrain passage() {
  return test::drawn(R"(
    @@@@@@@@@@@@@@@@@@@@
    @..@@@@@@@@@@@@@@..@
    @..................@
    @..@@@@@@@@@@@@@@..@
    @@@@@@@@@@@@@@@@@@@@)");
}

/// Shelves, aisles one cell wide between them, and open rows at both ends.
Terrain shelves() {
  Terrain terrain = *Terrain::make(34, 22);
  for (std::int32_t y = 2; y < 20; ++y)
    for (std::int32_t x = 3; x < 31; ++x)
      if (x % 7 != 2 && y % 3 != 1) terrain.set({x, y}, '@');
  return terrain;
}

/// Units that walk from cell to cell on a map of one class, at random.
class Errands {
 public:
  Errands(const LivingMap& map, const CrowdOptions& options, std::size_t units)
      : crowd_(*Crowd::make(map, options)) {
    const Grid& grid = *map.grid(0);
    for (std::int32_t y = 0; y < grid.height(); ++y)
      for (std::int32_t x = 0; x < grid.width(); ++x)
        if (grid.open({x, y})) cells_.push_back({x, y});
    for (std::size_t k = 0; k < units; ++k) {
      std::swap(cells_[k], cells_[k + draw(cells_.size() - k)]);
      send(*crowd_.add({.at = cells_[k]}));
    }
  }

  /// The number of arrivals in some steps.
  std::size_t play(int steps, Workers& workers) {
    std::size_t arrived = 0;
    for (int step = 0; step < steps; ++step) {
      arrived += crowd_.step(workers).arrived;
      for (const UnitId unit : crowd_.arrived()) send(unit);
    }
    return arrived;
  }

  Crowd& crowd() { return crowd_; }

 private:
  std::size_t draw(std::size_t below) {
    return random_.below(static_cast<std::uint32_t>(below));
  }
  void send(UnitId unit) { REQUIRE(crowd_.order(unit, cells_[draw(cells_.size())])); }

  Crowd crowd_;
  std::vector<Position> cells_;
  SplitMix64 random_{1};
};

}  // namespace

TEST_CASE("a unit alone takes a cheapest path, as fast as it can") {
  const Terrain terrain = *Terrain::make(20, 10);
  for (const int period : {1, 3}) {
    for (const Topology topology : {Topology::octile, Topology::tile}) {
      const LivingMap map = map_of(terrain, topology);
      Crowd crowd = *Crowd::make(map);
      const UnitId unit =
          *crowd.add({.at = {2, 3}, .period = static_cast<std::uint8_t>(period)});
      REQUIRE(crowd.order(unit, Position{12, 7}));
      const int moves = topology == Topology::octile ? 10 : 14;
      CHECK(steps_until(crowd, 1, 100) == moves * period);
      CHECK(crowd.at_goal(unit));
      CHECK(crowd.place(unit).at == Position{12, 7});
    }
  }
}

TEST_CASE("two units pass each other where only the rooms have place") {
  const LivingMap map = map_of(passage(), Topology::tile);
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    const UnitId one = *crowd.add({.at = {1, 2}}), other = *crowd.add({.at = {18, 2}});
    REQUIRE(crowd.order(one, Position{18, 2}));
    REQUIRE(crowd.order(other, Position{1, 2}));
    CHECK(steps_until(crowd, 2, 100));
  }
}

TEST_CASE("a group takes its places, by one field for all") {
  const Terrain terrain = *Terrain::make(60, 40);
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    const LivingMap map = map_of(terrain);
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    std::vector<UnitId> units;
    std::vector<GroupUnit> group;
    for (std::int32_t i = 0; i < 150; ++i) {
      const Position at{i % 10, i / 10};
      units.push_back(*crowd.add({.at = at}));
      group.push_back({.at = at});
    }
    TakenCells taken = *TakenCells::make(60, 40);
    const Position goal{45, 25};
    const auto places = *promise_places({&map.index(0), 1}, group, goal, taken);
    REQUIRE(crowd.order_group(units, goal, places));
    const std::size_t before = crowd.memory_bytes();
    CHECK(steps_to_rest(crowd, 200));
    std::vector<Position> taken_by_units, all = places;
    for (const UnitId unit : units) {
      CHECK(crowd.goal(unit) == crowd.place(unit).at);
      taken_by_units.push_back(crowd.place(unit).at);
    }
    const auto less = [](Position a, Position b) {
      return std::pair(a.y, a.x) < std::pair(b.y, b.x);
    };
    std::ranges::sort(all, less);
    std::ranges::sort(taken_by_units, less);
    CHECK(taken_by_units == all);
    // A field of the map, and squares of 65 x 65 cells around the places.
    CHECK(crowd.memory_bytes() - before < 42 * 62 + 150 * 66 * 66);
  }
}

TEST_CASE("a unit of a group whose place lies behind a wall finds it") {
  Terrain terrain = *Terrain::make(120, 60);
  for (std::int32_t y = 0; y < 55; ++y) terrain.set({60, y}, '@');
  const LivingMap map = map_of(terrain);
  Crowd crowd = *Crowd::make(map);
  const std::vector<UnitId> units{*crowd.add({.at = {5, 5}}), *crowd.add({.at = {6, 5}})};
  // From the hub of the group the way to the second place is longer than near fields reach.
  const std::vector<Position> places{{58, 5}, {62, 5}};
  REQUIRE(crowd.order_group(units, {58, 5}, places));
  CHECK(steps_until(crowd, 2, 400));
  CHECK(crowd.at_goal(units[1]));
}

TEST_CASE("units without an order make room, come back, or hold") {
  const LivingMap map = map_of(test::drawn(R"(
    @@@@@@@@@@@@@@
    @...........@@
    @@@@@.@@@@@..@
    @@@@@@@@@@@@@@)"),
                               Topology::tile);
  for (const Idle idle : {Idle::makes_room, Idle::returns, Idle::holds}) {
    Crowd crowd = *Crowd::make(map);
    const UnitId walker = *crowd.add({.at = {1, 1}});
    const UnitId other = *crowd.add({.at = {5, 1}, .idle = idle});
    REQUIRE(crowd.order(walker, Position{10, 1}));
    const bool arrived = steps_until(crowd, 1, 60).has_value();
    CHECK(arrived == (idle != Idle::holds));
    Workers workers(1);
    for (int i = 0; i < 20; ++i) crowd.step(workers);
    if (idle == Idle::holds) CHECK(crowd.place(walker).at == Position{4, 1});
    if (idle == Idle::makes_room) CHECK(crowd.place(other).at != Position{5, 1});
    if (idle != Idle::makes_room) CHECK(crowd.place(other).at == Position{5, 1});
  }
}

TEST_CASE("units go around a building, wait behind a door, and walk out of walls") {
  LivingMap map = map_of(passage());
  Crowd crowd = *Crowd::make(map);
  const UnitId unit = *crowd.add({.at = {1, 2}});
  REQUIRE(crowd.order(unit, Position{18, 2}));
  Workers workers(1);
  for (int i = 0; i < 4; ++i) crowd.step(workers);
  edit(map, {{10, 2}, 1, 1}, '@');  // the door closes
  CHECK(!steps_until(crowd, 1, 40));
  CHECK(crowd.is_cut_off(unit));
  edit(map, {crowd.place(unit).at, 1, 1}, '@');  // a wall where it stands
  CHECK(crowd.step(workers).escaping == 1);
  for (int i = 0; i < 3; ++i) crowd.step(workers);
  CHECK(map.grid(0)->open(crowd.place(unit).at));
  edit(map, {{3, 2}, 14, 1}, '.');
  CHECK(crowd.is_cut_off(unit));  // until the field is computed again
  CHECK(steps_until(crowd, 1, 40));
}

TEST_CASE("large units find the units on which one would build") {
  const LivingMap map = map_of(*Terrain::make(20, 20), Topology::octile, 2);
  Crowd crowd = *Crowd::make(map);
  const UnitId small = *crowd.add({.at = {4, 4}});
  const UnitId large = *crowd.add({.at = {6, 6}, .movement = 1});
  CHECK(crowd.units_in({{4, 4}, 4, 4}) == std::vector{small, large});
  CHECK(crowd.units_in({{7, 7}, 9, 9}) == std::vector{large});
  CHECK(crowd.units_in({{8, 8}, 9, 9}).empty());
  CHECK(crowd.units_in({{-5, -5}, 100, 100}).size() == 2);
  CHECK(crowd.unit_in({7, 6}) == large);
  CHECK(!crowd.unit_in({20, 6}));
  crowd.remove(small);
  CHECK(!crowd.contains(small));
  CHECK(!crowd.unit_in({4, 4}));
  CHECK(crowd.units() == std::vector{large});
}

TEST_CASE("a cell that two units share stays taken when the second one is removed") {
  const LivingMap map = map_of(*Terrain::make(20, 20), Topology::tile);
  Crowd crowd = *Crowd::make(map);
  const UnitId first = *crowd.add({.at = {5, 5}, .period = 4});
  const UnitId second = *crowd.add({.at = {4, 5}, .period = 4});
  REQUIRE(crowd.order(first, Position{15, 5}));
  REQUIRE(crowd.order(second, Position{14, 5}));
  Workers workers(1);
  REQUIRE(crowd.step(workers).started == 2);
  REQUIRE(crowd.unit_in({5, 5}) == second);
  CHECK(crowd.units_in({{5, 5}, 1, 1}) == std::vector{first, second});
  CHECK(crowd.units_in({{4, 5}, 1, 1}) == std::vector{second});
  CHECK(crowd.units_in({{5, 4}, 1, 1}).empty());
  crowd.remove(second);
  CHECK(crowd.unit_in({5, 5}) == first);
  CHECK(!crowd.unit_in({4, 5}));
  for (int i = 0; i < 3; ++i) crowd.step(workers);
  CHECK(!crowd.unit_in({5, 5}));
}

TEST_CASE("units removed together leave the others as if removed one by one") {
  const Terrain terrain = test::random_terrain(24, 24, 5, 3);
  const LivingMap map = map_of(terrain, Topology::octile, 2);
  Workers workers(1);
  SplitMix64 random(5);
  Crowd crowd = *Crowd::make(map, {.spare_fields = 0});  // else save() drops fields
  const auto cell = [&] {
    const auto x = static_cast<std::int32_t>(random.below(24));
    return Position{x, static_cast<std::int32_t>(random.below(24))};
  };
  const auto some_unit = [&] {
    return CrowdUnit{.at = cell(),
                     .movement = random.below(4) == 0 ? 1U : 0U,
                     .period = static_cast<std::uint8_t>(1 + random.below(4))};
  };
  while (crowd.size() < 200) static_cast<void>(crowd.add(some_unit()));
  Crowd one_by_one = *Crowd::restore(*crowd.save(), map, workers);
  for (int step = 0; step < 120; ++step) {
    for (int k = 0; k < 20; ++k) {
      const UnitId unit{random.below(200)};
      const Position goal = cell();
      CHECK(crowd.order(unit, goal).has_value() ==
            one_by_one.order(unit, goal).has_value());
    }
    for (std::uint32_t k = step % 4 == 3 ? random.below(40) : 0; k > 0; --k) {
      const UnitId unit{random.below(200)};
      crowd.remove(unit);
      one_by_one.remove(unit);
      one_by_one = *Crowd::restore(*one_by_one.save(), map, workers);
    }
    REQUIRE(crowd.fingerprint() == one_by_one.fingerprint());
    while (step % 4 == 3 && crowd.size() < 200) {
      const CrowdUnit unit = some_unit();
      const auto added = crowd.add(unit), same = one_by_one.add(unit);
      REQUIRE(added.has_value() == same.has_value());
      if (added) REQUIRE(*added == *same);
    }
    REQUIRE(crowd.step(workers) == one_by_one.step(workers));
  }
}

TEST_CASE("units of a group that meet in a dead end exchange their places") {
  const LivingMap map = map_of(test::drawn(R"(
    @@@@@@@@
    @......@
    @@@@@@@@)"));
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    const std::vector<UnitId> units{*crowd.add({.at = {1, 1}}), *crowd.add({.at = {4, 1}})};
    const std::vector<Position> places{{6, 1}, {2, 1}};
    REQUIRE(crowd.order_group(units, {6, 1}, places));
    CHECK(steps_to_rest(crowd, 20));
  }
}

TEST_CASE("three units of a group in a dead end exchange their places until all fit") {
  const LivingMap map = map_of(test::drawn(R"(
    .....
    @@.@@
    @@.@@)"));
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous})
    for (const std::array<std::int32_t, 3>& order :
         {std::array{1, 2, 0}, std::array{2, 0, 1}, std::array{2, 1, 0}}) {
      Crowd crowd = *Crowd::make(map, {.bodies = bodies});
      std::vector<UnitId> units;
      std::vector<Position> places;
      for (std::int32_t y = 0; y < 3; ++y) {
        units.push_back(*crowd.add({.at = {2, y}}));
        places.push_back({2, order[static_cast<std::size_t>(y)]});
      }
      REQUIRE(crowd.order_group(units, {2, 2}, places));
      Workers workers(1);
      for (int step = 0; step < 40; ++step) crowd.step(workers);
      for (const UnitId unit : units) CHECK(crowd.at_goal(unit));
    }
}

TEST_CASE("an order of a group to a goal outside of the map is refused") {
  const LivingMap map = map_of(*Terrain::make(9, 9));
  Crowd crowd = *Crowd::make(map);
  const std::vector<UnitId> units{*crowd.add({.at = {3, 3}})};
  const std::vector<Position> places{{4, 4}};
  CHECK(crowd.order_group(units, {9, 0}, places).error().code == Code::bad_argument);
  CHECK_FALSE(crowd.has_order(units[0]));
}

TEST_CASE("neighbours of a group that want each other's cell stay where they are") {
  const LivingMap map = map_of(*Terrain::make(9, 9));
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    const std::vector<UnitId> units{*crowd.add({.at = {3, 3}}), *crowd.add({.at = {4, 4}})};
    const std::vector<Position> places{{4, 4}, {3, 3}};
    REQUIRE(crowd.order_group(units, {4, 4}, places));
    Workers workers(1);
    for (int step = 0; step < 3; ++step) CHECK(crowd.step(workers).started == 0);
    CHECK(crowd.at_goal(units[0]));
    CHECK(crowd.at_goal(units[1]));
  }
}

TEST_CASE("a unit comes out of a dead end in which another one has its goal") {
  const LivingMap map = map_of(test::drawn(R"(
    .....
    .@.@.
    .@.@.
    .@@@.
    .....)"));
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous})
    for (const bool ordered : {false, true}) {
      Crowd crowd = *Crowd::make(map, {.bodies = bodies});
      const UnitId enters = *crowd.add({.at = {2, 0}}), leaves = *crowd.add({.at = {2, 1}});
      REQUIRE(crowd.order(enters, Position{2, 2}));
      if (ordered) REQUIRE(crowd.order(leaves, Position{0, 4}));
      CHECK(steps_until(crowd, 1, 15));
      CHECK(steps_to_rest(crowd, 15));
      CHECK(crowd.at_goal(enters));
    }
}

TEST_CASE("two units get past each other wherever one of them can step aside") {
  struct Walk {
    Position from, to;
  };
  struct Game {
    const char* map;
    Topology topology;
    std::array<Walk, 2> walks;
  };
  const Topology four = Topology::tile, eight = Topology::octile;
  const std::vector<Game> games{
      {"@.@\n@..\n..@", four, {{{{1, 1}, {0, 2}}, {{0, 2}, {2, 1}}}}},
      {".@\n..\n.@\n.@", four, {{{{0, 1}, {0, 3}}, {{0, 3}, {1, 1}}}}},
      {"...\n@.@\n@.@", four, {{{{2, 0}, {1, 1}}, {{0, 0}, {1, 2}}}}},
      {".....\n..@@.\n..@@.", eight, {{{{1, 1}, {3, 0}}, {{0, 1}, {4, 1}}}}},
      {"....\n@.@.", eight, {{{{3, 0}, {3, 1}}, {{3, 1}, {0, 0}}}}},
      {"....\n..@.", eight, {{{{0, 1}, {2, 0}}, {{2, 0}, {1, 0}}}}},
  };
  for (const Game& game : games)
    for (const Bodies bodies : {Bodies::exact, Bodies::synchronous})
      for (const bool turned : {false, true}) {
        const LivingMap map = map_of(test::drawn(game.map), game.topology);
        Crowd crowd = *Crowd::make(map, {.bodies = bodies});
        for (const std::size_t k : {turned ? 1U : 0U, turned ? 0U : 1U}) {
          const Walk& walk = game.walks[k];
          REQUIRE(crowd.order(*crowd.add({.at = walk.from}), walk.to));
        }
        CHECK(steps_to_rest(crowd, 100));
      }
}

TEST_CASE("two units of a group that would have to swap exchange their places at once") {
  const LivingMap map = map_of(test::drawn(R"(
    ..
    .@
    .@)"),
                               Topology::tile);
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    const std::vector<UnitId> units{*crowd.add({.at = {0, 1}}), *crowd.add({.at = {1, 0}})};
    const std::vector<Position> places{{0, 1}, {0, 2}};
    REQUIRE(crowd.order_group(units, {0, 1}, places));
    CHECK(steps_to_rest(crowd, 5));
  }
}

TEST_CASE("a unit that holds a dead end does not come out") {
  const LivingMap map = map_of(test::drawn(R"(
    .....
    @@.@@
    @@.@@)"));
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    const UnitId enters = *crowd.add({.at = {2, 0}});
    const UnitId holds = *crowd.add({.at = {2, 1}, .idle = Idle::holds});
    REQUIRE(crowd.order(enters, Position{2, 2}));
    CHECK_FALSE(steps_until(crowd, 1, 50));
    CHECK(crowd.place(holds).at == Position{2, 1});
  }
}

TEST_CASE("a unit that is pushed through aisles steps out of the way") {
  const LivingMap map = map_of(test::drawn(R"(
    ...@...
    .@.@.@.
    .......
    .@.@.@.
    ...@...)"));
  Workers workers(1);
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous})
    for (int begin = 0; begin < 10; ++begin) {  // other draws
      Crowd crowd = *Crowd::make(map, {.bodies = bodies});
      for (int step = 0; step < begin; ++step) crowd.step(workers);
      const UnitId first = *crowd.add({.at = {0, 2}}), other = *crowd.add({.at = {1, 2}});
      REQUIRE(crowd.order(first, Position{6, 2}));
      REQUIRE(crowd.order(other, Position{0, 2}));
      // With exact bodies it waits for a step, until the other one has turned the corner.
      const int steps = bodies == Bodies::exact ? 7 : 6;
      for (int step = 0; step < steps; ++step) crowd.step(workers);
      CHECK(crowd.at_goal(first));
      CHECK(crowd.at_goal(other));
    }
}

TEST_CASE("two units pass each other at a niche of a corridor with closed ends") {
  const LivingMap map = map_of(test::drawn(R"(
    .........
    @@@@@.@@@)"));
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous})
    for (std::int32_t x = 1; x < 9; ++x) {
      Crowd crowd = *Crowd::make(map, {.bodies = bodies});
      REQUIRE(crowd.order(*crowd.add({.at = {0, 0}}), Position{8, 0}));
      REQUIRE(crowd.order(*crowd.add({.at = {x, 0}}), Position{0, 0}));
      CHECK(steps_to_rest(crowd, 100));
    }
}

TEST_CASE("units with goals in dead ends change their order until all stand there") {
  const Terrain terrain = test::drawn(R"(
    @.@.@.@
    @.@.@.@
    .......
    .......
    .......
    @.@.@.@
    @.@.@.@)");
  const LivingMap map = map_of(terrain);
  std::vector<Position> starts;
  for (std::int32_t y = 0; y < 7; ++y)
    for (std::int32_t x = 0; x < 7; ++x)
      if (map.grid(0)->open({x, y})) starts.push_back({x, y});
  std::vector<Position> goals = starts;
  SplitMix64 random(3);
  const auto shuffle = [&](std::vector<Position>& cells) {
    for (std::size_t k = cells.size() - 1; k > 0; --k)
      std::swap(cells[k], cells[random.below(static_cast<std::uint32_t>(k) + 1)]);
  };
  for (int game = 0; game < 100; ++game) {
    shuffle(starts);
    shuffle(goals);
    Crowd crowd = *Crowd::make(map, {.bodies = Bodies::synchronous});
    for (std::size_t k = 0; k < 10; ++k)
      REQUIRE(crowd.order(*crowd.add({.at = starts[k]}), goals[k]));
    CHECK(steps_to_rest(crowd, 500));
  }
}

TEST_CASE("units that plan ahead bring more through narrow aisles") {
  const LivingMap map = map_of(shelves(), Topology::tile);
  Workers workers(1);
  const auto arrived = [&](std::uint32_t window) {
    Errands game(map, {.bodies = Bodies::synchronous, .window = window}, 70);
    return game.play(500, workers);
  };
  const std::size_t without = arrived(0);
  CHECK(arrived(14) * 100 > without * 110);
  CHECK(arrived(62) * 100 > without * 110);
}

TEST_CASE("plans do not depend on threads, and go on from saved bytes") {
  LivingMap map = map_of(shelves(), Topology::tile);
  Workers one(1), three(3);
  const CrowdOptions options{.bodies = Bodies::synchronous, .window = 14};
  Errands game(map, options, 60), again(map, options, 60);
  game.play(41, one);
  again.play(41, three);
  CHECK(game.crowd().fingerprint() == again.crowd().fingerprint());
  edit(map, {{9, 7}, 1, 1}, '@');  // closes cells of plans
  edit(map, {{16, 10}, 1, 1}, '@');
  const std::string saved = *game.crowd().save();
  Crowd restored = *Crowd::restore(saved, map, one);
  CHECK(restored.fingerprint() == game.crowd().fingerprint());
  for (int step = 0; step < 30; ++step) {
    CHECK(restored.step(three).arrived == game.crowd().step(one).arrived);
    CHECK(restored.fingerprint() == game.crowd().fingerprint());
  }
}

TEST_CASE("a window that a crowd cannot have is refused") {
  const LivingMap four = map_of(*Terrain::make(9, 9), Topology::tile);
  const LivingMap eight = map_of(*Terrain::make(9, 9));
  const auto code = [](const LivingMap& map, const CrowdOptions& options) {
    return Crowd::make(map, options).error().code;
  };
  const Bodies together = Bodies::synchronous;
  CHECK(code(four, {.bodies = together, .window = 63}) == Code::bad_argument);
  CHECK(code(four, {.window = 8}) == Code::unsupported);
  CHECK(code(eight, {.bodies = together, .window = 8}) == Code::unsupported);
}

TEST_CASE("a step keeps its budgets") {
  const LivingMap map = map_of(*Terrain::make(50, 50));
  Crowd crowd = *Crowd::make(map);
  std::vector<UnitId> units;
  for (std::int32_t i = 0; i < 30; ++i) {
    units.push_back(*crowd.add({.at = {i, 3}}));
    REQUIRE(crowd.order(units.back(), Position{i, 40}));
  }
  Workers workers(1);
  CrowdReport report = crowd.step(workers, {.decisions = 0, .field_cells = 0});
  CHECK(report.fields_made == 1);  // one at least
  CHECK(report.fields_queued == 29);
  CHECK(report.started == 0);
  report = crowd.step(workers, {.decisions = 0, .field_cells = 5 * 2500});
  CHECK(report.fields_made == 5);
  report = crowd.step(workers, {.decisions = 4});
  CHECK(report.fields_queued == 0);
  CHECK(report.decisions == 4);
  CHECK(report.started == 4);
  CHECK(report.walking == 30);
  CHECK(report.blocked == 26);
}

TEST_CASE("fields of goals are shared, kept for later orders, and given up") {
  const LivingMap map = map_of(*Terrain::make(50, 50));
  const std::size_t bytes = 52 * 52;
  Workers workers(1);
  for (const std::size_t spare : {std::size_t{0}, 2 * bytes}) {
    Crowd crowd = *Crowd::make(map, {.spare_fields = spare});
    const UnitId one = *crowd.add({.at = {1, 1}}), other = *crowd.add({.at = {3, 1}});
    const std::vector<Position> goals{{9, 9}, {8, 8}}, same{{8, 8}, {9, 9}, {8, 8}};
    REQUIRE(crowd.order(one, goals));
    REQUIRE(crowd.order(other, same));
    CHECK(crowd.step(workers).fields_made == 1);
    REQUIRE(crowd.order(one, Position{30, 30}));
    REQUIRE(crowd.order(other, Position{30, 30}));
    CHECK(crowd.step(workers).fields_made == 1);
    REQUIRE(crowd.order(one, goals));
    CHECK(crowd.step(workers).fields_made == (spare == 0 ? 1 : 0));
  }
}

TEST_CASE("fields are computed again only after edits that concern them") {
  Workers workers(1);
  const std::vector<LivingClass> classes{{.landmarks = 3, .jump_graph = false},
                                         {.landmarks = 0, .max_danger = 5}};
  LivingMap map = *LivingMap::make(*Terrain::make(200, 60), classes,
                                   {.weights = std::vector<Weight>(200 * 60, 1)}, workers);
  Crowd crowd = *Crowd::make(map);
  const std::vector<UnitId> group{*crowd.add({.at = {1, 1}}), *crowd.add({.at = {2, 1}})};
  const UnitId other = *crowd.add({.at = {3, 1}, .movement = 1});
  const std::vector<Position> places{{150, 30}, {152, 30}};
  REQUIRE(crowd.order_group(group, {150, 30}, places));
  REQUIRE(crowd.order(other, Position{150, 40}));
  CHECK(crowd.step(workers).fields_made == 3);  // of the group, near a place, of the other
  const std::vector<Weight> danger(4, 5);
  const auto made_after = [&](const Edit& edit) {
    REQUIRE(map.edit({&edit, 1}, workers));
    return crowd.step(workers).fields_made;
  };
  CHECK(made_after(DangerEdit{1, {{150, 30}, 2, 2}, danger}) == 1);
  CHECK(made_after(TerrainEdit{{{20, 20}, 3, 3}, '@'}) == 2);  // far from the place
  CHECK(made_after(TerrainEdit{{{184, 20}, 3, 3}, '@'}) == 3);
  map.settle(LivingMap::kAll, workers);
  CHECK(crowd.step(workers).fields_made == 0);
}

namespace {

/// Plays crowds of forged bytes; returns how many were accepted.
std::size_t accepted_of_forged(const std::string& saved, const LivingMap& map, int tries) {
  Workers workers(1);
  SplitMix64 random(7);
  std::size_t accepted = 0;
  for (int k = 0; k < tries; ++k) {
    auto forged = Crowd::restore(test::forged(saved, "throng crowd", random), map, workers);
    if (!forged) {
      REQUIRE(forged.error().code != Code::io);
      continue;
    }
    ++accepted;
    for (int step = 0; step < 4; ++step) forged->step(workers);
    REQUIRE(forged->save());
  }
  return accepted;
}

}  // namespace

TEST_CASE("forged bytes of a crowd do no harm") {
  const LivingMap map = map_of(*Terrain::make(30, 20), Topology::octile, 2);
  Crowd crowd = *Crowd::make(map);
  Workers workers(1);
  std::vector<UnitId> units;
  for (std::int32_t x = 0; x < 24; x += 3)
    units.push_back(*crowd.add({.at = {x, 2},
                                .movement = static_cast<std::size_t>(x) % 2,
                                .period = static_cast<std::uint8_t>(1 + x % 4)}));
  const std::vector<Position> places{{20, 15}, {22, 15}, {24, 15}};
  REQUIRE(crowd.order_group({units.data(), 3}, {20, 15}, places));
  for (const UnitId unit : units)
    if (!crowd.has_order(unit)) REQUIRE(crowd.order(unit, Position{28, 18}));
  for (int step = 0; step < 5; ++step) crowd.step(workers);
  CHECK(accepted_of_forged(*crowd.save(), map, 3000) > 100);
}

TEST_CASE("forged bytes of a crowd with plans do no harm") {
  const LivingMap map = map_of(shelves(), Topology::tile);
  Errands game(map, {.bodies = Bodies::synchronous, .window = 8}, 10);
  Workers workers(1);
  game.play(9, workers);
  CHECK(accepted_of_forged(*game.crowd().save(), map, 2000) > 100);
}

TEST_CASE("lanes lead a unit over the free side of a corridor") {
  const LivingMap map = map_of(test::drawn(R"(
    ...@@@@@@@@...
    ..............
    ..............
    ...@@@@@@@@...)"),
                               Topology::tile);
  Crowd crowd = *Crowd::make(map);
  std::vector<ClosedStep> closed;
  for (std::int32_t x = 2; x < 11; ++x) closed.push_back({{x, 1}, Move::east});
  REQUIRE(crowd.set_lanes(0, closed));
  const UnitId unit = *crowd.add({.at = {0, 1}});
  REQUIRE(crowd.order(unit, Position{13, 1}));
  Workers workers(1);
  while (!crowd.at_goal(unit)) {
    crowd.step(workers);
    for (const Stride& stride : crowd.started())
      CHECK(!(stride.from.y == 1 && stride.move == Move::east && stride.from.x >= 2 &&
              stride.from.x < 11));
  }
  REQUIRE(crowd.set_lanes(0, {}));
  REQUIRE(crowd.order(unit, Position{0, 1}));
  CHECK(steps_until(crowd, 1, 40) == 13);
}

TEST_CASE("crowds do not depend on threads, and go on from saved bytes", "[parallel]") {
  const Terrain terrain = test::random_terrain(60, 60, 15, 5);
  std::set<std::uint64_t> ends;
  for (const int threads : {1, 2, 7}) {
    LivingMap map = map_of(terrain, Topology::octile, 2);
    Workers workers(threads);
    std::optional<Crowd> crowd = *Crowd::make(map);
    std::vector<UnitId> units;
    for (const Position at : test::all_cells(terrain)) {
      const std::size_t movement = units.size() % 3 == 0 ? 1 : 0;
      if ((at.x + 3 * at.y) % 7 != 0) continue;
      const auto unit = crowd->add({.at = at, .movement = movement});
      if (unit) units.push_back(*unit);
    }
    REQUIRE(units.size() > 300);
    for (std::size_t i = 0; i < units.size(); ++i) {
      const auto x = static_cast<std::int32_t>(i * 7 % 10);
      REQUIRE(crowd->order(units[i], Position{5 * x, 59 - 5 * x}));
    }
    for (int step = 0; step < 60; ++step) {
      if (step == 20) edit(map, {{20, 20}, 8, 8}, '@');
      if (step == 22) {
        const std::string saved = *crowd->save();
        // In one of the games the crowd is restored, on a restored map.
        if (threads == 2) {
          crowd.reset();
          map = *LivingMap::restore(*map.save(), workers);
          crowd = *Crowd::restore(saved, map, workers);
          CHECK(*crowd->save() == saved);
        }
      }
      crowd->step(workers, {.field_cells = 10'000});
    }
    ends.insert(crowd->fingerprint());
  }
  CHECK(ends.size() == 1);
}

TEST_CASE("units are added all together or not at all") {
  const LivingMap map = map_of(*Terrain::make(20, 20), Topology::octile, 3);
  Crowd crowd = *Crowd::make(map);
  const std::vector<CrowdUnit> squad{{.at = {1, 1}},
                                     {.at = {5, 5}, .movement = 2, .period = 7},
                                     {.at = {8, 5}, .movement = 1, .idle = Idle::holds}};
  REQUIRE(*crowd.add_all(squad) == std::vector{UnitId{0}, UnitId{1}, UnitId{2}});
  CHECK(crowd.unit(UnitId{1}).period == 7);
  CHECK(crowd.unit(UnitId{2}).idle == Idle::holds);
  CHECK(crowd.unit_in({7, 7}) == UnitId{1});
  CHECK(crowd.add_all({})->empty());
  crowd.remove(UnitId{2});
  crowd.remove(UnitId{0});
  const std::uint64_t before = crowd.fingerprint();
  struct Bad {
    std::vector<CrowdUnit> units;
    std::string what;
  };
  const Bad bad[] = {
      {{{.at = {0, 0}}, {.at = {9, 9}}, {.at = {6, 6}}},
       "units[2]: another unit stands where the unit at 6,6 would be, or passes there"},
      {{{.at = {0, 0}}, {.at = {19, 0}, .movement = 1}},
       "units[1]: the unit at 19,0 is outside of the map, or does not fit there"},
      {{{.at = {0, 0}}, {.at = {3, 3}, .period = 0}},
       "units[1]: the unit at 3,3 has a period of 0"},
      {{{.at = {0, 0}, .movement = 3}}, "units[0]: there is no movement class 3"},
      {{{.at = {12, 12}, .movement = 1}, {.at = {9, 9}}, {.at = {11, 13}, .movement = 2}},
       "units[2]: it overlaps units[0] at 12,13"}};
  for (const Bad& each : bad) {
    const auto added = crowd.add_all(each.units);
    REQUIRE_FALSE(added);
    CHECK(added.error().code == Code::bad_argument);
    CHECK(added.error().what == each.what);
    CHECK(crowd.fingerprint() == before);
  }
  // Numbers as if each had been added alone.
  Workers workers(1);
  Crowd twin = *Crowd::restore(*crowd.save(), map, workers);
  const std::vector<CrowdUnit> more{{.at = {0, 0}}, {.at = {9, 9}}, {.at = {19, 19}}};
  const auto ids = crowd.add_all(more);
  REQUIRE(ids);
  for (std::size_t k = 0; k < more.size(); ++k) CHECK(*twin.add(more[k]) == (*ids)[k]);
  CHECK(twin.fingerprint() == crowd.fingerprint());
}

TEST_CASE("a crowd knows which units fit before they are added") {
  Terrain terrain = *Terrain::make(12, 12);
  terrain.set({4, 4}, '@');
  LivingMap map = map_of(terrain, Topology::octile, 2);
  Workers workers(1);
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    Crowd crowd = *Crowd::make(map, {.bodies = bodies});
    REQUIRE(crowd.add({.at = {8, 8}, .period = 1}));
    REQUIRE(crowd.order(UnitId{0}, Position{2, 8}));
    crowd.step(workers);
    std::size_t fitting = 0;
    for (std::int32_t x = -1; x < 13; ++x)
      for (std::int32_t y = -1; y < 13; ++y)
        for (const std::uint8_t period : std::array<std::uint8_t, 3>{0, 1, 2})
          for (const std::size_t movement : {0, 1, 2}) {
            const CrowdUnit unit{.at = {x, y}, .movement = movement, .period = period};
            const bool fits = crowd.fits(unit);
            const auto added = crowd.add(unit);
            REQUIRE(fits == added.has_value());
            if (!added) continue;
            ++fitting;
            crowd.remove(*added);
          }
    CHECK(fitting == (bodies == Bodies::exact ? 2 * (142 + 113) : 142));
  }
  edit(map, {{0, 0}, 12, 12}, '@');
  CHECK(!Crowd::make(map)->fits({.at = {1, 1}}));
}

TEST_CASE("another period begins with the next move") {
  const LivingMap map = map_of(*Terrain::make(30, 5));
  Workers workers(1);
  Crowd crowd = *Crowd::make(map);
  const std::vector<CrowdUnit> row{{.at = {1, 2}, .period = 4},
                                   {.at = {0, 2}, .period = 4}};
  const std::vector<UnitId> units = *crowd.add_all(row);
  for (const UnitId unit : units) REQUIRE(crowd.order(unit, Position{25, 2}));
  crowd.step(workers);
  REQUIRE(crowd.started().size() == 2);
  REQUIRE(crowd.set_period(units[0], 1));
  REQUIRE(crowd.set_period(units[1], 9));
  CHECK(crowd.unit(units[0]).period == 1);
  CHECK(crowd.place(units[0]).steps_left == 3);
  crowd = *Crowd::restore(*crowd.save(), map, workers);
  for (int step = 0; step < 3; ++step) {
    crowd.step(workers);
    CHECK(crowd.started().empty());
  }
  crowd.step(workers);
  CHECK(std::ranges::equal(crowd.started(),
                           std::vector<Stride>{{units[0], {2, 2}, Move::east, 1},
                                               {units[1], {1, 2}, Move::east, 9}}));
  CHECK(crowd.set_period(units[0], 0).error().code == Code::bad_argument);
  CHECK(crowd.set_period(UnitId{2}, 1).error().code == Code::bad_argument);
  CHECK(crowd.unit(units[0]).period == 1);
  Crowd together = *Crowd::make(map, {.bodies = Bodies::synchronous});
  REQUIRE(together.add({.at = {1, 1}}));
  CHECK(together.set_period(UnitId{0}, 1));
  CHECK(together.set_period(UnitId{0}, 2).error().code == Code::bad_argument);
}

TEST_CASE("bad units, orders and bytes are refused") {
  const LivingMap map = map_of(passage(), Topology::octile, 2);
  Crowd crowd = *Crowd::make(map);
  const UnitId unit = *crowd.add({.at = {1, 1}});
  for (const CrowdUnit& bad :
       {CrowdUnit{.at = {1, 1}}, CrowdUnit{.at = {0, 0}}, CrowdUnit{.at = {-1, 2}},
        CrowdUnit{.at = {20, 2}}, CrowdUnit{.at = {2, 2}, .movement = 2},
        CrowdUnit{.at = {2, 2}, .period = 0}, CrowdUnit{.at = {1, 1}, .movement = 1},
        CrowdUnit{.at = {5, 2}, .movement = 1}})
    CHECK(crowd.add(bad).error().code == Code::bad_argument);
  CHECK(crowd.size() == 1);
  const auto code = [](const Outcome& outcome) { return outcome.error().code; };
  const UnitId nobody{7};
  const std::vector<UnitId> two{unit, nobody};
  const std::vector<Position> places{{2, 2}, {3, 2}};
  CHECK(code(crowd.order(nobody, Position{2, 2})) == Code::bad_argument);
  CHECK(code(crowd.order(unit, Position{20, 2})) == Code::bad_argument);
  CHECK(code(crowd.order(unit, std::vector<Position>{})) == Code::bad_argument);
  CHECK(code(crowd.order_group(two, {2, 2}, places)) == Code::bad_argument);
  CHECK(code(crowd.order_group({&unit, 1}, {2, 2}, places)) == Code::bad_argument);
  CHECK(code(crowd.stand(nobody)) == Code::bad_argument);
  CHECK(code(crowd.set_lanes(2, {})) == Code::bad_argument);
  const ClosedStep outside{{20, 0}, Move::east};
  CHECK(code(crowd.set_lanes(0, {&outside, 1})) == Code::bad_argument);
  CHECK(!crowd.has_order(unit));
  crowd.remove(nobody);

  Crowd together = *Crowd::make(map, {.bodies = Bodies::synchronous});
  CHECK(together.add({.at = {1, 1}, .period = 2}).error().code == Code::bad_argument);
  CHECK(together.add({.at = {1, 1}, .movement = 1}).error().code == Code::bad_argument);

  Workers workers(1);
  const std::string saved = *crowd.save();
  for (std::size_t i = 0; i < saved.size(); i += 7) {
    std::string damaged = saved;
    damaged[i] = static_cast<char>(damaged[i] + 1);
    CHECK(Crowd::restore(damaged, map, workers).error().code == Code::bad_format);
  }
  CHECK(Crowd::restore(saved.substr(0, 20), map, workers).error().code == Code::bad_format);
  const std::vector<LivingClass> hexagons{{.rules = {.topology = Topology::hex}}};
  const LivingMap hex = *LivingMap::make(*Terrain::make(9, 9), hexagons, {}, workers);
  CHECK(Crowd::make(hex).error().code == Code::unsupported);
}

TEST_CASE("a crowd is restored only on a map like its own") {
  const LivingMap map = map_of(passage(), Topology::octile, 2);
  Workers workers(1);
  const std::string saved = *Crowd::make(map)->save();
  struct Other {
    LivingMap map;
    std::string what;
  };
  const auto sizes_swapped = [&] {
    std::vector<LivingClass> classes;
    for (const int size : {2, 1}) classes.push_back({.rules = {.unit_size = size}});
    return *LivingMap::make(passage(), classes, {}, workers);
  };
  const Other others[] = {
      {map_of(*Terrain::make(9, 9), Topology::octile, 2), "a map of another size"},
      {map_of(passage(), Topology::tile, 2), "a map with another topology"},
      {map_of(passage()), "a map with 2 movement classes, not 1"},
      {map_of(passage(), Topology::octile, 3), "a map with 2 movement classes, not 3"},
      {sizes_swapped(), "a map on which units of movement class 0 have another size"}};
  for (const Other& other : others) {
    const Error error = Crowd::restore(saved, other.map, workers).error();
    CHECK(error.code == Code::bad_argument);
    CHECK(error.what == "the crowd was saved on " + other.what);
  }
  CHECK(Crowd::restore(saved, map_of(passage(), Topology::octile, 2), workers));
}

TEST_CASE("a crowd that runs out of memory loses nothing") {
  const LivingMap map = map_of(*Terrain::make(20, 5));
  test::CountingMemory memory;
  {
    Crowd crowd = *Crowd::make(map, {}, &memory);
    Workers workers(1);
    std::vector<UnitId> units;
    // A call that fails with 0, 1, 2, ... allocations until it succeeds.
    const auto insist = [&](const auto& call, const auto& unchanged) {
      for (std::size_t allowed = 0;; ++allowed) {
        memory.allow(allowed);
        bool done = false;
        try {
          call();
          done = true;
        } catch (const std::bad_alloc&) {
        }
        memory.allow(test::CountingMemory::kAll);
        if (done) return;
        REQUIRE(unchanged());
      }
    };
    for (std::int32_t x = 1; x < 18; ++x) {
      const std::uint64_t before = crowd.fingerprint();
      insist(
          [&] {
            units.push_back(*crowd.add({.at = {x, 2}}));
          },
          [&] { return crowd.fingerprint() == before; });
    }
    const std::vector<CrowdUnit> squad{{.at = {1, 4}}, {.at = {2, 4}}, {.at = {3, 4}}};
    std::uint64_t before = crowd.fingerprint();
    std::size_t added = 0;
    insist([&] { added = crowd.add_all(squad)->size(); },
           [&] { return crowd.fingerprint() == before; });
    CHECK(added == 3);
    before = crowd.fingerprint();
    Outcome outcome = ok();
    insist(
        [&] {
          outcome = crowd.order(units[0], Position{18, 3});
        },
        [&] { return crowd.fingerprint() == before; });
    REQUIRE(outcome);
    const std::vector<Position> places{{17, 1}, {18, 1}, {17, 3}};
    insist(
        [&] {
          outcome = crowd.order_group({&units[1], 3}, {17, 2}, places);
        },
        [&] { return !crowd.has_order(units[1]); });
    REQUIRE(outcome);
    std::size_t failed = 0;
    for (int step = 0; step < 60; ++step) {
      memory.allow(static_cast<std::size_t>(step % 4));
      try {
        crowd.step(workers);
      } catch (const std::bad_alloc&) {
        ++failed;
      }
      memory.allow(test::CountingMemory::kAll);
    }
    CHECK(failed > 0);
    CHECK(steps_to_rest(crowd, 100));
    CHECK(memory.bytes() <= crowd.memory_bytes() + 20'000);
  }
  CHECK(memory.bytes() == 0);
}

}  // namespace throng::crowd_test
