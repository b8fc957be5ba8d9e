#include "../../src/sweep/bucket_bits.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <set>

namespace throng::bucket_bits_test {

TEST_CASE("bucket bits do as a set of numbers") {
  const unsigned count = GENERATE(1U, 64U, 65U, 4096U, 5000U, BucketBits::kMost);
  CAPTURE(count);
  BucketBits bits;
  SplitMix64 random(count);
  for (int round = 0; round < 3; ++round) {
    bits.clear(count);
    REQUIRE(bits.first_from(0) == BucketBits::kNone);
    std::set<unsigned> model;
    for (int turn = 0; turn < 2000; ++turn) {
      const auto i = static_cast<unsigned>(random.below(count));
      if (random.chance(turn < 1000 ? 60 : 30)) {
        bits.set(i);
        model.insert(i);
      } else if (!model.empty()) {
        const auto near = model.lower_bound(i);
        const unsigned gone = near == model.end() ? *model.begin() : *near;
        bits.reset(gone);
        model.erase(gone);
      }
      const auto from = static_cast<unsigned>(random.below(count));
      const auto next = model.lower_bound(from);
      REQUIRE(bits.first_from(from) == (next == model.end() ? BucketBits::kNone : *next));
      REQUIRE(bits.test(i) == (model.count(i) != 0));
    }
  }
}

}  // namespace throng::bucket_bits_test
