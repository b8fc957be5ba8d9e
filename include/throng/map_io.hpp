#pragma once

#include <throng/terrain.hpp>

#include <string>
#include <string_view>

namespace throng {

/// Reads the text of a MovingAI map: `type`, `height`, `width` in any order, one a line,
/// then `map` and the rows. Lines end in LF or CRLF; empty lines after the last row are
/// allowed.
///
/// Errors: bad_format, with the number of the offending line: a field that is missing,
/// given twice, unknown or no number; a row that is too short, too long or missing; a
/// character that is no MovingAI terrain; anything after the last row. unsupported: a size
/// past Terrain::check_size. Memory is taken for what the text holds, never for what it
/// claims. Cost: O(text). Source: N. Sturtevant, "Benchmarks for Grid-Based Pathfinding",
/// IEEE Trans. CIAIG, 2012.
Result<Terrain> parse_map(std::string_view text);

/// parse_map over the content of a file. Errors: as above, with the file's name in front;
/// io.
Result<Terrain> read_map(const std::string& path);

/// The text of `terrain` as a MovingAI map; parse_map gives the same terrain back.
std::string print_map(TerrainView terrain);

}  // namespace throng
