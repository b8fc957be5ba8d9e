#include "catch.hpp"
#include "maps.hpp"

namespace throng::test {

std::vector<std::filesystem::path> benchmark_files(std::string_view ending) {
  const auto folder = benchmarks_folder();
  if (!folder) {
    WARN("skipped: no MovingAI maps; THRONG_BENCHMARKS names their folder");
    return {};
  }
  return files_in(*folder, ending);
}

}  // namespace throng::test
