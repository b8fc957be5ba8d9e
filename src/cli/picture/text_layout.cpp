#include "text_layout.hpp"

#include <algorithm>
#include <cstddef>

namespace throng::cli {
namespace {

/// The bytes of the character that `text` begins with; 0 if its first byte is invalid.
/// Follows table 3-7 of the Unicode standard. Pre: text is not empty.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return low <= byte(i) && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first >= 0x20 && first < 0x7F) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80, high = first == 0xED ? 0x9F : 0xBF;
    return follows(1, low, high) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80, high = first == 0xF4 ? 0x8F : 0xBF;
    return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// The words of a text, without the blanks between them.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t bytes = character_bytes(text);
    if (bytes == 0)
      valid += "\xEF\xBF\xBD";
    else
      valid += text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return valid;
}

std::vector<std::string> wrap(std::string_view text, double width, const Measure& measure) {
  const std::string valid = valid_utf8(text);
  std::vector<std::string> lines;
  std::string line;
  for (std::string_view word : words_of(valid)) {
    const std::string longer = (line.empty() ? "" : line + " ") + std::string(word);
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (!line.empty()) lines.push_back(line);
    line.clear();
    while (!word.empty()) {
      const std::string_view character = word.substr(0, character_bytes(word));
      if (!line.empty() && measure(line + std::string(character)) > width) {
        lines.push_back(line);
        line.clear();
      }
      line += character;
      word.remove_prefix(character.size());
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace throng::cli
