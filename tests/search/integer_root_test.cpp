#include "../../src/lab/integer_root.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

namespace throng::integer_root_test {

namespace {

bool is_root(std::uint64_t root, Uint128 n) {
  return Uint128{root} * root <= n && n < Uint128{root} * root + 2 * Uint128{root} + 1;
}

}  // namespace

TEST_CASE("an integer root is the largest whose square is not larger") {
  for (std::uint64_t n = 0; n < 70'000; ++n) REQUIRE(is_root(integer_root(n), n));
}

TEST_CASE("integer roots are exact around squares and powers of two, up to 120 bits") {
  SplitMix64 random(1);
  for (unsigned bits = 1; bits <= 60; ++bits)
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t root = (random.next() >> (64 - bits)) + 1;
      const Uint128 square = Uint128{root} * root;
      REQUIRE(integer_root(square) == root);
      REQUIRE(integer_root(square - 1) == root - 1);
      REQUIRE(integer_root(square + 2 * Uint128{root}) == root);
      const Uint128 any =
          (Uint128{random.next()} << 64 | random.next()) >> (128 - 2 * bits);
      REQUIRE(is_root(integer_root(any), any));
    }
}

}  // namespace throng::integer_root_test
