#pragma once

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng::cli {

/// Figures for people: "1,234,567"; "17.2 ns", "3.41 ms", "12.0 s"; "1.31 MB"; "12.3 %" of
/// a whole that may be 0; "3,4".
std::string count(std::uint64_t n);
std::string seconds(double s);
std::string bytes(std::size_t n);
std::string percent(std::uint64_t part, std::uint64_t whole);
std::string cell(Position p);

/// A mean: "1,234", or with two decimals below ten: "0.25".
std::string rounded(double value);

/// Three digits of a value of at least 0: "0.0123", "1.23", "123", "1,234".
std::string figure(double value);

/// Sixteen hexadecimal digits.
std::string hash_text(std::uint64_t hash);

/// "1 path", "2 paths", "3 queries".
std::string plural(std::uint64_t n, std::string_view one, std::string_view many);

/// `text` on one line: anything that would break a line or move the cursor becomes '?'.
std::string one_line(std::string text);

/// The cells of a row of a table.
using Row = std::vector<std::string>;

/// Aligned columns, two blanks between them. Pre: all rows have the same number of cells.
/// align: one letter per column, 'l' or 'r'.
std::string table(const std::vector<Row>& rows, std::string_view align);

/// The rows as a Markdown table; the first row is its header.
std::string markdown(const std::vector<Row>& rows, std::string_view align);

/// Either format of a table, and the prefix of each note below it.
struct TableStyle {
  std::string (*print)(const std::vector<Row>& rows, std::string_view align);
  std::string_view bullet;
};

inline constexpr TableStyle kAligned{table, ""};
inline constexpr TableStyle kMarkdown{markdown, "- "};

/// Notes, one per line.
std::string print_notes(const std::vector<std::string>& notes, const TableStyle& style);

/// A field of CSV, quoted if necessary.
std::string csv_field(const std::string& text);

}  // namespace throng::cli
