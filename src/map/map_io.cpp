#include "../core/files.hpp"
#include "../core/text_lines.hpp"

#include <throng/map_io.hpp>

#include <utility>

namespace throng {
namespace {

constexpr std::string_view kTerrains = ".G@OTSW";

/// What has been read of it; 0 and false stand for what has not.
struct Header {
  bool type = false;
  std::int32_t height = 0;
  std::int32_t width = 0;
};

void read_size(TextLines& in, std::string_view field, std::string_view word,
               std::int32_t& size) {
  const Result<std::int32_t> number = parse_int32(word);
  const std::string start = std::string(field) + ": ";
  if (!number) return in.fail(number.error().code, start + number.error().what);
  if (size != 0) in.fail(Code::bad_format, quoted(field) + " is given twice");
  if (*number < 1) in.fail(Code::bad_format, start + quoted(word) + " is below 1");
  size = *number;
}

void read_type(TextLines& in, std::string_view word, bool& type) {
  if (word != "octile" && word != "tile")
    in.fail(Code::bad_format, "type: " + quoted(word) + " is none of: octile tile");
  if (type) in.fail(Code::bad_format, "'type' is given twice");
  type = true;
}

void check_header(TextLines& in, const Header& header) {
  if (!header.type) in.fail(Code::bad_format, "no 'type' before 'map'");
  if (header.height == 0) in.fail(Code::bad_format, "no 'height' before 'map'");
  if (header.width == 0) in.fail(Code::bad_format, "no 'width' before 'map'");
  if (in.failure()) return;
  const Outcome size = Terrain::check_size(header.width, header.height);
  if (!size) in.fail(size.error().code, size.error().what);
}

/// The lines up to and with `map`. Unless that fails, the header is complete and of a size
/// that a Terrain can have.
Header read_header(TextLines& in) {
  Header header;
  for (;;) {
    const bool over = in.done();
    std::string_view value = in.next();
    const std::string_view field = take_word(value);
    value = trimmed(value);
    if (field == "map" && value.empty()) break;
    if (field == "type") {
      read_type(in, value, header.type);
    } else if (field == "height") {
      read_size(in, field, value, header.height);
    } else if (field == "width") {
      read_size(in, field, value, header.width);
    } else {
      in.fail(Code::bad_format, "expected type, height, width or map, found " +
                                    (over ? "the end" : quoted(field)));
    }
    if (in.failure()) return header;
  }
  check_header(in, header);
  return header;
}

void read_row(TextLines& in, std::int32_t y, const Header& header, std::string& cells) {
  const auto place = [&] {
    return "row " + std::to_string(y + 1) + " of " + std::to_string(header.height);
  };
  const bool missing = in.done();
  const std::string_view row = in.next();
  if (missing) return in.fail(Code::bad_format, place() + " is missing");
  if (row.size() != static_cast<std::size_t>(header.width))
    return in.fail(Code::bad_format, place() + " has " + std::to_string(row.size()) +
                                         " cells, the width is " +
                                         std::to_string(header.width));
  const std::size_t stranger = row.find_first_not_of(kTerrains);
  if (stranger != std::string_view::npos)
    in.fail(Code::bad_format, quoted(row.substr(stranger, 1)) + " at " +
                                  std::to_string(stranger) + "," + std::to_string(y) +
                                  " is none of: . G @ O T S W");
  cells += row;
}

}  // namespace

Result<Terrain> parse_map(std::string_view text) {
  TextLines in(text);
  const Header header = read_header(in);
  std::string cells;
  cells.reserve(text.size());
  for (std::int32_t y = 0; !in.failure() && y < header.height; ++y)
    read_row(in, y, header, cells);
  const std::string_view more = in.next_filled();
  if (!more.empty())
    in.fail(Code::bad_format, "expected nothing after the last row, found " + quoted(more));
  if (in.failure()) return *in.failure();
  return Terrain::make(header.width, header.height, std::move(cells));
}

Result<Terrain> read_map(const std::string& path) {
  const Result<std::string> text = read_file(path);
  if (!text) return Failure{text.error()};
  Result<Terrain> terrain = parse_map(*text);
  if (!terrain) return in_file(path, terrain.error());
  return terrain;
}

std::string print_map(TerrainView terrain) {
  std::string text = "type octile\nheight " + std::to_string(terrain.height) + "\nwidth " +
                     std::to_string(terrain.width) + "\nmap\n";
  for (std::int32_t y = 0; y < terrain.height; ++y) {
    text += terrain.row(y);
    text += '\n';
  }
  return text;
}

}  // namespace throng
