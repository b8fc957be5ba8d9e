#pragma once

#include "png.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace throng::cli {

/// A point: a square in the colour of its series, labelled with a word.
struct Dot {
  std::size_t series = 0;
  std::string word;  ///< a letter or two
  double x = 0;      ///< at least 0
  double y = 0;      ///< more than 0
};

struct ScatterPanel {
  std::string title;
  std::vector<Dot> dots;
};

/// Formats the values of an axis.
using PrintTick = std::string (*)(double);

/// Points on logarithmic axes, in panels side by side with the same axes. A point with x =
/// 0 is placed to the left of all others, above the word "none".
struct Scatter {
  std::string title;
  std::vector<std::string> notes;   ///< lines below the title
  std::vector<std::string> series;  ///< names, for the legend
  PrintTick print_x = nullptr;      ///< never null; nor is the next
  PrintTick print_y = nullptr;
  std::vector<ScatterPanel> panels;  ///< not empty
};

/// Errors: those of Canvas::make.
Result<Image> paint(const Scatter& scatter);

}  // namespace throng::cli
