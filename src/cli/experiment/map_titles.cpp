#include "map_titles.hpp"

#include "../text.hpp"

#include <algorithm>
#include <filesystem>

namespace throng::cli {
namespace {

std::string stem(const std::filesystem::path& path) {
  return (path.extension() == ".map" ? path.stem() : path.filename()).string();
}

}  // namespace

std::vector<std::string> map_titles(const std::vector<std::string>& paths) {
  std::vector<std::string> titles;
  for (const std::string& path : paths) {
    const std::string name = stem(path);
    const bool unique = std::ranges::count(paths, name, stem) == 1;
    const std::string folder = std::filesystem::path(path).parent_path().filename();
    titles.push_back(one_line(unique || folder.empty() ? name : folder + "/" + name));
  }
  return titles;
}

}  // namespace throng::cli
