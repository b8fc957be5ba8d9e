#pragma once

#include "../grid/grid_access.hpp"
#include "../grid/link_graph.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng {

/// The component of a cell, by a function of the owner of the numbering. Numbers are those
/// of Grid::component.
struct ComponentOf {
  const void* owner;
  std::uint32_t (*number)(const void* owner, CellIndex cell);

  std::uint32_t operator()(CellIndex cell) const { return number(owner, cell); }
};

/// The symmetric closure of a grid, on which potentials are measured: an undirected graph
/// with an edge between two cells if a step or a link joins them in either direction. An
/// edge costs as much as the cheapest of these steps and links. On grids that are
/// symmetric() the distances are those of the grid, otherwise they are lower bounds.
///
/// A view of arrays that a grid or an editor of grids owns.
struct ClosureGraph {
  /// The closure of `grid`. O(1). Pre: the grid outlives this.
  explicit ClosureGraph(const Grid& grid) noexcept
      : layout(&grid),
        moves(grid.moves().data()),
        step_weights(GridAccess::step_weights(grid).data()),
        unit(GridAccess::unit(grid)),
        least_edge(grid.min_edge_cost()),
        plain(grid.plain()),
        symmetric_steps(grid.symmetric_steps()),
        symmetric(grid.symmetric()),
        links(grid.links() == nullptr ? nullptr : &grid.links()->graph()),
        component_count(grid.component_count()),
        component{&grid, [](const void* owner, CellIndex cell) {
                    return static_cast<const Grid*>(owner)->component(cell);
                  }} {
    for (std::size_t d = 0; d < kMoves; ++d) offsets[d] = grid.offset(static_cast<Move>(d));
  }

  bool open(CellIndex cell) const { return component(cell) != Grid::kNoComponent; }

  const Grid* layout;                 ///< any grid of this size and topology
  const std::uint8_t* moves;          ///< as Grid::moves()
  const std::uint16_t* step_weights;  ///< as GridAccess::step_weights(); null: all are 1
  StepCosts unit;                     ///< as GridAccess::unit()
  Cost least_edge;                    ///< a positive lower bound on the cost of an edge
  bool plain;                         ///< as Grid::plain()
  bool symmetric_steps;               ///< as Grid::symmetric_steps()
  bool symmetric;                     ///< as Grid::symmetric()
  const LinkGraph* links;             ///< null: none
  std::uint32_t component_count;
  ComponentOf component;
  std::array<CellIndex, kMoves> offsets{};  ///< by move
};

/// How the edges of a cell are read, from fast to slow.
enum class EdgeKind : std::uint8_t {
  plain,     ///< legal moves at the costs of plain ground
  weighted,  ///< legal moves with weights, equal in both directions
  one_way,   ///< steps in both directions, of which one may be missing or cost more
};

/// Calls visit(to, cost) for each edge of an open cell. A cell may be visited more than
/// once, at different costs.
template <EdgeKind kind, class Visit>
[[gnu::always_inline]] inline void for_each_edge(const ClosureGraph& graph, CellIndex cell,
                                                 const Visit& visit) {
  const auto unit = [&](unsigned d) {
    return d < kMoves / 2 ? graph.unit.straight : graph.unit.diagonal;
  };
  const auto cost = [&](CellIndex from, unsigned d) -> Cost {
    if (kind == EdgeKind::plain || graph.step_weights == nullptr) return unit(d);
    return unit(d) * graph.step_weights[std::size_t{from} * kMoves + d];
  };
  if constexpr (kind == EdgeKind::one_way) {
    for (unsigned d = 0; d < kMoves; ++d) {
      const CellIndex to = cell + graph.offsets[d];
      const auto back = static_cast<unsigned>(opposite(static_cast<Move>(d)));
      if ((graph.moves[cell] >> d & 1U) != 0) visit(to, cost(cell, d));
      if ((graph.moves[to] >> back & 1U) != 0) visit(to, cost(to, back));
    }
  } else {
    for (unsigned bits = graph.moves[cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      visit(cell + graph.offsets[d], cost(cell, d));
    }
  }
  if constexpr (kind != EdgeKind::plain) {
    if (graph.links == nullptr) return;
    for (const LinkGraph::Ways* ways : {&graph.links->forward(), &graph.links->backward()})
      for (const LinkGraph::Way& way : ways->of(cell)) visit(way.to, way.cost);
  }
}

/// Calls run.template operator()<kind>() with the fastest kind for the graph.
template <class Run>
decltype(auto) visit_edge_kind(const ClosureGraph& graph, const Run& run) {
  if (!graph.symmetric_steps) return run.template operator()<EdgeKind::one_way>();
  if (graph.step_weights != nullptr || graph.links != nullptr)
    return run.template operator()<EdgeKind::weighted>();
  return run.template operator()<EdgeKind::plain>();
}

}  // namespace throng
