#include "../../src/lines/line_search.hpp"

#include "../../src/lines/line_board_editor.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/line_oracle.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <atomic>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace throng::line_search_test {

namespace {

std::vector<Rules> models() {
  return {{}, {.topology = Topology::tile}, {.corners = Corners::cut_one}};
}

/// A point of a found line as the oracle counts: half cells, the first cell is 0,0.
test::LineOracle::Place place(const LineBoard& board, LinePoint point) {
  const std::int64_t shift = board.model() == LineModel::point ? 3 : 2;
  return {point.x - shift, point.y - shift};
}

/// Compares the lines between all pairs of cells of a map with the oracle.
void check_map(const Terrain& terrain, const Rules& rules) {
  const auto grid = *Grid::make(terrain, rules);
  test::LineOracle oracle(terrain, rules);
  const LineBoard board = LineBoardEditor(*grid).publish();
  const Legs legs(*grid);
  LineScratch scratch;
  std::pmr::vector<LinePoint> points;
  for (const Position start : test::all_cells(terrain)) {
    const std::vector<long double> expected = oracle.lengths_from(start);
    for (const Position goal : test::all_cells(terrain)) {
      const long double length =
          expected[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)];
      if (!grid->open(start) || !grid->open(goal)) continue;
      INFO(test::in_words(rules)
           << ' ' << start.x << ',' << start.y << " to " << goal.x << ',' << goal.y);
      points.clear();
      const LineFound found =
          find_line(board, nullptr, legs, {start, goal}, {}, scratch, points);
      if (grid->component(grid->cell(start)) != grid->component(grid->cell(goal))) {
        REQUIRE(std::isinf(length));
        REQUIRE(found.length == kNoLine);
        REQUIRE(points.empty());
        continue;
      }
      REQUIRE(std::abs(in_cells(found.length) - length) < 1e-8L);
      LineLength sum = 0;
      for (std::size_t i = 1; i < points.size(); ++i) {
        REQUIRE(oracle.leg(place(board, points[i - 1]), place(board, points[i])));
        sum += line_length(points[i - 1], points[i]);
      }
      REQUIRE(std::abs(in_cells(sum) - length) < 1e-8L);
      REQUIRE(points.front() == centre_of(board.model(), start));
      REQUIRE(points.back() == centre_of(board.model(), goal));
    }
  }
}

Terrain map_of_bits(std::int32_t side, std::uint64_t bits) {
  std::string cells;
  for (std::int32_t i = 0; i < side * side; ++i)
    cells.push_back((bits >> i & 1U) != 0 ? '@' : '.');
  return *Terrain::make(side, side, cells);
}

}  // namespace

TEST_CASE("lines are shortest on all maps of 3 x 3 cells and a sample of larger ones") {
  for (const Rules& rules : models()) {
    for (std::uint64_t bits = 0; bits < 512; bits += test::every({.sanitized = 5}))
      check_map(map_of_bits(3, bits), rules);
    std::mt19937_64 random(7);
    for (int i = 0; i < 300; ++i) check_map(map_of_bits(4, random()), rules);
    for (int i = 0; i < 100; ++i) {
      const std::uint64_t half = random();  // of the cells are closed; so a quarter is
      check_map(map_of_bits(6, half & random()), rules);
    }
  }
}

TEST_CASE("a search that needs more work than it may finds no line, or pauses") {
  const Terrain terrain = test::random_terrain(60, 50, 15, 3);
  std::size_t stopped = 0, pauses = 0;
  for (const Rules& rules : models()) {
    const auto grid = *Grid::make(terrain, rules);
    const LineBoard board = LineBoardEditor(*grid).publish();
    const Legs legs(*grid);
    LineScratch scratch;
    std::pmr::vector<LinePoint> points, again;
    const std::vector<Position> cells = test::all_cells(terrain);
    for (std::size_t i = 0; i < cells.size(); i += 97) {
      const Position start = cells[i], goal = cells[(i * 31 + 7) % cells.size()];
      if (!grid->open(start) || !grid->open(goal)) continue;
      if (grid->component(grid->cell(start)) != grid->component(grid->cell(goal))) continue;
      points.clear();
      const LineFound whole =
          find_line(board, nullptr, legs, {start, goal}, {}, scratch, points);
      REQUIRE(whole.status == Status::found);
      for (std::uint64_t work = 0; work <= whole.work + 1; work += 1 + work / 3) {
        again.clear();
        const LineFound found =
            find_line(board, nullptr, legs, {start, goal}, {.work = work}, scratch, again);
        REQUIRE(found.work <= work);
        if (found.status == Status::found) {
          REQUIRE(found.work == whole.work);
          REQUIRE(again == points);
          continue;
        }
        REQUIRE(found.status == Status::out_of_budget);
        REQUIRE(again.empty());
        REQUIRE(work <= whole.work);
        ++stopped;
      }
      for (const std::uint64_t slice : {1U, 7U, 60U, 5'000U}) {
        LinePause pause;
        LineFound part;
        std::uint64_t sum = 0;
        do {
          again.clear();
          part = find_line(board, nullptr, legs, {start, goal},
                           {.work = slice, .pause = &pause}, scratch, again);
          REQUIRE(part.work <= slice);
          sum += part.work;
          pauses += part.status == Status::out_of_budget;
        } while (part.status == Status::out_of_budget);
        REQUIRE(part.status == Status::found);
        REQUIRE(!pause.waiting);
        REQUIRE(again == points);
        if (whole.expanded > 0) REQUIRE(sum == whole.work);
        REQUIRE(part.expanded == whole.expanded);
      }
      again.clear();
      const LineFound enough = find_line(board, nullptr, legs, {start, goal},
                                         {.work = whole.work + 1}, scratch, again);
      REQUIRE(enough.status == Status::found);
      REQUIRE(enough.work == whole.work);
    }
  }
  CHECK(stopped > 300);
  CHECK(pauses > 1'000);
}

TEST_CASE("a search that is cancelled finds no line, and says so") {
  const Terrain terrain = test::drawn("...\n@@.\n...");
  const auto grid = *Grid::make(terrain);
  const LineBoard board = LineBoardEditor(*grid).publish();
  LineScratch scratch;
  std::pmr::vector<LinePoint> points;
  std::atomic<bool> cancel{true};
  const auto find = [&] {
    points.clear();
    return find_line(board, nullptr, Legs(*grid), {{0, 0}, {0, 2}}, {.cancel = &cancel},
                     scratch, points);
  };
  CHECK(find().status == Status::cancelled);
  CHECK(points.empty());
  cancel = false;
  CHECK(find().status == Status::found);
  CHECK(points.size() == 4);
}

TEST_CASE("a search that may expand nothing does not look around") {
  const Terrain terrain = test::random_terrain(20, 15, 20, 2);
  for (const Rules& rules : models()) {
    const auto grid = *Grid::make(terrain, rules);
    const LineBoard board = LineBoardEditor(*grid).publish();
    const Legs legs(*grid);
    test::CountingMemory memory;
    LineScratch unused(&memory), scratch;
    std::pmr::vector<LinePoint> points;
    std::size_t seen = 0, unseen = 0;
    for (const Query& query : test::random_queries(terrain, 500, 3)) {
      if (!grid->open(query.start) || !grid->open(query.goal) ||
          grid->component(grid->cell(query.start)) !=
              grid->component(grid->cell(query.goal)))
        continue;
      points.clear();
      const LineFound none =
          find_line(board, nullptr, legs, query, {.expansions = 0}, unused, points);
      const bool joined = query.start == query.goal || legs(query.start, query.goal);
      CHECK(none.status == (joined ? Status::found : Status::out_of_budget));
      CHECK(none.expanded == 0);
      CHECK(points.empty() != joined);
      const LineFound one =
          find_line(board, nullptr, legs, query, {.expansions = 1}, scratch, points);
      CHECK(one.expanded <= 1);
      CHECK((one.status == Status::found) >= joined);
      ++(joined ? seen : unseen);
    }
    CHECK(seen > 10);
    CHECK(unseen > 100);
    CHECK(memory.allocations() == 0);
  }
}

}  // namespace throng::line_search_test
