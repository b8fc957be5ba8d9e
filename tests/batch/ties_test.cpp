#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/scenes.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/lab.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>
#include <throng/validate.hpp>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace throng::ties_test {
using namespace test;

namespace {

constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

/// Whether two batches agree in everything except the moves and, for searches that run from
/// the other end, the counters.
void check_same_costs(const Answers& known, const Answers& redrawn, bool counters) {
  CHECK(redrawn.status == known.status);
  CHECK(redrawn.cost == known.cost);
  if (counters) CHECK(redrawn.expanded == known.expanded);
  if (counters) CHECK(redrawn.path_begin == known.path_begin);
}

/// Every algorithm by every choice: paths are legal and cost as much as without a choice.
void check_ties(const std::shared_ptr<const Grid>& grid, const SolverOptions& base,
                std::span<const Query> queries, Workers& workers) {
  SolverOptions options = base;
  const Answers known = Solver::make(grid, options)->solve(queries, workers);
  for (const Ties ties : kTies) {
    options.ties = ties;
    CAPTURE(name(ties), in_words(options));
    const auto solver = Solver::make(grid, options);
    if (!solver) {
      CHECK(ties == Ties::same_way_back);
      CHECK(!grid->symmetric());
      CHECK(solver.error().what ==
            "ties same_way_back needs a grid on which every way back costs the same");
      continue;
    }
    const Answers answers = solver->solve(queries, workers);
    // A path from the other end need not be as bad.
    const bool optimal = guarantee(options.algorithm) == Guarantee::optimal;
    if (optimal || ties != Ties::same_way_back)
      check_same_costs(known, answers, ties != Ties::same_way_back);
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (answers.status[i] == Status::found && queries[i].start != queries[i].goal)
        REQUIRE(path_is_sound(*grid, queries[i], answers, i));
    if (ties == Ties::canonical) CHECK(same(known, answers));
  }
}

int turns_of(std::span<const Move> moves) {
  int turns = 0;
  for (std::size_t k = 1; k < moves.size(); ++k) turns += moves[k] != moves[k - 1] ? 1 : 0;
  return turns;
}

/// The sum over the cells of a path of their distances from the line between its ends,
/// times the length of the line.
std::uint64_t sum_of_distances(const Grid& grid, Position start,
                               std::span<const Move> moves) {
  const Topology topology = grid.rules().topology;
  std::vector<Position> cells{axial(topology, start)};
  for (const Move move : moves) {
    start = grid.step(start, move);
    cells.push_back(axial(topology, start));
  }
  const Position a = cells.front(), b = cells.back();
  std::uint64_t sum = 0;
  for (const Position p : cells)
    sum += static_cast<std::uint64_t>(
        std::abs((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)));
  return sum;
}

/// The least value of measure(moves) over all legal orders of the moves that cost as much.
std::uint64_t least_of_orders(
    const Grid& grid, Position start, std::span<const Move> moves,
    const std::function<std::uint64_t(std::span<const Move>)>& measure) {
  const auto cost_of = [&](std::span<const Move> order) -> std::uint64_t {
    std::uint64_t cost = 0;
    Position at = start;
    for (const Move move : order) {
      if (!grid.contains(at) || !grid.open(at)) return kMost;
      if ((grid.moves(at) >> static_cast<unsigned>(move) & 1U) == 0) return kMost;
      cost += grid.step_cost(grid.cell(at), move);
      at = grid.step(at, move);
    }
    return cost;
  };
  const std::uint64_t cost = cost_of(moves);
  std::vector<Move> order(moves.begin(), moves.end());
  std::ranges::sort(order);
  std::uint64_t least = kMost;
  do
    if (cost_of(order) == cost) least = std::min(least, measure(order));
  while (std::ranges::next_permutation(order).found);
  return least;
}

bool is_leg(std::span<const Move> moves) {
  std::set<Move> kinds(moves.begin(), moves.end());
  return kinds.size() == 2 && !is_link(*kinds.rbegin()) &&
         opposite(*kinds.begin()) != *kinds.rbegin();
}

/// Compares the paths that are one leg with all orders of their moves.
int check_orders(const std::shared_ptr<const Grid>& grid, Ties ties,
                 std::span<const Query> queries, Workers& workers) {
  const Answers answers = Solver::make(grid, {.ties = ties})->solve(queries, workers);
  int legs = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (answers.status[i] != Status::found) continue;
    const auto moves = answers.path(i).moves();
    if (moves.size() > 11 || !is_leg(moves)) continue;
    ++legs;
    const auto measure = [&](std::span<const Move> order) -> std::uint64_t {
      return ties == Ties::few_turns ? static_cast<std::uint64_t>(turns_of(order))
                                     : sum_of_distances(*grid, queries[i].start, order);
    };
    REQUIRE(measure(moves) == least_of_orders(*grid, queries[i].start, moves, measure));
  }
  return legs;
}

std::vector<Query> turned(std::span<const Query> queries) {
  std::vector<Query> back;
  for (const Query& query : queries) back.push_back({query.goal, query.start});
  return back;
}

/// Orders of 24 units abreast, from one side of an open map to the other.
struct Abreast {
  explicit Abreast(bool agents = true) {
    for (std::int32_t k = 0; k < 24; ++k)
      requests.push_back(
          {.start = {8 + k / 8, 4},
           .goals = goal,
           .agent = agents ? AgentId{static_cast<std::uint32_t>(k)} : kNoAgent});
  }
  std::vector<Position> goal{{56, 44}};
  std::vector<Request> requests;
};

}  // namespace

TEST_CASE("no choice among paths changes a cost, on any ground", "[ties]") {
  use_lab();
  Workers workers(1);
  for_each_scene([&](const Scene& scene) {
    CAPTURE(scene.words);
    std::vector<Query> queries;
    SplitMix64 random(7);
    for (int k = 0; k < 40; ++k) {
      const auto any = [&] {
        return scene.cells[random.below(static_cast<std::uint32_t>(scene.cells.size()))];
      };
      queries.push_back({any(), any()});
    }
    check_ties(scene.grid, {.algorithm = Algorithm::astar}, queries, workers);
    check_ties(scene.grid, {.algorithm = Algorithm::wastar, .weight_percent = 300}, queries,
               workers);
    check_ties(scene.grid, {.algorithm = Algorithm::greedy}, queries, workers);
  });
}

TEST_CASE("no algorithm conflicts with a choice among paths", "[ties]") {
  use_lab();
  Workers workers(1);
  for (const Ground& ground : some_grounds()) {
    const auto queries = random_queries(ground.terrain, 60, 3);
    for (const SolverOptions& options : all_options(ground.grid))
      check_ties(ground.grid, options, queries, workers);
  }
  const Terrain terrain = random_terrain(24, 24, 20, 5);
  const auto grid = *Grid::make(terrain);
  for (const SolverOptions& options : family_options(grid))
    if (options.algorithm != Algorithm::idastar)
      check_ties(grid, options, random_queries(terrain, 30, 4), workers);
}

TEST_CASE("redrawn paths are legal to code that shares nothing with them", "[ties]") {
  const Terrain terrain = random_terrain(64, 48, 12, 21);
  Workers workers(1);
  std::vector<Weight> weights;
  for (std::size_t k = 0; k < terrain.cell_count(); ++k)
    weights.push_back(static_cast<Weight>(1 + k * k % 3));
  for (Rules rules : few_rules())
    for (const bool weighs : {false, true}) {
      const GridOptions ground{.weights = weighs ? std::span<const Weight>(weights)
                                                 : std::span<const Weight>()};
      const auto grid = Grid::make(terrain, rules, ground);
      if (!grid) continue;
      Scenario scenario;
      scenario.queries = random_queries(terrain, 60, 2);
      const Answers known = Solver::make(*grid)->solve(scenario.queries, workers);
      for (std::size_t i = 0; i < known.size(); ++i)
        scenario.lengths.push_back(
            known.status[i] == Status::found ? path_length(**grid, known.path(i)) : -1);
      for (const Ties ties : {Ties::straight, Ties::few_turns, Ties::lanes}) {
        CAPTURE(in_words(rules), weighs, name(ties));
        const Answers answers =
            Solver::make(*grid, {.ties = ties})->solve(scenario.queries, workers);
        PathList paths;
        for (std::size_t i = 0; i < answers.size(); ++i) {
          if (answers.status[i] == Status::found) {
            const auto cells = answers.path(i).cells();
            paths.cells.insert(paths.cells.end(), cells.begin(), cells.end());
          }
          paths.begin.push_back(paths.cells.size());
        }
        CHECK(validate_paths(terrain, rules, scenario, paths, ground).empty());
      }
    }
}

TEST_CASE("a leg is the nearest to its line, or has the fewest turns", "[ties]") {
  Workers workers(1);
  const Terrain open = *Terrain::make(13, 11, '.');
  const auto anywhere = random_queries(open, 150, 9);
  for (const Topology topology :
       {Topology::octile, Topology::tile, Topology::hex, Topology::tex}) {
    const auto grid = *Grid::make(open, {.topology = topology});
    CAPTURE(name(topology));
    CHECK(check_orders(grid, Ties::straight, anywhere, workers) > 20);
    CHECK(check_orders(grid, Ties::few_turns, anywhere, workers) > 20);
  }
  for (const int closed : {8, 20, 30}) {
    const Terrain terrain = random_terrain(13, 11, closed, 40 + closed);
    std::vector<Weight> weights;
    for (std::size_t k = 0; k < terrain.cell_count(); ++k)
      weights.push_back(static_cast<Weight>(1 + k % 2));
    const auto queries = random_queries(terrain, 300, 8);
    for (const Topology topology : {Topology::octile, Topology::tile, Topology::hex}) {
      CAPTURE(closed, name(topology));
      CHECK(check_orders(*Grid::make(terrain, {.topology = topology}), Ties::few_turns,
                         queries, workers) > 10);
      CHECK(check_orders(*Grid::make(terrain, {.topology = topology}, {.weights = weights}),
                         Ties::few_turns, queries, workers) > 5);
    }
  }
}

TEST_CASE("the way back visits the same cells", "[ties]") {
  use_lab();
  Workers workers(2);
  int compared = 0;
  for_each_scene([&](const Scene& scene) {
    if (!scene.grid->symmetric()) return;
    CAPTURE(scene.words);
    std::vector<Query> queries;
    for (std::size_t a = 0; a < scene.cells.size(); a += 2)
      for (std::size_t b = 1; b < scene.cells.size(); b += 3)
        queries.push_back({scene.cells[a], scene.cells[b]});
    const auto back = turned(queries);
    for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::wastar}) {
      const Solver solver =
          *Solver::make(scene.grid, {.algorithm = algorithm, .ties = Ties::same_way_back});
      for (const Sharing sharing : {Sharing::none, Sharing::goals}) {
        const Answers there = solver.solve(queries, workers, {.sharing = sharing});
        const Answers here = solver.solve(back, workers, {.sharing = sharing});
        for (std::size_t i = 0; i < queries.size(); ++i) {
          if (there.status[i] != Status::found) continue;
          auto cells = there.path(i).cells();
          std::ranges::reverse(cells);
          REQUIRE(here.path(i).cells() == cells);
          ++compared;
        }
      }
    }
  });
  CHECK(compared > 1000);
}

TEST_CASE("units with lanes spread over an open room", "[ties]") {
  const Terrain terrain = *Terrain::make(64, 48, '.');
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  for (const bool agents : {true, false}) {
    const Abreast units(agents);
    const Solver lanes = *Solver::make(grid, {.ties = Ties::lanes});
    const Answers answers = lanes.solve(units.requests, workers);
    std::set<std::vector<Position>> paths;
    std::set<Position> middles;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto cells = answers.path(i).cells();
      paths.insert(cells);
      middles.insert(cells[cells.size() / 2]);
    }
    // Units of one start and no number are one unit.
    CHECK(paths.size() >= (agents ? 16 : 3));
    CHECK(middles.size() >= (agents ? 9 : 3));
    for (const Sharing sharing : {Sharing::equal, Sharing::goals})
      CHECK(lanes.solve(units.requests, workers, {.sharing = sharing}).hash() ==
            answers.hash());
  }
}

TEST_CASE("paths of a choice depend on no thread, and end early where they should",
          "[ties][parallel]") {
  const Terrain terrain = random_terrain(80, 60, 15, 33);
  const auto grid = *Grid::make(terrain);
  const auto queries = random_queries(terrain, 400, 5);
  Workers one(1), seven(7);
  for (const Ties ties : kTies) {
    CAPTURE(name(ties));
    const Solver solver = *Solver::make(grid, {.ties = ties});
    const Answers all = solver.solve(queries, one);
    CHECK(same(all, solver.solve(queries, seven)));
    const Answers cut = solver.solve(queries, seven, {.max_moves = 9});
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto whole = all.path(i).moves();
      CHECK(std::ranges::equal(cut.path(i).moves(),
                               whole.first(std::min<std::size_t>(whole.size(), 9))));
    }
    CHECK(solver.solve(queries, one, {.paths = false}).moves.empty());
  }
}

TEST_CASE("group orders that are read from one field get the paths of a choice", "[ties]") {
  const Terrain terrain = random_terrain(64, 64, 10, 9);
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  std::vector<Query> queries = random_queries(terrain, 300, 12);
  Position open{0, 0};
  while (!grid->open(open)) ++open.x;
  for (Query& query : queries) query.goal = open;
  for (const auto& group : {queries, turned(queries)}) {
    const auto solve = [&](Ties ties, const BatchOptions& options = {}) {
      return Solver::make(grid, {.algorithm = Algorithm::astar, .ties = ties})
          ->solve(group, workers, options);
    };
    const Answers found = solve(Ties::canonical);
    const Answers bent = solve(Ties::canonical, {.sharing = Sharing::goals});
    const Answers few = solve(Ties::few_turns, {.sharing = Sharing::goals});
    CHECK(few.cost == found.cost);
    CHECK(solve(Ties::same_way_back, {.sharing = Sharing::goals}).hash() ==
          solve(Ties::same_way_back).hash());
    int turns = 0, fewer = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found.status[i] != Status::found) continue;
      const int before = turns_of(bent.path(i).moves());
      const int after = turns_of(few.path(i).moves());
      CHECK(after <= before);
      turns += before;
      fewer += after;
      if (group[i].start != group[i].goal) REQUIRE(path_is_sound(*grid, group[i], few, i));
    }
    CHECK(fewer * 20 < turns * 19);
    const Answers cut = solve(Ties::few_turns, {.sharing = Sharing::goals, .max_moves = 7});
    for (std::size_t i = 0; i < few.size(); ++i)
      CHECK(std::ranges::equal(
          cut.path(i).moves(),
          few.path(i).moves().first(std::min<std::size_t>(few.path(i).moves().size(), 7))));
  }
}

TEST_CASE("frames find the paths that a batch finds", "[ties][parallel]") {
  const Terrain terrain = *Terrain::make(64, 48, '.');
  const auto grid = *Grid::make(terrain);
  Workers workers(2);
  Abreast units;
  units.requests[3].radius = 4;
  units.requests[5].visit = Visit::in_turn;
  units.requests[7].approach = true;
  for (const Ties ties : kTies) {
    CAPTURE(name(ties));
    const Solver solver =
        *Solver::make(grid, {.algorithm = Algorithm::astar, .ties = ties});
    const Answers wanted = solver.solve(units.requests, workers);
    for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals}) {
      FrameScheduler scheduler = scheduler_of(solver, {.sharing = sharing});
      for (const Request& one : units.requests) scheduler.submit(one);
      Answers finished;
      std::size_t seen = 0;
      while (seen < units.requests.size()) {
        scheduler.run(FrameBudget::expansions(300), workers);
        scheduler.poll(finished);
        for (std::size_t i = 0; i < finished.size(); ++i, ++seen) {
          const auto request = static_cast<std::size_t>(finished.ticket[i]);
          CHECK(finished.cost[finished.slot(i)] == wanted.cost[request]);
          if (sharing != Sharing::goals || ties == Ties::same_way_back)
            CHECK(std::ranges::equal(finished.path(finished.slot(i)).moves(),
                                     wanted.path(request).moves()));
        }
      }
    }
  }
}

TEST_CASE("a restored scheduler keeps its choice among paths", "[ties]") {
  const Terrain terrain = *Terrain::make(40, 30, '.');
  Workers workers(1);
  LivingMap map = *LivingMap::make(terrain, std::vector{LivingClass{}}, {}, workers);
  const std::vector<Position> goal{{35, 12}};
  for (const Ties ties : kTies) {
    CAPTURE(name(ties));
    const SolverOptions options{.algorithm = Algorithm::astar, .ties = ties};
    FrameScheduler first = *FrameScheduler::make(map, {&options, 1});
    first.submit({.start = {2, 3}, .goals = goal, .agent = AgentId{5}});
    FrameScheduler scheduler = *FrameScheduler::restore(*first.save(), map);
    scheduler.run(FrameBudget::unlimited(), workers);
    Answers finished;
    scheduler.poll(finished);
    REQUIRE(finished.size() == 1);
    const std::vector<Request> same{{.start = {2, 3}, .goals = goal, .agent = AgentId{5}}};
    const Answers wanted = Solver::make(map.index(0), options)->solve(same, workers);
    CHECK(std::ranges::equal(finished.path(0).moves(), wanted.path(0).moves()));
  }
}

namespace {

/// A game of 40 units on a map with danger and fronts.
struct DangerGame {
  explicit DangerGame(Ties ties) : options{.ties = ties} {
    scheduler.emplace(*FrameScheduler::make(map, {&options, 1}));
  }

  /// A frame with an edit and new requests. Returns the answers.
  void play(std::uint32_t frame, Answers& finished) {
    std::vector<Weight> danger(80);
    for (std::size_t k = 0; k < danger.size(); ++k)
      danger[k] = static_cast<Weight>((k * 7 + frame) % 10);
    const auto x = static_cast<std::int32_t>(frame * 5 % 40);
    const std::vector<Edit> edits{DangerEdit{0, {{x, 12}, 10, 8}, danger},
                                  TerrainEdit{{{x + 9, 3}, 2, 5}, '@'}};
    CHECK(scheduler->edit(edits).has_value());
    for (std::uint32_t unit = 0; unit < 10; ++unit)
      scheduler->submit({.start = {2, static_cast<std::int32_t>(20 + unit)},
                         .goals = goal,
                         .agent = AgentId{10 * (frame % 4) + unit}});
    scheduler->run(FrameBudget::expansions(1500), workers);
    scheduler->poll(finished);
  }

  /// Goes on as a game that was saved and loaded.
  void reload() {
    const std::string saved = *scheduler->save(), saved_map = *map.save();
    scheduler.reset();
    map = *LivingMap::restore(saved_map, workers);
    scheduler.emplace(*FrameScheduler::restore(saved, map));
  }

  SolverOptions options;
  Workers workers{1};
  LivingMap map = *LivingMap::make(
      random_terrain(56, 40, 8, 5),
      std::vector<LivingClass>{{.landmarks = 2, .fronts = true, .max_danger = 9}}, {},
      workers);
  std::vector<Position> goal{{53, 4}};
  std::optional<FrameScheduler> scheduler;
};

}  // namespace

TEST_CASE("a game of danger keeps its costs with each choice, and its paths when saved",
          "[ties]") {
  for (const Ties ties : kTies) {
    CAPTURE(name(ties));
    DangerGame known(Ties::canonical), played(ties), saved(ties);
    Answers wanted, finished, reloaded;
    std::size_t found = 0, others = 0;
    for (std::uint32_t frame = 0; frame < 16; ++frame) {
      CAPTURE(frame);
      known.play(frame, wanted);
      played.play(frame, finished);
      saved.play(frame, reloaded);
      if (ties != Ties::same_way_back) {  // whose searches run from the other end
        CHECK(finished.ticket == wanted.ticket);
        CHECK(finished.status == wanted.status);
        CHECK(finished.cost == wanted.cost);
      }
      CHECK(reloaded.hash() == finished.hash());
      CHECK(reloaded.ticket == finished.ticket);
      for (std::size_t i = 0; i < finished.slots(); ++i) {
        if (finished.status[i] != Status::found) continue;
        ++found;
        REQUIRE(path_is_sound(finished.grid(i), finished.path(i), finished.end[i],
                              finished.cost[i]));
        if (ties == Ties::same_way_back) continue;
        others +=
            std::ranges::equal(finished.path(i).moves(), wanted.path(i).moves()) ? 0 : 1;
      }
      static_cast<void>(*played.scheduler->save());  // paused searches begin again
      static_cast<void>(*known.scheduler->save());
      saved.reload();
    }
    CHECK(found > 10);  // paused searches begin again after each save
    if (ties != Ties::canonical && ties != Ties::same_way_back) CHECK(others > 20);
  }
}

}  // namespace throng::ties_test
