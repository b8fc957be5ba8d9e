#pragma once

#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Texts of maps, of weights of their cells, and of links between them.

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
std::string to_text(TerrainView terrain);

/// A weight for each cell of a map, in slot y * width + x: GridOptions::weights as a file
/// holds them.
struct WeightLayer {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<Weight> weights;

  friend bool operator==(const WeightLayer&, const WeightLayer&) = default;
};

/// Reads a text like that of a map: `type weights`, `height H` and `width W` in any order,
/// one a line, then `weights` and H lines of W whole numbers, 0 to kMaxWeight, with blanks
/// between them. Lines end in LF or CRLF; empty lines after the last row are allowed.
///
/// Errors: bad_format, with the number of the offending line, as parse_map; a number that
/// is none or too large is named with its cell. unsupported: a size past
/// Terrain::check_size. Memory is taken for what the text holds, never for what it claims.
/// Cost: O(text).
Result<WeightLayer> parse_weights(std::string_view text);

/// parse_weights over the content of a file. Errors: as above, with the file's name in
/// front; io.
Result<WeightLayer> read_weights(const std::string& path);

/// The text of `layer`; parse_weights gives the same layer back.
/// Pre: weights.size() == width * height; no weight is above kMaxWeight.
std::string to_text(const WeightLayer& layer);

/// Reads links for a map: one a line, `from_x,from_y,to_x,to_y,weight`, with blanks around
/// the numbers or none. What follows a # is a comment; empty lines are skipped. Lines end
/// in LF or CRLF. Whether the ends are open is not asked: a link on a closed cell cannot be
/// taken, and that is all (GridOptions::links).
///
/// map: for its size alone. Errors: bad_format, with the number of the offending line: five
/// numbers are not there, an end lies outside the map, both ends are one cell, the weight
/// is not one from 1 to kMaxWeight. Cost: O(text).
Result<std::vector<Link>> parse_links(std::string_view text, TerrainView map);

/// parse_links over the content of a file. Errors: as above, with the file's name in front;
/// io.
Result<std::vector<Link>> read_links(const std::string& path, TerrainView map);

/// The text of `links`; parse_links gives the same links back, if they fit the map.
std::string to_text(std::span<const Link> links);

}  // namespace throng
