#pragma once

#include <throng/result.hpp>

#include <cstdint>
#include <string>

namespace throng::cli {

/// The kinds of picture files.
enum class PictureFormat : std::uint8_t { png, svg };

/// The format that the ending of a file name selects: .png or .svg; standard output, "-",
/// takes PNG. Errors: bad_argument for any other ending.
Result<PictureFormat> picture_format(const std::string& path);

}  // namespace throng::cli
