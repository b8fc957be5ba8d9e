#include "../support/catch.hpp"
#include "../support/forged_states.hpp"

#include <throng/bundle.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace throng::bundle_test {

TEST_CASE("a bundle has the parts that were joined") {
  const std::string zeros("a\0b", 3), large(100'000, 'x');
  const std::string saved = bundle({zeros, "", large});
  CHECK(saved.size() == zeros.size() + large.size() + 3 * 8 + 30);
  const auto parts = unbundle(saved, 3);
  REQUIRE(parts);
  CHECK((*parts == std::vector<std::string_view>{zeros, "", large}));
  const auto none = unbundle(bundle({}), 0);
  REQUIRE(none);
  CHECK(none->empty());
}

TEST_CASE("a bundle that is damaged or has other parts is refused") {
  const std::string saved = bundle({"map", "scheduler", "book"});
  const auto other = unbundle(saved, 2);
  REQUIRE(!other);
  CHECK(other.error().code == Code::bad_format);
  CHECK(other.error().what == "a bundle has 3 parts, not 2");
  for (std::size_t size = 0; size < saved.size(); ++size)
    CHECK(!unbundle(std::string_view(saved).substr(0, size), 3));
  for (std::size_t at = 0; at < saved.size(); ++at) {
    std::string damaged = saved;
    damaged[at] ^= 1;
    CHECK(!unbundle(damaged, 3));
  }
  CHECK(!unbundle(saved + "x", 3));
}

TEST_CASE("a forged bundle is refused, or its parts lie in it") {
  const std::string saved = bundle({"map", "scheduler", "book"});
  SplitMix64 random(1);
  std::size_t refused = 0, read = 0;
  for (int k = 0; k < 3'000; ++k) {
    const std::string forged = test::forged(saved, "throng bundle", random);
    const auto parts = unbundle(forged, 3);
    ++(parts ? read : refused);
    if (!parts) continue;
    std::size_t bytes = 0;
    for (const std::string_view part : *parts) {
      CHECK(part.data() >= forged.data());
      CHECK(part.data() + part.size() <= forged.data() + forged.size());
      bytes += part.size();
    }
    CHECK(bytes < forged.size());
  }
  CHECK(refused > 100);
  CHECK(read > 100);
}

}  // namespace throng::bundle_test
