#include "../support/memory.hpp"

#include "../../src/core/workers.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"

#include <throng/any_angle.hpp>
#include <throng/query.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <new>
#include <vector>

namespace throng::memory_test {

namespace {

/// Solvers of every kind of scratch: all algorithms and bounds that a plain grid takes
/// with an index, and weights and links.
struct Case {
  Solver solver;
  bool by_the_book;  ///< allocates for each query, as books do
};

constexpr Position kGroupGoal{12, 11};  // open

const Terrain& terrain() {
  static const Terrain made = test::random_terrain(20, 20, 25, 7);
  return made;
}

std::vector<Case> cases() {
  Workers workers(1);
  std::vector<Case> all;
  const auto add = [&](const auto& ground, const SolverOptions& options) {
    if (!all.empty() && all.back().solver.algorithm() == options.algorithm &&
        all.back().solver.heuristic() == options.heuristic)
      return;  // only other parameters
    all.push_back(
        {*Solver::make(ground, options), options.algorithm == Algorithm::textbook});
  };
  const std::shared_ptr<const Grid> plain = *Grid::make(terrain());
  const auto index = *Index::build(
      plain, {.landmarks = {4}, .areas = true, .gates = {true}, .lines = {true}}, workers);
  for (const SolverOptions& options : test::all_options(index)) add(index, options);
  add(*Index::build(plain, {.landmarks = {0}, .hierarchy = {true}}, workers), {});
  for (const SolverOptions& options : test::family_options(plain))
    if (options.algorithm != Algorithm::idastar) add(plain, options);
  add(plain, {.algorithm = Algorithm::textbook});

  std::vector<Weight> weights(terrain().cell_count());
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<Weight>(1 + i % 7);
  const std::vector<Link> links{{{0, 0}, {19, 19}, 3}, {{5, 5}, {15, 2}, 9000}};
  add(*Grid::make(terrain(), {}, {.weights = weights}), {});
  add(*Grid::make(terrain(), {}, {.weights = weights, .links = links}), {});
  add(*Grid::make(terrain(), {.topology = Topology::hex}), {});
  for (const Ties ties : kTies)
    all.push_back({*Solver::make(plain, {.ties = ties}), false});
  return all;
}

std::vector<Query> queries_on_map() {
  std::vector<Query> queries = test::random_queries(terrain(), 40, 8);
  for (std::size_t i = 0; i < 20; ++i) queries.push_back({queries[i].start, kGroupGoal});
  return queries;
}

/// Results of all that solves, into memory of its own.
struct Kept {
  explicit Kept(std::pmr::memory_resource* memory)
      : batch(memory),
        shared(memory),
        requests(memory),
        straight(memory),
        paths(memory),
        lines(memory) {}

  Answers batch, shared;
  Answers requests;
  Answers straight;
  AnyAnglePaths paths, lines;

  friend bool operator==(const Kept& a, const Kept& b) {
    return a.batch.hash() == b.batch.hash() && a.shared.hash() == b.shared.hash() &&
           a.requests.hash() == b.requests.hash() && a.requests.end == b.requests.end &&
           a.straight.hash() == b.straight.hash() && a.paths.points == b.paths.points &&
           a.lines.points == b.lines.points;
  }
};

class Asked {
 public:
  Asked() : queries_(queries_on_map()) {
    for (const Query& query : queries_) goals_.push_back(query.goal);
    for (std::size_t i = 0; i < 18; ++i)
      requests_.push_back({.start = queries_[i].start,
                           .goals = std::span<const Position>(goals_).subspan(i, 3),
                           .visit = static_cast<Visit>(i % 3),
                           .radius = i % 2 == 0 ? 0.0 : 2.1,
                           .approach = true});
  }

  void solve(const Solver& solver, Workers& workers, Kept& answers) const {
    solver.solve(queries_, workers, answers.batch);
    solver.solve(queries_, workers, answers.shared, {.sharing = Sharing::equal});
    solver.solve(requests_, workers, answers.requests);
    // Smoothing is the same whatever found the paths.
    if (!solver.grid().uniform() || solver.algorithm() != Algorithm::astar) return;
    solver.solve(queries_, workers, answers.straight);
    const Outcome smoothed =
        smooth(solver.grid(), answers.straight, workers, answers.paths);
    REQUIRE(smoothed);
    if (!solver.index().has(Part::lines)) return;
    const Outcome found = solve_lines(solver.index(), queries_, workers, answers.lines);
    REQUIRE(found);
  }

  void solve_by_sweeps(const Solver& solver, Workers& workers, Answers& answers) const {
    solver.solve(queries_, workers, answers, {.sharing = Sharing::goals});
  }

 private:
  std::vector<Query> queries_;
  std::vector<Position> goals_;
  std::vector<Request> requests_;
};

/// Workers of one thread, or several that take turns: where the memory goes is not left to
/// chance.
class Turns {
 public:
  Turns(int threads, std::pmr::memory_resource* memory)
      : executor_(threads), workers(executor_, memory) {}

 private:
  test::SerialExecutor executor_;

 public:
  Workers workers;
};

}  // namespace

TEST_CASE("all memory of a batch comes from its resources, and none once it is warm") {
  const Asked asked;
  const std::vector<Case> all = cases();
  bool some_swept = false;
  for (const int threads : {1, 3})
    for (const Case& one : all) {
      CAPTURE(threads, test::in_words(SolverOptions{.algorithm = one.solver.algorithm(),
                                                    .heuristic = one.solver.heuristic()}));
      Workers alone(1);
      Kept expected(std::pmr::get_default_resource());
      asked.solve(one.solver, alone, expected);
      Answers swept;
      asked.solve_by_sweeps(one.solver, alone, swept);
      some_swept |= swept.expanded != expected.shared.expanded;

      test::CountingMemory memory, results;
      {
        Turns own(threads, &memory);
        Kept answers(&results);
        Answers by_sweeps(&results);
        {
          const test::NoDefaultMemory no_default;
          const std::size_t before = test::heap_allocations();
          asked.solve_by_sweeps(one.solver, own.workers, by_sweeps);
          asked.solve(one.solver, own.workers, answers);
          asked.solve(one.solver, own.workers, answers);
          asked.solve_by_sweeps(one.solver, own.workers, by_sweeps);
          CHECK(test::heap_allocations() == before);

          const std::size_t warm = memory.allocations() + results.allocations();
          asked.solve(one.solver, own.workers, answers);
          asked.solve_by_sweeps(one.solver, own.workers, by_sweeps);
          CHECK((memory.allocations() + results.allocations() == warm) != one.by_the_book);
          CHECK(test::heap_allocations() == before);
        }
        CHECK(answers == expected);
        CHECK(by_sweeps.hash() == swept.hash());
        CHECK(own.workers.memory_bytes() == memory.bytes() + sizeof(Workers::Impl));
      }
      CHECK(memory.bytes() == 0);
      CHECK(results.bytes() == 0);
    }
  CHECK(some_swept);
}

TEST_CASE("Workers are as good as before when memory has run out at any allocation") {
  const Asked asked;
  for (const int threads : {1, 3})
    for (const Case& one : cases()) {
      CAPTURE(threads, test::in_words(SolverOptions{.algorithm = one.solver.algorithm(),
                                                    .heuristic = one.solver.heuristic()}));
      Workers alone(1);
      Kept expected(std::pmr::get_default_resource());
      asked.solve(one.solver, alone, expected);
      Answers swept, by_sweeps;
      asked.solve_by_sweeps(one.solver, alone, swept);

      // The allocation after the n-th fails, for larger and larger n until none does.
      bool failed = true;
      for (std::size_t n = 0; failed; n += 1 + n / 3) {
        test::CountingMemory memory;
        Turns own(threads, &memory);
        Kept answers(std::pmr::get_default_resource());
        memory.allow(n);
        failed = false;
        try {
          asked.solve_by_sweeps(one.solver, own.workers, by_sweeps);
          asked.solve(one.solver, own.workers, answers);
        } catch (const std::bad_alloc&) {
          failed = true;
        }
        memory.allow(test::CountingMemory::kAll);
        asked.solve_by_sweeps(one.solver, own.workers, by_sweeps);
        REQUIRE(by_sweeps.hash() == swept.hash());
        asked.solve(one.solver, own.workers, answers);
        REQUIRE(answers == expected);
      }
    }
}

TEST_CASE("results whose memory has run out are as good as new") {
  const Asked asked;
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  Turns own(GENERATE(1, 3), std::pmr::get_default_resource());
  Kept expected(std::pmr::get_default_resource());
  asked.solve(solver, own.workers, expected);

  test::CountingMemory memory;
  Kept answers(&memory);
  std::size_t failures = 0;
  for (std::size_t n = 0; n == failures; ++n) {
    memory.allow(n);
    try {
      asked.solve(solver, own.workers, answers);
    } catch (const std::bad_alloc&) {
      ++failures;
    }
  }
  CHECK(failures > 1);
  CHECK(answers == expected);
}

TEST_CASE("a buffer is enough for all that a batch takes") {
  const Asked asked;
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  Workers alone(1);
  Kept expected(std::pmr::get_default_resource());
  asked.solve(solver, alone, expected);

  std::vector<std::byte> buffer(std::size_t{1} << 22);
  std::pmr::monotonic_buffer_resource memory(buffer.data(), buffer.size(),
                                             std::pmr::null_memory_resource());
  Workers workers(1, &memory);
  Kept answers(&memory);
  asked.solve(solver, workers, answers);
  CHECK(answers == expected);

  std::vector<std::byte> small_buffer(1000);
  std::pmr::monotonic_buffer_resource little(small_buffer.data(), small_buffer.size(),
                                             std::pmr::null_memory_resource());
  Workers poor(1, &little);  // takes its memory when there is work
  CHECK_THROWS_AS(asked.solve(solver, poor, answers), std::bad_alloc);
}

TEST_CASE("scratch grows on all threads at once from a synchronized resource",
          "[parallel]") {
  const Asked asked;
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  Workers alone(1);
  Kept expected(std::pmr::get_default_resource());
  asked.solve(solver, alone, expected);
  test::CountingMemory memory;
  {
    Workers workers(8, &memory);
    Kept answers(std::pmr::get_default_resource());
    asked.solve(solver, workers, answers);
    CHECK(answers == expected);
    CHECK(memory.bytes() > 0);
  }
  CHECK(memory.bytes() == 0);
}

TEST_CASE("moved results keep their memory, copies take the default one") {
  const Asked asked;
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  Workers workers(1);
  test::CountingMemory memory;
  Kept answers(&memory);
  asked.solve(solver, workers, answers);
  const std::size_t bytes = memory.bytes();
  const Kept moved = std::move(answers);
  const Kept copy = moved;
  CHECK(memory.bytes() == bytes);
  CHECK(copy == moved);
  for (const auto* const kept : {&moved.batch, &moved.requests, &moved.straight})
    CHECK(kept->moves.get_allocator().resource() == &memory);
  CHECK(moved.paths.points.get_allocator().resource() == &memory);
  CHECK(moved.requests.first.get_allocator().resource() == &memory);
  CHECK(copy.batch.moves.get_allocator().resource() == std::pmr::get_default_resource());
}

namespace {

/// Memory that is full of what nobody wrote.
class DirtyMemory final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const at = std::pmr::new_delete_resource()->allocate(bytes, alignment);
    std::memset(at, 0xAB, bytes);
    return at;
  }
  void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override {
    std::pmr::new_delete_resource()->deallocate(at, bytes, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }
};

}  // namespace

TEST_CASE("requests are cancelled, each of them, when the workers' memory runs out") {
  const Solver solver = *Solver::make(*Grid::make(terrain()));
  const std::vector<Position> goals{{12, 11}, {0, 4}, {19, 19}};
  std::vector<Request> requests;
  for (const Visit visit : {Visit::any, Visit::each, Visit::in_turn})
    requests.push_back({.start = {1, 2}, .goals = goals, .visit = visit});
  for (const Sharing sharing : {Sharing::none, Sharing::goals})
    for (std::size_t n = 0, failures = 0;; ++n) {
      test::CountingMemory memory;
      DirtyMemory dirty;
      Workers workers(1, &memory);
      Answers answers(&dirty);
      memory.allow(n);
      try {
        solver.solve(requests, workers, answers, {.sharing = sharing});
        CHECK(failures > 0);
        break;
      } catch (const std::bad_alloc&) {
        ++failures;
      }
      memory.allow(test::CountingMemory::kAll);
      REQUIRE(answers.slots() == 7);
      REQUIRE(answers.size() == 3);
      for (std::size_t slot = 0; slot < answers.slots(); ++slot) {
        REQUIRE(answers.status[slot] == Status::cancelled);
        REQUIRE(answers.path(slot).moves().empty());
        REQUIRE(answers.end[slot] == Position{1, 2});
      }
    }
}

}  // namespace throng::memory_test
