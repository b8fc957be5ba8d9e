#include "format.hpp"

#include "../output.hpp"

#include <filesystem>

namespace throng::cli {

Result<PictureFormat> picture_format(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".png" || path == kStandardOutput) return PictureFormat::png;
  if (ending == ".svg") return PictureFormat::svg;
  return fail(Code::bad_argument, path + ": the name of a picture ends in .svg or .png");
}

}  // namespace throng::cli
