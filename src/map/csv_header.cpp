#include "csv_header.hpp"

#include "../core/text_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace throng {
namespace {

/// What the cell of a column is. plain: no name says which. zero, one, two: numbered.
enum class CsvCell : std::uint8_t { start, goal, plain, zero, one, two };

struct CellWord {
  std::string_view text;
  CsvCell cell;
};

constexpr CellWord kCells[] = {
    {"s", CsvCell::start},      {"start", CsvCell::start}, {"from", CsvCell::start},
    {"source", CsvCell::start}, {"src", CsvCell::start},   {"origin", CsvCell::start},
    {"g", CsvCell::goal},       {"goal", CsvCell::goal},   {"to", CsvCell::goal},
    {"target", CsvCell::goal},  {"t", CsvCell::goal},      {"destination", CsvCell::goal},
    {"dest", CsvCell::goal},    {"dst", CsvCell::goal},    {"end", CsvCell::goal},
    {"", CsvCell::plain},       {"0", CsvCell::zero},      {"1", CsvCell::one},
    {"2", CsvCell::two},
};

constexpr std::string_view kXWords[] = {"x", "column", "col"};
constexpr std::string_view kYWords[] = {"y", "row"};
constexpr std::array<std::span<const std::string_view>, 2> kAxes{kXWords, kYWords};

/// A name as it is compared: "Start_X" as "startx".
std::string plain_name(std::string_view field) {
  std::string name;
  for (const char c : field) {
    if (std::string_view(" \t_-.").find(c) != std::string_view::npos) continue;
    name.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return name;
}

std::optional<CsvCell> cell_of(std::string_view word) {
  const auto* const found = std::ranges::find(kCells, word, &CellWord::text);
  return found == std::end(kCells) ? std::nullopt : std::optional(found->cell);
}

/// The cell that a name means, if it names that axis: "startx" and "xstart" as "x".
std::optional<CsvCell> cell_on_axis(std::string_view name, std::size_t axis) {
  for (const std::string_view word : kAxes[axis]) {
    if (name.ends_with(word))
      if (const auto cell = cell_of(name.substr(0, name.size() - word.size()))) return cell;
    if (name.starts_with(word))
      if (const auto cell = cell_of(name.substr(word.size()))) return cell;
  }
  return std::nullopt;
}

/// Where the columns of a header are.
class CellColumns {
 public:
  explicit CellColumns(const std::vector<std::string_view>& header) {
    for (std::size_t i = 0; i < header.size(); ++i) {
      const std::string name = plain_name(header[i]);
      for (std::size_t axis = 0; axis < kAxes.size(); ++axis)
        if (const auto cell = cell_on_axis(name, axis)) {
          Found& column = columns_[static_cast<std::size_t>(*cell)][axis];
          column = {i, column.times + 1};
        }
    }
  }

  bool has(CsvCell cell) const { return times(cell, 0) != 0 && times(cell, 1) != 0; }
  std::size_t times(CsvCell cell, std::size_t axis) const {
    return columns_[static_cast<std::size_t>(cell)][axis].times;
  }
  std::size_t at(CsvCell cell, std::size_t axis) const {
    return columns_[static_cast<std::size_t>(cell)][axis].at;
  }

 private:
  struct Found {
    std::size_t at = 0, times = 0;
  };
  std::array<std::array<Found, 2>, 6> columns_{};
};

Failure wrong_count(std::size_t times, std::string_view what, std::string_view names) {
  return fail(Code::bad_format,
              std::string(times == 0 ? "the header has no column for "
                                     : "the header has several columns for ") +
                  std::string(what) + "; names understood: " + std::string(names));
}

struct WantedCell {
  CsvCell cell;
  std::string_view x, y;  ///< for messages
};

/// The columns of some cells, x before y, each of which must exist once.
template <std::size_t kCount>
Result<std::array<std::size_t, 2 * kCount>> columns_of(
    const CellColumns& columns, const std::array<WantedCell, kCount>& ends,
    std::string_view names) {
  std::array<std::size_t, 2 * kCount> at{};
  for (std::size_t i = 0; i < at.size(); ++i) {
    const auto& [cell, x, y] = ends[i / 2];
    const std::size_t times = columns.times(cell, i % 2);
    if (times != 1) return wrong_count(times, i % 2 == 0 ? x : y, names);
    at[i] = columns.at(cell, i % 2);
  }
  return at;
}

/// `field` without its quotes.
std::string_view unquoted(std::string_view field) {
  const bool quotes = field.size() >= 2 && field.front() == '"' && field.back() == '"';
  return quotes ? trimmed(field.substr(1, field.size() - 2)) : field;
}

}  // namespace

void split_csv_line(std::string_view line, std::vector<std::string_view>& fields) {
  fields.clear();
  for (;;) {
    const std::size_t comma = line.find(',');
    fields.push_back(unquoted(trimmed(line.substr(0, comma))));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

bool is_csv_header(const std::vector<std::string_view>& fields) {
  const auto is_number = [](std::string_view field) {
    return field.find_first_of("0123456789-+.") == 0;
  };
  const auto is_empty = [](std::string_view field) { return field.empty(); };
  return fields.size() > 1 && std::ranges::none_of(fields, is_number) &&
         !std::ranges::all_of(fields, is_empty);
}

Result<std::array<std::size_t, 4>> find_end_columns(
    const std::vector<std::string_view>& header) {
  const CellColumns columns(header);
  const auto ends = [&](CsvCell start, CsvCell goal) {
    return columns_of<2>(
        columns,
        {WantedCell{start, "start x", "start y"}, WantedCell{goal, "goal x", "goal y"}},
        kEndNames);
  };
  const bool named = columns.has(CsvCell::goal);
  const bool first_two = columns.has(CsvCell::zero) && columns.has(CsvCell::one);
  const bool last_two = columns.has(CsvCell::one) && columns.has(CsvCell::two);
  if (!named && first_two && last_two) return wrong_count(2, "start and goal", kEndNames);
  if (!named && first_two) return ends(CsvCell::zero, CsvCell::one);
  if (!named && last_two) return ends(CsvCell::one, CsvCell::two);
  const bool named_start =
      columns.times(CsvCell::start, 0) + columns.times(CsvCell::start, 1) != 0;
  return ends(columns.has(CsvCell::plain) && !named_start ? CsvCell::plain : CsvCell::start,
              CsvCell::goal);
}

Result<std::array<std::size_t, 2>> find_point_columns(
    const std::vector<std::string_view>& header) {
  return columns_of<1>(CellColumns(header), {WantedCell{CsvCell::plain, "x", "y"}},
                       "x,y; col,row; column,row");
}

Result<std::size_t> find_column(const std::vector<std::string_view>& header,
                                std::string_view name, std::string_view other_name) {
  std::size_t at = 0, times = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const std::string here = plain_name(header[i]);
    if (here != name && here != other_name) continue;
    at = i;
    ++times;
  }
  if (times == 1) return at;
  return wrong_count(times, name, std::string(name) + "; " + std::string(other_name));
}

}  // namespace throng
