#pragma once

#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <optional>
#include <string>
#include <vector>

namespace throng {

/// Files with the properties of a map beyond its characters, if given.
struct GroundFiles {
  std::optional<std::string> weights;
  std::optional<std::string> links;
};

/// The properties of a map beyond its characters.
struct Ground {
  std::vector<Weight> weights;  ///< empty: the weights of the characters
  std::vector<Link> links;
};

/// Reads the named files for the map at `map_path`.
/// Errors: those of read_weights and read_links; bad_argument when the sizes differ.
Result<Ground> read_ground(const GroundFiles& files, const std::string& map_path,
                           TerrainView terrain);

}  // namespace throng
