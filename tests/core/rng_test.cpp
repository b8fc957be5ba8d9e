#include "../../src/core/rng.hpp"

#include "../support/catch.hpp"

#include <array>

namespace throng::rng_test {

TEST_CASE("SplitMix64 gives the published numbers") {
  // The first outputs of S. Vigna's splitmix64.c for the seed 1234567.
  SplitMix64 random(1234567);
  CHECK(random.next() == 6457827717110365317U);
  CHECK(random.next() == 3203168211198807973U);
  CHECK(random.next() == 9817491932198370423U);
  CHECK(random.next() == 4593380528125082431U);
  CHECK(random.next() == 16408922859458223821U);
}

TEST_CASE("a number below n is below n, and each is as likely as the others") {
  constexpr std::uint32_t kSides = 7;
  constexpr int kThrows = 70'000;
  std::array<int, kSides> count{};
  SplitMix64 random(1);
  for (int i = 0; i < kThrows; ++i) ++count.at(random.below(kSides));
  for (const int c : count) CHECK(c == Approx(kThrows / kSides).epsilon(0.03));
}

TEST_CASE("a number below a large n has no bias towards a part of the range") {
  // 2^32 numbers shared out over 3 * 2^30 results, none drawn again: every third result
  // would get two of them and each other one.
  constexpr std::uint32_t kMost = 3U << 30;
  constexpr int kDraws = 30'000;
  std::array<int, 3> residue{};
  SplitMix64 random(2);
  for (int i = 0; i < kDraws; ++i) ++residue.at(random.below(kMost) % 3);
  for (const int c : residue) CHECK(c == Approx(kDraws / 3).epsilon(0.03));
}

TEST_CASE("a number below one is zero") {
  SplitMix64 random(3);
  for (int i = 0; i < 100; ++i) CHECK(random.below(1) == 0);
}

TEST_CASE("a chance of 0 never comes and one of 100 always does") {
  SplitMix64 random(4);
  for (int i = 0; i < 1000; ++i) {
    CHECK_FALSE(random.chance(0));
    CHECK(random.chance(100));
  }
}

}  // namespace throng::rng_test
