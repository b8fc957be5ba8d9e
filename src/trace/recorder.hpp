#pragma once

#include "../grid/padded_position.hpp"
#include "../hierarchy/hierarchy.hpp"
#include "trace.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// The position of a cell, for searches that number cells as the grid does.
struct CellPlaces {
  const Grid* grid;

  Position operator()(CellIndex cell) const noexcept { return grid->position(cell); }
};

/// The position of a node, for jump point search.
template <class Jumps>
struct NodePlaces {
  const Jumps* jumps;
  typename Jumps::Ends ends;

  Position operator()(std::uint32_t node) const noexcept {
    const PaddedPosition at = jumps->place(node, ends);
    return {at.x - 1, at.y - 1};
  }
};

/// The position of a node, for hierarchies.
struct HierarchyPlaces {
  const Hierarchy* hierarchy;
  std::array<Position, 2> ends;

  Position operator()(std::uint32_t node) const noexcept {
    if (node >= hierarchy->size()) return ends[node - hierarchy->end(0)];
    const Hierarchy::Place at = hierarchy->place(node);
    return {at.x - 1, at.y - 1};
  }
};

/// Records what a search reports, see NoTrace.
template <class Places>
class Recorder {
 public:
  static constexpr bool kOn = true;

  Recorder(Places places, std::size_t most_events, SearchTrace& trace)
      : places_(places), most_events_(most_events), trace_(&trace) {}

  void expanded(std::uint32_t cell, Cost g, Cost h) const {
    from_ = places_(cell);
    add(TraceKind::expanded, cell, g, h);
  }
  void resumed(std::uint32_t cell) const { from_ = places_(cell); }
  void generated(std::uint32_t cell, Cost g, Cost h, bool reopened) const {
    add(reopened ? TraceKind::reopened : TraceKind::generated, cell, g, h);
  }
  void pruned(std::uint32_t cell, Cost g) const {
    add(TraceKind::pruned, cell, g, kUnreachable);
  }

 private:
  void add(TraceKind kind, std::uint32_t cell, Cost g, Cost h) const {
    if (trace_->events.size() == most_events_)
      ++trace_->left_out;
    else
      trace_->events.push_back({kind, places_(cell), from_, g, h});
  }

  Places places_;
  std::size_t most_events_;
  mutable Position from_ = {};  ///< the cell that is being expanded
  SearchTrace* trace_;          ///< never null
};

}  // namespace throng
