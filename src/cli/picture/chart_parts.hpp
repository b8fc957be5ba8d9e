#pragma once

#include "canvas.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Parts shared by all kinds of pictures: a head with a legend, and panels below it.
namespace throng::cli {

// Pixels.
inline constexpr double kMargin = 30;
inline constexpr double kLine = 24;
inline constexpr double kPanelWidth = 620;
inline constexpr double kPanelGap = 40;
inline constexpr double kPanelTitle = 34;
inline constexpr double kMark = 17;  // side of a legend square, and thickness of bars
inline constexpr double kSmallGap = 6;

inline constexpr Lettering kPlain{};
inline constexpr Lettering kFaint{.size = 14, .colour = {90, 90, 90}};
inline constexpr Colour kAxis{120, 120, 120};

/// The colours of the first five series differ.
Colour series_colour(std::size_t series);

double head_height(std::size_t notes);

/// Paints the head at the top left. notes: lines below the title; series: names, for the
/// legend.
void paint_head(Canvas& canvas, const std::string& title,
                const std::vector<std::string>& notes,
                const std::vector<std::string>& series);

/// Shows only the end of a title that is too long for a panel. x, y: top left.
void paint_panel_title(Canvas& canvas, std::string title, double x, double y);

}  // namespace throng::cli
