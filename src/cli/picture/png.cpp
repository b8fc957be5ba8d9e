#include "png.hpp"

#include <throng/assert.hpp>

#include <fmt/core.h>
#include <png.h>

namespace throng::cli {

static_assert(sizeof(Colour) == 3, "rows are handed to libpng as they are");

Result<std::string> print_png(const Image& image) {
  THRONG_ASSERT(image.width > 0 && image.height > 0);
  THRONG_ASSERT(image.pixels.size() == image.width * image.height);
  const auto refused = [&](const char* why) {
    return fail(Code::unsupported, fmt::format("a picture of {} x {} pixels: {}",
                                               image.width, image.height, why));
  };
  if (image.width > PNG_USER_WIDTH_MAX || image.height > PNG_USER_HEIGHT_MAX)
    return refused("libpng writes no picture as long as that");

  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t bytes = 0;
  // Without a destination, libpng returns the number of bytes.
  if (png_image_write_to_memory(&png, nullptr, &bytes, 0, image.pixels.data(), 0,
                                nullptr) == 0)
    return refused(png.message);
  std::string file(bytes, '\0');
  if (png_image_write_to_memory(&png, file.data(), &bytes, 0, image.pixels.data(), 0,
                                nullptr) == 0)
    return refused(png.message);
  return file;
}

}  // namespace throng::cli
