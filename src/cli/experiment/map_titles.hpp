#pragma once

#include <string>
#include <vector>

namespace throng::cli {

/// A title for each map: the file's name without folders and ".map", and with its folder
/// where two maps have the same name.
std::vector<std::string> map_titles(const std::vector<std::string>& paths);

}  // namespace throng::cli
