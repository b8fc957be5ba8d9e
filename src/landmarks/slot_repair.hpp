#pragma once

#include "closure_graph.hpp"
#include "potential_rows.hpp"
#include "potential_scratch.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// ValueRepair of one slot on a ClosureGraph. Edges lead both ways, so a neighbour u of v
/// supports v if f(v) = f(u) + cost(u, v).
class SlotRepair {
 public:
  SlotRepair(const ClosureGraph& graph, PotentialRows& rows, unsigned slot,
             PotentialScratch& scratch)
      : graph_(graph), rows_(rows), values_(rows.column(slot)), scratch_(scratch) {}

  std::size_t lower(std::vector<CellIndex>& open, std::size_t most);
  std::size_t find_affected(std::span<const CellIndex> dropped, std::size_t most);
  void keep_rest();
  void raise(std::vector<CellIndex>& open);

 private:
  const ClosureGraph& graph_;
  PotentialRows& rows_;
  Column values_;
  PotentialScratch& scratch_;
};

/// Fills `field`, in the padded layout, with the distances from `sources`, by Dijkstra's
/// algorithm on any graph; cells without a path keep their value. Pre: the field is
/// kUnreachable on open cells.
void sweep_closure(const ClosureGraph& graph, std::span<const CellIndex> sources,
                   PotentialScratch& scratch, std::span<Cost> field);

}  // namespace throng
