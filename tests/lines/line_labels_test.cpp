#include "../../src/lines/line_labels.hpp"

#include "../../src/lines/cone_scan.hpp"
#include "../../src/lines/line_board_editor.hpp"
#include "../../src/lines/line_search.hpp"
#include "../../src/lines/line_tiles.hpp"
#include "../../src/lines/taut_graph.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/index_files.hpp"
#include "../support/index_samples.hpp"
#include "../support/line_oracle.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/seeds.hpp"

#include <throng/any_angle.hpp>
#include <throng/index.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace throng::line_labels_test {

namespace {

std::vector<Rules> models() {
  return {{},
          {.topology = Topology::tile},
          {.corners = Corners::cut_one},
          {.unit_size = 2},
          {.unit_size = 3},
          {.corners = Corners::cut_one, .unit_size = 2}};
}

constexpr std::size_t kAll = std::size_t{1} << 30;

/// A map with its board, labels and graph.
struct Labelled {
  explicit Labelled(const Terrain& terrain, const Rules& rules)
      : grid(*Grid::make(terrain, rules)),
        board(LineBoardEditor(*grid).publish()),
        legs(*grid),
        corners(board),
        crew(1),
        taut(test::must(TautGraph::build(board, corners, kAll, crew, nullptr))),
        labels(test::must(LineLabels::build(board, corners, taut, kAll, crew, nullptr))),
        graph(test::must(LineGraph::build(board, corners, taut, kAll, crew, nullptr))) {}

  bool joined(Position a, Position b) const {
    return grid->open(a) && grid->open(b) &&
           grid->component(grid->cell(a)) == grid->component(grid->cell(b));
  }

  std::shared_ptr<const Grid> grid;
  LineBoard board;
  Legs legs;
  LineCorners corners;
  Crew crew;
  TautGraph taut;
  LineLabels labels;
  LineGraph graph;
};

/// A point of a found line as the oracle counts: half cells, the first cell is 0,0.
test::LineOracle::Place place(const LineBoard& board, LinePoint point) {
  const std::int64_t shift = board.model() == LineModel::point ? 3 : 2;
  return {point.x - shift, point.y - shift};
}

LineLength length_of(const std::pmr::vector<LinePoint>& points) {
  LineLength sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    sum += line_length(points[i - 1], points[i]);
  return sum;
}

/// Checks a line of this length, with its points.
void check_line(const Labelled& map, test::LineOracle& oracle, const Query& ends,
                const LineFound& found, const std::pmr::vector<LinePoint>& points,
                long double length) {
  REQUIRE(found.status == Status::found);
  REQUIRE(std::abs(in_cells(found.length) - length) < 1e-8L);
  REQUIRE(std::abs(in_cells(length_of(points)) - length) < 1e-8L);
  for (std::size_t i = 1; i < points.size(); ++i)
    REQUIRE(oracle.leg(place(map.board, points[i - 1]), place(map.board, points[i])));
  REQUIRE(points.front() == centre_of(map.board.model(), ends.start));
  REQUIRE(points.back() == centre_of(map.board.model(), ends.goal));
}

/// Compares the lines between all pairs of cells of a map with the oracle.
void check_map(const Terrain& terrain, const Rules& rules) {
  const Labelled map(terrain, rules);
  test::LineOracle oracle(terrain, rules);
  LineJoinScratch scratch;
  LineScratch searched;
  std::pmr::vector<LinePoint> points;
  for (const Position start : test::all_cells(terrain)) {
    const std::vector<long double> expected = oracle.lengths_from(start);
    for (const Position goal : test::all_cells(terrain)) {
      if (!map.joined(start, goal)) continue;
      INFO(test::in_words(rules)
           << ' ' << start.x << ',' << start.y << " to " << goal.x << ',' << goal.y);
      const long double length =
          expected[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)];
      points.clear();
      const LineFound read = map.labels.find(map.legs, start, goal, true, scratch, points);
      REQUIRE(read.expanded == 0);
      check_line(map, oracle, {start, goal}, read, points, length);
      points.clear();
      const LineFound found =
          find_line(map.board, &map.graph, map.legs, {start, goal}, {}, searched, points);
      check_line(map, oracle, {start, goal}, found, points, length);
    }
  }
}

/// Compares some lines of a map with those that a search finds.
void check_against_search(const Terrain& terrain, const Rules& rules, std::uint64_t seed) {
  const Labelled map(terrain, rules);
  LineScratch searched;
  LineJoinScratch scratch;
  std::pmr::vector<LinePoint> points;
  for (const auto& [start, goal] : test::random_queries(terrain, 300, seed)) {
    if (!map.grid->contains(start) || !map.grid->contains(goal) || !map.joined(start, goal))
      continue;
    INFO(test::in_words(rules) << ' ' << start.x << ',' << start.y << " to " << goal.x
                               << ',' << goal.y);
    points.clear();
    const LineFound right =
        find_line(map.board, nullptr, map.legs, {start, goal}, {}, searched, points);
    points.clear();
    const LineFound found = map.labels.find(map.legs, start, goal, true, scratch, points);
    REQUIRE(found.status == Status::found);
    REQUIRE(std::abs(in_cells(found.length) - in_cells(right.length)) < 1e-8);
    REQUIRE(std::abs(in_cells(length_of(points)) - in_cells(right.length)) < 1e-8);
    points.clear();
    const LineFound alone = map.labels.find(map.legs, start, goal, false, scratch, points);
    REQUIRE(alone.length == found.length);
    points.clear();
    const LineFound in_graph =
        find_line(map.board, &map.graph, map.legs, {start, goal}, {}, searched, points);
    REQUIRE(std::abs(in_cells(in_graph.length) - in_cells(right.length)) < 1e-8);
    REQUIRE(std::abs(in_cells(length_of(points)) - in_cells(right.length)) < 1e-8);
  }
}

Index built(const std::shared_ptr<const Grid>& grid, std::size_t memory, Workers& workers) {
  return test::must(Index::build(grid, test::lines_alone(memory), workers));
}

/// Rooms of different sizes, whose walls have gaps: long lines with many turns.
Terrain rooms(std::int32_t width, std::int32_t height, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string cells;
  for (std::int32_t y = 0; y < height; ++y)
    for (std::int32_t x = 0; x < width; ++x)
      cells.push_back((x % 7 == 3 || y % 6 == 2) && random() % 8 != 0 ? '@' : '.');
  return *Terrain::make(width, height, cells);
}

}  // namespace

TEST_CASE("lines of labels and graphs are shortest on small maps of all models") {
  for (const Rules& rules : models()) {
    std::mt19937_64 random(5);
    for (std::uint64_t seed = 0; seed < 60;
         seed += test::every({.normal = 3, .sanitized = 6})) {
      const int closed = 5 + static_cast<int>(random() % 40);
      const auto width = static_cast<std::int32_t>(4 + random() % 9);
      const auto height = static_cast<std::int32_t>(3 + random() % 8);
      check_map(test::random_terrain(width, height, closed, seed), rules);
    }
    check_map(test::drawn("....\n....\n...."), rules);
    check_map(test::drawn("@@@\n@@@"), rules);
    check_map(rooms(15, 12, 1), rules);
  }
}

TEST_CASE("lines of labels and graphs are those of scans on larger maps") {
  for (const Rules& rules : models())
    for (std::uint64_t seed = 0; seed < 6;
         seed += test::every({.normal = 2, .sanitized = 3})) {
      const int closed = 4 + 6 * static_cast<int>(seed);
      check_against_search(test::random_terrain(70, 61, closed, seed), rules, seed);
      check_against_search(rooms(90, 70, seed), rules, seed);
    }
}

TEST_CASE("corners see each other both ways, and cells as corners see them") {
  for (const Rules& rules : models()) {
    CAPTURE(test::in_words(rules));
    const Terrain terrain = test::random_terrain(40, 33, 18, 3);
    const auto grid = *Grid::make(terrain, rules);
    const LineBoard board = LineBoardEditor(*grid).publish();
    const LineCorners corners(board);
    Crew crew(2);
    const TautGraph graph =
        test::must(TautGraph::build(board, corners, kAll, crew, nullptr));
    std::map<std::pair<std::uint32_t, std::uint32_t>, LineLength> edges;
    for (std::uint32_t i = 0; i < graph.size(); ++i)
      graph.for_each_edge(i, [&](std::uint32_t to, LineLength cost) {
        edges[{i, to}] = cost;
      });
    CHECK(!edges.empty());
    for (const auto& [ends, cost] : edges) {
      const auto back = edges.find({ends.second, ends.first});
      REQUIRE(back != edges.end());
      REQUIRE(back->second == cost);
    }
    const LineTiles tiles(board);
    const LineViews views =
        test::must(LineViews::build(board, corners, tiles, kAll, crew, nullptr));
    ConeScratch cones;
    for (const Position p : test::all_cells(terrain)) {
      if (!grid->open(p)) continue;
      const LinePoint cell = centre_of(board.model(), p);
      std::set<std::uint32_t> seen, of_tile;
      see_all(board, cell, cones,
              [&](std::int32_t x, std::int32_t y) { seen.insert(corners.number(x, y)); });
      const std::size_t tile = tiles.tile(p.x + 1, p.y + 1);
      const unsigned bit = LineTiles::bit(p.x + 1, p.y + 1);
      CHECK(tiles.centre(tile, bit) == cell);
      for (const SeenCorner& one : views.seen(tile))
        if ((one.cells >> bit & 1U) != 0) of_tile.insert(one.corner);
      REQUIRE(seen == of_tile);
    }
  }
}

TEST_CASE("labels beyond their memory are left out, and so are graphs") {
  const Terrain terrain = test::random_terrain(60, 50, 20, 9);
  const auto queries = test::random_queries(terrain, 100, 4);
  for (const Rules& rules : {Rules{}, Rules{.corners = Corners::cut_one}}) {
    const auto grid = *Grid::make(terrain, rules);
    Workers workers(2);
    const Index with = built(grid, std::size_t{64} << 20, workers);
    const Index none = built(grid, 0, workers);
    const PartInfo full = with.part(Part::lines);
    REQUIRE(full.fact("label entries") > 0);
    CHECK(full.lack.empty());
    CHECK(full.exceeded.empty());
    CHECK(none.part(Part::lines).exceeded.empty());
    CHECK(none.part(Part::lines).lack.empty());
    CHECK(none.part(Part::lines).fact("label entries") == 0);
    const std::size_t bytes = full.bytes - none.part(Part::lines).bytes;
    AnyAnglePaths read, searched;
    REQUIRE(solve_lines(with, queries, workers, read));
    REQUIRE(solve_lines(none, queries, workers, searched));
    CHECK(std::ranges::all_of(read.expanded, [](std::uint32_t n) { return n == 0; }));
    CHECK(std::ranges::any_of(searched.expanded, [](std::uint32_t n) { return n > 0; }));
    CHECK(read.scale == searched.scale);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      REQUIRE(read.status[i] == searched.status[i]);
      REQUIRE(std::abs(read.length[i] - searched.length[i]) < 1e-8);
    }
    const std::size_t of_graph = built(grid, bytes - 1, workers).part(Part::lines).bytes -
                                 none.part(Part::lines).bytes;
    REQUIRE(of_graph > 0);
    REQUIRE(2 * of_graph < bytes);
    for (const std::size_t memory :
         {std::size_t{1}, of_graph / 2, 2 * of_graph, bytes - 1}) {
      const Index small = built(grid, memory, workers);
      const PartInfo lines = small.part(Part::lines);
      CHECK(lines.present);
      CHECK(lines.refusal.empty());
      CHECK(lines.exceeded == "lines_memory");
      CHECK(lines.lack.find(" corners need more than the ") != std::string::npos);
      const bool has_graph = memory >= of_graph;
      CHECK((lines.fact("edges") > 0) == has_graph);
      CHECK(lines.bytes == none.part(Part::lines).bytes + (has_graph ? of_graph : 0));
      AnyAnglePaths paths;
      REQUIRE(solve_lines(small, queries, workers, paths));
      CHECK(paths.status == searched.status);
      CHECK((paths.points == searched.points || has_graph));
      for (std::size_t i = 0; i < queries.size(); ++i)
        REQUIRE(std::abs(paths.length[i] - searched.length[i]) < 1e-8);
      // Landmarks are nearer the truth than straight lines.
      const auto expansions = [](const AnyAnglePaths& of) {
        return std::accumulate(of.expanded.begin(), of.expanded.end(), std::size_t{0});
      };
      CHECK((expansions(paths) < expansions(searched)) == has_graph);
    }
    CHECK(built(grid, 4 * bytes, workers).part(Part::lines).fact("label entries") ==
          full.fact("label entries"));
  }
}

TEST_CASE("labels and graphs of lines are equal on any threads", "[parallel]") {
  for (const Rules& rules : {Rules{}, Rules{.corners = Corners::cut_one}}) {
    const auto grid = *Grid::make(rooms(80, 60, 2), rules);
    for (const std::size_t memory : {std::size_t{64} << 20, std::size_t{100} << 10})
      test::equal_on_all_threads<Workers>(
          [&](Workers& workers) { return test::saved(built(grid, memory, workers)); });
  }
}

TEST_CASE("the building of labels of lines can be cancelled") {
  const Labelled map(rooms(80, 60, 2), {});
  Monitor monitor;
  monitor.cancel = true;
  Crew crew(1);
  const auto is_cancelled = [](const auto& result) {
    return !result && result.error().code == Code::cancelled;
  };
  CHECK(is_cancelled(TautGraph::build(map.board, map.corners, kAll, crew, &monitor)));
  CHECK(is_cancelled(
      LineLabels::build(map.board, map.corners, map.taut, kAll, crew, &monitor)));
  CHECK(is_cancelled(
      LineGraph::build(map.board, map.corners, map.taut, kAll, crew, &monitor)));
  CHECK(is_cancelled(LineViews::build(map.board, map.corners, LineTiles(map.board), kAll,
                                      crew, &monitor)));
  Workers workers(1);
  IndexOptions options = test::lines_alone(kAll);
  options.monitor = &monitor;
  CHECK(is_cancelled(Index::build(map.grid, options, workers)));
}

}  // namespace throng::line_labels_test
