#include "../../src/core/crew.hpp"

#include "../examples/job_pool.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"

#include <atomic>
#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace throng::crew_test {
using Order = test::SerialExecutor::Order;

namespace {

constexpr std::size_t kCount = 997;

/// Whether every index is visited once, in blocks, and no two calls that run at the same
/// time share a thread number.
bool covers(Crew& crew, std::size_t block) {
  std::vector<int> visits(kCount);
  std::vector<std::atomic<int>> inside(static_cast<std::size_t>(crew.size()));
  std::atomic<bool> sound{true};
  crew.for_each_block(kCount, block, [&](int thread, std::size_t begin, std::size_t end) {
    if (thread < 0 || thread >= crew.size() || end - begin > block || begin >= end) {
      sound = false;
      return;
    }
    std::atomic<int>& mine = inside[static_cast<std::size_t>(thread)];
    if (mine.fetch_add(1) != 0) sound = false;
    for (std::size_t i = begin; i < end; ++i) ++visits[i];
    mine.fetch_sub(1);
  });
  return sound && visits == std::vector<int>(kCount, 1);
}

/// The blocks of one that were begun before the call ended.
std::size_t blocks_until_failure(Crew& crew, std::size_t fatal) {
  std::atomic<std::size_t> begun{0};
  CHECK_THROWS_AS(crew.for_each_block(kCount, 1,
                                      [&](int, std::size_t i, std::size_t) {
                                        ++begun;
                                        if (i == fatal) throw std::bad_alloc();
                                      }),
                  std::bad_alloc);
  return begun;
}

}  // namespace

TEST_CASE("a crew covers every index once, on threads that do not overlap", "[parallel]") {
  const int threads = GENERATE(1, 2, 3, 8);
  const std::size_t block = GENERATE(1, 7, 1000);
  SECTION("of its own") {
    Crew crew(threads);
    REQUIRE(crew.size() == threads);
    CHECK(covers(crew, block));
  }
  SECTION("of a pool") {
    JobPool pool(threads);
    Crew crew(pool);
    REQUIRE(crew.size() == threads);
    CHECK(covers(crew, block));
  }
  SECTION("of an executor that runs one task after the other") {
    test::SerialExecutor executor(threads, GENERATE(Order::forwards, Order::backwards));
    Crew crew(executor);
    REQUIRE(crew.size() == threads);
    CHECK(covers(crew, block));
    CHECK(executor.calls() == (threads > 1 && block < kCount ? 1 : 0));
  }
  SECTION("of the arena it is called in") {
    Crew crew(current_arena());
    CHECK(covers(crew, block));
  }
}

TEST_CASE("a crew of an executor works on no other thread", "[parallel]") {
  test::SerialExecutor executor(8);
  Crew crew(executor);
  const std::thread::id caller = std::this_thread::get_id();
  std::size_t elsewhere = 0;
  crew.for_each_block(kCount, 1, [&](int, std::size_t, std::size_t) {
    elsewhere += std::this_thread::get_id() != caller;
  });
  CHECK(elsewhere == 0);
}

TEST_CASE("an exception in a body leaves the call, once no body runs, and no more begin",
          "[parallel]") {
  const int threads = GENERATE(1, 2, 3, 8);
  SECTION("with own threads") {
    Crew crew(threads);
    CHECK(blocks_until_failure(crew, 500) > 0);
    CHECK(covers(crew, 1));
  }
  SECTION("in a pool") {
    JobPool pool(threads);
    Crew crew(pool);
    CHECK(blocks_until_failure(crew, 500) > 0);
    CHECK(covers(crew, 1));
  }
  SECTION("one after the other") {
    test::SerialExecutor executor(threads);
    Crew crew(executor);
    CHECK(blocks_until_failure(crew, 500) == 501);
    CHECK(covers(crew, 1));
  }
  SECTION("in the arena of the caller") {
    Crew crew(current_arena());
    CHECK(blocks_until_failure(crew, 500) > 0);
    CHECK(covers(crew, 1));
  }
}

TEST_CASE("the caller does what an executor leaves undone") {
  for (const std::size_t bodies : {0U, 1U, 3U}) {
    test::UnreliableExecutor executor(bodies);
    Crew crew(executor);
    CHECK(covers(crew, 7));
  }
}

TEST_CASE("a crew given nothing to do calls nobody", "[parallel]") {
  Crew crew(3);
  crew.for_each_block(0, 4, [](int, std::size_t, std::size_t) { FAIL("called"); });
}

TEST_CASE("a crew of no given size has the threads of the machine") {
  CHECK(Crew(0).size() == hardware_threads());
}

TEST_CASE("a crew of an impossible size has the nearest one that is possible") {
  CHECK(Crew(-1).size() == 1);
  CHECK(Crew(100'000).size() == Workers::kMaxThreads);
  for (const int threads : {0, -3, 100'000}) {
    test::SerialExecutor executor(threads);
    Crew crew(executor);
    CHECK(crew.size() == (threads > 0 ? Workers::kMaxThreads : 1));
    CHECK(covers(crew, 1));
  }
}

#if THRONG_USE_TBB
// The allowance: as many threads as asked for, on any machine.
TEST_CASE("a crew of the current arena works in that of its caller", "[parallel]") {
  const tbb::global_control allowance(tbb::global_control::max_allowed_parallelism, 8);
  tbb::task_arena arena(3);
  arena.execute([] {
    Crew crew(current_arena());
    REQUIRE(crew.size() == 3);
    std::atomic<int> outside{0};
    crew.for_each_block(kCount, 1, [&](int, std::size_t, std::size_t) {
      outside += tbb::this_task_arena::max_concurrency() != 3;
    });
    CHECK(outside == 0);
    CHECK(covers(crew, 1));
  });
}

TEST_CASE("a crew of one arena works in a smaller and in a larger one", "[parallel]") {
  const tbb::global_control allowance(tbb::global_control::max_allowed_parallelism, 8);
  std::optional<Crew> crew;
  tbb::task_arena(3).execute([&] { crew.emplace(current_arena()); });
  for (const int size : {1, 2, 8})
    tbb::task_arena(size).execute([&] { CHECK(covers(*crew, 1)); });
}
#endif

}  // namespace throng::crew_test
