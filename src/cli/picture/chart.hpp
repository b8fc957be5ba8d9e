#pragma once

#include "png.hpp"

#include <throng/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace throng::cli {

struct Bar {
  double length = 0;  ///< at least 0, in any unit; the same unit throughout the panel
  std::string text;   ///< written to the right of the bar
};

/// Bars of one subject, at most one per series.
struct BarRow {
  std::string label;
  std::vector<std::optional<Bar>> bars;  ///< by series
};

struct Panel {
  std::string title;
  std::vector<BarRow> rows;
};

/// Horizontal bars in panels, with as many panels side by side as there are columns.
struct Chart {
  std::string title;
  std::vector<std::string> notes;   ///< lines below the title
  std::vector<std::string> series;  ///< names, for the legend
  std::size_t columns = 1;
  std::vector<Panel> panels;  ///< row by row, all panels with the same labels
};

/// Errors: those of Canvas::make.
Result<Image> paint(const Chart& chart);

}  // namespace throng::cli
