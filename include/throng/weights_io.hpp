#pragma once

#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

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
std::string print_weights(const WeightLayer& layer);

}  // namespace throng
