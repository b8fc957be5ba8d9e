#include "canvas.hpp"

#include <throng/assert.hpp>

#include <cstdint>
#include <cstring>
#include <fmt/core.h>

namespace throng::cli {
namespace {

/// Cairo's built-in font: available on every machine and drawn identically. It has the
/// letters of ASCII.
constexpr const char* kFont = "@cairo:";

void choose(cairo_t* pen, Colour colour) {
  cairo_set_source_rgb(pen, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

void choose(cairo_t* pen, const Lettering& lettering) {
  choose(pen, lettering.colour);
  cairo_select_font_face(
      pen, kFont, CAIRO_FONT_SLANT_NORMAL,
      lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(pen, lettering.size);
}

/// After a text that is not valid UTF-8, cairo would draw nothing more.
std::string in_ascii(const std::string& text) {
  std::string ascii;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // the rest of a UTF-8 character
    ascii += byte < 0x20 || byte > 0x7E ? '?' : c;
  }
  return ascii;
}

}  // namespace

Result<Canvas> Canvas::make(std::size_t width, std::size_t height) {
  THRONG_ASSERT(width > 0 && height > 0);
  constexpr std::size_t kMost = 32'767;
  if (width > kMost || height > kMost)
    return fail(Code::unsupported,
                fmt::format("a picture of {} x {} pixels: cairo draws no more than {}",
                            width, height, kMost));
  cairo_surface_t* const surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height));
  Canvas canvas(surface, cairo_create(surface));
  const cairo_status_t status = cairo_status(canvas.pen_.get());
  if (status != CAIRO_STATUS_SUCCESS)
    return fail(Code::unsupported, fmt::format("a picture of {} x {} pixels: {}", width,
                                               height, cairo_status_to_string(status)));
  canvas.rectangle(0, 0, static_cast<double>(width), static_cast<double>(height),
                   {255, 255, 255});
  return canvas;
}

void Canvas::rectangle(double x, double y, double width, double height, Colour colour) {
  choose(pen_.get(), colour);
  cairo_rectangle(pen_.get(), x, y, width, height);
  cairo_fill(pen_.get());
}

void Canvas::text(double x, double y, const std::string& text, const Lettering& lettering) {
  choose(pen_.get(), lettering);
  cairo_move_to(pen_.get(), x, y);
  cairo_show_text(pen_.get(), in_ascii(text).c_str());
}

double Canvas::text_width(const std::string& text, const Lettering& lettering) {
  choose(pen_.get(), lettering);
  cairo_text_extents_t extents{};
  cairo_text_extents(pen_.get(), in_ascii(text).c_str(), &extents);
  return extents.x_advance;
}

Image Canvas::image() {
  cairo_surface_flush(surface_.get());
  Image image{static_cast<std::size_t>(cairo_image_surface_get_width(surface_.get())),
              static_cast<std::size_t>(cairo_image_surface_get_height(surface_.get())),
              {}};
  const unsigned char* const data = cairo_image_surface_get_data(surface_.get());
  const auto stride =
      static_cast<std::size_t>(cairo_image_surface_get_stride(surface_.get()));
  image.pixels.reserve(image.width * image.height);
  for (std::size_t y = 0; y < image.height; ++y)
    for (std::size_t x = 0; x < image.width; ++x) {
      std::uint32_t pixel = 0;  // 0x??RRGGBB
      std::memcpy(&pixel, data + y * stride + x * sizeof pixel, sizeof pixel);
      image.pixels.push_back({static_cast<std::uint8_t>(pixel >> 16),
                              static_cast<std::uint8_t>(pixel >> 8),
                              static_cast<std::uint8_t>(pixel)});
    }
  return image;
}

}  // namespace throng::cli
