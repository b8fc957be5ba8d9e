#pragma once

#include <throng/export.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// A map that changes, and queries between its changes: a scenario of the dynamic track of
/// the Grid-based Path Planning Competition (GPPC, 2023).
struct DynamicScenario {
  /// A patch that replaces the terrain of a rectangle.
  struct Change {
    std::size_t patch = 0;  ///< slot in `patches`
    Position corner;        ///< the cell of the patch's top left cell
  };

  /// Some changes, and the queries on the map after them.
  struct Version {
    std::vector<Change> changes;
    std::vector<Query> queries;
    /// Optimal lengths in straight steps, one for each query; negative: no path exists.
    std::vector<double> lengths;
  };

  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<Terrain> patches;
  std::vector<Version> versions;  ///< in order; only the first may have no changes
};

/// Parses the patches of dynamic scenarios: lines `type patch` and `patches N`; then for
/// each patch `patch I` (counted from 0), `height H` and `width W` in any order, `map`, and
/// H rows of W characters. Lines end in LF or CRLF. Empty lines between patches and a byte
/// order mark are skipped. more: characters beside kTerrains, as of parse_map().
///
/// Cost:   O(text).
/// Errors, with the number of the offending line: those of parse_map; bad_format for a
///         patch that is missing, or not in its place.
THRONG_API Result<std::vector<Terrain>> parse_patches(std::string_view text,
                                                      std::string_view more = {});

/// Parses a dynamic scenario that refers to `patches`: lines `version 2`, `height H`,
/// `width W`, `cost K NAME...` (the names of K lengths, one of them `octile`), `patch
/// FILE`, `commands`; then `P bucket patch x y`, which places a patch, and `Q bucket sx sy
/// gx gy LENGTH...`, in any order. A length of 0 or less means that there is no path,
/// unless start and goal are equal. Lines end in LF or CRLF. Empty lines and a byte order
/// mark are skipped. As in a Scenario, positions of queries are not checked.
///
/// Cost:   O(text).
/// Errors, with the number of the offending line:
/// - bad_format: a line that is missing or unknown; missing or extra fields; not a number;
///   a patch that does not exist or leaves the map.
/// - unsupported: a size that Terrain::check_size rejects.
THRONG_API Result<DynamicScenario> parse_dynamic_scenario(std::string_view text,
                                                          std::vector<Terrain> patches);

/// Reads a dynamic scenario, and the patches from the file that it names, relative to its
/// own folder. Errors: as above, prefixed with the file name; io.
THRONG_API Result<DynamicScenario> read_dynamic_scenario(const std::string& path,
                                                         std::string_view more = {});

}  // namespace throng
