#pragma once

#include "link_graph.hpp"
#include "rectangle.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/map_changes.hpp>

#include <vector>

namespace throng {

/// visit(cell) for both ends of each step that changed, and of each link that appeared or
/// whose cost changed: the cells of the rectangles, their neighbours, and the cells that
/// links join with these. May visit other cells, and a cell several times.
/// grid: the newer version.
template <class Visit>
void for_each_changed(const MapChanges& changes, const Grid& grid, const Visit& visit) {
  const LinkGraph* const links = grid.links() == nullptr ? nullptr : &grid.links()->graph();
  for (const auto* rects : {&changes.costlier, &changes.cheaper})
    for (const MapRect& rect : *rects)
      for_each_cell(clipped(rect, 1, grid), [&](Position p) {
        const CellIndex cell = grid.cell(p);
        visit(cell);
        if (links == nullptr) return;
        for (const auto* ways : {&links->forward(), &links->backward()})
          for (const LinkGraph::Way& way : ways->of(cell)) visit(way.to);
      });
}

/// visit(cell) for each cell from which a step or link may lead that changed: the cells of
/// the rectangles, their neighbours, and the cells with a link to these. Also as above.
/// grid: the version in which these steps and links exist.
template <class Visit>
void for_each_begin(const std::vector<MapRect>& rects, const Grid& grid,
                    const Visit& visit) {
  const LinkGraph* const links = grid.links() == nullptr ? nullptr : &grid.links()->graph();
  for (const MapRect& rect : rects)
    for_each_cell(clipped(rect, 1, grid), [&](Position p) {
      const CellIndex cell = grid.cell(p);
      visit(cell);
      if (links == nullptr) return;
      for (const LinkGraph::Way& way : links->backward().of(cell)) visit(way.to);
    });
}

}  // namespace throng
