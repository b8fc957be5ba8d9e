#pragma once

#include "../../experiment/areas.hpp"
#include "../picture/format.hpp"
#include "records.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <memory>
#include <string>
#include <vector>

namespace throng::cli {

/// The areas of a map.
struct AreasOfMap {
  std::string map_path;
  std::shared_ptr<const Grid> grid;
  experiment::AreasReport report;
};

/// The forms of the report: a table for people, and as Markdown; records with one row; and
/// the bytes of a picture of the map. Errors: those of draw_areas, with the map's name.
std::string print_areas(const AreasOfMap& areas);
std::string print_areas_markdown(const AreasOfMap& areas);
Records record_areas(const AreasOfMap& areas);
Result<std::string> plot_areas(const AreasOfMap& areas, PictureFormat format);

std::vector<std::string> map_of(const AreasOfMap& areas);

}  // namespace throng::cli
