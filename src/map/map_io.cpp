#include "../core/files.hpp"
#include "map_header.hpp"

#include <throng/map_io.hpp>

#include <utility>

namespace throng {
namespace {

constexpr HeaderWords kMapHeader{.types = "octile tile", .body = "map"};

void read_row(TextLines& in, std::int32_t y, std::string_view row, MapSize size,
              std::string& cells) {
  if (row.size() != static_cast<std::size_t>(size.width))
    return in.fail(Code::bad_format,
                   row_place(y, size.height) + " has " + std::to_string(row.size()) +
                       " cells, the width is " + std::to_string(size.width));
  const std::size_t stranger = row.find_first_not_of(kTerrains);
  if (stranger != std::string_view::npos)
    in.fail(Code::bad_format, quoted(row.substr(stranger, 1)) + " at " +
                                  std::to_string(stranger) + "," + std::to_string(y) +
                                  " is not one of: . G @ O T S W 1 to 9");
  cells += row;
}

}  // namespace

Result<Terrain> parse_map(std::string_view text) {
  TextLines in(text);
  const MapSize size = read_map_header(in, kMapHeader);
  std::string cells;
  cells.reserve(text.size());
  read_map_rows(in, kMapHeader, size.height, [&](std::int32_t y, std::string_view row) {
    read_row(in, y, row, size, cells);
  });
  if (in.failure()) return *in.failure();
  return Terrain::make(size.width, size.height, std::move(cells));
}

Result<Terrain> read_map(const std::string& path) {
  const Result<std::string> text = read_text(
      path, [](std::string_view so_far) { return exceeds_header(so_far, kMapHeader, 1); });
  if (!text) return text.failure();
  Result<Terrain> terrain = parse_map(*text);
  if (!terrain) return in_file(path, terrain.error());
  return terrain;
}

std::string to_text(TerrainView terrain) {
  std::string text = "type octile\nheight " + std::to_string(terrain.height) + "\nwidth " +
                     std::to_string(terrain.width) + "\nmap\n";
  for (std::int32_t y = 0; y < terrain.height; ++y) {
    text += terrain.row(y);
    text += '\n';
  }
  return text;
}

}  // namespace throng
