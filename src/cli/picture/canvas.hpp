#pragma once

#include "png.hpp"

#include <throng/result.hpp>

#include <cairo.h>
#include <cstddef>
#include <memory>
#include <string>

namespace throng::cli {

/// The style of text.
struct Lettering {
  double size = 15;  ///< pixels
  bool bold = false;
  Colour colour{40, 40, 40};
};

/// A white sheet for rectangles and text. Lengths are pixels, 0,0 is top left.
class Canvas {
 public:
  /// Errors: unsupported, for a sheet that is too large for cairo. Pre: the sheet is not
  /// empty.
  static Result<Canvas> make(std::size_t width, std::size_t height);

  void rectangle(double x, double y, double width, double height, Colour colour);
  /// Characters outside ASCII become question marks.
  /// x, y: where the baseline of the text begins.
  void text(double x, double y, const std::string& text, const Lettering& lettering);
  double text_width(const std::string& text, const Lettering& lettering);

  Image image();

 private:
  struct Release {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* pen) const { cairo_destroy(pen); }
  };

  Canvas(cairo_surface_t* surface, cairo_t* pen) : surface_(surface), pen_(pen) {}

  std::unique_ptr<cairo_surface_t, Release> surface_;  ///< never null; nor is the next
  std::unique_ptr<cairo_t, Release> pen_;
};

}  // namespace throng::cli
