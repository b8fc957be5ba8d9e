#pragma once

#include "format.hpp"

#include <throng/result.hpp>

#include <cairo.h>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace throng::cli {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;

  friend constexpr bool operator==(Colour, Colour) = default;
};

/// The style of text.
struct Lettering {
  double size = 13;
  bool bold = false;
  Colour colour{40, 40, 40};
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

struct Line {
  double from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  Colour colour;
  double width = 1;
  bool dashed = false;
};

enum class Shape : std::uint8_t { disc, square, diamond, triangle, cross };

/// The sign of a value.
struct Marker {
  Shape shape = Shape::disc;
  Colour colour;
  bool open = false;  ///< white inside
};

/// The side of the square around a marker.
inline constexpr double kMarkerSize = 9;

/// The width of a line of text, in units of a canvas. Bytes that are not UTF-8 count as
/// U+FFFD, as Canvas::text paints them.
double text_width(const std::string& text, const Lettering& lettering);

/// A white sheet. Lengths are in units, 0,0 is top left; an SVG shows a unit as a pixel.
/// Equal calls produce equal bytes with the same version of cairo and the same fonts.
class Canvas {
 public:
  /// png_scale: pixels of a PNG per unit. Pre: the sheet is not empty.
  /// Errors: unsupported, for a sheet that is too large for cairo.
  static Result<Canvas> make(PictureFormat format, double width, double height,
                             double png_scale);

  /// Sets the point that is 0,0 from now on. x, y: from the top left.
  void set_origin(double x, double y);

  void boxes(std::span<const Box> boxes, Colour colour);
  void line(const Line& line);
  /// x, y: the centre.
  void marker(double x, double y, const Marker& marker);
  /// x, y: where the baseline of the text begins. Characters that the font lacks are boxes.
  void text(double x, double y, const std::string& text, const Lettering& lettering);

  /// Returns the bytes of the file. Call it once, last.
  /// Errors: unsupported, when cairo failed on the way.
  Result<std::string> finish();

 private:
  struct Release {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* pen) const { cairo_destroy(pen); }
  };

  Canvas() = default;

  PictureFormat format_ = PictureFormat::png;
  double scale_ = 1;                    ///< pixels per unit
  std::unique_ptr<std::string> bytes_;  ///< the surface of an SVG holds its address
  std::unique_ptr<cairo_surface_t, Release> surface_;  ///< never null; nor is the next
  std::unique_ptr<cairo_t, Release> pen_;
};

}  // namespace throng::cli
