#pragma once

#include "../core/text_lines.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace throng {

/// The words allowed in the header of a text of cells.
struct HeaderWords {
  std::string_view types;  ///< after `type`: "octile tile"; empty: there is no type
  std::string_view body;   ///< the last line, before the rows: "map"
  bool comments = false;   ///< # starts a comment, and blank lines are skipped
  bool untyped = false;    ///< the type may be missing
};

struct MapSize {
  std::int32_t width = 0;
  std::int32_t height = 0;
};

/// Reads the header up to and including the body's word: `type`, `height` and `width` in
/// any order. Unless this fails, the size is valid for a Terrain.
MapSize read_map_header(TextLines& in, const HeaderWords& words);

/// Whether a text of cells is longer than its header allows, at `cell_bytes` bytes a cell,
/// or has no valid header in its first megabyte: parsing it then fails, whatever follows.
bool exceeds_header(std::string_view text, const HeaderWords& words,
                    std::size_t cell_bytes);

/// Reads `height` lines and passes each to read_row(y, line), until one fails.
void read_map_rows(TextLines& in, const HeaderWords& words, std::int32_t height,
                   const std::function<void(std::int32_t, std::string_view)>& read_row);

/// Reads the rows of a map, one character of kTerrains or of `more` a cell, and returns all
/// cells.
std::string read_terrain_rows(TextLines& in, const HeaderWords& words, MapSize size,
                              std::string_view more);

/// After the last row the text must end.
void expect_end(TextLines& in, const HeaderWords& words);

/// "row 3 of 7", for messages about a row passed to read_row.
std::string row_place(std::int32_t y, std::int32_t height);

}  // namespace throng
