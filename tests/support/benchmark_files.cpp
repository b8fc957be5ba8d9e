#include "catch.hpp"
#include "maps.hpp"

#include <vector>

namespace throng::test {
namespace {

/// Scenarios of another format (version 2: patches and queries in turn), and their patches.
constexpr const char* kDynamicFolder = "dynamic";

}  // namespace

std::vector<std::filesystem::path> benchmark_files(std::string_view ending) {
  const auto folder = benchmarks_folder();
  if (!folder) {
    WARN("skipped: no MovingAI maps; THRONG_BENCHMARKS names their folder");
    return {};
  }
  std::vector<std::filesystem::path> files = files_in(*folder, ending);
  std::erase_if(files, [](const std::filesystem::path& path) {
    return path.parent_path().filename() == kDynamicFolder;
  });
  return files;
}

}  // namespace throng::test
