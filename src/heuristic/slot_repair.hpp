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
  PotentialColumn values_;
  PotentialScratch& scratch_;
};

/// ValueRepair of a field in the padded layout, of which a part may be written into the
/// rows of a slot.
class FieldRepair {
 public:
  /// written: the cells before it are written, and follow the field.
  FieldRepair(const ClosureGraph& graph, std::span<Cost> field, PotentialScratch& scratch,
              PotentialRows* rows = nullptr, unsigned slot = 0, std::size_t written = 0)
      : graph_(graph),
        field_(field),
        scratch_(scratch),
        rows_(rows),
        slot_(slot),
        written_(written) {}

  struct Found {
    bool lowers;     ///< an edge from the cell would lower a value
    bool supported;  ///< the cell is a root, or a neighbour supports its value
  };
  /// Looks at the edges of an open cell.
  Found look_at(CellIndex cell) const;
  /// See ValueRepair::lower.
  std::size_t lower(std::vector<CellIndex>& open, std::size_t most);
  /// Fills the field with the distances from `sources`, by Dijkstra's algorithm on any
  /// graph; cells without a path keep their value. Pre: open cells are kUnreachable.
  void sweep(std::span<const CellIndex> sources);

 private:
  struct Values;
  Values values() const;

  const ClosureGraph& graph_;
  std::span<Cost> field_;
  PotentialScratch& scratch_;
  PotentialRows* rows_;
  unsigned slot_;
  std::size_t written_;
};

}  // namespace throng
