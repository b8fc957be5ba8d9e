#include "canvas.hpp"

#include "text_layout.hpp"

#include <throng/assert.hpp>

#include <array>
#include <cairo-svg.h>
#include <cmath>
#include <fmt/core.h>
#include <numbers>

namespace throng::cli {
namespace {

/// A font of every Debian system with cairo; where it is missing, another one replaces it.
constexpr const char* kFont = "DejaVu Sans";

constexpr Colour kWhite{255, 255, 255};

using Pen = cairo_t;

void choose(Pen* pen, Colour colour) {
  cairo_set_source_rgb(pen, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

void choose(Pen* pen, const Lettering& lettering) {
  choose(pen, lettering.colour);
  cairo_select_font_face(
      pen, kFont, CAIRO_FONT_SLANT_NORMAL,
      lettering.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(pen, lettering.size);
  // Unhinted grey letters: the same widths at all scales, whatever the user's settings.
  cairo_font_options_t* const options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(pen, options);
  cairo_font_options_destroy(options);
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): cairo writes bytes
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

void polygon(Pen* pen, std::span<const std::array<double, 2>> corners) {
  for (const auto& [x, y] : corners) cairo_line_to(pen, x, y);
  cairo_close_path(pen);
}

/// The outline of a marker around 0,0.
void trace(Pen* pen, Shape shape) {
  constexpr double kHalf = kMarkerSize / 2;
  constexpr double kSquare = 0.87 * kHalf;  // as large to the eye as the others
  constexpr double kTriangle = 1.05 * kHalf;
  switch (shape) {
    case Shape::disc:
      cairo_arc(pen, 0, 0, kHalf, 0, 2 * std::numbers::pi);
      break;
    case Shape::square:
      cairo_rectangle(pen, -kSquare, -kSquare, 2 * kSquare, 2 * kSquare);
      break;
    case Shape::diamond:
      polygon(pen, std::array<std::array<double, 2>, 4>{
                       {{0, -1.15 * kHalf}, {kHalf, 0}, {0, 1.15 * kHalf}, {-kHalf, 0}}});
      break;
    case Shape::triangle:
      polygon(pen, std::array<std::array<double, 2>, 3>{{{0, -kTriangle},
                                                         {kTriangle, 0.8 * kTriangle},
                                                         {-kTriangle, 0.8 * kTriangle}}});
      break;
    case Shape::cross:
      cairo_move_to(pen, -kSquare, -kSquare);
      cairo_line_to(pen, kSquare, kSquare);
      cairo_move_to(pen, -kSquare, kSquare);
      cairo_line_to(pen, kSquare, -kSquare);
      break;
  }
}

Failure failed(double width, double height, const std::string& why) {
  return fail(Code::unsupported,
              fmt::format("a picture of {:.0f} x {:.0f} pixels: {}", width, height, why));
}

}  // namespace

double text_width(const std::string& text, const Lettering& lettering) {
  cairo_surface_t* const surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  Pen* const pen = cairo_create(surface);
  choose(pen, lettering);
  cairo_text_extents_t extents{};
  cairo_text_extents(pen, valid_utf8(text).c_str(), &extents);
  cairo_destroy(pen);
  cairo_surface_destroy(surface);
  return extents.x_advance;
}

Result<Canvas> Canvas::make(PictureFormat format, double width, double height,
                            double png_scale) {
  THRONG_ASSERT(width > 0 && height > 0);
  Canvas canvas;
  canvas.format_ = format;
  canvas.bytes_ = std::make_unique<std::string>();
  if (format == PictureFormat::svg) {
    canvas.surface_.reset(
        cairo_svg_surface_create_for_stream(append, canvas.bytes_.get(), width, height));
    cairo_svg_surface_set_document_unit(canvas.surface_.get(), CAIRO_SVG_UNIT_PX);
  } else {
    canvas.scale_ = png_scale;
    constexpr double kMost = 32'767;
    const double columns = std::ceil(width * png_scale),
                 rows = std::ceil(height * png_scale);
    if (columns > kMost || rows > kMost)
      return failed(columns, rows,
                    fmt::format("a PNG by cairo has no more than {} a side; an SVG has no "
                                "limit",
                                kMost));
    canvas.surface_.reset(cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, static_cast<int>(columns), static_cast<int>(rows)));
  }
  canvas.pen_.reset(cairo_create(canvas.surface_.get()));
  const cairo_status_t status = cairo_status(canvas.pen_.get());
  if (status != CAIRO_STATUS_SUCCESS)
    return failed(width * canvas.scale_, height * canvas.scale_,
                  cairo_status_to_string(status));
  canvas.set_origin(0, 0);
  // A unit more, so that a part of a pixel at the end is white too.
  canvas.boxes(std::array{Box{0, 0, width + 1, height + 1}}, kWhite);
  return canvas;
}

void Canvas::set_origin(double x, double y) {
  cairo_identity_matrix(pen_.get());
  cairo_scale(pen_.get(), scale_, scale_);
  cairo_translate(pen_.get(), x, y);
}

void Canvas::boxes(std::span<const Box> boxes, Colour colour) {
  choose(pen_.get(), colour);
  for (const Box& box : boxes)
    cairo_rectangle(pen_.get(), box.x, box.y, box.width, box.height);
  cairo_fill(pen_.get());
}

void Canvas::line(const Line& line) {
  choose(pen_.get(), line.colour);
  cairo_set_line_width(pen_.get(), line.width);
  constexpr std::array kDashes{4.0, 3.0};
  cairo_set_dash(pen_.get(), kDashes.data(), line.dashed ? 2 : 0, 0);
  cairo_move_to(pen_.get(), line.from_x, line.from_y);
  cairo_line_to(pen_.get(), line.to_x, line.to_y);
  cairo_stroke(pen_.get());
}

void Canvas::marker(double x, double y, const Marker& marker) {
  constexpr double kStroke = 1.6;
  Pen* const pen = pen_.get();
  cairo_save(pen);
  cairo_translate(pen, x, y);
  cairo_set_dash(pen, nullptr, 0, 0);
  cairo_set_line_width(pen, kStroke);
  trace(pen, marker.shape);
  choose(pen, marker.open ? kWhite : marker.colour);
  if (marker.shape != Shape::cross) cairo_fill_preserve(pen);
  choose(pen, marker.colour);
  cairo_stroke(pen);
  cairo_restore(pen);
}

void Canvas::text(double x, double y, const std::string& text, const Lettering& lettering) {
  choose(pen_.get(), lettering);
  cairo_move_to(pen_.get(), x, y);
  cairo_show_text(pen_.get(), valid_utf8(text).c_str());
  cairo_new_path(pen_.get());  // cairo keeps the end of the text as the current point
}

Result<std::string> Canvas::finish() {
  cairo_status_t status = cairo_status(pen_.get());
  if (status == CAIRO_STATUS_SUCCESS && format_ == PictureFormat::png)
    status = cairo_surface_write_to_png_stream(surface_.get(), append, bytes_.get());
  cairo_surface_finish(surface_.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface_.get());
  if (status != CAIRO_STATUS_SUCCESS)
    return fail(Code::unsupported,
                fmt::format("the picture: {}", cairo_status_to_string(status)));
  return std::move(*bytes_);
}

}  // namespace throng::cli
