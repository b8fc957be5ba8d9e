#include "../../src/core/crew.hpp"

#include "../support/catch.hpp"

#include <atomic>
#include <vector>

using namespace throng;

TEST_CASE("a crew covers every index once, on threads that do not overlap", "[parallel]") {
  const int threads = GENERATE(1, 2, 3, 8);
  const std::size_t block = GENERATE(1, 7, 1000);
  constexpr std::size_t kCount = 997;
  Crew crew(threads);
  REQUIRE(crew.size() == threads);

  std::vector<int> visits(kCount);
  std::vector<std::atomic<int>> inside(static_cast<std::size_t>(threads));
  std::atomic<bool> sound{true};
  crew.for_each_block(kCount, block, [&](int thread, std::size_t begin, std::size_t end) {
    if (thread < 0 || thread >= threads || end - begin > block || begin >= end) {
      sound = false;
      return;
    }
    std::atomic<int>& mine = inside[static_cast<std::size_t>(thread)];
    if (mine.fetch_add(1) != 0) sound = false;
    for (std::size_t i = begin; i < end; ++i) ++visits[i];
    mine.fetch_sub(1);
  });
  CHECK(sound);
  CHECK(visits == std::vector<int>(kCount, 1));
}

TEST_CASE("a crew given nothing to do calls nobody", "[parallel]") {
  Crew crew(3);
  crew.for_each_block(0, 4, [](int, std::size_t, std::size_t) { FAIL("called"); });
}

TEST_CASE("a crew of no given size has the threads of the machine") {
  CHECK(Crew(0).size() == hardware_threads());
}
