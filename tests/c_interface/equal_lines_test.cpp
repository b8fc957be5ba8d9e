// Any-angle paths of the C interface are those of the library.
#include "../support/batches.hpp"
#include "../support/maps.hpp"
#include "support.hpp"

#include <throng/throng.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace throng::equal_lines_test {

using namespace test;

namespace {

CIndex index_with_lines(const CGrid& grid, std::uint64_t memory = 0) {
  auto options = initialised(throng_index_options_init);
  options.landmarks = options.jump_graph = 0;
  options.lines = 1;
  options.lines_memory = memory;
  const CWorkers workers = workers_of(1);
  return made<CIndex>([&](auto* out) {
    return throng_index_build(grid.get(), &options, workers.get(), nullptr, out);
  });
}

void check_equal(const throng_lines_view& view, const AnyAnglePaths& expected) {
  REQUIRE(view.count == expected.size());
  CHECK(view.scale == expected.scale);
  for (std::size_t i = 0; i < view.count; ++i)
    REQUIRE(view.status[i] == static_cast<std::uint8_t>(expected.status[i]));
  CHECK(std::equal(view.length, view.length + view.count, expected.length.begin()));
  CHECK(std::equal(view.expanded, view.expanded + view.count, expected.expanded.begin()));
  REQUIRE(std::ranges::equal(std::span(view.point_begin, view.count + 1),
                             expected.point_begin));
  const std::size_t points = view.point_begin[view.count];
  REQUIRE(points == expected.points.size());
  const auto same = [](throng_position a, Position b) { return a.x == b.x && a.y == b.y; };
  CHECK(std::ranges::equal(std::span(view.points, points), expected.points, same));
}

/// A map in both interfaces, under these corners, with queries.
struct TwoGrids {
  explicit TwoGrids(int corners) {
    auto c_rules = initialised(throng_rules_init);
    c_rules.corners = corners;
    c_grid = grid_of_text(to_text(terrain.view()), &c_rules);
    grid = *Grid::make(terrain, {.corners = static_cast<Corners>(corners)});
  }

  Terrain terrain = random_terrain(50, 40, 25, 9);
  std::vector<Query> queries = random_queries(terrain, 300, 2);
  std::vector<throng_query> c_queries = in_c(queries);
  CGrid c_grid;
  std::shared_ptr<const Grid> grid;
  Workers workers{2};
  CWorkers c_workers = workers_of(2);
};

std::string message() { return throng_last_error(); }

}  // namespace

TEST_CASE("shortest any-angle paths are those of the library") {
  for (const int corners : {THRONG_NEVER_CUT, THRONG_CUT_ONE}) {
    TwoGrids both(corners);
    const CLines lines = lines_of();
    std::size_t memory = std::size_t{64} << 20;  // of labels
    const auto check = [&](const throng_batch_options* options,
                           const BatchOptions& expected) {
      const auto own = *Index::build(
          both.grid, {.lines = {.build = true, .memory = memory}}, both.workers);
      const CIndex index = index_with_lines(both.c_grid, memory);
      succeed(throng_solve_lines(index.get(), both.c_queries.data(), both.c_queries.size(),
                                 both.c_workers.get(), options, nullptr, lines.get()));
      AnyAnglePaths paths;
      REQUIRE(solve_lines(own, both.queries, both.workers, paths, expected));
      check_equal(view_of(lines), paths);
    };
    check(nullptr, {});
    CHECK(std::ranges::count(std::span(view_of(lines).expanded, 300), 0) == 300);
    memory = 0;
    check(nullptr, {});
    CHECK(std::ranges::count(std::span(view_of(lines).expanded, 300), 0) < 300);
    CHECK(view_of(lines).scale == (corners == THRONG_CUT_ONE ? 2 : 1));
    CHECK(view_of(lines).point_begin[300] > 300);
    auto options = initialised(throng_batch_options_init);
    options.max_expansions = 5;
    check(&options, {.max_expansions = 5});
    CHECK(std::ranges::count(std::span(view_of(lines).status, 300), THRONG_OUT_OF_BUDGET) >
          0);
    options = initialised(throng_batch_options_init);
    options.paths = 0;
    check(&options, {.paths = false});
    CHECK(view_of(lines).points == nullptr);
  }
}

TEST_CASE("smoothed paths are those of the library") {
  for (const int corners : {THRONG_NEVER_CUT, THRONG_ALWAYS_CUT}) {
    TwoGrids both(corners);
    const CBatch batch = batch_of();
    const CLines lines = lines_of();
    succeed(throng_solve(solver_of(both.c_grid).get(), both.c_queries.data(),
                         both.c_queries.size(), both.c_workers.get(), nullptr, nullptr,
                         batch.get()));
    succeed(
        throng_smooth(both.c_grid.get(), batch.get(), both.c_workers.get(), lines.get()));
    AnyAnglePaths paths;
    const Answers answers = Solver::make(both.grid)->solve(both.queries, both.workers);
    REQUIRE(smooth(*both.grid, answers, both.workers, paths));
    check_equal(view_of(lines), paths);
    CHECK(view_of(lines).expanded[0] == 0);
  }
}

TEST_CASE("lines of a map that changes are those of its newest version") {
  const Terrain terrain = *Terrain::make(20, 20);
  const throng_terrain ground = in_c(terrain.view());
  auto movement = initialised(throng_map_class_init);
  movement.landmarks = movement.jump_graph = 0;
  movement.lines = 1;
  const throng_map_class* const classes[] = {&movement};
  const CWorkers workers = workers_of(1);
  const auto map = made<CMap>([&](auto* out) {
    return throng_map_create(&ground, classes, 1, nullptr, workers.get(), out);
  });
  const CLines lines = lines_of();
  const auto points = [&] {
    const auto index =
        made<CIndex>([&](auto* out) { return throng_map_index(map.get(), 0, out); });
    const throng_query across{{2, 10}, {18, 10}};
    succeed(throng_solve_lines(index.get(), &across, 1, workers.get(), nullptr, nullptr,
                               lines.get()));
    return view_of(lines).point_begin[1];
  };
  CHECK(points() == 2);
  const throng_edit wall{THRONG_EDIT_TERRAIN, {10, 6, 1, 9}, '@', 0};
  succeed(throng_map_edit(map.get(), &wall, 1, workers.get(), nullptr));
  CHECK(points() == 4);

  // What edits since then do to the line, and where there was none.
  std::array<throng_held_line, 2> held{{{view_of(lines).points, 4, 0}, {nullptr, 0, 0}}};
  std::array<throng_line_review, 2> reviews{};
  const auto review = [&](std::uint64_t since) {
    return throng_map_review_lines(map.get(), since, held.data(), held.size(),
                                   workers.get(), reviews.data());
  };
  const auto edit = [&](throng_rect where, char now) {
    const throng_edit one{THRONG_EDIT_TERRAIN, where, now, 0};
    succeed(throng_map_edit(map.get(), &one, 1, workers.get(), nullptr));
  };
  const auto states = [&](std::int32_t line, std::uint32_t leg, std::int32_t none) {
    succeed(review(1));
    CHECK(reviews[0].state == line);
    CHECK(reviews[0].leg == leg);
    CHECK(reviews[1].state == none);
  };
  states(THRONG_LINE_SHORTEST, 0, THRONG_LINE_SHORTEST);
  edit({10, 9, 1, 1}, '.');
  states(THRONG_LINE_LEGAL, 0, THRONG_LINE_LEGAL);
  edit({14, 0, 1, 20}, '@');
  states(THRONG_LINE_BROKEN, 2, THRONG_LINE_LEGAL);

  reviews[0].state = 9;
  CHECK(review(99) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "version 99 of the map does not exist yet");
  held[1].movement = 1;
  CHECK(review(1) == THRONG_BAD_ARGUMENT);
  CHECK(message().find("line 1 is of class 1") != std::string::npos);
  held[1] = {nullptr, 1, 0};
  CHECK(review(1) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "points is null");
  CHECK(reviews[0].state == 9);
}

TEST_CASE("lines that cannot be are refused, and leave those that were there") {
  TwoGrids both(THRONG_NEVER_CUT);
  const CIndex index = index_with_lines(both.c_grid);
  const CLines lines = lines_of();
  const auto solve = [&](const CIndex& on, const throng_query* queries, std::size_t count,
                         const throng_batch_options* options = nullptr) {
    return throng_solve_lines(on.get(), queries, count, both.c_workers.get(), options,
                              nullptr, lines.get());
  };
  const throng_query* const queries = both.c_queries.data();
  succeed(solve(index, queries, 3));

  const auto without = made<CIndex>([&](auto* out) {
    return throng_index_build(both.c_grid.get(), nullptr, both.c_workers.get(), nullptr,
                              out);
  });
  CHECK(solve(without, queries, 3) == THRONG_BAD_ARGUMENT);
  CHECK(message().find("need an index with lines") != std::string::npos);
  auto rules = initialised(throng_rules_init);
  rules.topology = THRONG_HEX;
  const CGrid hexagons = grid_of_text(to_text(both.terrain.view()), &rules);
  CHECK(solve(index_with_lines(hexagons), queries, 3) == THRONG_UNSUPPORTED);
  CHECK(message().find("topology") != std::string::npos);
  CHECK(solve(index, nullptr, 3) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "queries is null");
  auto options = initialised(throng_batch_options_init);
  options.sharing = 7;
  CHECK(solve(index, queries, 3, &options) == THRONG_BAD_ARGUMENT);
  CHECK(throng_solve_lines(index.get(), queries, 3, nullptr, nullptr, nullptr,
                           lines.get()) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "workers is null");
  CHECK(throng_solve_lines(index.get(), queries, 3, both.c_workers.get(), nullptr, nullptr,
                           nullptr) == THRONG_BAD_ARGUMENT);
  CHECK(message() == "lines is null");
  CHECK(throng_lines_get(lines.get(), nullptr) == THRONG_BAD_ARGUMENT);
  CHECK(throng_lines_destroy(reinterpret_cast<throng_lines*>(both.c_workers.get())) ==
        THRONG_BAD_ARGUMENT);
  CHECK(view_of(lines).count == 3);

  // A program of an older header, whose view ended with the lengths.
  throng_lines_view older{};
  older.size = offsetof(throng_lines_view, point_begin);
  succeed(throng_lines_get(lines.get(), &older));
  CHECK(older.length == view_of(lines).length);
  CHECK(older.point_begin == nullptr);

  succeed(solve(index, nullptr, 0));
  CHECK(view_of(lines).count == 0);
  CHECK(view_of(lines).status == nullptr);
  CHECK(view_of(lines).points == nullptr);
}

TEST_CASE("batches that do not fit the grid are not smoothed") {
  TwoGrids both(THRONG_NEVER_CUT);
  const CBatch batch = batch_of();
  const CLines lines = lines_of();
  const auto smooth_on = [&](const CGrid& grid) {
    return throng_smooth(grid.get(), batch.get(), both.c_workers.get(), lines.get());
  };
  CHECK(smooth_on(both.c_grid) == THRONG_OK);  // an empty batch
  CHECK(view_of(lines).count == 0);
  const auto solve_on = [&](const CGrid& grid,
                            const throng_batch_options* options = nullptr) {
    succeed(throng_solve(solver_of(grid).get(), both.c_queries.data(), 50,
                         both.c_workers.get(), options, nullptr, batch.get()));
  };
  solve_on(both.c_grid);
  // On a smaller map, on another one, and as moves of hexagons.
  auto hexagons = initialised(throng_rules_init);
  hexagons.topology = THRONG_HEX;
  const std::string text = to_text(both.terrain.view());
  for (const CGrid& other :
       {some_grid(), grid_of_text(to_text(random_terrain(50, 40, 25, 10).view())),
        grid_of_text(text, &hexagons)}) {
    CHECK(smooth_on(other) == THRONG_BAD_ARGUMENT);
    CHECK(message().find("of the batch is not legal on this grid") != std::string::npos);
  }
  auto weights = initialised(throng_rules_init);
  succeed(throng_rules_terrain(&weights, "G:2"));
  CHECK(smooth_on(grid_of_text(text, &weights)) == THRONG_UNSUPPORTED);
  CHECK(smooth_on(both.c_grid) == THRONG_OK);

  auto options = initialised(throng_batch_options_init);
  options.max_moves = 2;
  solve_on(both.c_grid, &options);
  CHECK(smooth_on(both.c_grid) == THRONG_OK);
  const throng_lines_view cut = view_of(lines);
  CHECK(*std::max_element(cut.length, cut.length + cut.count) < 2.9);
  options.paths = 0;
  solve_on(both.c_grid, &options);
  CHECK(smooth_on(both.c_grid) == THRONG_BAD_ARGUMENT);
  CHECK(message().find("has no path") != std::string::npos);
  CHECK(view_of(lines).count == 50);
}

TEST_CASE("a cancelled monitor ends a batch of lines") {
  TwoGrids both(THRONG_NEVER_CUT);
  const CIndex index = index_with_lines(both.c_grid);
  const CLines lines = lines_of();
  const auto monitor = made<CMonitor>([](auto* out) { return throng_monitor_create(out); });
  succeed(throng_monitor_cancel(monitor.get()));
  const auto solve = [&] {
    succeed(throng_solve_lines(index.get(), both.c_queries.data(), 5, both.c_workers.get(),
                               nullptr, monitor.get(), lines.get()));
    return view_of(lines);
  };
  CHECK(solve().status[4] == THRONG_NOT_RUN);
  succeed(throng_monitor_reset(monitor.get()));
  CHECK(solve().status[4] != THRONG_NOT_RUN);
  std::uint64_t done = 0, total = 0;
  succeed(throng_monitor_progress(monitor.get(), &done, &total));
  CHECK(done == 5);
  CHECK(total == 5);
}

}  // namespace throng::equal_lines_test
