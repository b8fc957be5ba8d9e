#pragma once

#include "../areas/area_map.hpp"
#include "../areas/gates.hpp"
#include "job.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace throng::farm {

/// A map with its ground, as files hold them, and the hashes of these files.
struct SourceMap {
  Terrain terrain;
  Ground ground;
};

/// Reads the map of a job, and its weights and links. Errors: those of read_map and
/// read_ground; bad_argument, if a file has another hash than the job says.
Result<SourceMap> read_sources(const Job& job);

/// Errors: those of Grid::make, with the map's name.
Result<std::shared_ptr<const Grid>> make_grid(const Job& job, const SourceMap& map);

/// The points of a matrix, or its gates.
struct MatrixPoints {
  std::vector<Position> points;  ///< unless there are gates
  std::optional<AreaMap> areas;  ///< if there are gates
  std::optional<Gates> gates;

  std::size_t count() const noexcept { return gates ? gates->count() : points.size(); }
};

/// Errors: those of read_points, for a list; bad_argument, with the map's name: gates on
/// ground that is not plain or hexagonal.
Result<MatrixPoints> find_points(const Job& job, const Grid& grid, TerrainView terrain);

/// The points as a file: one x,y a line. A gate is a line of its two ends: x,y,x,y.
std::string to_text(const MatrixPoints& points);

}  // namespace throng::farm
