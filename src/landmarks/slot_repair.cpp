#include "slot_repair.hpp"

#include <limits>

namespace throng {
namespace {

/// The edges of a ClosureGraph, as ValueRepair reads them.
template <EdgeKind kind>
struct ClosureEdges {
  template <class Visit>
  [[gnu::always_inline]] void for_each_out(CellIndex cell, const Visit& visit) const {
    for_each_edge<kind>(graph, cell, visit);
  }
  template <class Visit>
  [[gnu::always_inline]] void for_each_in(CellIndex cell, const Visit& visit) const {
    for_each_edge<kind>(graph, cell, visit);
  }
  bool is_open(CellIndex cell) const { return graph.open(cell); }
  Cost least_edge() const { return graph.least_edge; }

  const ClosureGraph& graph;
};

/// One slot of rows.
struct SlotValues {
  Cost& operator[](CellIndex cell) const noexcept { return column[cell]; }
  void touch(CellIndex cell) const { rows.touch(cell); }

  Column column;
  PotentialRows& rows;
};

/// A field in the padded layout.
struct FieldValues {
  Cost& operator[](CellIndex cell) const noexcept { return values[cell]; }
  void touch(CellIndex /*cell*/) const noexcept {}

  Cost* values;
};

/// Calls run(repair) with the ValueRepair for these values and the kind of the graph.
template <class Values, class Run>
auto with_repair(const ClosureGraph& graph, const Values& values, RepairScratch& scratch,
                 const Run& run) {
  return visit_edge_kind(graph, [&]<EdgeKind kind>() {
    ValueRepair repair(ClosureEdges<kind>{graph}, values, scratch);
    return run(repair);
  });
}

}  // namespace

std::size_t SlotRepair::lower(std::vector<CellIndex>& open, std::size_t most) {
  if (open.empty()) return 0;
  return with_repair(graph_, SlotValues{values_, rows_}, scratch_,
                     [&](auto& repair) { return repair.lower(open, most); });
}

std::size_t SlotRepair::find_affected(std::span<const CellIndex> dropped,
                                      std::size_t most) {
  return with_repair(graph_, SlotValues{values_, rows_}, scratch_, [&](auto& repair) {
    return repair.find_affected(rows_.cells(), dropped, most);
  });
}

void SlotRepair::keep_rest() {
  with_repair(graph_, SlotValues{values_, rows_}, scratch_,
              [](auto& repair) { repair.keep_rest(); });
}

void SlotRepair::raise(std::vector<CellIndex>& open) {
  with_repair(graph_, SlotValues{values_, rows_}, scratch_,
              [&](auto& repair) { repair.raise(open); });
}

void sweep_closure(const ClosureGraph& graph, std::span<const CellIndex> sources,
                   PotentialScratch& scratch, std::span<Cost> field) {
  scratch.region.assign(sources.begin(), sources.end());
  for (const CellIndex source : sources) field[source] = 0;
  with_repair(graph, FieldValues{field.data()}, scratch, [&](auto& repair) {
    repair.lower(scratch.region, std::numeric_limits<std::size_t>::max());
  });
}

}  // namespace throng
