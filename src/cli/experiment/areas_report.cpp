#include "areas_report.hpp"

#include "../../core/files.hpp"
#include "../picture/area_picture.hpp"
#include "../text.hpp"

namespace throng::cli {
namespace {

std::string print_all(const AreasOfMap& areas, const TableStyle& style) {
  const experiment::AreasReport& report = areas.report;
  return style.print({{"map", one_line(areas.map_path)},
                      {"areas", count(report.areas.count)},
                      {"borders", count(report.borders.size())},
                      {"blocks", count(report.blocks) + ", not joined by single borders"},
                      {"gates", count(report.gates) + ", one way each"},
                      {"time", seconds(report.seconds)}},
                     "ll");
}

}  // namespace

std::string print_areas(const AreasOfMap& areas) { return print_all(areas, kAligned); }

std::string print_areas_markdown(const AreasOfMap& areas) {
  return print_all(areas, kMarkdown);
}

Records record_areas(const AreasOfMap& areas) {
  const experiment::AreasReport& report = areas.report;
  const Grid& grid = *areas.grid;
  const auto whole = [](auto number) { return static_cast<std::uint64_t>(number); };
  return {
      {"map", "width", "height", "open_cells", "areas", "borders", "blocks", "gates",
       "seconds"},
      {{areas.map_path, whole(grid.width()), whole(grid.height()), whole(grid.open_cells()),
        whole(report.areas.count), whole(report.borders.size()), whole(report.blocks),
        whole(report.gates), Decimal{report.seconds, 6}}}};
}

Result<std::string> plot_areas(const AreasOfMap& areas, PictureFormat format) {
  const experiment::AreasReport& report = areas.report;
  Result<std::string> picture =
      draw_areas(*areas.grid, report.areas, report.borders, report.entries, format);
  if (!picture) return in_file(areas.map_path, picture.error());
  return picture;
}

std::vector<std::string> map_of(const AreasOfMap& areas) { return {areas.map_path}; }

}  // namespace throng::cli
