#include "../support/catch.hpp"

#include <throng/version.hpp>

#include <string>

namespace throng::version_test {

TEST_CASE("the library that is linked has the version of its headers") {
  CHECK(version() == std::to_string(kVersionMajor) + "." + std::to_string(kVersionMinor) +
                         "." + std::to_string(kVersionPatch));
}

}  // namespace throng::version_test
