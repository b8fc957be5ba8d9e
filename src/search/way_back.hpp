#pragma once

#include "node_table.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/query.hpp>

#include <cstdint>

namespace throng {

/// How a search reached a cell.
struct WayBack {
  CellIndex from;
  Move move;  ///< of the searched space; a link's as paths number it
};

/// Reads it from the nodes of the search. Pre: the search reached `cell` and did not begin
/// there.
template <class Space, class Nodes>
WayBack way_back(const Space& space, const Nodes& nodes, CellIndex cell) {
  const unsigned d = Nodes::move_of(nodes.data()[cell]);
  if constexpr (Space::kLinks) {
    if (d == kByLink) {
      const std::uint32_t link = nodes.link_into(space.mark(cell));
      return {space.link_begin(link), space.links->move(link)};
    }
  }
  return {cell - space.steps[d].offset, static_cast<Move>(d)};
}

}  // namespace throng
