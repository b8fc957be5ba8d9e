#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/must.hpp"

#include <throng/generate.hpp>
#include <throng/living_map.hpp>
#include <throng/map_io.hpp>
#include <throng/solver.hpp>

#include <algorithm>

namespace throng::solver_test {

namespace {

Solver solver_on(std::string_view drawing, const SolverOptions& options = {}) {
  return *Solver::make(*Grid::make(test::drawn(drawing)), options);
}

struct Answer {
  Status status;
  Cost cost;
  std::size_t moves;

  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer(const Solver& solver, const Query& query, const BatchOptions& options = {}) {
  Workers workers(1);
  const Answers result = solver.solve(std::span(&query, 1), workers, options);
  return {result.status[0], result.cost[0], result.path(0).moves().size()};
}

}  // namespace

TEST_CASE("every query gets the status that tells what happened") {
  const Solver solver = solver_on(R"(
      ..@.
      ..@.
      ..@@)");
  CHECK(answer(solver, {{0, 0}, {1, 1}}) == Answer{Status::found, 3363, 1});
  CHECK(answer(solver, {{1, 1}, {1, 1}}) == Answer{Status::found, 0, 0});
  CHECK(answer(solver, {{0, 0}, {3, 0}}) == Answer{Status::unreachable, kUnreachable, 0});
  CHECK(answer(solver, {{2, 0}, {0, 0}}) == Answer{Status::start_blocked, kUnreachable, 0});
  CHECK(answer(solver, {{0, 0}, {2, 0}}) == Answer{Status::goal_blocked, kUnreachable, 0});
  CHECK(answer(solver, {{2, 0}, {2, 0}}) == Answer{Status::start_blocked, kUnreachable, 0});
  for (const Position outside : {Position{-1, 0}, Position{0, -1}, Position{4, 0},
                                 Position{0, 3}, Position{2147483647, -2147483647 - 1}}) {
    CHECK(answer(solver, {outside, {0, 0}}) == Answer{Status::out_of_map, kUnreachable, 0});
    CHECK(answer(solver, {{0, 0}, outside}) == Answer{Status::out_of_map, kUnreachable, 0});
  }
}

TEST_CASE("a search stops at its limits and says what it has proven") {
  const Solver solver = solver_on(R"(
      .........
      .@@@@@@@.
      .........
      .@@@@@@@@
      .........)");
  const Query query{{8, 0}, {8, 4}};
  const Answer free = answer(solver, query);
  REQUIRE(free.status == Status::found);

  CHECK(answer(solver, query, {.max_cost = free.cost}) == free);
  CHECK(answer(solver, query, {.max_cost = free.cost - 1}) ==
        Answer{Status::over_max_cost, free.cost, 0});
  CHECK(answer(solver, query, {.max_cost = 0}) == Answer{Status::over_max_cost, 1, 0});

  Cost bound = 0;
  std::uint32_t budget = 0;
  for (;; ++budget) {
    const Answer stopped = answer(solver, query, {.max_expansions = budget});
    if (stopped.status == Status::found) break;
    REQUIRE(stopped.status == Status::out_of_budget);
    CHECK(stopped.cost >= bound);  // more work proves more
    CHECK(stopped.cost >= 4 * 2378);
    CHECK(stopped.cost <= free.cost);
    CHECK(stopped.moves == 0);
    bound = stopped.cost;
  }
  CHECK(budget > 4);
  CHECK(answer(solver, query, {.max_expansions = budget}) == free);
}

TEST_CASE("a path can be had as moves, cells, turning points and runs") {
  const Solver solver = solver_on(R"(
      ....
      @@@.
      ....)");
  Workers workers(1);
  const Query query{{0, 0}, {1, 2}};
  const Answers result = solver.solve(std::span(&query, 1), workers);
  const PathView path = result.path(0);
  CHECK(path.start() == query.start);
  CHECK(path.cells() ==
        std::vector<Position>{
            {0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}, {3, 2}, {2, 2}, {1, 2}});
  CHECK(path.turning_points() == std::vector<Position>{{0, 0}, {3, 0}, {3, 2}, {1, 2}});
  CHECK(path.runs() ==
        std::vector<Run>{{Move::east, 3}, {Move::south, 2}, {Move::west, 2}});
  CHECK(path_length(solver.grid(), path) == 7);
}

TEST_CASE("a path has the same forms in vectors that are used again") {
  // Runs of all lengths around those of whole words, before and after each other.
  SplitMix64 random(5);
  std::vector<Position> cells, points;
  std::vector<Run> runs;
  std::vector<Move> moves;
  for (const Topology topology : kTopologies)
    for (int round = 0; round < 300; ++round) {
      std::vector<Run> expected_runs;
      std::vector<Position> expected_cells{{50, 60}}, expected_points{{50, 60}};
      moves.clear();
      while (random.below(6) != 0) {
        const auto move = static_cast<Move>(random.below(4));
        const auto count = static_cast<std::uint32_t>(1 + random.below(20));
        if (!expected_runs.empty() && expected_runs.back().move == move) continue;
        expected_runs.push_back({move, count});
        for (std::uint32_t k = 0; k < count; ++k) {
          moves.push_back(move);
          expected_cells.push_back(step(topology, expected_cells.back(), move));
        }
        expected_points.push_back(expected_cells.back());
      }
      const PathView path(topology, {50, 60}, moves);
      const std::size_t before = test::heap_allocations();
      const bool fits = cells.capacity() > moves.size() &&
                        std::min(runs.capacity(), points.capacity()) > expected_runs.size();
      path.cells(cells);
      path.turning_points(points);
      path.runs(runs);
      if (fits) CHECK(test::heap_allocations() == before);
      CHECK(cells == expected_cells);
      CHECK(points == expected_points);
      CHECK(runs == expected_runs);
      CHECK(path.cells() == cells);
      CHECK(path.turning_points() == points);
      CHECK(path.runs() == runs);
    }
}

TEST_CASE("the path of a query that was not found is its start alone") {
  const Solver solver = solver_on(".@.");
  Workers workers(1);
  const std::vector<Query> queries{{{0, 0}, {2, 0}}, {{2, 0}, {2, 0}}};
  const Answers result = solver.solve(queries, workers);
  for (const std::size_t i : {0U, 1U}) {
    CHECK(result.path(i).moves().empty());
    CHECK(result.path(i).cells() == std::vector<Position>{queries[i].start});
    CHECK(result.path(i).turning_points() == std::vector<Position>{queries[i].start});
    CHECK(result.path(i).runs().empty());
  }
}

TEST_CASE("answers do not depend on the number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(90, 80, 33, 7);
  const std::vector<Query> queries = test::random_queries(terrain, 700, 8);
  for (const Rules& rules :
       {Rules{}, Rules{.topology = Topology::tile}, Rules{.corners = Corners::always}}) {
    const auto solver = *Solver::make(*Grid::make(terrain, rules));
    CAPTURE(test::in_words(rules));
    Workers alone(1);
    const Answers expected = solver.solve(queries, alone);
    test::on_all_threads<Workers>([&](Workers& workers) {
      for (int repeat = 0; repeat < 2; ++repeat)
        CHECK(test::same(solver.solve(queries, workers), expected));
    });
  }
}

TEST_CASE("an answer depends on its query alone, not on its neighbours in the batch") {
  const Terrain terrain = test::random_terrain(40, 40, 30, 1);
  const auto solver = *Solver::make(*Grid::make(terrain));
  std::vector<Query> queries = test::random_queries(terrain, 200, 2);
  Workers workers(1);
  const Answers together = solver.solve(queries, workers);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Answers alone = solver.solve(std::span(&queries[i], 1), workers);
    REQUIRE(alone.status[0] == together.status[i]);
    REQUIRE(alone.cost[0] == together.cost[i]);
    REQUIRE(alone.expanded[0] == together.expanded[i]);
    REQUIRE(std::ranges::equal(alone.path(0).moves(), together.path(i).moves()));
  }
}

TEST_CASE("workers and results serve batches of any size on maps of any size",
          "[parallel]") {
  Workers workers(3);
  Answers result;
  for (const std::int32_t size : {30, 5, 60, 1, 30}) {
    const Terrain terrain = test::random_terrain(size, size, 20, 4);
    const auto solver = *Solver::make(*Grid::make(terrain));
    for (const std::size_t count : {100U, 0U, 1U, 300U, 2U}) {
      const std::vector<Query> queries = test::random_queries(terrain, count, 5);
      solver.solve(queries, workers, result);
      REQUIRE(result.size() == count);
      REQUIRE(result.path_begin.size() == count + 1);
      Workers fresh(1);
      REQUIRE(test::same(result, solver.solve(queries, fresh)));
    }
  }
}

TEST_CASE("memory stops growing once a batch has been met", "[parallel]") {
  const Terrain terrain = test::random_terrain(64, 64, 25, 4);
  const auto solver = *Solver::make(*Grid::make(terrain));
  const std::vector<Query> queries = test::random_queries(terrain, 400, 5);
  Workers workers(1);
  CHECK(workers.memory_bytes() < 65536);
  Answers result;
  solver.solve(queries, workers, result);
  const std::size_t bytes = workers.memory_bytes();
  CHECK(bytes >= 4 * 66 * 66);
  const Move* const moves = result.moves.data();
  for (int repeat = 0; repeat < 3; ++repeat) {
    solver.solve(queries, workers, result);
    CHECK(workers.memory_bytes() == bytes);
    CHECK(result.moves.data() == moves);
  }
}

TEST_CASE("costs alone take no paths", "[parallel]") {
  const Terrain terrain = test::random_terrain(40, 40, 25, 4);
  const auto solver = *Solver::make(*Grid::make(terrain));
  const std::vector<Query> queries = test::random_queries(terrain, 100, 5);
  Workers workers(2);
  const Answers with = solver.solve(queries, workers);
  const Answers without = solver.solve(queries, workers, {.paths = false});
  CHECK(with.cost == without.cost);
  CHECK(!with.moves.empty());
  CHECK(without.moves.empty());
  CHECK(without.path_begin == Column<std::uint64_t>(queries.size() + 1, 0));
}

TEST_CASE("only the first moves of paths are kept where no more are wanted", "[parallel]") {
  const Terrain terrain = test::random_terrain(30, 30, 25, 6);
  const Solver solver = *Solver::make(*Grid::make(terrain));
  std::vector<Query> queries = test::random_queries(terrain, 200, 3);
  for (std::size_t i = 0; i < queries.size(); i += 2) queries[i].goal = queries[0].goal;
  Workers workers(2);
  for (const Sharing sharing : {Sharing::none, Sharing::goals}) {
    const Answers whole = solver.solve(queries, workers, {.sharing = sharing});
    const Answers cut =
        solver.solve(queries, workers, {.sharing = sharing, .max_moves = 4});
    CHECK(cut.cost == whole.cost);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto all = whole.path(i).moves(), first = cut.path(i).moves();
      CHECK(std::ranges::equal(first, all.first(std::min<std::size_t>(4, all.size()))));
    }
  }
}

TEST_CASE("latency is measured when asked for", "[parallel]") {
  const Terrain terrain = test::random_terrain(40, 40, 25, 4);
  const auto solver = *Solver::make(*Grid::make(terrain));
  const std::vector<Query> queries = test::random_queries(terrain, 100, 5);
  Workers workers(2);
  Answers result = solver.solve(queries, workers, {.latency = true});
  REQUIRE(result.microseconds.size() == queries.size());
  CHECK(*std::ranges::max_element(result.microseconds) > 0);
  solver.solve(queries, workers, result);
  CHECK(result.microseconds.empty());
}

TEST_CASE("a monitor counts what is done and cancels what is not begun", "[parallel]") {
  const Terrain terrain = test::random_terrain(40, 40, 25, 4);
  const auto solver = *Solver::make(*Grid::make(terrain));
  const std::vector<Query> queries = test::random_queries(terrain, 100, 5);
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    Monitor monitor;
    CHECK(solver.solve(queries, workers, {.monitor = &monitor}).cost ==
          solver.solve(queries, workers).cost);
    CHECK(monitor.done == queries.size());

    monitor.cancel = true;
    const Answers cancelled = solver.solve(queries, workers, {.monitor = &monitor});
    CHECK(cancelled.status == Column<Status>(queries.size(), Status::cancelled));
    CHECK(cancelled.cost == Column<Cost>(queries.size(), 0));
  }
}

TEST_CASE("a heuristic that is not admissible is refused") {
  Rules tile;
  tile.topology = Topology::tile;
  const auto grid = *Grid::make(test::drawn("..."), tile);
  const auto refused = Solver::make(grid, {Algorithm::astar, Heuristic::octile});
  REQUIRE(!refused);
  CHECK(refused.error().code == Code::unsupported);
  CHECK(refused.error().what ==
        "heuristic octile is not admissible on tile grids; use manhattan");

  const auto hex = *Grid::make(test::drawn("..."), {.topology = Topology::hex});
  for (const Heuristic heuristic :
       {Heuristic::manhattan, Heuristic::octile, Heuristic::euclid})
    CHECK(Solver::make(hex, {Algorithm::astar, heuristic}).error().code ==
          Code::unsupported);
  CHECK(Solver::make(grid, {Algorithm::astar, Heuristic::hex}).error().what ==
        "heuristic hex is not admissible on tile grids; use manhattan");
}

TEST_CASE("automatic choices say what they became") {
  const auto chosen = [](const Solver& solver) {
    return std::string(name(solver.algorithm())) + " " +
           std::string(name(solver.heuristic()));
  };
  const Terrain rooms = test::must(read_map((test::maps_folder() / "rooms.map").string()));
  const Terrain noise = test::random_terrain(60, 60, 30, 1);
  const Terrain sparse = test::random_terrain(60, 60, 10, 1);
  Rules cut, tile;
  cut.corners = Corners::cut_one;
  tile.topology = Topology::tile;
  CHECK(chosen(*Solver::make(*Grid::make(rooms))) == "jps octile");
  CHECK(chosen(*Solver::make(*Grid::make(noise))) == "astar octile");
  CHECK(chosen(*Solver::make(*Grid::make(rooms, cut))) == "astar octile");
  CHECK(chosen(*Solver::make(*Grid::make(rooms, tile))) == "astar manhattan");
  CHECK(chosen(*Solver::make(*Grid::make(rooms, tile),
                             {Algorithm::textbook, Heuristic::plain})) ==
        "textbook manhattan");
  const Rules hex{.topology = Topology::hex}, tex{.topology = Topology::tex};
  CHECK(chosen(*Solver::make(*Grid::make(rooms, hex))) == "astar hex");
  CHECK(chosen(*Solver::make(*Grid::make(rooms, tex))) == "astar hex");
  Rules marsh;
  marsh.movement.set('.', 2);
  CHECK(chosen(*Solver::make(*Grid::make(rooms, marsh))) == "astar octile");

  Workers workers(1);
  const auto with_landmarks = [&](const Terrain& terrain, const Rules& rules) {
    return chosen(*Solver::make(
        *Index::build(*Grid::make(terrain, rules), {.landmarks = {2}}, workers)));
  };
  CHECK(with_landmarks(rooms, {}) == "jps landmark");
  CHECK(with_landmarks(noise, {}) == "jps landmark");
  CHECK(with_landmarks(sparse, {}) == "astar octile");
  CHECK(with_landmarks(rooms, cut) == "astar landmark");
  CHECK(with_landmarks(rooms, tile) == "astar landmark");
  CHECK(with_landmarks(rooms, hex) == "astar landmark");
  CHECK(with_landmarks(rooms, marsh) == "astar landmark");
}

TEST_CASE("automatic chooses no part of an index that makes queries slower") {
  const Terrain sparse = test::random_terrain(60, 60, 10, 1);
  const Terrain dense = test::random_terrain(60, 60, 25, 1);
  const Terrain maze = test::must(read_map((test::maps_folder() / "maze.map").string()));
  Workers workers(1);
  const auto chosen = [&](const Terrain& terrain, const IndexOptions& how,
                          const SolverOptions& options = {}) {
    const auto solver =
        *Solver::make(*Index::build(*Grid::make(terrain), how, workers), options);
    return std::string(name(solver.algorithm())) + " " +
           std::string(name(solver.heuristic()));
  };
  const IndexOptions graph{.landmarks = {0}};
  const IndexOptions landmarks{.landmarks = {2}, .jump_graph = false};
  const IndexOptions both{.landmarks = {2}};
  const IndexOptions points{
      .landmarks = {.count = 2, .storage = LandmarkStorage::jump_points}};
  for (const IndexOptions& how : {graph, landmarks, both, points})
    CHECK(chosen(sparse, how) == "astar octile");
  CHECK(chosen(sparse, both, {.heuristic = Heuristic::landmark}) == "jps landmark");
  CHECK(chosen(sparse, landmarks, {.algorithm = Algorithm::astar}) == "astar octile");
  CHECK(chosen(dense, graph) == "astar octile");
  CHECK(chosen(dense, landmarks) == "astar landmark");
  CHECK(chosen(dense, both) == "jps landmark");
  CHECK(chosen(dense, points) == "jps landmark");
  CHECK(chosen(maze, graph) == "jps octile");
  CHECK(chosen(maze, landmarks) == "astar landmark");
  CHECK(chosen(maze, {.landmarks = {0}, .jump_graph = false}) == "jps octile");
  CHECK(chosen(maze, both) == "jps landmark");
}

TEST_CASE("automatic choices use areas where there are many dead ends, and gates last") {
  const Terrain maze = test::must(read_map((test::maps_folder() / "maze.map").string()));
  const Terrain open = test::drawn("....\n....\n....\n");
  Rules cut;
  cut.corners = Corners::cut_one;
  Workers workers(1);
  const auto chosen = [&](const Terrain& terrain, const Rules& rules,
                          const IndexOptions& how) {
    const auto solver =
        *Solver::make(*Index::build(*Grid::make(terrain, rules), how, workers));
    return std::string(name(solver.algorithm())) + " " +
           std::string(name(solver.heuristic()));
  };
  const IndexOptions areas{.landmarks = {0}, .areas = true};
  const IndexOptions gates{.landmarks = {0}, .gates = {true}};
  const IndexOptions both{.landmarks = {2}, .areas = true};
  const IndexOptions all{.landmarks = {2}, .gates = {true}};
  CHECK(chosen(maze, {}, areas) == "jps deadend");
  CHECK(chosen(open, {}, areas) == "jps octile");
  CHECK(chosen(maze, cut, areas) == "astar deadend");
  CHECK(chosen(maze, cut, gates) == "astar gateway");
  CHECK(chosen(maze, {}, both) == "jps landmark");
  CHECK(chosen(maze, cut, both) == "astar best");
  CHECK(chosen(open, cut, both) == "astar landmark");
  CHECK(chosen(maze, cut, all) == "astar landmark");
}

TEST_CASE("automatic chooses among fronts, hierarchy and jumps by the map") {
  Workers workers(1);
  const auto made = [](MapKind kind, GenerateOptions options, std::int32_t side = 128) {
    options.width = options.height = side;
    return *generate(kind, options);
  };
  const Terrain noise = made(MapKind::random, {.density = 25});
  const Terrain sparse = made(MapKind::random, {.density = 10});
  const Terrain dense = made(MapKind::random, {.density = 40});
  const Terrain open = made(MapKind::empty, {});
  const Terrain forest = made(MapKind::maze, {.corridor = 4});
  const Terrain thicket = made(MapKind::maze, {.corridor = 2});
  const Terrain maze = made(MapKind::maze, {.corridor = 1});
  const Terrain few_rooms = made(MapKind::rooms, {});
  const Terrain rooms = made(MapKind::rooms, {}, 256);
  const Terrain hills = made(MapKind::terrain, {});
  const Terrain wide_hills = made(MapKind::terrain, {}, 256);
  const auto chosen = [&](const Terrain& terrain, const IndexOptions& how) {
    const auto solver = *Solver::make(*Index::build(*Grid::make(terrain), how, workers));
    return std::string(name(solver.algorithm())) + " " +
           std::string(name(solver.heuristic()));
  };
  const IndexOptions graph{.landmarks = {0}}, guided{.landmarks = {4}};
  const IndexOptions points{
      .landmarks = {.count = 4, .storage = LandmarkStorage::jump_points}};
  const IndexOptions fronts{.landmarks = {0}, .fronts = {true}};
  const IndexOptions guided_fronts{.landmarks = {4}, .fronts = {true}};
  const IndexOptions scanned_fronts{
      .landmarks = {0}, .jump_graph = false, .fronts = {true}};
  const IndexOptions guided_scan{.landmarks = {4}, .jump_graph = false, .fronts = {true}};
  const IndexOptions climbs{.landmarks = {0}, .hierarchy = {true}};
  const IndexOptions climbs_of_scan{
      .landmarks = {0}, .jump_graph = false, .hierarchy = {true}};
  const IndexOptions both{.landmarks = {0}, .fronts = {true}, .hierarchy = {true}};
  const IndexOptions scanned{
      .landmarks = {0}, .jump_graph = false, .fronts = {true}, .hierarchy = {true}};
  const IndexOptions labels{.landmarks = {0}, .hub_labels = {true}, .fronts = {true}};

  // A graph of which all edges are dead ends beats fronts, unless it has many nodes.
  CHECK(chosen(forest, graph) == "jps octile");
  CHECK(chosen(forest, guided) == "jps landmark");
  CHECK(chosen(forest, points) == "jps octile");
  CHECK(chosen(forest, fronts) == "jps octile");
  CHECK(chosen(forest, {.landmarks = {0}, .areas = true}) == "jps octile");
  CHECK(chosen(forest, scanned) == "hierarchy octile");
  CHECK(chosen(thicket, fronts) == "front octile");
  CHECK(chosen(thicket, guided_fronts) == "front octile");
  CHECK(chosen(thicket, {.landmarks = {0}, .areas = true}) == "jps deadend");
  // Fronts beat the graph where jump points are many beside the entries that they read, ...
  CHECK(chosen(few_rooms, fronts) == "jps octile");
  CHECK(chosen(rooms, fronts) == "front octile");
  CHECK(chosen(rooms, guided_fronts) == "jps landmark");
  CHECK(chosen(hills, fronts) == "jps octile");
  // ... and scans where they read few entries, or nothing else guides.
  CHECK(chosen(rooms, guided_scan) == "front octile");
  CHECK(chosen(hills, guided_scan) == "front octile");
  CHECK(chosen(wide_hills, guided_scan) == "jps landmark");
  CHECK(chosen(wide_hills, scanned_fronts) == "front octile");
  // Climbs are long on hills.
  CHECK(chosen(rooms, climbs_of_scan) == "hierarchy octile");
  CHECK(chosen(hills, climbs_of_scan) == "jps octile");
  // Jumps are few on open maps.
  CHECK(chosen(open, fronts) == "jps octile");
  CHECK(chosen(open, climbs) == "jps octile");
  CHECK(chosen(open, points) == "jps octile");
  CHECK(chosen(open, {.landmarks = {0}, .jump_graph = false, .gates = {true}}) ==
        "jps octile");
  // They are many on noise, and in narrow mazes.
  for (const Terrain* const terrain : {&noise, &sparse, &dense}) {
    CHECK(chosen(*terrain, fronts) == "front octile");
    CHECK(chosen(*terrain, guided_fronts) == "front octile");
    CHECK(chosen(*terrain, both) == "front octile");
  }
  CHECK(chosen(sparse, climbs) == "hierarchy octile");
  CHECK(chosen(noise, labels) == "hub octile");
  CHECK(chosen(open, labels) == "hub octile");
  CHECK(chosen(maze, guided_fronts) == "front octile");
  CHECK(chosen(maze, scanned) == "hierarchy octile");
  CHECK(chosen(maze, {.landmarks = {0}, .jump_graph = false, .areas = true}) ==
        "jps deadend");
  // The graph alone is enough on noise with many dead ends only.
  CHECK(chosen(dense, graph) == "jps octile");
  CHECK(chosen(noise, graph) == "astar octile");
}

TEST_CASE("automatic chooses alike on a living map before and after its repair") {
  Workers workers(1);
  const Terrain forest =
      *generate(MapKind::maze, {.width = 128, .height = 128, .corridor = 4});
  const std::vector<LivingClass> classes{{.landmarks = 4}};
  auto map = *LivingMap::make(forest, classes, {}, workers);
  const auto chosen = [&] { return Solver::make(map.index(0))->heuristic(); };
  CHECK(chosen() == Heuristic::landmark);
  const std::vector<Edit> edits{TerrainEdit{{{1, 1}, 2, 2}, '@'}};
  REQUIRE(map.edit(edits, workers));
  CHECK(chosen() == Heuristic::landmark);
  map.settle(LivingMap::kAll, workers);
  CHECK(chosen() == Heuristic::landmark);
}

TEST_CASE("what cannot be had is refused with the reason") {
  Workers workers(1);
  Rules cut;
  cut.corners = Corners::always;
  const Terrain terrain = test::drawn("...");
  CHECK(
      Solver::make(*Grid::make(terrain, cut), {.algorithm = Algorithm::jps}).error().what ==
      "algorithm jps needs an octile grid on plain ground on which no corner is cut "
      "(topology octile, corners never_cut, no weights, no links)");
  const auto grid = *Grid::make(terrain);
  CHECK(Solver::make(grid, {.heuristic = Heuristic::landmark}).error().what ==
        "heuristic landmark needs an index with landmarks");
  for (const Heuristic heuristic : {Heuristic::deadend, Heuristic::best})
    CHECK(Solver::make(grid, {.heuristic = heuristic}).error().what ==
          "heuristic " + std::string(name(heuristic)) + " needs an index with areas");
  CHECK(Solver::make(grid, {.heuristic = Heuristic::gateway}).error().what ==
        "heuristic gateway needs an index with gates");
  const auto index = *Index::build(grid, {.landmarks = {1}}, workers);
  CHECK(Solver::make(index, {Algorithm::textbook, Heuristic::landmark}).error().what ==
        "algorithm textbook is the baseline: it does not use landmarks");
}

TEST_CASE("what is made of null fails, and a solver that was moved from solves") {
  Workers workers(1);
  const std::shared_ptr<const Grid> no_grid;
  CHECK(Solver::make(no_grid).error().what == "a solver needs a grid, not null");
  const auto built = Index::build(no_grid, {}, workers);
  REQUIRE_FALSE(built);
  CHECK(built.error().what == "an index needs a grid, not null");
  const auto index = *Index::build(*Grid::make(test::drawn("...")), {}, workers);
  CHECK(index.with_costlier_grid(no_grid).error().code == Code::bad_argument);

  Solver solver = solver_on("...");
  // NOLINTBEGIN(performance-move-const-arg,bugprone-use-after-move): what is under test
  const Solver moved = std::move(solver);
  CHECK(answer(solver, {{0, 0}, {2, 0}}) == answer(moved, {{0, 0}, {2, 0}}));
  // NOLINTEND(performance-move-const-arg,bugprone-use-after-move)
}

TEST_CASE("algorithms and heuristics are read as words and printed back") {
  for (const Algorithm algorithm : kAlgorithms)
    CHECK(*parse_algorithm(name(algorithm)) == algorithm);
  for (const Heuristic heuristic : kHeuristics)
    CHECK(*parse_heuristic(name(heuristic)) == heuristic);
  CHECK(parse_algorithm("astra").error().what ==
        "'astra' is not one of: auto astar jps hub textbook idastar fringe bidirectional "
        "wastar "
        "pxwd pxwu xdp xup greedy beam front hierarchy");
  CHECK(!parse_heuristic(""));
}

TEST_CASE("a better heuristic expands no more cells") {
  const Terrain terrain = test::random_terrain(60, 60, 20, 11);
  const auto grid = *Grid::make(terrain);
  const std::vector<Query> queries = test::random_queries(terrain, 200, 12);
  Workers workers(1);
  const auto expanded = [&](Heuristic heuristic) {
    const auto result =
        Solver::make(grid, {Algorithm::astar, heuristic})->solve(queries, workers);
    std::uint64_t sum = 0;
    for (const std::uint32_t one : result.expanded) sum += one;
    return sum;
  };
  const std::uint64_t zero = expanded(Heuristic::zero);
  const std::uint64_t euclid = expanded(Heuristic::euclid);
  const std::uint64_t octile = expanded(Heuristic::octile);
  CHECK(octile < euclid);
  CHECK(euclid < zero);
  CHECK(octile * 3 < zero);
}

TEST_CASE("values that are no algorithm or heuristic are an error") {
  const auto grid = *Grid::make(*Terrain::make(3, 3));
  for (const SolverOptions& options :
       {SolverOptions{.algorithm = static_cast<Algorithm>(200)},
        SolverOptions{.heuristic = static_cast<Heuristic>(200)}}) {
    const auto solver = Solver::make(grid, options);
    REQUIRE_FALSE(solver);
    CHECK(solver.error().code == Code::bad_argument);
  }
}

}  // namespace throng::solver_test
