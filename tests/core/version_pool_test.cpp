#include "../../src/core/version_pool.hpp"

#include "../support/catch.hpp"
#include "../support/memory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace throng::version_pool_test {

namespace {

struct Small {
  int value = 0;
};

struct alignas(64) Large {
  std::array<int, 100> values{};
};

struct Broken {
  Broken() { throw std::runtime_error("broken"); }
};

}  // namespace

TEST_CASE("a pool of versions uses the memory of objects that are gone") {
  const VersionPool pool;
  for (int i = 0; i < 3; ++i) {
    const auto small = pool.make<Small>(Small{i});
    const auto large = pool.make<Large>();
    CHECK(small->value == i);
    CHECK(reinterpret_cast<std::uintptr_t>(large.get()) % 64 == 0);
  }
  const Small* const former = pool.make<Small>(Small{1}).get();
  CHECK(pool.make<Small>(Small{2}).get() == former);
  CHECK_THROWS_AS(pool.make<Broken>(), std::runtime_error);
  const std::size_t before = test::heap_allocations();
  for (int i = 0; i < 100; ++i) {
    const auto small = pool.make<Small>(Small{i});
    const auto large = pool.make<Large>();
  }
  CHECK(test::heap_allocations() == before);
}

TEST_CASE("objects of a pool may outlive it and be released on other threads",
          "[parallel]") {
  std::vector<std::shared_ptr<Large>> kept;
  {
    const VersionPool pool;
    for (int i = 0; i < 100; ++i) kept.push_back(pool.make<Large>());
  }
  std::vector<std::jthread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&kept, t] {
      for (std::size_t i = t; i < kept.size(); i += 4) kept[i].reset();
    });
}

}  // namespace throng::version_pool_test
