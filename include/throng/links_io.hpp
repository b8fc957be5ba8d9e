#pragma once

#include <throng/link.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

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
std::string print_links(std::span<const Link> links);

}  // namespace throng
