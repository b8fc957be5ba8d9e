#include "../core/files.hpp"
#include "map_header.hpp"
#include "map_text.hpp"

#include <throng/map_io.hpp>

#include <utility>

namespace throng {
namespace {

constexpr HeaderWords kMapHeader{.types = "octile tile", .body = "map", .untyped = true};

}  // namespace

Result<Terrain> parse_map(std::string_view text, std::string_view more) {
  TextLines in(text);
  const MapSize size = read_map_header(in, kMapHeader);
  std::string cells = read_terrain_rows(in, kMapHeader, size, more);
  expect_end(in, kMapHeader);
  if (in.failure()) return *in.failure();
  return Terrain::make(size.width, size.height, std::move(cells));
}

Result<std::string> read_map_text(const std::string& path, Monitor* monitor) {
  return read_text(
      path, [](std::string_view so_far) { return exceeds_header(so_far, kMapHeader, 1); },
      monitor);
}

Result<Terrain> read_map(const std::string& path, Monitor* monitor, std::string_view more) {
  const Result<std::string> text = read_map_text(path, monitor);
  if (!text) return text.failure();
  Result<Terrain> terrain = parse_map(*text, more);
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
