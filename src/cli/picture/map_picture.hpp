#pragma once

#include "../../areas/borders.hpp"
#include "../../areas/gates.hpp"
#include "../../trace/trace.hpp"
#include "format.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng::cli {

/// A unit on a map.
struct PictureUnit {
  Position at;            ///< its top left cell
  std::int32_t size = 1;  ///< of its side, in cells
  std::size_t group = 0;  ///< selects its colour
};

/// A place on a map, in cells; the centre of the cell x,y is x,y.
struct PicturePoint {
  double x = 0, y = 0;
};

/// What a picture of a map shows. The layers lie over each other in this order. Spans stay
/// valid while the picture is drawn.
struct MapPicture {
  std::vector<Cost> field;          ///< by cell, see distances(); empty: none
  const AreaMap* areas = nullptr;   ///< may be null
  std::vector<std::uint32_t> heat;  ///< by cell, row by row; the more, the redder
  std::vector<TraceEvent> events;
  std::vector<std::vector<Position>> paths;
  std::vector<std::vector<PicturePoint>> lines;  ///< any-angle paths
  std::vector<Gate> gates;
  std::vector<Position> landmarks;
  std::vector<PictureUnit> units;
  std::optional<Position> hub;  ///< over which a path leads
  std::optional<Query> query;   ///< whose ends are marked
  std::optional<MapRect> part;  ///< the cells that are drawn, on the map; none: all
  bool dark = false;            ///< for a dark page
};

/// The bytes of a picture of a map. Closed cells are dark and open ones light, for a dark
/// page the other way round; the heavier the browner. Fields have the colours of viridis,
/// from violet (0) to yellow. A trace shows cells that were expanded in blue, generated in
/// light blue, pruned in orange and reopened in purple. Paths and lines are red, starts are
/// discs, goals squares, landmarks triangles, hubs diamonds, units boxes. Columns of
/// hexagonal maps are shifted by half a cell. Cost: O(cells + events), plus the pixels.
/// Errors: those of Canvas.
Result<std::string> draw_map(const Grid& grid, const MapPicture& picture,
                             PictureFormat format);

}  // namespace throng::cli
