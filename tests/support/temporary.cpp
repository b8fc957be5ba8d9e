#include "temporary.hpp"

#include <random>
#include <string>
#include <system_error>

namespace throng::test {

TemporaryFolder::TemporaryFolder() {
  // Never a name that another program had before: it may still be removing that folder.
  std::random_device random;
  while (path_.empty()) {
    const auto candidate =
        std::filesystem::temp_directory_path() /
        ("throng-test-" + std::to_string(random()) + '-' + std::to_string(random()));
    if (std::filesystem::create_directory(candidate)) path_ = candidate;
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace throng::test
