#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/map_io.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>

#include <filesystem>
#include <string>

namespace throng::index_test {

namespace {

std::vector<IndexOptions> all_index_options(int landmarks) {
  std::vector<IndexOptions> all{
      {.landmarks = {.count = landmarks, .storage = LandmarkStorage::jump_points}}};
  for (const Placement placement : kPlacements)
    for (const FieldMetric metric : kFieldMetrics)
      all.push_back(
          {.landmarks = {
               .count = landmarks, .placement = placement, .metric = metric, .seed = 3}});
  return all;
}

std::string in_words(const IndexOptions& options) {
  return std::string(name(options.landmarks.placement)) + " " +
         std::string(name(options.landmarks.metric)) + " " +
         std::string(name(options.landmarks.storage));
}

/// An index without a jump graph.
Index landmarks_alone(const std::shared_ptr<const Grid>& grid, int landmarks,
                      Workers& workers) {
  return *Index::build(grid, {.landmarks = {landmarks}, .jump_graph = false}, workers);
}

/// All that can be asked of two indices about landmarks.
bool same(const Index& a, const Index& b) {
  const Grid& grid = *a.grid();
  for (std::uint32_t c = 0; c < grid.component_count(); ++c)
    if (a.landmarks(c) != b.landmarks(c)) return false;
  for (std::int32_t y = 0; y < grid.height(); ++y)
    for (std::int32_t x = 0; x < grid.width(); ++x)
      if (const Position p{x, y}, q{grid.width() - 1 - x, y};
          a.bounds(p, q) != b.bounds(p, q))
        return false;
  return a.memory_bytes() == b.memory_bytes();
}

/// Bounds of every pair, against the oracle's distances.
void check_all_bounds(const Terrain& terrain, const Index& index,
                      const std::vector<test::OracleField<std::uint64_t>>& fields) {
  const std::vector<Position> cells = test::all_cells(terrain);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const DistanceBounds bounds = index.bounds(cells[i], cells[k]);
      const auto& reached = fields[i][k];
      const bool right = reached
                             ? bounds.lower <= reached.cost && reached.cost <= bounds.upper
                             : bounds == DistanceBounds{kUnreachable, kUnreachable};
      if (right) continue;
      CAPTURE(cells[i].x, cells[i].y, cells[k].x, cells[k].y, reached.cost);
      CAPTURE(bounds.lower, bounds.upper);
      FAIL("the distance lies outside its bounds");
    }
}

/// No step lowers the bound on what is left to go by more than it costs.
void check_consistency(const Terrain& terrain, const Index& index) {
  const Grid& grid = *index.grid();
  const std::vector<Position> cells = test::all_cells(terrain);
  for (const Position from : cells)
    for (std::size_t d = 0; d < kMoves; ++d) {
      if ((grid.moves(from) >> d & 1U) == 0) continue;
      const auto move = static_cast<Move>(d);
      const Cost cost = is_diagonal(move) ? grid.costs().diagonal : grid.costs().straight;
      for (const Position goal : cells) {
        const DistanceBounds far = index.bounds(from, goal);
        if (far.lower == kUnreachable) continue;
        if (far.lower <=
            cost +
                index.bounds(step(index.grid()->rules().topology, from, move), goal).lower)
          continue;
        CAPTURE(from.x, from.y, goal.x, goal.y, d);
        FAIL("the bound is not consistent");
      }
    }
}

}  // namespace

TEST_CASE("bounds hold for every pair of small maps, and exact ones are consistent") {
  Workers workers(1);
  const int closed = GENERATE(0, 25, 45);
  const auto seed = static_cast<std::uint64_t>(GENERATE(0, 1));
  const Terrain terrain = test::random_terrain(6, 7, closed, seed);
  std::uint64_t turn = seed + static_cast<std::uint64_t>(closed);
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    std::vector<test::OracleField<std::uint64_t>> fields;
    for (const Position start : test::all_cells(terrain))
      fields.push_back(test::oracle_field(terrain, rules, start));
    for (const IndexOptions& options : all_index_options(3)) {
      if (test::refused(options, rules)) continue;
      if (turn++ % test::every({.sanitized = 11}) != 0) continue;
      CAPTURE(seed, closed, test::in_words(rules), in_words(options));
      const auto index = *Index::build(grid, options, workers);
      check_all_bounds(terrain, index, fields);
      check_consistency(terrain, index);
    }
  }
}

TEST_CASE("where a landmark stands on a goal, the bounds are the distance") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(12, 12, 30, 1);
  const auto grid = *Grid::make(terrain);
  const auto index = landmarks_alone(grid, 4, workers);
  const Position goal = index.landmarks(0)[2];
  const auto field = test::oracle_field(terrain, {}, goal);
  for (const Position start : test::all_cells(terrain))
    if (const auto& reached = field[static_cast<std::size_t>(start.y * 12 + start.x)])
      CHECK(index.bounds(start, goal) == DistanceBounds{static_cast<Cost>(reached.cost),
                                                        static_cast<Cost>(reached.cost)});
}

TEST_CASE("without landmarks the lower bound is the distance on an open map") {
  Workers workers(1);
  const Terrain terrain = test::drawn("....\n..@.\n....");
  const auto octile = *Index::build(*Grid::make(terrain), {.landmarks = {0}}, workers);
  CHECK(octile.options().landmarks.count == 0);
  CHECK(octile.part(Part::landmarks).bytes == 0);
  CHECK(octile.landmarks(0).empty());
  CHECK(octile.bounds({0, 0}, {3, 1}) == DistanceBounds{2 * 2378 + 3363, kUnreachable});
  CHECK(octile.bounds({1, 2}, {1, 2}) == DistanceBounds{0, 0});
  CHECK(octile.bounds({1, 2}, {2, 1}) == DistanceBounds{kUnreachable, kUnreachable});
  CHECK(octile.bounds({2, 1}, {2, 1}) == DistanceBounds{kUnreachable, kUnreachable});
  const Rules tile{.topology = Topology::tile};
  const auto straight =
      *Index::build(*Grid::make(terrain, tile), {.landmarks = {0}}, workers);
  CHECK(straight.bounds({0, 0}, {3, 1}) == DistanceBounds{4, kUnreachable});
}

TEST_CASE("an index of 0 to 64 landmarks can be had; fewer or more are refused") {
  Workers workers(1);
  const auto grid = *Grid::make(test::random_terrain(9, 9, 20, 1));
  for (const int landmarks : {0, 1, 64}) {
    const auto index = *Index::build(grid, {.landmarks = {landmarks}}, workers);
    CHECK(index.options().landmarks.count == landmarks);
    CHECK(index.landmarks(0).size() == static_cast<std::size_t>(landmarks));
  }
  for (const int landmarks : {-1, 65}) {
    const auto refused = Index::build(grid, {.landmarks = {landmarks}}, workers);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::bad_argument);
    CHECK(refused.error().what ==
          "landmarks must be between 0 and 64, not " + std::to_string(landmarks));
  }
}

TEST_CASE("an index is the same on any threads", "[parallel]") {
  const auto grid = *Grid::make(test::random_terrain(50, 40, 38, 6));
  for (const IndexOptions& options : all_index_options(10)) {
    CAPTURE(in_words(options));
    Workers alone(1);
    const Index expected = *Index::build(grid, options, alone);
    test::on_all_threads<Workers>([&](Workers& workers) {
      CHECK(same(*Index::build(grid, options, workers), expected));
    });
  }
}

TEST_CASE("maps of one cell, of none and of many components have an index", "[parallel]") {
  Workers workers(2);
  for (const char* drawing : {"@", ".", "@@.@@", ".@.@.@.@.", ".@\n@.\n.@"})
    for (const IndexOptions& options : all_index_options(6)) {
      const Terrain terrain = test::drawn(drawing);
      CAPTURE(drawing, in_words(options));
      const auto grid = *Grid::make(terrain);
      const auto index = *Index::build(grid, options, workers);
      CHECK(index.options().landmarks.count == 6);
      for (const Position a : test::all_cells(terrain))
        for (const Position b : test::all_cells(terrain))
          CHECK(index.bounds(a, b) == (a == b && grid->open(a)
                                           ? DistanceBounds{0, 0}
                                           : DistanceBounds{kUnreachable, kUnreachable}));
      CHECK(same(index, index.adapt(test::all_pairs(terrain), workers)));
    }
}

TEST_CASE("an index counts its bytes, four of them for each distance from a landmark") {
  Workers workers(1);
  const auto grid = *Grid::make(*Terrain::make(40, 30));
  const auto some = *Index::build(grid, {.landmarks = {8}}, workers);
  const auto index = *Index::build(grid, {.landmarks = {16}}, workers);
  const Index& stats = index;
  CHECK(stats.part(Part::landmarks).bytes - some.part(Part::landmarks).bytes ==
        8 * (40 * 30 + 1) * 4);
  CHECK(index.memory_bytes() >
        stats.part(Part::landmarks).bytes + stats.part(Part::jump_graph).bytes);
  CHECK(stats.build_seconds() > 0);
}

TEST_CASE("the bytes of an index are those of its parts, and of the numbers of cells") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(90, 70, 20, 1);
  const auto shared = [](const Index& index) {
    std::size_t bytes = index.memory_bytes();
    for (std::size_t k = 0; k < kParts; ++k) {
      CHECK(index.part(static_cast<Part>(k)).bytes <= bytes);
      bytes -= index.part(static_cast<Part>(k)).bytes;
    }
    return bytes;
  };
  constexpr std::size_t kIndexItself = 2'048;
  const auto in_range = [&](std::size_t bytes, std::size_t least) {
    CHECK(bytes >= least);
    CHECK(bytes < least + kIndexItself);
  };
  for (const Corners corners : {Corners::never_cut, Corners::always}) {
    const auto grid = *Grid::make(terrain, {.corners = corners});
    const std::size_t cells = grid->cell_count();
    const auto built = [&](const IndexOptions& options) {
      return *Index::build(grid, options, workers);
    };
    in_range(shared(built({.landmarks = {0}, .jump_graph = false, .areas = true})), 0);
    in_range(shared(built({.landmarks = {2}, .jump_graph = false})), 4 * cells);
    const Index graph = built({.landmarks = {0}});
    if (!graph.has(Part::jump_graph)) continue;
    CHECK(built({.landmarks = {0}, .jump_graph = false}).part(Part::jump_graph).bytes > 0);
    CHECK(shared(graph) > cells / 4);
    CHECK(shared(graph) < 3 * cells);
    in_range(shared(built({.landmarks = {0}, .areas = true})), 4 * cells);
    const LivingClass movement{.landmarks = 2};
    const auto map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
    in_range(shared(map.index(0)), 4 * cells);
  }
}

TEST_CASE("an index names the parts that it has, and those that it was denied") {
  Workers workers(1);
  const auto grid = *Grid::make(test::random_terrain(40, 30, 20, 1));
  IndexOptions options{
      .landmarks = {2}, .hub_labels = {.build = true, .memory = 1}, .fronts = {true}};
  options.hierarchy.build = options.gates.build = options.lines.build = true;
  const auto index = *Index::build(grid, options, workers);
  std::string names;
  std::size_t bytes = 0;
  for (const PartInfo& part : index.parts()) {
    names += std::string(part.name) + ", ";
    bytes += part.bytes;
    CAPTURE(part.name);
    CHECK(part.present == (part.name != "hub labels"));
    CHECK(part.refusal.empty() == part.present);
    CHECK(part.exceeded == (part.present ? "" : "hub_memory"));
    CHECK((part.bytes > 0) == part.present);
  }
  CHECK(names ==
        "jump graph, hub labels, fronts, hierarchy, areas, gates, landmarks, lines, ");
  CHECK(bytes < index.memory_bytes());
  CHECK((*Index::build(grid, {.landmarks = {0}, .jump_graph = false}, workers))
            .parts()
            .empty());
}

TEST_CASE("a jump graph is built when asked for where the rules allow jumps") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(20, 20, 20, 2);
  const auto never_cut = *Grid::make(terrain);
  const auto with = *Index::build(never_cut, {}, workers);
  CHECK(with.has(Part::jump_graph));
  const auto without = *Index::build(never_cut, {.jump_graph = false}, workers);
  CHECK_FALSE(without.has(Part::jump_graph));
  CHECK(without.part(Part::jump_graph).bytes < with.part(Part::jump_graph).bytes);
  const auto cut = *Grid::make(terrain, {.corners = Corners::always});
  const auto not_allowed = *Index::build(cut, {}, workers);
  CHECK_FALSE(not_allowed.has(Part::jump_graph));
  CHECK(not_allowed.part(Part::jump_graph).bytes == 0);
  // The numbering of the cells differs, what the landmarks say does not.
  for (const Query& query : test::random_queries(terrain, 500, 1))
    CHECK(with.bounds(query.start, query.goal) == without.bounds(query.start, query.goal));
}

TEST_CASE("areas and gates are built when asked for, gates with areas", "[parallel]") {
  Workers workers(2);
  const auto grid =
      *Grid::make(test::must(read_map((test::maps_folder() / "rooms.map").string())));
  const auto built = [&](const IndexOptions& how) {
    return *Index::build(grid, how, workers);
  };
  const auto none = built({.landmarks = {0}});
  const auto areas = built({.landmarks = {0}, .areas = true});
  const auto gates = built({.landmarks = {0}, .gates = {true}});
  CHECK(none.part(Part::areas).fact("areas") == 0);
  CHECK(none.part(Part::areas).bytes + none.part(Part::gates).bytes == 0);
  CHECK(areas.part(Part::areas).fact("areas") > 1);
  CHECK(areas.part(Part::gates).fact("gates") == 0);
  CHECK(areas.memory_bytes() >= none.memory_bytes() + areas.part(Part::areas).bytes);
  CHECK(gates.part(Part::areas).fact("areas") == areas.part(Part::areas).fact("areas"));
  CHECK(gates.part(Part::gates).fact("gates") > gates.part(Part::areas).fact("areas"));
  CHECK(gates.part(Part::gates).bytes >=
        4 * gates.part(Part::gates).fact("gates") * gates.part(Part::gates).fact("gates"));
  CHECK(gates.memory_bytes() >= areas.memory_bytes() + gates.part(Part::gates).bytes);
}

TEST_CASE("gates that need more memory than allowed are refused with the figure") {
  Workers workers(1);
  const auto grid =
      *Grid::make(test::must(read_map((test::maps_folder() / "maze.map").string())));
  const auto refused = Index::build(
      grid, {.landmarks = {0}, .gates = {.build = true, .memory = 1000}}, workers);
  REQUIRE(!refused);
  CHECK(refused.error().code == Code::over_limit);
  CHECK_THAT(refused.error().what, Catch::Contains("gates") && Catch::Contains("MB"));
}

TEST_CASE("a monitor sees an index grow, and cancels it", "[parallel]") {
  Workers workers(2);
  const auto grid = *Grid::make(*Terrain::make(30, 30));
  Monitor monitor;
  const auto index = *Index::build(grid, {.landmarks = {5}, .monitor = &monitor}, workers);
  CHECK(index.options().monitor == nullptr);
  CHECK(monitor.total >= 5);
  CHECK(monitor.done == monitor.total);
  for (const int landmarks : {0, 5}) {
    Monitor stopped;
    stopped.cancel = true;
    const auto refused =
        Index::build(grid, {.landmarks = {landmarks}, .monitor = &stopped}, workers);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::cancelled);
  }
}

TEST_CASE("an index without a row of landmarks adapts, too") {
  // No corner, thus no jump point.
  Workers workers(1);
  const auto grid = *Grid::make(*Terrain::make(6, 3));
  const auto index = *Index::build(
      grid, {.landmarks = {.count = 3, .storage = LandmarkStorage::jump_points}}, workers);
  const Query query{{0, 0}, {5, 2}};
  const auto adapted = index.adapt({&query, 1}, workers);
  const Answers found = Solver::make(adapted)->solve({&query, 1}, workers);
  CHECK(found.cost[0] == 2 * grid->costs().diagonal + 3 * grid->costs().straight);
}

TEST_CASE("adapt moves the least used landmark to the last goal, and nothing else") {
  // Two corridors in one row.
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn(".....................@......."));
  const auto index = landmarks_alone(grid, 3, workers);
  const auto at = [](std::int32_t x) { return Position{x, 0}; };
  REQUIRE(index.landmarks(0) == std::vector<Position>{at(20), at(0), at(10)});
  const std::vector<Position> others = index.landmarks(1);

  // A tie goes to the first slot; the last goal that counts is 7, the rest has no path.
  const std::vector<Query> queries{
      {at(3), at(5)}, {at(2), at(7)}, {at(4), at(22)}, {at(4), at(21)}, {at(-1), at(99)}};
  const auto adapted = index.adapt(queries, workers);
  CHECK(adapted.landmarks(0) == std::vector<Position>{at(20), at(7), at(10)});
  CHECK(adapted.landmarks(1) == others);
  CHECK(adapted.bounds(at(1), at(7)).upper == 6 * 2378);
  CHECK(adapted.bounds(at(22), at(24)) == index.bounds(at(22), at(24)));
  CHECK(index.landmarks(0)[1] == at(0));

  // A landmark stands on that goal now.
  CHECK(same(adapted.adapt(queries, workers), adapted));

  const std::vector<Query> elsewhere{{at(22), at(23)}};
  const auto third = adapted.adapt(elsewhere, workers);
  CHECK(third.landmarks(0) == adapted.landmarks(0));
  CHECK(third.landmarks(1) == std::vector<Position>{others[0], at(23), others[2]});
}

TEST_CASE("adapt counts as used the landmark with the largest lower bound") {
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn(R"(
      @@@.@@@
      @@@.@@@
      @@@.@@@
      .......
      @@@.@@@
      @@@.@@@
      @@@.@@@)"));
  const auto index = landmarks_alone(grid, 3, workers);
  const Position west{0, 3}, north{3, 0}, east{6, 3};
  REQUIRE(index.landmarks(0) == std::vector<Position>{west, north, east});

  // Southwards only the northern landmark says anything. Eastwards the western one says as
  // much as the eastern one, and comes first.
  const Query southwards{{3, 1}, {3, 5}}, eastwards{{1, 3}, {5, 3}};
  CHECK(index.adapt(std::vector{southwards}, workers).landmarks(0) ==
        std::vector<Position>{southwards.goal, north, east});
  CHECK(index.adapt(std::vector{southwards, eastwards}, workers).landmarks(0) ==
        std::vector<Position>{west, north, eastwards.goal});
}

TEST_CASE("adapt without a query that has a path gives an equal index") {
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn("..@.."));
  const auto index = landmarks_alone(grid, 2, workers);
  CHECK(same(index, index.adapt({}, workers)));
  const std::vector<Query> hopeless{{{0, 0}, {4, 0}}, {{2, 0}, {2, 0}}, {{9, 9}, {0, 0}}};
  CHECK(same(index, index.adapt(hopeless, workers)));
}

TEST_CASE("bounds of an adapted index hold, whatever the metric and the storage") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(8, 7, 30, 8);
  const auto grid = *Grid::make(terrain);
  std::vector<test::OracleField<std::uint64_t>> fields;
  for (const Position start : test::all_cells(terrain))
    fields.push_back(test::oracle_field(terrain, {}, start));
  for (const IndexOptions& options : all_index_options(3)) {
    CAPTURE(in_words(options));
    auto index = *Index::build(grid, options, workers);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      index = index.adapt(test::random_queries(terrain, 20, seed), workers);
      check_all_bounds(terrain, index, fields);
    }
  }
}

TEST_CASE("optimal costs of MovingAI scenarios lie within the bounds",
          "[benchmarks][parallel]") {
  Workers workers(2);
  for (const auto& path : test::benchmark_files(".map.scen")) {
    const std::string stem = path.stem().stem().string();
    if (stem != "brc202d" && stem != "AR0700SR" && stem != "maze512-4-0" &&
        stem != "random512-40-0")
      continue;
    CAPTURE(path.string());
    std::filesystem::path map = path;
    const auto grid = *Grid::make(test::must(read_map(map.replace_extension().string())));
    const Scenario scenario = test::must(read_scenario(path.string()));
    const auto index = landmarks_alone(grid, 8, workers);
    for (std::size_t i = 0; i < scenario.queries.size(); i += 10) {
      const DistanceBounds bounds =
          index.bounds(scenario.queries[i].start, scenario.queries[i].goal);
      const double straight = grid->costs().straight;
      const double slack = scenario.tolerance + scenario.lengths[i] * 1e-6;
      REQUIRE(bounds.lower / straight <= scenario.lengths[i] + slack);
      REQUIRE(bounds.upper / straight >= scenario.lengths[i] - slack);
    }
  }
}

}  // namespace throng::index_test
