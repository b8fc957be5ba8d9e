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

  PotentialColumn column;
  PotentialRows& rows;
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

/// The values of a field, and of the rows that follow it.
struct FieldRepair::Values {
  Cost& operator[](CellIndex cell) const noexcept { return field[cell]; }
  void touch(CellIndex cell) const {
    if (cell >= written) return;
    column[cell] = field[cell];
    rows->touch(cell);
  }

  Cost* field;
  PotentialRows* rows;
  PotentialColumn column;
  std::size_t written;
};

FieldRepair::Values FieldRepair::values() const {
  const PotentialColumn column =
      rows_ == nullptr ? PotentialColumn{nullptr, 0} : rows_->column(slot_);
  return {field_.data(), rows_, column, written_};
}

FieldRepair::Found FieldRepair::look_at(CellIndex cell) const {
  const Cost value = field_[cell];
  Found found{.lowers = false, .supported = value == 0};
  visit_edge_kind(graph_, [&]<EdgeKind kind>() {
    for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
      const Cost other = field_[to];
      found.lowers |= other > value && other - value > cost;
      found.supported |= other < value && value - other >= cost;
    });
  });
  return found;
}

std::size_t FieldRepair::lower(std::vector<CellIndex>& open, std::size_t most) {
  return with_repair(graph_, values(), scratch_,
                     [&](auto& repair) { return repair.lower(open, most); });
}

void FieldRepair::sweep(std::span<const CellIndex> sources) {
  scratch_.region.assign(sources.begin(), sources.end());
  for (const CellIndex source : sources) field_[source] = 0;
  with_repair(graph_, values(), scratch_, [&](auto& repair) {
    repair.lower(scratch_.region, std::numeric_limits<std::size_t>::max());
  });
}

}  // namespace throng
