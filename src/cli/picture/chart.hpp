#pragma once

#include "format.hpp"

#include <throng/result.hpp>

#include <optional>
#include <string>
#include <vector>

namespace throng::cli {

/// Where most of the values lie.
struct Interval {
  double low = 0, high = 0;
};

/// What one series shows in one panel of a row. Default: nothing.
struct Mark {
  std::optional<double> value = {};     ///< at least 0; nothing: there is only the text
  std::optional<Interval> spread = {};  ///< drawn as a line around the value; at least 0
  std::string text = {};                ///< written to the right of the panel
};

struct ChartRow {
  std::string label;
  std::vector<std::vector<Mark>> marks;  ///< [panel][series]
};

struct ChartGroup {
  std::string title;  ///< empty: none
  std::vector<ChartRow> rows;
};

/// The axis of a panel.
struct Quantity {
  std::string name;  ///< with its unit: "time per query (µs)"
  /// Values are relative to 1, where the panel has a line.
  bool ratio = false;
};

/// Values in rows, and a panel for each quantity. Each series of a row has a line of its
/// own, so that no mark hides another. The axis of a panel is the same in all groups.
struct Chart {
  std::string title;
  std::vector<std::string> notes;    ///< below the title
  std::vector<std::string> series;   ///< names, not empty; one series needs no legend
  std::vector<Quantity> quantities;  ///< one per panel, from 1 to 4
  std::vector<ChartGroup> groups;    ///< one below the other
};

/// Returns the bytes of a picture of the chart. Long texts take several lines. A PNG has
/// two pixels per unit. Cost: O(marks + characters). Errors: those of Canvas.
Result<std::string> draw(const Chart& chart, PictureFormat format);

}  // namespace throng::cli
