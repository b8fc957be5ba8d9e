#pragma once

#include "closure_graph.hpp"
#include "potential_rows.hpp"
#include "potential_scratch.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// Repairs the values f of one slot after edits of the graph. A cell is a root if f is 0. A
/// neighbour u of v supports v if f(v) = f(u) + cost(u, v); it then has the smaller value,
/// because costs are positive. Values are exact when each cell that is not a root has a
/// supporter, and no f(v) is above f(u) + cost(u, v).
///
/// Source: G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the
/// shortest-path problem", Journal of Algorithms 21(2), 1996.
class SlotRepair {
 public:
  SlotRepair(const ClosureGraph& graph, PotentialRows& rows, unsigned slot,
             PotentialScratch& scratch)
      : graph_(graph), rows_(rows), values_(rows.column(slot)), scratch_(scratch) {}

  /// Dijkstra's algorithm on decreases. `open` contains every cell from which an edge may
  /// lower a neighbour. Expands at most `most` cells and leaves the others in `open`;
  /// returns the number of expansions. If `open` is empty then, no edge lowers a value. The
  /// values then do not depend on the order of expansions: they are the largest that no
  /// edge can lower and that are at most the values before.
  std::size_t lower(std::vector<CellIndex>& open, std::size_t most);

  /// Collects in scratch.affected the cells without a chain of supporters to a root:
  /// `dropped`, the cells of scratch.seeds without a supporter, and the cells all of whose
  /// supporters are affected. Stops once there are more than `most`. Changes no value.
  /// Returns the number of cells looked at. Pre: each cell without a supporter is in
  /// scratch.seeds, or an edge from a cell of `open` would lower it (see lower()).
  ///
  /// Looks at cells in the order of their values, in buckets no wider than the cheapest
  /// edge, so that all supporters of a cell are decided before it.
  std::size_t find_affected(std::span<const CellIndex> dropped, std::size_t most);

  /// Sets each cell of scratch.affected to the least value that a neighbour which is not
  /// affected allows, or to kUnreachable, and appends those with a value to `open`. Pre:
  /// find_affected() has found all.
  void raise(std::vector<CellIndex>& open);

 private:
  template <EdgeKind kind>
  std::size_t find_affected_by(std::span<const CellIndex> dropped, std::size_t most);
  template <EdgeKind kind>
  void push_supported(CellIndex cell);
  template <EdgeKind kind>
  bool has_supporter(CellIndex cell) const;
  void push(CellIndex cell);
  void set_affected(CellIndex cell);

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
