#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace throng::reserve_test {
namespace {

const Terrain& terrain() {
  static const Terrain made = test::random_terrain(120, 110, 20, 3);
  return made;
}

/// Solvers of all searches that users meet, on all kinds of ground. Without the Manhattan
/// distance on octile ground: how many cells are open depends on the query too much.
std::vector<Solver> solvers() {
  Workers workers(1);
  std::vector<Solver> all;
  const auto add = [&](const auto& ground) {
    for (const SolverOptions& options : test::all_options(ground))
      if (options.algorithm != Algorithm::textbook &&
          options.heuristic != Heuristic::manhattan)
        all.push_back(*Solver::make(ground, options));
  };
  const std::shared_ptr<const Grid> plain = *Grid::make(terrain());
  add(plain);
  add(*Index::build(plain, {.landmarks = {4}, .areas = true, .gates = {true}}, workers));
  add(*Index::build(plain, {.landmarks = {0}, .hub_labels = {true}, .fronts = {true}},
                    workers));
  add(*Index::build(plain, {.landmarks = {0}, .hierarchy = {true}}, workers));
  std::vector<Weight> weights(terrain().cell_count());
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<Weight>(1 + i % 7);
  const std::vector<Link> links{{{0, 0}, {119, 109}, 3}, {{5, 5}, {15, 2}, 9000}};
  const std::vector<ClosedStep> fences = test::random_fences(terrain(), 5, 4);
  add(*Grid::make(terrain(), {}, {.weights = weights}));
  add(*Grid::make(terrain(), {}, {.weights = weights, .links = links}));
  add(*Grid::make(terrain(), {}, {.closed_steps = fences}));
  add(*Grid::make(terrain(), {.topology = Topology::hex}));
  add(*Grid::make(terrain(), {.unit_size = 2}));
  return all;
}

}  // namespace

TEST_CASE("Reserve: later queries need no more memory of the map's size") {
  const std::vector<Query> queries = test::random_queries(terrain(), 60, 8);
  for (const Solver& solver : solvers()) {
    CAPTURE(test::in_words(solver.grid().rules()));
    CAPTURE(name(solver.algorithm()), name(solver.heuristic()));
    test::CountingMemory memory;
    Workers workers(1, &memory), others(1);
    solver.reserve(workers);
    const std::size_t before = memory.bytes();
    const Answers reserved = solver.solve(queries, workers);
    CHECK(memory.bytes() < before + solver.grid().cell_count());
    CHECK(test::same(reserved, solver.solve(queries, others)));
  }
}

TEST_CASE("Reserve: all threads have memory") {
  const Solver solver =
      *Solver::make(*Grid::make(terrain()), {.algorithm = Algorithm::astar});
  for (const int threads : {1, 2, 7}) {
    Workers workers(threads);
    const std::size_t before = workers.memory_bytes();
    solver.reserve(workers);
    const std::size_t each = 4 * solver.grid().cell_count();
    CHECK(workers.memory_bytes() >= before + static_cast<std::size_t>(threads) * each);
  }
}

TEST_CASE("Reserve: workers survive that memory runs out, and maps without open cells") {
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  const std::vector<Query> queries = test::random_queries(terrain(), 20, 8);
  Workers others(1);
  const Answers expected = solver.solve(queries, others);
  bool whole = false;
  for (std::size_t allowed = 0; !whole; ++allowed) {
    test::CountingMemory memory;
    Workers workers(2, &memory);
    memory.allow(allowed);
    try {
      solver.reserve(workers);
      whole = true;
    } catch (const std::bad_alloc&) {
    }
    memory.allow(test::CountingMemory::kAll);
    REQUIRE(test::same(solver.solve(queries, workers), expected));
  }
  Solver::make(*Grid::make(test::drawn("@@@\n@@@")))->reserve(others);
}

TEST_CASE(
    "Reserve: a scheduler has the memory of its paused searches, and no other frames") {
  const Solver solver =
      *Solver::make(*Grid::make(terrain()), {.algorithm = Algorithm::astar});
  const std::vector<Query> queries = test::random_queries(terrain(), 60, 8);
  const auto play = [&](bool reserves) {
    test::CountingMemory memory;
    auto scheduler = *FrameScheduler::make({solver}, {}, &memory);
    Workers workers(2);
    for (const Query& query : queries)
      scheduler.submit({.start = query.start, .goals = {&query.goal, 1}});
    for (int frame = 0; frame < 5; ++frame)
      scheduler.run(FrameBudget::expansions(900), workers);
    if (reserves) scheduler.reserve(workers);  // while searches are paused
    const std::size_t before = memory.bytes();
    std::vector<std::size_t> finished;
    Answers answers;
    while (scheduler.waiting() > 0) {
      finished.push_back(scheduler.run(FrameBudget::expansions(900), workers).finished);
      scheduler.poll(answers);
      finished.push_back(static_cast<std::size_t>(answers.hash()));
    }
    if (reserves) CHECK(memory.bytes() < before + 4 * solver.grid().cell_count());
    return finished;
  };
  CHECK(play(true) == play(false));
}

}  // namespace throng::reserve_test
