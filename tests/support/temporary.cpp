#include "temporary.hpp"

#include <system_error>

namespace throng::test {

TemporaryFolder::TemporaryFolder() {
  // The first number that no other test program running now has taken.
  for (int number = 0; path_.empty(); ++number) {
    const auto candidate =
        std::filesystem::temp_directory_path() / ("throng-test-" + std::to_string(number));
    if (std::filesystem::create_directory(candidate)) path_ = candidate;
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace throng::test
