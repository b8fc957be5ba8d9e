#include "seeds.hpp"

#include <cstdlib>
#include <string_view>

namespace throng::test {
namespace {

bool is_long() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets the environment meanwhile
  const char* set = std::getenv("THRONG_TEST_LONG");
  return set != nullptr && std::string_view(set) == "1";
}

}  // namespace

std::uint64_t every(Share share) {
  constexpr bool kSanitized = THRONG_SANITIZED != 0;
  if (is_long()) return kSanitized ? share.normal : 1;
  return kSanitized ? share.sanitized : share.normal;
}

}  // namespace throng::test
