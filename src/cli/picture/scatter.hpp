#pragma once

#include "png.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace throng::cli {

/// A point: a square in the colour of its series, with a word in it.
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

/// How the values of an axis are written.
using PrintTick = std::string (*)(double);

/// Points on logarithmic axes, in panels beside each other that have the same axes. An x of
/// 0 stands to the left of all others, over the word "none".
struct Scatter {
  std::string title;
  std::vector<std::string> notes;   ///< lines below the title
  std::vector<std::string> series;  ///< names, for the legend
  PrintTick print_x = nullptr;      ///< never null, nor the next
  PrintTick print_y = nullptr;
  std::vector<ScatterPanel> panels;  ///< not empty
};

/// Errors: those of Canvas::make.
Result<Image> paint(const Scatter& scatter);

}  // namespace throng::cli
