#pragma once

#include <string>
#include <string_view>

namespace throng {

/// The file of patches that the text of a dynamic scenario names, relative to the folder of
/// `path`, the scenario's file; empty if it names none.
std::string patches_path(std::string_view scenario, const std::string& path);

}  // namespace throng
