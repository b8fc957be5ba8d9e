#pragma once

#include <throng/export.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Text formats of maps, cell weights, and links.

namespace throng {

/// Parses a MovingAI map: `type`, `height`, `width` in any order, one a line, then `map`
/// and the rows. Lines end in LF or CRLF. A byte order mark before the first line, blanks
/// after a row and empty lines after the last row are allowed; `type` may be missing.
/// more: characters that the map may contain beside kTerrains, such as
/// MovementClass::own_characters().
///
/// Cost: O(text). Allocates for the actual content, not for the sizes in the header.
/// Errors:
/// - bad_format, with the number of the offending line: a header field that is missing,
///   repeated, unknown or not a number; a row that is too short, too long or missing; a
///   character that is neither of kTerrains nor of `more`; text after the last row.
/// - unsupported: a size that Terrain::check_size rejects.
/// Source: N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Trans. CIAIG, 2012.
THRONG_API Result<Terrain> parse_map(std::string_view text, std::string_view more = {});

/// Parses a map file with parse_map. Does not read on once the file is longer than its
/// header allows. Errors: as above, prefixed with the file name; io.
THRONG_API Result<Terrain> read_map(const std::string& path, Monitor* monitor = nullptr,
                                    std::string_view more = {});

/// Returns `terrain` as the text of a MovingAI map. parse_map returns an equal terrain.
THRONG_API std::string to_text(TerrainView terrain);

/// A weight for each cell of a map, in slot y * width + x: GridOptions::weights in a file.
struct WeightLayer {
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<Weight> weights;

  friend bool operator==(const WeightLayer&, const WeightLayer&) = default;
};

/// Parses cell weights: `type weights`, `height H` and `width W` in any order, one a line,
/// then `weights` and H lines of W integers, 0 to kMaxWeight, separated by blanks. # starts
/// a comment. Empty lines and a byte order mark are skipped. Lines end in LF or CRLF.
///
/// Cost: O(text). Allocates for the actual content, not for the sizes in the header.
/// Errors:
/// - bad_format, with the number of the offending line: as parse_map. If a weight is not a
///   number or too large, the message names its cell.
/// - unsupported: a size that Terrain::check_size rejects.
THRONG_API Result<WeightLayer> parse_weights(std::string_view text);

/// Parses a weights file with parse_weights. Errors: as above, prefixed with the file name;
/// io.
THRONG_API Result<WeightLayer> read_weights(const std::string& path);

/// Returns the text of `layer`. parse_weights returns an equal layer.
/// Pre: weights.size() == width * height; no weight is above kMaxWeight.
THRONG_API std::string to_text(const WeightLayer& layer);

/// Parses links for a map: one a line, `from_x,from_y,to_x,to_y,weight`. Blanks around the
/// numbers are allowed. # starts a comment. Empty lines and a byte order mark are skipped.
/// Lines end in LF or CRLF. A link on a closed cell is not an error here;
/// GridOptions::links ignores it. Only the size of `map` is used.
///
/// Cost: O(text).
/// Errors: bad_format, with the number of the offending line: not five numbers, an end
///         outside the map, equal ends, or a weight outside 1 to kMaxWeight.
THRONG_API Result<std::vector<Link>> parse_links(std::string_view text, TerrainView map);

/// Parses a links file with parse_links. Errors: as above, prefixed with the file name; io.
THRONG_API Result<std::vector<Link>> read_links(const std::string& path, TerrainView map);

/// Returns the text of `links`. parse_links returns equal links if they fit the map.
THRONG_API std::string to_text(std::span<const Link> links);

}  // namespace throng
