#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::cli {

/// The width of a line of text.
using Measure = std::function<double(const std::string&)>;

/// `text` with U+FFFD for each byte that is not part of valid UTF-8 and for each control
/// character, so that it can be drawn.
std::string valid_utf8(std::string_view text);

/// Breaks `text` into lines that are at most `width` wide: at blanks, and within a word
/// only if the word alone is too wide. A line has at least one character, whatever its
/// width. No characters but blanks at breaks are lost. Cost: O(characters) calls of
/// measure.
std::vector<std::string> wrap(std::string_view text, double width, const Measure& measure);

}  // namespace throng::cli
