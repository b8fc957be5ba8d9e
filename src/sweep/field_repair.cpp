#include "field_repair.hpp"

#include "../grid/changed_cells.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace throng {
namespace {

/// The steps and links of a grid, as ValueRepair reads them.
struct Ways {
  template <class Visit>
  [[gnu::always_inline]] void for_each_out(CellIndex cell, const Visit& visit) const {
    for (unsigned bits = space.moves[cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      visit(cell + space.offsets[d], space.step_cost(cell, d));
    }
    if (space.links == nullptr) return;
    for (const LinkGraph::Way& way : space.links->forward().of(cell))
      visit(way.to, way.cost);
  }
  template <class Visit>
  [[gnu::always_inline]] void for_each_in(CellIndex cell, const Visit& visit) const {
    for (unsigned d = 0; d < kMoves; ++d) {
      const CellIndex from = cell - space.offsets[d];
      if ((space.moves[from] >> d & 1U) != 0) visit(from, space.step_cost(from, d));
    }
    if (space.links == nullptr) return;
    for (const LinkGraph::Way& way : space.links->backward().of(cell))
      visit(way.to, way.cost);
  }
  bool is_open(CellIndex cell) const { return space.blank[cell] != 0; }
  Cost least_edge() const { return least; }

  const SweepSpace& space;
  Cost least;
};

struct FieldValues {
  Cost& operator[](CellIndex cell) const noexcept { return values[cell]; }
  void touch(CellIndex /*cell*/) const noexcept {}

  Cost* values;
};

/// One call of repair_field().
class FieldRepair {
 public:
  FieldRepair(const SweepSpace& space, const GridChange& change, Cost radius,
              RepairScratch& scratch, std::span<Cost> field)
      : space_(space),
        change_(change),
        ways_{space, change.now.min_edge_cost()},
        scratch_(scratch),
        field_(field),
        radius_(radius),
        repair_(ways_, FieldValues{field.data()}, scratch, radius) {}

  bool run(std::span<const CellIndex> goals, std::size_t most) {
    scratch_.seeds.clear();
    scratch_.open.clear();
    std::size_t read = 0;
    for_each_changed(change_.changes, change_.now, [&](CellIndex cell) {
      adopt(cell);
      ++read;
    });
    if (read / kReadsPerRepair > most) return false;
    for (const CellIndex goal : goals)
      if (space_.blank[goal] != 0) field_[goal] = 0;

    for_each_begin(change_.changes.costlier, change_.before, [&](CellIndex cell) {
      if (field_[cell] != 0 && field_[cell] <= radius_) scratch_.seeds.push_back(cell);
    });
    if (!scratch_.seeds.empty()) {
      repair_.find_affected(field_.size(), {}, most);
      if (scratch_.affected.size() > most) return false;
      repair_.raise(scratch_.open);
    }
    for_each_begin(change_.changes.cheaper, change_.now,
                   [&](CellIndex cell) { relax(cell); });
    repair_.lower(scratch_.open, most);
    return scratch_.open.empty();
  }

 private:
  /// A cell is repaired in the time in which this many cells around changes are examined.
  static constexpr std::size_t kReadsPerRepair = 4;

  /// Takes over whether a cell is open. Goals are set again later.
  void adopt(CellIndex cell) {
    if (space_.blank[cell] == 0)
      field_[cell] = 0;
    else if (field_[cell] == 0)
      field_[cell] = kUnreachable;
  }

  /// Lowers the cost of a cell to the least that its neighbours allow.
  void relax(CellIndex cell) {
    Cost least = field_[cell];
    ways_.for_each_out(cell, [&](CellIndex to, Cost cost) {
      if (field_[to] <= radius_) least = std::min(least, field_[to] + cost);
    });
    if (least == field_[cell]) return;
    field_[cell] = least;
    scratch_.open.push_back(cell);
  }

  const SweepSpace& space_;
  const GridChange& change_;
  Ways ways_;
  RepairScratch& scratch_;
  std::span<Cost> field_;
  Cost radius_;
  ValueRepair<Ways, FieldValues> repair_;
};

}  // namespace

std::size_t repair_limit(const SweepSpace& space, std::size_t swept) noexcept {
  // A repair takes 100 to 350 ns for each cell that it raises. Sweeps are that much faster.
  constexpr std::size_t kPlain = 32, kWeighted = 4;
  constexpr std::size_t kLeast = 16;  // small maps do not sweep for a handful of cells
  return swept / (space.kind == SweepKind::weighted ? kWeighted : kPlain) + kLeast;
}

bool repair_field(const SweepSpace& space, const GridChange& change,
                  std::span<const CellIndex> goals, Cost radius, std::size_t most,
                  RepairScratch& scratch, std::span<Cost> field) {
  return FieldRepair(space, change, radius, scratch, field).run(goals, most);
}

}  // namespace throng
