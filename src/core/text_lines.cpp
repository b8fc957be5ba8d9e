#include "text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace throng {
namespace {

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

TextLines::TextLines(std::string_view text) : rest_(text) {
  if (rest_.starts_with(kByteOrderMark)) rest_.remove_prefix(kByteOrderMark.size());
}

std::string_view TextLines::next() {
  ++number_;
  const std::size_t end = rest_.find('\n');
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view TextLines::next_filled() {
  std::string_view line;
  do {
    line = trimmed(next());
  } while (line.empty() && !done());
  return line;
}

void TextLines::fail(Code code, const std::string& what) {
  if (failure_) return;
  failure_ = throng::fail(code, "line " + std::to_string(number_) + ": " + what);
  rest_ = {};
}

std::string_view TextLines::next_data() {
  std::string_view line;
  do {
    line = next();
    line = trimmed(line.substr(0, line.find('#')));
  } while (line.empty() && !done());
  return line;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "'";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      quoted += c;
    } else {
      quoted += {'\\', 'x', kHex[byte / 16], kHex[byte % 16]};
    }
  }
  return quoted + (text.size() > kLongest ? "...'" : "'");
}

Result<std::int32_t> parse_int32(std::string_view word) {
  std::int32_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end)
    return fail(Code::bad_format, "expected a number, found " + quoted(word));
  if (error == std::errc::result_out_of_range)
    return fail(Code::unsupported, quoted(word) + " exceeds 32 bits");
  return value;
}

}  // namespace throng
