#include "../../src/batch/order.hpp"

#include "../../src/batch/batch_loop.hpp"
#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace throng::order_test {

namespace {

/// Around the number from which on several threads share the work.
constexpr std::size_t kCounts[] = {0, 1, 100, 8191, 8192, 8193, 30'011};

std::vector<std::uint64_t> random_lengths(std::size_t count, std::uint32_t below) {
  SplitMix64 random(count + 1);
  std::vector<std::uint64_t> lengths(count);
  for (std::uint64_t& one : lengths) one = random.below(below);
  return lengths;
}

}  // namespace

TEST_CASE("the longest tasks come first, and equals as they come, on any threads",
          "[parallel]") {
  for (const std::size_t count : kCounts) {
    CAPTURE(count);
    auto lengths = random_lengths(count, 256);
    if (count > 0) lengths[count / 2] = 255;  // the number of classes less 1
    std::vector<std::uint32_t> expected(count);
    std::iota(expected.begin(), expected.end(), 0U);
    std::ranges::stable_sort(expected, [&](std::uint32_t a, std::uint32_t b) {
      return lengths[a] > lengths[b];
    });
    test::on_all_threads<Crew>([&](Crew& crew) {
      BatchScratch kept{Memory()};
      for (int call = 0; call < 2; ++call)  // with fresh memory, and with old values in it
        order_longest_first(count, crew, kept, [&](std::size_t i) { return lengths[i]; });
      CHECK(longest_of(count, crew, [&](std::size_t i) { return lengths[i]; }) ==
            (count == 0 ? 1 : 255));
      CHECK(std::vector<std::uint32_t>(kept.order.begin(), kept.order.end()) == expected);
    });
  }
}

TEST_CASE("paths begin where the ones before them end, on any threads", "[parallel]") {
  for (const std::size_t count : kCounts) {
    CAPTURE(count);
    const auto lengths = random_lengths(count, 1000);
    std::vector<std::uint64_t> expected(count + 1, 0);
    std::partial_sum(lengths.begin(), lengths.end(), expected.begin() + 1);
    test::on_all_threads<Crew>([&](Crew& crew) {
      Answers answers;
      make_room(answers, count, {});
      std::ranges::copy(lengths, answers.path_begin.begin() + 1);
      sum_up_lengths(answers, crew);
      CHECK(std::vector<std::uint64_t>(answers.path_begin.begin(),
                                       answers.path_begin.end()) == expected);
    });
  }
}

}  // namespace throng::order_test
