// What the C interface answers is what the library answers.
#include "../support/batches.hpp"
#include "../support/maps.hpp"
#include "../support/temporary.hpp"
#include "support.hpp"

#include <throng/throng.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace throng::equal_answers_test {

using namespace test;

namespace {

throng_edit terrain_edit(const MapRect& at, char terrain) {
  return {THRONG_EDIT_TERRAIN, {at.corner.x, at.corner.y, at.width, at.height}, terrain, 0};
}

/// A map with a class of units in both interfaces, and the edits of a game.
struct TwoMaps {
  TwoMaps()
      : living(*LivingMap::make(
            terrain,
            std::vector<LivingClass>{{.landmarks = 4, .fronts = true, .lines = true}}, {},
            workers)),
        c_workers(workers_of(2)) {
    auto movement = initialised(throng_map_class_init);
    movement.landmarks = 4;
    movement.fronts = 1;
    movement.lines = 1;
    const throng_map_class* const classes[] = {&movement};
    const throng_terrain ground = in_c(terrain.view());
    map = made<CMap>([&](auto* out) {
      return throng_map_create(&ground, classes, 1, nullptr, c_workers.get(), out);
    });
  }

  void edit(const MapRect& at, char now) {
    REQUIRE(living.edit(std::vector<Edit>{TerrainEdit{at, now}}, workers));
    const throng_edit change = terrain_edit(at, now);
    succeed(throng_map_edit(map.get(), &change, 1, c_workers.get(), nullptr));
  }

  void check_equal() const {
    std::uint64_t fingerprint = 0;
    succeed(throng_map_fingerprint(map.get(), &fingerprint));
    CHECK(fingerprint == living.fingerprint());
  }

  CGrid grid() const {
    return made<CGrid>([&](auto* out) { return throng_map_grid(map.get(), 0, out); });
  }

  Terrain terrain = random_terrain(40, 30, 25, 9);
  Workers workers{2};
  LivingMap living;
  CWorkers c_workers;
  CMap map;
};

}  // namespace

TEST_CASE("the bundled scenarios have equal hashes, with and without an index") {
  const CWorkers workers = workers_of(2);
  const CBatch batch = batch_of();
  Workers own(2);
  for (const auto& file : files_in(maps_folder(), ".map")) {
    CAPTURE(file.string());
    const Terrain terrain = *read_map(file.string());
    const auto grid = *Grid::make(terrain);
    const std::vector<Query> queries = random_queries(terrain, 400, 3);
    const auto c_queries = in_c(queries);
    const CGrid c_grid = grid_of_text(to_text(terrain.view()));
    auto options = initialised(throng_index_options_init);
    options.hubs = 1;
    options.landmarks = 3;
    const auto index = made<CIndex>([&](auto* out) {
      return throng_index_build(c_grid.get(), &options, workers.get(), nullptr, out);
    });
    const auto by_index = made<CSolver>(
        [&](auto* out) { return throng_solver_create_indexed(index.get(), nullptr, out); });
    const auto own_index =
        *Index::build(grid, {.landmarks = {3}, .hub_labels = {true}}, own);

    const auto check = [&](const CSolver& solver, const Solver& expected) {
      succeed(throng_solve(solver.get(), c_queries.data(), c_queries.size(), workers.get(),
                           nullptr, nullptr, batch.get()));
      CHECK(hash_of(batch) == expected.solve(queries, own).hash());
    };
    check(solver_of(c_grid), *Solver::make(grid));
    check(by_index, *Solver::make(own_index));
  }
}

TEST_CASE("rules, weights, links and closed steps arrive in the grid") {
  const std::string cells = ".....@G.S.1T..........T...";
  const std::vector<Weight> weights(26, 3);
  const std::vector<Link> links{{{0, 0}, {12, 1}, 7}, {{1, 0}, {3, 1}, 2}};
  const std::vector<ClosedStep> steps{{{2, 0}, Move::south}};
  auto rules = initialised(throng_rules_init);
  succeed(throng_rules_terrain(&rules, "G:2,T:5"));
  rules.topology = THRONG_TILE;
  rules.cost_model = THRONG_COST_ENTER;
  auto ground = in_c({cells.data(), 13, 2, 13});
  ground.weights = weights.data();
  std::vector<throng_link> c_links{{{0, 0}, {12, 1}, 7, 0}, {{1, 0}, {3, 1}, 2, 0}};
  ground.links = c_links.data();
  ground.link_count = 2;
  const throng_closed_step closed{{2, 0}, 2, {}};
  ground.closed_steps = &closed;
  ground.closed_step_count = 1;
  const auto grid =
      made<CGrid>([&](auto* out) { return throng_grid_create(&ground, &rules, out); });

  Rules expected;
  expected.topology = Topology::tile;
  expected.cost_model = CostModel::enter;
  expected.movement = *parse_movement("G:2,T:5");
  const auto own = *Grid::make({cells.data(), 13, 2, 13}, expected,
                               {.weights = weights, .closed_steps = steps, .links = links});
  std::vector<Query> queries;
  for (int i = 0; i < 26; ++i) queries.push_back({{0, 0}, {i % 13, i / 13}});
  const CBatch batch = batch_of();
  const CWorkers workers = workers_of(1);
  Workers own_workers(1);
  succeed(throng_solve(solver_of(grid).get(), in_c(queries).data(), queries.size(),
                       workers.get(), nullptr, nullptr, batch.get()));
  const Answers answers = Solver::make(own)->solve(queries, own_workers);
  CHECK(hash_of(batch) == answers.hash());

  // Paths in cells and lengths, links among them.
  const throng_batch_view view = view_of(batch);
  for (std::size_t i = 0; i < view.slots; ++i) {
    std::array<throng_position, 40> cells_of_path{};
    std::size_t count = 0;
    succeed(throng_batch_cells(batch.get(), i, cells_of_path.data(), 40, &count));
    const std::vector<Position> path = answers.path(i).cells();
    REQUIRE(count == path.size());
    CHECK(std::memcmp(cells_of_path.data(), path.data(), count * sizeof path[0]) == 0);
    double length = 0;
    const throng_move* const moves = view.moves + view.path_begin[i];
    const std::size_t size = view.path_begin[i + 1] - view.path_begin[i];
    succeed(throng_grid_length(grid.get(), view.start[i], moves, size, &length));
    CHECK(length == path_length(*own, answers.path(i)));
    std::array<throng_position, 40> again{};
    succeed(throng_grid_cells(grid.get(), view.start[i], moves, size, again.data(), 40));
    CHECK(std::memcmp(again.data(), path.data(), count * sizeof path[0]) == 0);
  }

  PathPoints points;
  find_turning_points(answers, own_workers, points);
  std::vector<std::uint64_t> begin(view.slots + 1);
  std::vector<throng_position> c_points(points.items.size());
  std::size_t count = 0;
  CHECK(throng_batch_turning_points(batch.get(), workers.get(), begin.data(),
                                    c_points.data(), c_points.size() - 1,
                                    &count) == THRONG_TOO_SMALL);
  CHECK(count == c_points.size());
  CHECK(std::ranges::equal(begin, points.begin));
  succeed(throng_batch_turning_points(batch.get(), workers.get(), begin.data(),
                                      c_points.data(), c_points.size(), &count));
  CHECK(std::memcmp(c_points.data(), points.items.data(), count * sizeof c_points[0]) == 0);
  PathRuns runs;
  find_runs(answers, own_workers, runs);
  std::vector<throng_run> c_runs(runs.items.size());
  succeed(throng_batch_runs(batch.get(), workers.get(), begin.data(), c_runs.data(),
                            c_runs.size(), &count));
  CHECK(std::ranges::equal(begin, runs.begin));
  REQUIRE(count == runs.items.size());
  for (std::size_t k = 0; k < count; ++k)
    CHECK(Run{static_cast<Move>(c_runs[k].move), c_runs[k].count} == runs.items[k]);
}

TEST_CASE("lines are those of the library") {
  const Terrain terrain = random_terrain(9, 8, 15, 4);
  const auto grid = *Grid::make(terrain);
  const CGrid c_grid = grid_of_text(to_text(terrain.view()));
  int views = 0, lines = 0;
  for (const auto& [from, to] : all_pairs(terrain)) {
    std::int32_t visible = 2, clear = 2;
    const throng_position a{from.x, from.y}, b{to.x, to.y};
    succeed(throng_grid_line_of_sight(c_grid.get(), a, b, &visible));
    succeed(throng_grid_clear_line(c_grid.get(), a, b, &clear));
    CHECK(visible == int{line_of_sight(*grid, from, to)});
    CHECK(clear == int{clear_line(*grid, from, to)});
    views += visible;
    lines += clear;
  }
  CHECK(lines < views);
}

TEST_CASE("requests are answered as by the library") {
  const Terrain terrain = random_terrain(30, 30, 30, 5);
  const auto grid = *Grid::make(terrain);
  const CGrid c_grid = grid_of_text(to_text(terrain.view()));
  const std::vector<Position> goals{{3, 4}, {20, 21}, {29, 0}};
  std::vector<Request> requests;
  std::vector<throng_request> c_requests;
  for (const Visit visit : {Visit::any, Visit::each, Visit::in_turn})
    for (const bool approach : {false, true})
      for (const double radius : {0.0, 2.5}) {
        requests.push_back({{11, 12}, goals, visit, radius, approach, true});
        c_requests.push_back({{11, 12},
                              reinterpret_cast<const throng_position*>(goals.data()),
                              goals.size(),
                              radius,
                              static_cast<std::int32_t>(visit),
                              THRONG_ESCAPE | (approach ? THRONG_APPROACH : 0U)});
      }
  const CWorkers c_workers = workers_of(2);
  Workers workers(2);
  const CBatch batch = batch_of();
  auto options = initialised(throng_batch_options_init);
  options.max_expansions = 200;
  succeed(throng_solve_requests(solver_of(c_grid).get(), c_requests.data(),
                                c_requests.size(), c_workers.get(), &options, nullptr,
                                batch.get()));
  const Answers expected = Solver::make(grid)->solve(std::span<const Request>(requests),
                                                     workers, {.max_expansions = 200});
  const throng_batch_view view = view_of(batch);
  REQUIRE(view.requests == requests.size());
  REQUIRE(view.slots == expected.slots());
  CHECK(view.first[view.requests] == view.slots);
  CHECK(hash_of(batch) == expected.hash());
  for (std::size_t i = 0; i < view.slots; ++i) {
    CHECK(view.end[i].x == expected.end[i].x);
    CHECK(view.end_cost[i] == expected.end_cost[i]);
  }
}

TEST_CASE("a map that changes, its flow fields and its saved state are the same") {
  TwoMaps maps;
  const std::vector<throng_position> goals{{3, 3}, {30, 20}};
  const auto field = made<CFlowField>(
      [&](auto* out) { return throng_flow_field_create(maps.grid().get(), out); });
  succeed(throng_flow_field_set_goals(field.get(), goals.data(), 2, THRONG_NO_COST_LIMIT,
                                      maps.c_workers.get()));
  std::uint64_t version = 0;
  for (int i = 0; i < 8; ++i) {
    maps.edit({{4 * i, 3 * i}, 5, 4}, i % 3 == 0 ? '.' : '@');
    maps.check_equal();
    throng_changes changes{};
    changes.size = sizeof changes;
    succeed(throng_map_changes(maps.map.get(), version, 0, &changes));
    const CGrid grid = maps.grid();
    succeed(
        throng_flow_field_follow(field.get(), grid.get(), &changes, maps.c_workers.get()));
    throng_map_info info{};
    info.size = sizeof info;
    succeed(throng_map_get_info(maps.map.get(), &info));
    version = info.version;
    CHECK(version == static_cast<std::uint64_t>(maps.living.version()));
    CHECK(info.debt == maps.living.debt());

    Field expected(maps.living.grid(0));
    expected.set_goals(std::array<Position, 2>{{{3, 3}, {30, 20}}}, maps.workers);
    for (const Position p : all_cells(maps.terrain)) {
      std::uint32_t cost = 0;
      succeed(throng_flow_field_distance(field.get(), in_c(p), &cost));
      REQUIRE(cost == expected.distance(p));
      const throng_position unit = in_c(p);
      throng_move next = 0;
      succeed(throng_flow_field_next(field.get(), &unit, 1, nullptr, &next));
      const auto move = expected.next(p);
      REQUIRE(next == (move ? static_cast<throng_move>(*move) : THRONG_STAY));
      std::vector<Move> path;
      expected.append_path(p, {Ties::lanes, AgentId{5}}, maps.workers, path);
      std::array<throng_move, 500> moves{};
      std::size_t count = 0;
      succeed(throng_flow_field_path_by(field.get(), unit, THRONG_TIES_LANES, 5,
                                        maps.c_workers.get(), moves.data(), moves.size(),
                                        &count));
      REQUIRE(count == path.size());
      REQUIRE((count == 0 || std::memcmp(moves.data(), path.data(), count) == 0));
    }
  }
  const void* bytes = nullptr;
  std::size_t size = 0;
  succeed(throng_map_save(maps.map.get(), &bytes, &size));
  CHECK(std::string(static_cast<const char*>(bytes), size) == *maps.living.save());
  maps.map = made<CMap>([&](auto* out) {
    const std::string saved(static_cast<const char*>(bytes), size);
    return throng_map_restore(saved.data(), saved.size(), maps.c_workers.get(), out);
  });
  maps.check_equal();
}

TEST_CASE("frames answer the same requests with the same paths") {
  TwoMaps maps;
  auto scheduler =
      *FrameScheduler::make(maps.living, std::array{SolverOptions{}}, {.lines = true});
  auto c_scheduler = made<CScheduler>([&](auto* out) {
    auto options = initialised(throng_scheduler_options_init);
    options.lines = 1;
    return throng_scheduler_create_on_map(maps.map.get(), nullptr, 0, &options, nullptr,
                                          out);
  });
  const CBatch batch = batch_of();
  Answers finished;
  const std::vector<Query> queries = random_queries(maps.terrain, 60, 8);
  std::size_t answered = 0, lines = 0;
  for (std::uint32_t frame = 0; frame < 40; ++frame) {
    std::array<throng_frame_request, 3> requests{};
    std::array<throng_position, 3> c_goals{};
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Query& query = queries[(3 * frame + i) % queries.size()];
      const std::array goal{query.goal};
      scheduler.submit({.start = query.start,
                        .goals = goal,
                        .agent = AgentId{i},
                        .priority = i == 0 ? Priority::urgent : Priority::normal});
      auto request = initialised(throng_frame_request_init);
      c_goals[i] = in_c(query.goal);
      request.agent = i;
      request.priority = i == 0 ? THRONG_URGENT : THRONG_NORMAL;
      request.request.start = in_c(query.start);
      request.request.goals = &c_goals[i];
      request.request.goal_count = 1;
      requests[i] = request;
      if (frame % 2 == 0) continue;
      std::uint64_t ticket = 0;
      succeed(throng_scheduler_submit(c_scheduler.get(), &request, &ticket));
      CHECK(ticket == 3 * frame + i);
    }
    if (frame % 2 == 0) {
      std::uint64_t first = 0;
      succeed(throng_scheduler_submit_all(c_scheduler.get(), requests.data(), 3, &first));
      CHECK(first == 3 * frame);
    }
    const MapRect at{{static_cast<std::int32_t>(frame % 30), 11}, 3, 3};
    const char now = frame % 2 == 0 ? '@' : '.';
    REQUIRE(scheduler.edit(std::vector<Edit>{TerrainEdit{at, now}}));
    const throng_edit edit = terrain_edit(at, now);
    succeed(throng_scheduler_edit(c_scheduler.get(), &edit, 1));

    const FrameReport report = scheduler.run(FrameBudget::expansions(300), maps.workers);
    throng_frame_report c_report{};
    c_report.size = sizeof c_report;
    succeed(throng_scheduler_run(c_scheduler.get(), THRONG_EXPANSIONS, 300,
                                 maps.c_workers.get(), &c_report));
    CHECK(c_report.frame == frame);
    CHECK(c_report.spent == report.spent);
    CHECK(c_report.debt == report.debt);
    CHECK(c_report.map_spent == report.map_spent);
    CHECK(c_report.microseconds >= c_report.map_microseconds);
    if (frame % 8 == 3)
      succeed(throng_scheduler_reserve(c_scheduler.get(), maps.c_workers.get()));
    scheduler.poll(finished);
    succeed(throng_scheduler_poll(c_scheduler.get(), batch.get()));
    const throng_batch_view view = view_of(batch);
    REQUIRE(view.requests == finished.size());
    for (std::size_t i = 0; i < view.requests; ++i) {
      CHECK(view.ticket[i] == static_cast<std::uint64_t>(finished.ticket[i]));
      CHECK((view.current[i] != 0) == finished.current[i]);
    }
    CHECK(hash_of(batch) == finished.hash());
    for (std::size_t slot = 0; slot < view.slots; ++slot) {
      const std::uint64_t begin = view.point_begin[slot];
      CHECK(view.scale[slot] == 1);
      CHECK(view.length[slot] == finished.length[slot]);
      REQUIRE(view.point_begin[slot + 1] - begin == finished.line(slot).size());
      for (std::size_t k = 0; k < finished.line(slot).size(); ++k)
        CHECK(view.points[begin + k].x == finished.line(slot)[k].x);
      lines += finished.line(slot).size();
    }
    answered += view.requests;
    if (frame != 20) continue;
    const void* bytes = nullptr;
    std::size_t size = 0;
    succeed(throng_scheduler_save(c_scheduler.get(), &bytes, &size));
    const std::string saved(static_cast<const char*>(bytes), size);
    CHECK(saved == *scheduler.save());
    c_scheduler = made<CScheduler>([&](auto* out) {
      return throng_scheduler_restore_on_map(saved.data(), saved.size(), maps.map.get(),
                                             nullptr, out);
    });
    throng_scheduler* none = nullptr;
    CHECK(throng_scheduler_restore(saved.data(), saved.size(), nullptr, 0, nullptr,
                                   &none) == THRONG_BAD_ARGUMENT);
    CHECK(none == nullptr);
  }
  CHECK(answered > 40);
  CHECK(lines > 30);
  maps.check_equal();
}

TEST_CASE("proposals of budgets are those of the library") {
  throng_frame_pace* c_pace = nullptr;
  succeed(throng_frame_pace_create(4'000, &c_pace));
  FramePace pace(4'000);
  for (std::uint64_t frame = 0; frame < 40; ++frame) {
    std::uint64_t expansions = 0;
    succeed(throng_frame_pace_expansions(c_pace, &expansions));
    REQUIRE(expansions == pace.expansions());
    FrameReport report;
    report.spent = expansions + 700 * (frame % 3);
    report.map_spent = 500 * (frame % 2);
    report.microseconds = 300 + 100 * (frame % 7);
    report.map_microseconds = 100 * (frame % 2);
    throng_frame_report c_report{};
    c_report.size = sizeof c_report;
    c_report.spent = report.spent;
    c_report.map_spent = report.map_spent;
    c_report.microseconds = report.microseconds;
    c_report.map_microseconds = report.map_microseconds;
    succeed(throng_frame_pace_note(c_pace, &c_report));
    pace.note(report);
  }
  CHECK(throng_frame_pace_note(c_pace, nullptr) == THRONG_BAD_ARGUMENT);
  CHECK(throng_frame_pace_expansions(c_pace, nullptr) == THRONG_BAD_ARGUMENT);
  succeed(throng_frame_pace_destroy(c_pace));
}

TEST_CASE("fields, tables and places are those of the library") {
  const Terrain terrain = random_terrain(25, 20, 25, 6);
  const auto grid = *Grid::make(terrain);
  const CGrid c_grid = grid_of_text(to_text(terrain.view()));
  const std::vector<Position> points{{1, 1}, {9, 12}, {24, 19}, {-1, 5}};
  const auto* const c_points = reinterpret_cast<const throng_position*>(points.data());
  const CWorkers c_workers = workers_of(2);
  Workers workers(2);
  std::vector<Cost> values(std::size_t{4} * 500);

  auto options = initialised(throng_field_options_init);
  options.metric = THRONG_METRIC_STEPS;
  options.max_cost = 20;
  succeed(throng_distance_field(c_grid.get(), c_points, 4, c_workers.get(), &options,
                                nullptr, values.data(), 500));
  values.resize(500);
  CHECK(values ==
        distances(grid, points, workers,
                  {.metric = FieldMetric::steps, .nearest_source = true, .max_cost = 20}));
  values.resize(2000);
  succeed(throng_distance_fields(c_grid.get(), c_points, 4, c_workers.get(), nullptr,
                                 nullptr, values.data(), values.size()));
  CHECK(values == distances(grid, points, workers));
  values.resize(16);
  succeed(throng_distance_table(c_grid.get(), c_points, 4, c_points, 4, c_workers.get(),
                                nullptr, nullptr, values.data(), 16));
  CHECK(values == distances(grid, points, points, workers));

  const auto places =
      made<CPlaces>([&](auto* out) { return throng_places_create(c_grid.get(), out); });
  succeed(throng_places_set(places.get(), c_points, 3, c_workers.get()));
  const std::vector<Position> starts = all_cells(terrain);
  std::vector<throng_nearest> nearest(starts.size());
  succeed(throng_places_find(places.get(),
                             reinterpret_cast<const throng_position*>(starts.data()),
                             starts.size(), nearest.data()));
  Field own(grid);
  own.set_goals(std::span(points).first(3), workers);
  std::vector<Nearest> expected(starts.size());
  own.find_nearest(starts, expected);
  CHECK(std::memcmp(nearest.data(), expected.data(), 8 * starts.size()) == 0);

  std::array<throng_position, 9> spread{};
  std::size_t found = 0;
  succeed(throng_spread_goals(c_grid.get(), c_points[1], c_points[0], 9, spread.data(),
                              &found));
  const auto own_spread = spread_goals(*grid, points[1], points[0], 9);
  REQUIRE(found == own_spread.size());
  CHECK(std::memcmp(spread.data(), own_spread.data(), 8 * found) == 0);
}

TEST_CASE("blocks of edits, what was there before, and danger") {
  Workers workers(1);
  const CWorkers c_workers = workers_of(1);
  const Terrain terrain = random_terrain(20, 15, 25, 9);
  const std::vector<Weight> weights(terrain.cell_count(), 2);
  LivingMap living = *LivingMap::make(
      terrain, std::vector<LivingClass>{{.rules = {}}, {.rules = {}, .max_danger = 7}},
      {.weights = weights, .max_weight = 9}, workers);
  auto plain = initialised(throng_map_class_init),
       wary = initialised(throng_map_class_init);
  wary.max_danger = 7;
  const throng_map_class* const classes[] = {&plain, &wary};
  throng_terrain ground = in_c(terrain.view());
  ground.weights = weights.data();
  auto options = initialised(throng_map_options_init);
  options.max_weight = 9;
  const auto map = made<CMap>([&](auto* out) {
    return throng_map_create(&ground, classes, 2, &options, c_workers.get(), out);
  });

  const std::string characters = "@.W..@";
  const std::vector<Weight> some{1, 9, 0, 3, 4, 5}, danger{7, 0, 1, 2, 3, 4};
  const throng_block blocks[] = {{characters.data(), some.data()},
                                 {nullptr, danger.data()}};
  const throng_rect at{4, 5, 3, 2};
  const throng_edit edits[] = {{THRONG_EDIT_TERRAIN_BLOCK, at, 0, 0},
                               {THRONG_EDIT_WEIGHT_BLOCK, at, 0, 0},
                               {THRONG_EDIT_DANGER, at, 1, 1},
                               {THRONG_EDIT_RESTORE, {5, 5, 1, 1}, 0, 0}};
  const MapRect area{{4, 5}, 3, 2};
  REQUIRE(living.edit(
      std::vector<Edit>{TerrainBlockEdit{{4, 5}, {characters.data(), 3, 2, 3}},
                        WeightBlockEdit{area, some}, DangerEdit{1, area, danger},
                        RestoreEdit{{{5, 5}, 1, 1}}},
      workers));
  succeed(throng_map_edit_blocks(map.get(), edits, 4, blocks, 2, c_workers.get(), nullptr));
  std::uint64_t fingerprint = 0;
  succeed(throng_map_fingerprint(map.get(), &fingerprint));
  CHECK(fingerprint == living.fingerprint());

  const auto refused = [&](throng_edit edit) {
    CHECK(throng_map_edit_blocks(map.get(), &edit, 1, blocks, 2, c_workers.get(),
                                 nullptr) == THRONG_BAD_ARGUMENT);
    succeed(throng_map_fingerprint(map.get(), &fingerprint));
    CHECK(fingerprint == living.fingerprint());
  };
  refused({THRONG_EDIT_TERRAIN_BLOCK, at, 1, 0});  // has no characters
  refused({THRONG_EDIT_WEIGHT_BLOCK, at, 2, 0});   // no such block
  refused({THRONG_EDIT_WEIGHT_BLOCK, at, -1, 0});
  refused({THRONG_EDIT_DANGER, at, 1, 0});  // a class without danger
  refused({THRONG_EDIT_DANGER, at, 1, -1});
  refused({THRONG_EDIT_DANGER, {4, 5, -3, 2}, 1, 1});
}

TEST_CASE("groups receive the same places by C") {
  const Terrain terrain = random_terrain(25, 20, 20, 8);
  throng_rules large = initialised(throng_rules_init);
  large.unit_size = 2;
  const CGrid small_grid = grid_of_text(to_text(terrain.view()));
  const CGrid large_grid = grid_of_text(to_text(terrain.view()), &large);
  const std::array<const throng_grid*, 2> c_grids{small_grid.get(), large_grid.get()};
  const std::vector<Index> movements{*Grid::make(terrain),
                                     *Grid::make(terrain, {.unit_size = 2})};
  std::vector<GroupUnit> units;
  for (std::int32_t k = 0; k < 60; ++k)
    units.push_back({{k % 25, k / 3}, static_cast<std::uint32_t>(k % 2)});
  const auto* const c_units = reinterpret_cast<const throng_group_unit*>(units.data());
  const auto c_taken =
      made<CTakenCells>([](auto* out) { return throng_taken_cells_create(25, 20, out); });
  TakenCells taken = *TakenCells::make(25, 20);
  for (const Position corner : {Position{12, 10}, Position{13, 10}, Position{24, 19}}) {
    const bool added = taken.add(corner, 2);
    CHECK((throng_taken_cells_add(c_taken.get(), in_c(corner), 2) == THRONG_OK) == added);
  }
  CHECK(throng_taken_cells_remove(c_taken.get(), {1, 1}, 1) == THRONG_BAD_ARGUMENT);
  succeed(throng_taken_cells_remove(c_taken.get(), {13, 10}, 2));
  REQUIRE(taken.remove({13, 10}, 2));

  std::vector<throng_position> c_places(units.size());
  succeed(throng_promise_places(c_grids.data(), 2, c_units, units.size(), {12, 10}, 40'000,
                                c_taken.get(), c_places.data()));
  std::vector<Position> places = *promise_places(movements, units, {12, 10}, taken, 40'000);
  CHECK(std::memcmp(places.data(), c_places.data(), 8 * places.size()) == 0);
  for (const Position p : all_cells(terrain)) {
    std::int32_t is_free = -1;
    succeed(throng_taken_cells_is_free(c_taken.get(), in_c(p), 1, &is_free));
    CHECK((is_free == 1) == taken.is_free(p));
  }

  const CWorkers c_workers = workers_of(1);
  std::vector<CIndex> c_indexes;
  for (const throng_grid* const grid : c_grids)
    c_indexes.push_back(made<CIndex>([&](auto* out) {
      return throng_index_build(grid, nullptr, c_workers.get(), nullptr, out);
    }));
  const std::array<const throng_index*, 2> handles{c_indexes[0].get(), c_indexes[1].get()};
  succeed(throng_exchange_places(handles.data(), 2, c_units, units.size(), c_workers.get(),
                                 c_places.data()));
  Workers workers(1);
  REQUIRE(exchange_places(movements, units, places, workers));
  CHECK(std::memcmp(places.data(), c_places.data(), 8 * places.size()) == 0);

  const std::vector<std::uint32_t> costs{4, THRONG_NO_PATH, 9, 1, 2, 3};
  std::array<std::uint32_t, 2> place_of{};
  succeed(throng_assign_by_cost(2, 3, costs.data(), place_of.data()));
  CHECK(place_of == std::array<std::uint32_t, 2>{0, 1});
  const std::array<throng_group_unit, 1> unknown{{{{0, 0}, 2}}};
  CHECK(throng_promise_places(c_grids.data(), 2, unknown.data(), 1, {12, 10}, 0,
                              c_taken.get(), c_places.data()) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("units walk their routes, and a book says which of them an edit broke") {
  const Terrain open = *Terrain::make(20, 20);
  const CWorkers workers = workers_of(1);
  auto movement = initialised(throng_map_class_init);
  const throng_map_class* const classes[] = {&movement};
  const throng_terrain ground = in_c(open.view());
  const auto map = made<CMap>([&](auto* out) {
    return throng_map_create(&ground, classes, 1, nullptr, workers.get(), out);
  });
  const auto grid =
      made<CGrid>([&](auto* out) { return throng_map_grid(map.get(), 0, out); });
  const CSolver solver = solver_of(grid);
  const CBatch batch = batch_of();
  const throng_query queries[] = {{{0, 0}, {19, 0}}, {{4, 0}, {9, 0}}, {{0, 9}, {9, 9}}};
  succeed(
      throng_solve(solver.get(), queries, 3, workers.get(), nullptr, nullptr, batch.get()));

  const auto route =
      made<CRoute>([&](auto* out) { return throng_route_create(nullptr, out); });
  throng_position at{};
  std::size_t moves = 0;
  std::int32_t passes = 0;
  succeed(throng_route_assign(route.get(), batch.get(), 0));
  succeed(throng_route_advance(route.get(), grid.get(), 3, &at));
  CHECK(at.x == 3);
  succeed(throng_route_ahead(route.get(), grid.get(), 100, &at));
  CHECK(at.x == 19);
  succeed(throng_route_join(route.get(), grid.get(), batch.get(), 1, &passes));
  CHECK(passes == 1);
  succeed(throng_route_info(route.get(), &at, &moves));
  CHECK(moves == 6);
  std::array<throng_move, 6> list{};
  succeed(throng_route_moves(route.get(), list.data(), 6, &moves));
  CHECK(list == std::array<throng_move, 6>{1, 1, 1, 1, 1, 1});
  CHECK(throng_route_append(route.get(), batch.get(), 2) == THRONG_BAD_ARGUMENT);
  CHECK(throng_route_splice(route.get(), 2, batch.get(), 2) == THRONG_BAD_ARGUMENT);

  const auto book = made<CRouteBook>(
      [&](auto* out) { return throng_route_book_create(grid.get(), nullptr, out); });
  std::array<std::uint32_t, 2> ids{};
  succeed(throng_route_book_add(book.get(), batch.get(), 0, {19, 0}, ids.data()));
  succeed(throng_route_book_add(book.get(), batch.get(), 2, {9, 9}, &ids[1]));
  const throng_edit wall = terrain_edit({{10, 0}, 1, 3}, '@');
  succeed(throng_map_edit(map.get(), &wall, 1, workers.get(), nullptr));
  const auto later =
      made<CGrid>([&](auto* out) { return throng_map_grid(map.get(), 0, out); });
  throng_changes changes{};
  changes.size = sizeof changes;
  succeed(throng_map_changes(map.get(), 0, 0, &changes));
  throng_review review{};
  review.size = sizeof review;
  succeed(
      throng_route_book_review(book.get(), later.get(), &changes, workers.get(), &review));
  REQUIRE(review.broken_count == 1);
  CHECK(review.broken[0] == ids[0]);
  throng_route_state state{};
  state.size = sizeof state;
  succeed(throng_route_book_get(book.get(), ids[0], &state));
  CHECK(state.broken == 1);
  CHECK(state.cost == THRONG_NO_PATH);
  succeed(throng_route_book_advance(book.get(), ids[1], 4, &at));
  CHECK(at.x == 4);
  const std::array<throng_new_path, 2> both{
      {{{9, 9}, 2, ids[0], 0}, {{19, 0}, 0, ids[1], 0}}};
  succeed(throng_route_book_replace_all(book.get(), batch.get(), both.data(), 2,
                                        workers.get()));
  for (const std::size_t k : {0, 1}) {
    succeed(throng_route_book_get(book.get(), ids[k], &state));
    CHECK(state.broken == static_cast<std::int32_t>(k));
    CHECK(state.goal.x == both[k].goal.x);
  }
  const void* bytes = nullptr;
  std::size_t size = 0;
  succeed(throng_route_book_save(book.get(), &bytes, &size));
  const auto loaded = made<CRouteBook>([&](auto* out) {
    return throng_route_book_restore(bytes, size, later.get(), nullptr, out);
  });
  for (const std::uint32_t id : ids) {
    succeed(throng_route_book_get(book.get(), id, &state));
    throng_route_state other = state;
    succeed(throng_route_book_get(loaded.get(), id, &other));
    CHECK(other.at.x == state.at.x);
    CHECK(other.moves == state.moves);
    CHECK(other.cost == state.cost);
  }
  succeed(throng_route_book_remove(book.get(), ids[0]));
  CHECK(throng_route_book_remove(book.get(), ids[0]) == THRONG_BAD_ARGUMENT);
}

TEST_CASE("a unit in a book of the C interface walks, is pushed and joins a path") {
  const Terrain open = *Terrain::make(20, 20);
  const CWorkers workers = workers_of(1);
  const CGrid grid = grid_of_text(to_text(open.view()));
  const CSolver solver = solver_of(grid);
  const CBatch batch = batch_of();
  const throng_query queries[] = {{{0, 0}, {19, 0}}, {{4, 0}, {4, 9}}, {{7, 7}, {9, 9}}};
  succeed(
      throng_solve(solver.get(), queries, 3, workers.get(), nullptr, nullptr, batch.get()));
  const auto book = made<CRouteBook>(
      [&](auto* out) { return throng_route_book_create(grid.get(), nullptr, out); });
  std::uint32_t unit = 0;
  succeed(throng_route_book_add(book.get(), batch.get(), 0, {19, 0}, &unit));
  succeed(throng_route_book_set_user(book.get(), unit, 77));
  throng_position at{};
  std::int32_t passes = 0;
  succeed(throng_route_book_ahead(book.get(), unit, 4, &at));
  CHECK(at.x == 4);
  succeed(throng_route_book_truncate(book.get(), unit, 9));
  succeed(throng_route_book_walk_on(book.get(), unit, 4, &at));
  CHECK(at.x == 4);
  succeed(throng_route_book_place(book.get(), unit, {2, 0}, &passes));
  CHECK(passes == 1);
  succeed(throng_route_book_join(book.get(), unit, batch.get(), 2, {9, 9}, &passes));
  CHECK(passes == 0);
  succeed(throng_route_book_join(book.get(), unit, batch.get(), 1, {4, 9}, &passes));
  CHECK(passes == 1);
  throng_route_state state{};
  state.size = sizeof state;
  succeed(throng_route_book_get(book.get(), unit, &state));
  CHECK(state.moves == 11);
  CHECK(state.goal.y == 9);
  CHECK(state.user == 77);
  const throng_new_path away{{9, 9}, 2, unit, 0};
  const std::uint32_t* missed = nullptr;
  std::size_t count = 0;
  succeed(throng_route_book_join_all(book.get(), batch.get(), &away, 1, workers.get(),
                                     &missed, &count));
  REQUIRE(count == 1);
  CHECK(missed[0] == unit);
  succeed(throng_route_book_place(book.get(), unit, {15, 15}, &passes));
  CHECK(passes == 0);
  CHECK(throng_route_book_place(book.get(), unit, {20, 0}, &passes) == THRONG_BAD_ARGUMENT);
  succeed(throng_route_book_get(book.get(), unit, &state));
  CHECK(state.moves == 0);
}

}  // namespace throng::equal_answers_test
