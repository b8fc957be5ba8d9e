// A game of a crowd, in C and in C++: equal units after each step.
#include "../../src/core/rng.hpp"
#include "../support/maps.hpp"
#include "support.hpp"

#include <throng/throng.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace throng::equal_crowds_test {

using namespace test;

namespace {

constexpr std::int32_t kSide = 30;
constexpr std::uint32_t kUnits = 40;

/// The game in C++.
struct Game {
  Game(const Terrain& terrain, Bodies bodies)
      : map(*LivingMap::make(
            terrain,
            std::vector<LivingClass>{
                {.landmarks = 0, .jump_graph = false},
                {.rules = {.unit_size = 2}, .landmarks = 0, .jump_graph = false}},
            {}, workers)),
        crowd(*Crowd::make(map, {.bodies = bodies, .spare_fields = 5000})) {}

  Workers workers{2};
  LivingMap map;
  Crowd crowd;
};

CMap map_of(const Terrain& terrain, const CWorkers& workers) {
  auto small = initialised(throng_map_class_init);
  small.landmarks = small.jump_graph = 0;
  auto large = small;
  auto rules = initialised(throng_rules_init);
  rules.unit_size = 2;
  large.rules = &rules;
  const throng_map_class* const classes[] = {&small, &large};
  const throng_terrain ground = in_c(terrain.view());
  return made<CMap>([&](auto* out) {
    return throng_map_create(&ground, classes, 2, nullptr, workers.get(), out);
  });
}

CCrowd crowd_of(const CMap& map, std::int32_t bodies) {
  auto options = initialised(throng_crowd_options_init);
  options.bodies = bodies;
  options.spare_fields = 5000;
  return made<CCrowd>(
      [&](auto* out) { return throng_crowd_create(map.get(), &options, nullptr, out); });
}

/// The same in C.
struct CGame {
  CGame(const Terrain& terrain, std::int32_t bodies)
      : map(map_of(terrain, workers)), crowd(crowd_of(map, bodies)) {}

  void save_and_restore() {
    const void* bytes = nullptr;
    std::size_t size = 0;
    succeed(throng_map_save(map.get(), &bytes, &size));
    CMap loaded = made<CMap>(
        [&](auto* out) { return throng_map_restore(bytes, size, workers.get(), out); });
    succeed(throng_crowd_save(crowd.get(), &bytes, &size));
    crowd = made<CCrowd>([&](auto* out) {
      return throng_crowd_restore(bytes, size, loaded.get(), workers.get(), nullptr, out);
    });
    map = std::move(loaded);
  }

  CWorkers workers = workers_of(1);
  CMap map;
  CCrowd crowd;
};

void check_equal(const Game& game, const CGame& c_game) {
  std::array<std::uint32_t, kUnits> units{};
  std::array<throng_unit_place, kUnits> places{};
  std::size_t count = 0;
  succeed(throng_crowd_places(c_game.crowd.get(), units.data(), places.data(),
                              places.size(), &count));
  const std::vector<UnitId> all = game.crowd.units();
  REQUIRE(count == all.size());
  for (std::size_t i = 0; i < count; ++i) {
    const UnitId id = all[i];
    REQUIRE(UnitId{units[i]} == id);
    throng_unit_state state{};
    state.size = sizeof state;
    succeed(throng_crowd_get(c_game.crowd.get(), units[i], &state));
    const UnitPlace place = game.crowd.place(id);
    for (const throng_unit_place& one : {places[i], state.place}) {
      CHECK((Position{one.at.x, one.at.y} == place.at));
      CHECK(one.move == (place.move ? int(*place.move) : THRONG_STAY));
      CHECK(one.steps_left == place.steps_left);
      CHECK((one.at_goal == 1) == game.crowd.at_goal(id));
      CHECK((one.cut_off == 1) == game.crowd.is_cut_off(id));
    }
    const CrowdUnit unit = game.crowd.unit(id);
    CHECK(state.movement == unit.movement);
    CHECK(state.period == unit.period);
    CHECK(state.idle == static_cast<int>(unit.idle));
    CHECK((state.has_order == 1) == game.crowd.has_order(id));
    CHECK((Position{state.goal.x, state.goal.y} == game.crowd.goal(id).value_or(kNowhere)));
  }
  std::uint64_t hash = 0;
  succeed(throng_crowd_fingerprint(c_game.crowd.get(), &hash));
  CHECK(hash == game.crowd.fingerprint());
}

void step_both(Game& game, CGame& c_game, const CrowdBudget& most) {
  auto budget = initialised(throng_crowd_budget_init);
  CHECK(budget.decisions == CrowdBudget{}.decisions);
  CHECK(budget.field_cells == CrowdBudget{}.field_cells);
  budget.decisions = most.decisions;
  budget.field_cells = most.field_cells;
  throng_crowd_report report{};
  report.size = sizeof report;
  succeed(throng_crowd_step(c_game.crowd.get(), &budget, c_game.workers.get(), &report));
  const CrowdReport step = game.crowd.step(game.workers, most);
  CHECK(report.step == step.step);
  CHECK(report.decisions == step.decisions);
  CHECK(report.walking == step.walking);
  CHECK(report.blocked == step.blocked);
  CHECK(report.fields_made == step.fields_made);
  CHECK(report.fields_queued == step.fields_queued);
  CHECK(report.escaping == step.escaping);
  REQUIRE(report.started_count == game.crowd.started().size());
  for (std::size_t i = 0; i < report.started_count; ++i) {
    const throng_stride& c_stride = report.started[i];
    const Position from{c_stride.from.x, c_stride.from.y};
    const Stride stride{UnitId{c_stride.unit}, from, static_cast<Move>(c_stride.move),
                        c_stride.period};
    CHECK(stride == game.crowd.started()[i]);
  }
  CHECK(std::equal(report.arrived, report.arrived + report.arrived_count,
                   game.crowd.arrived().begin(), game.crowd.arrived().end(),
                   [](std::uint32_t a, UnitId b) { return UnitId{a} == b; }));
}

void edit_both(Game& game, CGame& c_game, Position at, char what) {
  REQUIRE(game.map.edit(std::vector<Edit>{TerrainEdit{{at, 2, 1}, what}}, game.workers));
  const throng_edit edit{THRONG_EDIT_TERRAIN, {at.x, at.y, 2, 1}, what, 0};
  succeed(throng_map_edit(c_game.map.get(), &edit, 1, c_game.workers.get(), nullptr));
}

/// Orders a pair of units of a class to places of their own, and takes another order away.
void order_both(Game& game, CGame& c_game, SplitMix64& random, Position goal) {
  const auto draw = [&] { return random.below(kUnits); };
  const std::uint32_t unit = draw();
  const std::vector<Position> goals{goal, {0, 0}};
  const throng_position c_goals[] = {in_c(goal), {0, 0}};
  const bool ordered = game.crowd.order(UnitId{unit}, goals).has_value();
  CHECK((throng_crowd_order(c_game.crowd.get(), unit, c_goals, 2) == THRONG_OK) == ordered);
  const std::uint32_t group[] = {draw(), draw()};
  const std::vector<UnitId> pair{UnitId{group[0]}, UnitId{group[1]}};
  const std::vector<Position> places{goal, {goal.x / 2, goal.y}};
  const throng_position c_places[] = {in_c(places[0]), in_c(places[1])};
  const bool sent = game.crowd.order_group(pair, goal, places).has_value();
  CHECK((throng_crowd_order_group(c_game.crowd.get(), group, 2, in_c(goal), c_places) ==
         THRONG_OK) == sent);
  const std::uint32_t idler = draw();
  const bool stands = game.crowd.stand(UnitId{idler}, Idle::returns).has_value();
  CHECK((throng_crowd_stand(c_game.crowd.get(), idler, THRONG_RETURNS) == THRONG_OK) ==
        stands);
}

void add_both(Game& game, CGame& c_game, Position at, std::uint32_t i, bool exact) {
  const CrowdUnit unit{.at = at,
                       .movement = exact ? i % 2 : 0,
                       .period = static_cast<std::uint8_t>(exact ? 1 + i % 3 : 1),
                       .idle = i % 5 == 0 ? Idle::returns : Idle::makes_room};
  auto c_unit = initialised(throng_crowd_unit_init);
  CHECK(c_unit.period == 1);
  c_unit.at = in_c(at);
  c_unit.movement = static_cast<std::uint32_t>(unit.movement);
  c_unit.period = unit.period;
  c_unit.idle = static_cast<std::int32_t>(unit.idle);
  std::uint32_t number = 0;
  const auto added = game.crowd.add(unit);
  const throng_code code = throng_crowd_add(c_game.crowd.get(), &c_unit, &number);
  REQUIRE((code == THRONG_OK) == added.has_value());
  if (added) CHECK(UnitId{number} == *added);
}

}  // namespace

TEST_CASE("a game of a crowd is the same in C") {
  const bool exact = GENERATE(true, false);
  const Terrain terrain = random_terrain(kSide, kSide, 8, 5);
  Game game(terrain, exact ? Bodies::exact : Bodies::synchronous);
  CGame c_game(terrain, exact ? THRONG_EXACT : THRONG_SYNCHRONOUS);
  SplitMix64 random(3);
  const auto any_cell = [&] {
    const auto x = static_cast<std::int32_t>(random.below(kSide - 1));
    return Position{x, static_cast<std::int32_t>(random.below(kSide))};
  };
  for (std::uint32_t i = 0; game.crowd.size() < kUnits; ++i)
    add_both(game, c_game, any_cell(), i, exact);
  const ClosedStep lane{{4, 4}, Move::east};
  const throng_closed_step c_lane{{4, 4}, static_cast<throng_move>(Move::east), {}};
  REQUIRE(game.crowd.set_lanes(0, {&lane, 1}));
  succeed(throng_crowd_set_lanes(c_game.crowd.get(), 0, &c_lane, 1));
  std::size_t arrived = 0;
  for (int frame = 0; frame < 150; ++frame) {
    order_both(game, c_game, random, any_cell());
    if (frame % 3 == 0) edit_both(game, c_game, any_cell(), frame % 2 == 0 ? '.' : '@');
    if (frame == 70) {
      static_cast<void>(game.crowd.save());  // old fields are dropped there too
      c_game.save_and_restore();
    }
    step_both(game, c_game, {.decisions = 30, .field_cells = 4 * kSide * kSide});
    arrived += game.crowd.arrived().size();
    check_equal(game, c_game);
  }
  CHECK(arrived > 15);
  std::uint64_t units = 0, bytes = 0;
  succeed(throng_crowd_info(c_game.crowd.get(), &units, &bytes));
  CHECK(units == kUnits);
  CHECK(bytes > kUnits * 100);
}

TEST_CASE("units in C are added together, asked for, and change their periods") {
  const CWorkers workers = workers_of(1);
  const CMap map = map_of(*Terrain::make(9, 9), workers);
  const CCrowd crowd = crowd_of(map, THRONG_EXACT);
  std::array<throng_crowd_unit, 3> units{};
  for (std::int32_t i = 0; i < 3; ++i) {
    units[i] = initialised(throng_crowd_unit_init);
    units[i].at = {3 * i, 4};
    units[i].movement = 1;
    units[i].period = 1 + i;
  }
  const auto fits = [&](const throng_crowd_unit& unit) {
    std::int32_t answer = -1;
    succeed(throng_crowd_fits(crowd.get(), &unit, &answer));
    return answer;
  };
  CHECK(fits(units[2]) == 1);
  std::array<std::uint32_t, 3> numbers{9, 9, 9};
  units[2].at = {4, 5};
  CHECK(throng_crowd_add_all(crowd.get(), units.data(), 3, numbers.data()) ==
        THRONG_BAD_ARGUMENT);
  CHECK(std::string(throng_last_error()) == "units[2]: it overlaps units[1] at 4,5");
  units[2].at = {6, 4};
  units[1].period = 256;
  CHECK(throng_crowd_add_all(crowd.get(), units.data(), 3, numbers.data()) ==
        THRONG_BAD_ARGUMENT);
  units[1].period = 2;
  CHECK(throng_crowd_add_all(crowd.get(), units.data(), 3, nullptr) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_add_all(crowd.get(), nullptr, 3, numbers.data()) ==
        THRONG_BAD_ARGUMENT);
  CHECK(numbers == std::array<std::uint32_t, 3>{9, 9, 9});
  succeed(throng_crowd_add_all(crowd.get(), nullptr, 0, nullptr));
  succeed(throng_crowd_add_all(crowd.get(), units.data(), 3, numbers.data()));
  CHECK(numbers == std::array<std::uint32_t, 3>{0, 1, 2});
  CHECK(fits(units[2]) == 0);

  throng_unit_state state{};
  state.size = sizeof state;
  succeed(throng_crowd_set_period(crowd.get(), 2, 255));
  succeed(throng_crowd_get(crowd.get(), 2, &state));
  CHECK(state.period == 255);
  CHECK(throng_crowd_set_period(crowd.get(), 2, 0) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_set_period(crowd.get(), 2, 256) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_set_period(crowd.get(), 3, 1) == THRONG_BAD_ARGUMENT);
  CHECK(std::string(throng_last_error()) == "the crowd has no unit 3");
}

TEST_CASE("units in C are found by their cells, and removed") {
  const CWorkers workers = workers_of(1);
  const CMap map = map_of(*Terrain::make(9, 9), workers);
  const CCrowd crowd = crowd_of(map, THRONG_EXACT);
  auto unit = initialised(throng_crowd_unit_init);
  std::array<std::uint32_t, 3> numbers{};
  for (std::int32_t i = 0; i < 3; ++i) {
    unit.at = {3 * i, 4};
    unit.movement = 1;
    succeed(throng_crowd_add(crowd.get(), &unit, &numbers[i]));
  }
  std::uint32_t found = 0;
  succeed(throng_crowd_unit_in(crowd.get(), {4, 5}, &found));
  CHECK(found == numbers[1]);
  succeed(throng_crowd_unit_in(crowd.get(), {2, 5}, &found));
  CHECK(found == THRONG_NO_UNIT);
  succeed(throng_crowd_unit_in(crowd.get(), {-7, 5}, &found));
  CHECK(found == THRONG_NO_UNIT);
  std::array<std::uint32_t, 3> list{};
  std::size_t count = 0;
  CHECK(throng_crowd_units_in(crowd.get(), {1, 0, 3, 9}, list.data(), 1, &count) ==
        THRONG_TOO_SMALL);
  REQUIRE(count == 2);
  succeed(throng_crowd_units_in(crowd.get(), {1, 0, 3, 9}, list.data(), 2, &count));
  CHECK((list[0] == numbers[0] && list[1] == numbers[1]));
  CHECK(throng_crowd_places(crowd.get(), nullptr, nullptr, 2, &count) == THRONG_TOO_SMALL);
  CHECK(count == 3);
  succeed(throng_crowd_remove(crowd.get(), numbers[1]));
  succeed(throng_crowd_unit_in(crowd.get(), {4, 5}, &found));
  CHECK(found == THRONG_NO_UNIT);
  CHECK(throng_crowd_remove(crowd.get(), numbers[1]) == THRONG_BAD_ARGUMENT);
  CHECK(std::string(throng_last_error()) == "the crowd has no unit 1");
}

TEST_CASE("a crowd in C refuses what does not fit it") {
  const CWorkers workers = workers_of(1);
  const CMap map = map_of(*Terrain::make(9, 9), workers);
  const CCrowd crowd = crowd_of(map, THRONG_EXACT);
  auto unit = initialised(throng_crowd_unit_init);
  std::uint32_t number = 9;
  const auto refused = [&](throng_crowd_unit changed) {
    return throng_crowd_add(crowd.get(), &changed, &number) == THRONG_BAD_ARGUMENT;
  };
  CHECK(throng_crowd_add(crowd.get(), nullptr, &number) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_add(crowd.get(), &unit, nullptr) == THRONG_BAD_ARGUMENT);
  for (const std::int32_t period : {0, -1, 256}) {
    unit.period = period;
    CHECK(refused(unit));
  }
  unit = initialised(throng_crowd_unit_init);
  unit.movement = 2;
  CHECK(refused(unit));
  unit = initialised(throng_crowd_unit_init);
  unit.idle = 3;
  CHECK(refused(unit));
  unit = initialised(throng_crowd_unit_init);
  unit.at = {9, 0};
  CHECK(refused(unit));
  CHECK(number == 9);
  std::uint64_t units = 9, bytes = 0;
  succeed(throng_crowd_info(crowd.get(), &units, &bytes));
  CHECK(units == 0);

  unit.at = {0, 0};
  succeed(throng_crowd_add(crowd.get(), &unit, &number));
  const throng_position out_of_map{0, 9};
  CHECK(throng_crowd_order(crowd.get(), number, nullptr, 0) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_order(crowd.get(), number, nullptr, 1) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_order(crowd.get(), number, &out_of_map, 1) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_order_group(crowd.get(), &number, 1, {0, 0}, nullptr) ==
        THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_stand(crowd.get(), number, -1) == THRONG_BAD_ARGUMENT);
  throng_closed_step lane{{0, 0}, 8, {}};
  CHECK(throng_crowd_set_lanes(crowd.get(), 0, &lane, 1) == THRONG_BAD_ARGUMENT);
  lane.move = 0;
  CHECK(throng_crowd_set_lanes(crowd.get(), 2, &lane, 1) == THRONG_BAD_ARGUMENT);
  auto options = initialised(throng_crowd_options_init);
  options.bodies = 2;
  throng_crowd* other = nullptr;
  CHECK(throng_crowd_create(map.get(), &options, nullptr, &other) == THRONG_BAD_ARGUMENT);
  CHECK(throng_crowd_restore("nothing", 7, map.get(), workers.get(), nullptr, &other) ==
        THRONG_BAD_FORMAT);
  const void* saved = nullptr;
  std::size_t size = 0;
  succeed(throng_crowd_save(crowd.get(), &saved, &size));
  const CMap smaller = map_of(*Terrain::make(9, 8), workers);
  CHECK(throng_crowd_restore(saved, size, smaller.get(), workers.get(), nullptr, &other) ==
        THRONG_BAD_ARGUMENT);
  CHECK(other == nullptr);
}

TEST_CASE("fields of moves in C are those of C++") {
  const Terrain terrain = random_terrain(20, 20, 25, 3);
  const CGrid grid = grid_of_text(to_text(terrain.view()));
  const CWorkers workers = workers_of(1);
  const auto field = made<CStepField>(
      [&](auto* out) { return throng_step_field_create(grid.get(), out); });
  const throng_position goals[] = {{3, 3}, {17, 9}};
  succeed(throng_step_field_set_goals(field.get(), goals, 2, workers.get()));
  Workers team(1);
  StepField other(Grid::make(terrain.view(), {}).value());
  other.set_goals(std::vector<Position>{{3, 3}, {17, 9}}, team);
  std::vector<throng_position> cells;
  for (std::int32_t i = -25; i < 450; ++i) cells.push_back({i % 20, i / 20});
  std::vector<std::uint8_t> moves(cells.size());
  const auto check = [&] {
    succeed(throng_step_field_moves(field.get(), cells.data(), cells.size(), moves.data()));
    for (std::size_t i = 0; i < cells.size(); ++i)
      REQUIRE(moves[i] == other.moves({cells[i].x, cells[i].y}));
  };
  check();
  Terrain edited = terrain;
  edited.set({10, 10}, '@');
  edited.set({11, 10}, '@');
  const CGrid later = grid_of_text(to_text(edited.view()));
  succeed(throng_step_field_follow(field.get(), later.get(), workers.get()));
  other.follow(Grid::make(edited.view(), {}).value(), team);
  check();
  const CGrid small = some_grid();
  CHECK(throng_step_field_follow(field.get(), small.get(), workers.get()) ==
        THRONG_BAD_ARGUMENT);
  check();
}

}  // namespace throng::equal_crowds_test
