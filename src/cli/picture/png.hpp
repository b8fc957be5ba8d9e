#pragma once

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::cli {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend constexpr bool operator==(Colour, Colour) = default;
};

/// Pixels row by row, from the top.
struct Image {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<Colour> pixels;  ///< width * height pixels
};

/// The bytes of a PNG file that shows the image. Identical images produce identical bytes
/// with the same libpng and zlib. Pre: the image is not empty.
/// Errors: unsupported, for an image that is too large for libpng.
Result<std::string> print_png(const Image& image);

}  // namespace throng::cli
