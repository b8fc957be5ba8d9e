#include "map_header.hpp"

#include <throng/terrain.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace throng {
namespace {

using Strangers = std::array<std::uint8_t, 256>;

/// 1 for each character that the map may not contain: a look-up is faster than
/// find_first_not_of().
Strangers strangers_beside(std::string_view more) {
  Strangers table{};
  table.fill(1);
  for (const std::string_view allowed : {kTerrains, more})
    for (const char terrain : allowed) table[static_cast<unsigned char>(terrain)] = 0;
  return table;
}

/// A row of a map without the blanks after its cells.
std::string_view without_blanks(std::string_view row, std::size_t width) {
  const bool only_blanks =
      row.size() > width && row.find_first_not_of(" \t", width) == std::string_view::npos;
  return only_blanks ? row.substr(0, width) : row;
}

/// The header read so far; 0 and false mark missing fields.
struct Header {
  bool type = false;
  MapSize size;
};

/// Reads a line. False: none is left.
bool next_line(TextLines& in, const HeaderWords& words, std::string_view& line) {
  const bool any = !in.done();
  line = words.comments ? in.next_data() : in.next();
  return words.comments ? !line.empty() : any;
}

std::string stranger_text(char stranger, std::string_view more) {
  std::string text = " is not one of: . G @ O T S W 1 to 9";
  for (const char own : more) text += {' ', own};
  if (stranger > ' ' && stranger <= '~' && stranger != ',' && stranger != ':')
    text += "; the terrain " + std::string{stranger, ':', '1'} + " or " +
            std::string{stranger, ':', '0'} + " would add it";
  return text;
}

void read_size(TextLines& in, std::string_view field, std::string_view word,
               std::int32_t& size) {
  const Result<std::int32_t> number = parse_int32(word);
  const std::string start = std::string(field) + ": ";
  if (!number) return in.fail(number.error().code, start + number.error().what);
  if (size != 0) in.fail(Code::bad_format, quoted(field) + " is given twice");
  if (*number < 1) in.fail(Code::bad_format, start + quoted(word) + " is below 1");
  size = *number;
}

bool is_word_of(std::string_view words, std::string_view wanted) {
  for (auto word = take_word(words); !word.empty(); word = take_word(words))
    if (word == wanted) return true;
  return false;
}

void read_type(TextLines& in, std::string_view word, std::string_view types, bool& type) {
  if (!is_word_of(types, word))
    in.fail(Code::bad_format,
            "type: " + quoted(word) + " is not one of: " + std::string(types));
  if (type) in.fail(Code::bad_format, "'type' is given twice");
  type = true;
}

void check_header(TextLines& in, const Header& header, const HeaderWords& words) {
  const auto require = [&](bool given, const std::string& field) {
    if (!given)
      in.fail(Code::bad_format, "no '" + field + "' before " + quoted(words.body));
  };
  if (!words.types.empty() && !words.untyped) require(header.type, "type");
  require(header.size.height != 0, "height");
  require(header.size.width != 0, "width");
  if (in.failure()) return;
  const Outcome size = Terrain::check_size(header.size.width, header.size.height);
  if (!size) in.fail(size.error().code, size.error().what);
}

}  // namespace

MapSize read_map_header(TextLines& in, const HeaderWords& words) {
  Header header;
  for (;;) {
    std::string_view value;
    const bool over = !next_line(in, words, value);
    const std::string_view field = take_word(value);
    value = trimmed(value);
    if (field == words.body && value.empty()) break;
    if (field == "type" && !words.types.empty()) {
      read_type(in, value, words.types, header.type);
    } else if (field == "height") {
      read_size(in, field, value, header.size.height);
    } else if (field == "width") {
      read_size(in, field, value, header.size.width);
    } else {
      in.fail(Code::bad_format, std::string("expected ") +
                                    (words.types.empty() ? "" : "type, ") +
                                    "height, width or " + std::string(words.body) +
                                    ", found " + (over ? "the end" : quoted(field)));
    }
    if (in.failure()) return header.size;
  }
  check_header(in, header, words);
  return header.size;
}

bool exceeds_header(std::string_view text, const HeaderWords& words,
                    std::size_t cell_bytes) {
  constexpr std::size_t kRest = std::size_t{1} << 20;  // header, comments, blank lines
  TextLines in(text);
  const MapSize size = read_map_header(in, words);
  if (in.failure()) return text.size() > kRest;  // the rest of the header may follow
  const auto width = static_cast<std::size_t>(size.width);
  const auto height = static_cast<std::size_t>(size.height);
  return text.size() > height * (width * cell_bytes + 2) + kRest;
}

void read_map_rows(TextLines& in, const HeaderWords& words, std::int32_t height,
                   const std::function<void(std::int32_t, std::string_view)>& read_row) {
  for (std::int32_t y = 0; !in.failure() && y < height; ++y) {
    std::string_view line;
    if (!next_line(in, words, line))
      return in.fail(Code::bad_format, row_place(y, height) + " is missing");
    read_row(y, line);
  }
}

std::string read_terrain_rows(TextLines& in, const HeaderWords& words, MapSize size,
                              std::string_view more) {
  const Strangers strange = strangers_beside(more);
  const auto width = static_cast<std::size_t>(size.width);
  std::string cells;
  cells.reserve(std::min(in.left(), width * static_cast<std::size_t>(size.height)));
  read_map_rows(in, words, size.height, [&](std::int32_t y, std::string_view line) {
    const std::string_view row = without_blanks(line, width);
    if (row.size() != width)
      return in.fail(Code::bad_format,
                     row_place(y, size.height) + " has " + std::to_string(row.size()) +
                         " cells, the width is " + std::to_string(size.width));
    const auto is_strange = [&](char terrain) {
      return strange[static_cast<unsigned char>(terrain)] != 0;
    };
    std::size_t strangers = 0;
    for (const char terrain : row) strangers += is_strange(terrain) ? 1 : 0;
    if (strangers != 0) {
      const auto stranger =
          static_cast<std::size_t>(std::ranges::find_if(row, is_strange) - row.begin());
      return in.fail(Code::bad_format,
                     quoted(row.substr(stranger, 1)) + " at " + std::to_string(stranger) +
                         "," + std::to_string(y) + stranger_text(row[stranger], more));
    }
    cells += row;
  });
  return cells;
}

void expect_end(TextLines& in, const HeaderWords& words) {
  const std::string_view more = words.comments ? in.next_data() : in.next_filled();
  if (!more.empty())
    in.fail(Code::bad_format, "expected nothing after the last row, found " + quoted(more));
}

std::string row_place(std::int32_t y, std::int32_t height) {
  return "row " + std::to_string(y + 1) + " of " + std::to_string(height);
}

}  // namespace throng
