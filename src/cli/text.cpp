#include "text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace throng::cli {
namespace {

/// Three significant digits: "1.23", "12.3", "123".
std::string three_digits(double value) {
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

/// Width of `text`, in UTF-8, in columns of a terminal.
std::size_t width(const std::string& text) {
  const auto starts_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), starts_character));
}

}  // namespace

std::string count(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string seconds(double s) {
  constexpr std::array<std::pair<double, const char*>, 3> kUnits{
      {{1e-6, "ns"}, {1e-3, "us"}, {1, "ms"}}};
  double scale = 1e9;
  for (const auto& [limit, unit] : kUnits) {
    if (s < limit * 0.9995) return three_digits(s * scale) + " " + unit;
    scale /= 1e3;
  }
  return s < 999.5 ? three_digits(s) + " s" : count(static_cast<std::uint64_t>(s)) + " s";
}

std::string bytes(std::size_t n) {
  constexpr std::array kUnits{"kB", "MB", "GB", "TB"};
  if (n < 1000) return std::to_string(n) + " B";
  auto value = static_cast<double>(n) / 1e3;
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < kUnits.size(); ++unit) value /= 1e3;
  return three_digits(value) + " " + kUnits[unit];
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  const double share =
      whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:.1f} %", share);
}

std::string cell(Position p) { return fmt::format("{},{}", p.x, p.y); }

std::string rounded(double value) {
  return value < 10 && value > 0 ? fmt::format("{:.2f}", value)
                                 : count(static_cast<std::uint64_t>(std::llround(value)));
}

std::string figure(double value) {
  if (value >= 99.95) return count(static_cast<std::uint64_t>(std::llround(value)));
  return fmt::format("{:#.3g}", value);
}

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string plural(std::uint64_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count(n), n == 1 ? one : many);
}

std::string one_line(std::string text) {
  const auto is_control = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7F;
  };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

std::string table(const std::vector<Row>& rows, std::string_view align) {
  std::vector<std::size_t> widths(align.size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], width(row[i]));

  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - width(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (align[i] == 'r' ? blanks + row[i] : row[i] + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string markdown(const std::vector<Row>& rows, std::string_view align) {
  std::vector<std::string> rule;
  for (const char side : align) rule.emplace_back(side == 'r' ? "---:" : "---");
  std::string text;
  for (const auto& row : rows) {
    fmt::format_to(std::back_inserter(text), "| {} |\n", fmt::join(row, " | "));
    if (&row == &rows.front())
      fmt::format_to(std::back_inserter(text), "| {} |\n", fmt::join(rule, " | "));
  }
  return text;
}

std::string print_notes(const std::vector<std::string>& notes, const TableStyle& style) {
  std::string text;
  for (const std::string& note : notes) text += fmt::format("{}{}\n", style.bullet, note);
  return text;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string field = "\"";
  for (const char c : text) field.append(c == '"' ? 2 : 1, c);
  return field + "\"";
}

}  // namespace throng::cli
