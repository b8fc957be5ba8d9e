#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/scenes.hpp"

#include <throng/answers.hpp>
#include <throng/field.hpp>
#include <throng/links.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace throng::field_ties_test {

namespace {

PathView view(const Grid& grid, Position from, std::span<const Move> moves) {
  return {grid.rules().topology, from, moves, grid.links().get()};
}

std::vector<Move> path_of(const Field& field, Position from, const PathChoice& choice,
                          Workers& workers) {
  std::vector<Move> moves{Move::west};  // which stays
  field.append_path(from, choice, workers, moves);
  REQUIRE(moves.front() == Move::west);
  moves.erase(moves.begin());
  return moves;
}

/// Compares the paths of all choices with the path without one. Returns how many differ.
int check_choices(const Field& field, Position from, Workers& workers) {
  const Grid& grid = *field.grid();
  std::vector<Move> known;
  field.append_path(from, known);
  int others = 0;
  for (const Ties ties : kTies)
    for (const AgentId agent : {AgentId{3}, kNoAgent}) {
      CAPTURE(name(ties), from.x, from.y);
      const std::vector<Move> moves = path_of(field, from, {ties, agent}, workers);
      REQUIRE(moves.size() == known.size());
      if (ties == Ties::canonical || ties == Ties::same_way_back) REQUIRE(moves == known);
      if (moves.empty()) continue;
      others += moves != known ? 1 : 0;
      const auto cells = view(grid, from, moves).cells();
      REQUIRE(cells.back() == view(grid, from, known).cells().back());
      REQUIRE(test::path_is_sound(grid, view(grid, from, moves), cells.back(),
                                  field.distance(from)));
      for (std::size_t k = 1; k < cells.size(); ++k)
        REQUIRE(field.distance(cells[k]) < field.distance(cells[k - 1]));
    }
  return others;
}

int turns_of(std::span<const Move> moves) {
  int turns = 0;
  for (std::size_t k = 1; k < moves.size(); ++k) turns += moves[k] != moves[k - 1] ? 1 : 0;
  return turns;
}

}  // namespace

TEST_CASE("a choice among the paths of a field changes no cost, on any ground", "[ties]") {
  Workers workers(1);
  SplitMix64 random(9);
  int others = 0;
  test::for_each_scene([&](const test::Scene& scene) {
    CAPTURE(scene.words);
    Field field(scene.grid);
    const auto any = [&] {
      return scene.cells[random.below(static_cast<std::uint32_t>(scene.cells.size()))];
    };
    const std::vector<Position> goals{any(), any()};
    field.set_goals(goals, workers);
    for (std::size_t i = 0; i < scene.cells.size(); i += 3)
      others += check_choices(field, scene.cells[i], workers);
  });
  CHECK(others > 50);  // under sanitizers the scenes are fewer
}

TEST_CASE("in an open room a field has the paths of a solver", "[ties]") {
  const Terrain terrain = *Terrain::make(64, 48, '.');
  const auto grid = *Grid::make(terrain);
  Workers workers(1);
  Field field(grid);
  const std::vector<Position> goal{{56, 44}};
  field.set_goals(goal, workers);
  for (const Ties ties : {Ties::straight, Ties::few_turns, Ties::lanes}) {
    std::vector<Request> requests;
    for (std::int32_t k = 0; k < 24; ++k)
      requests.push_back(
          {.start = {8 + k / 8, 4},
           .goals = goal,
           .agent = k % 5 == 0 ? kNoAgent : AgentId{static_cast<std::uint32_t>(k)}});
    const Answers wanted = Solver::make(grid, {.ties = ties})->solve(requests, workers);
    std::set<std::vector<Move>> paths;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto moves =
          path_of(field, requests[i].start, {ties, requests[i].agent}, workers);
      CHECK(std::ranges::equal(moves, wanted.path(i).moves()));
      paths.insert(moves);
    }
    CHECK((ties == Ties::lanes ? paths.size() > 12 : paths.size() <= 3));
  }
}

TEST_CASE("few turns of a field are fewer, also after an edit", "[ties]") {
  Workers workers(1);
  LivingMap map = *LivingMap::make(test::random_terrain(60, 60, 10, 3),
                                   std::vector{LivingClass{}}, {}, workers);
  Field field(map.index(0));
  const std::vector<Position> goals{{3, 3}, {57, 50}};
  field.set_goals(goals, workers);
  for (int round = 0; round < 4; ++round) {
    int turns = 0, fewer = 0;
    for (Position p{0, 0}; p.y < 60; p.y += 2)
      for (p.x = 0; p.x < 60; p.x += 3) {
        std::vector<Move> known;
        field.append_path(p, known);
        check_choices(field, p, workers);
        turns += turns_of(known);
        fewer += turns_of(path_of(field, p, {.ties = Ties::few_turns}, workers));
      }
    CHECK(fewer * 20 < turns * 19);
    const LivingMap::Version before = map.version();
    const std::vector<Edit> edits{TerrainEdit{{{10 + 9 * round, 20}, 6, 7}, '@'}};
    (void)*map.edit(edits, workers);
    field.follow(map.index(0), map.changes(before, 0), workers);
  }
}

TEST_CASE("threads with workers of their own ask a field at once", "[ties][parallel]") {
  const Terrain terrain = test::random_terrain(80, 60, 12, 8);
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  Field field(grid);
  const std::vector<Position> goal{{40, 30}};
  field.set_goals(goal, workers);
  const auto walk = [&](Workers& mine) {
    std::vector<Move> all;
    for (std::int32_t k = 0; k < 60; ++k)
      field.append_path({k, k}, {Ties::lanes, AgentId{static_cast<std::uint32_t>(k)}}, mine,
                        all);
    return all;
  };
  const std::vector<Move> expected = walk(workers);
  CHECK(expected.size() > 500);
  std::vector<std::vector<Move>> found(4);
  std::vector<std::thread> threads;
  for (std::vector<Move>& mine : found)
    threads.emplace_back([&] {
      Workers one(1);
      mine = walk(one);
    });
  for (std::thread& one : threads) one.join();
  for (const std::vector<Move>& mine : found) CHECK(mine == expected);
}

TEST_CASE("a warm choice allocates nothing, and a failed one appends nothing", "[ties]") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 15, 4));
  test::CountingMemory memory;
  Workers cold(1, &memory), workers(1);
  Field field(grid);
  std::vector<Position> goals;
  for (Position p{0, 0}; goals.empty(); ++p.x)
    if (grid->open(p)) goals.push_back(p);
  field.set_goals(goals, workers);
  Position from{59, 59};
  while (field.distance(from) == kUnreachable) --from.x;
  const PathChoice choice{Ties::straight, kNoAgent};
  std::vector<Move> moves{Move::south};
  memory.allow(0);
  int failures = 0;
  for (std::size_t allowed = 0; moves.size() == 1; ++allowed) {
    REQUIRE(allowed < 100);
    memory.allow(allowed);
    try {
      field.append_path(from, choice, cold, moves);
    } catch (const std::bad_alloc&) {
      ++failures;
      REQUIRE(moves == std::vector{Move::south});
    }
  }
  CHECK(failures > 0);
  const std::vector<Move> expected = moves;
  moves.resize(1);
  memory.allow(0);
  const std::size_t before = test::heap_allocations();
  field.append_path(from, choice, cold, moves);
  CHECK(test::heap_allocations() == before);
  CHECK(moves == expected);
}

}  // namespace throng::field_ties_test
