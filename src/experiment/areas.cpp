#include "areas.hpp"

#include "../areas/count_gates.hpp"
#include "../areas/dead_ends.hpp"
#include "../areas/gates.hpp"
#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "stopwatch.hpp"

#include <cstdint>

namespace throng::experiment {
namespace {

std::vector<CellIndex> entry_cells(const Grid& grid, const Gates& gates) {
  std::vector<CellIndex> cells;
  for (const Gate& gate : gates.gates())
    for (std::int32_t y = gate.first.y; y <= gate.last.y; ++y)
      for (std::int32_t x = gate.first.x; x <= gate.last.x; ++x)
        cells.push_back(grid.cell({x, y}));
  return cells;
}

}  // namespace

AreasReport measure_areas(const Grid& grid) {
  AreasReport report;
  const Stopwatch stopwatch;
  report.areas = decompose(grid);
  report.borders = find_borders(grid, report.areas);
  report.blocks = DeadEnds(report.areas.count, report.borders).blocks();
  const Gates gates(grid, report.areas);
  report.gates = gates.count();
  report.seconds = stopwatch.seconds();
  report.entries = entry_cells(grid, gates);
  return report;
}

AreaCounts count_areas(const Grid& grid, Workers& workers, Monitor& monitor) {
  const WorkersInUse own(workers);
  Crew& crew = own->crew;
  const Progress progress(&monitor, 3 * grid.cell_count());
  const AreaMap areas = decompose(grid);
  progress(grid.cell_count());
  const std::size_t borders = count_borders(grid, areas, crew, progress);
  return {areas.count, borders, count_gates(grid, areas, crew, progress)};
}

}  // namespace throng::experiment
