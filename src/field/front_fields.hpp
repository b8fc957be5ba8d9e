#pragma once

#include "../core/memory.hpp"
#include "../front/front_field.hpp"
#include "../grid/cell_or_border.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// Fields of a grid, computed from its fronts. Closed sources and those outside the map
/// reach nothing. Immutable.
class FrontFields {
 public:
  /// Memory of one thread, kept from call to call.
  struct Scratch {
    explicit Scratch(Memory memory = {}) : field(memory), sources(memory) {}

    FrontField::Scratch field;
    std::pmr::vector<CellIndex> sources;
    std::size_t side_by_side = 1;  ///< fields in field.costs
  };

  /// fronts: of the grid. Both must outlive this object.
  FrontFields(const Grid& grid, const Fronts& fronts, SweepDirection direction,
              Cost max_cost)
      : grid_(grid), fronts_(fronts), field_(fronts, direction), max_cost_(max_cost) {}

  /// Computes the field of the nearest of some sources: field 0.
  void compute_nearest(std::span<const Position> sources, Scratch& scratch) const;
  /// Computes a field for each source, of at most kFieldLanes: field i of source i.
  void compute_each(std::span<const Position> sources, Scratch& scratch) const;

  /// A cost of a field that was computed.
  Cost cost(const Scratch& scratch, std::size_t field, CellIndex cell) const noexcept {
    const Rank rank = fronts_.rank(cell);
    if (rank == kNoRank) return kUnreachable;
    return limited(scratch.field.costs[rank * scratch.side_by_side + field]);
  }
  /// Writes the first `count` fields one after the other, in the layout of
  /// fill_distances().
  void write(const Scratch& scratch, std::size_t count, std::span<Cost> fields) const;

 private:
  Cost limited(Cost cost) const noexcept { return cost > max_cost_ ? kUnreachable : cost; }
  std::span<const CellIndex> cells(std::span<const Position> sources,
                                   Scratch& scratch) const;

  const Grid& grid_;
  const Fronts& fronts_;
  FrontField field_;
  Cost max_cost_;
};

/// Computes the cost between each cell and the nearest source, in a direction and as far as
/// `radius`, in the padded layout and with the values of sweep(). sources: open cells.
void read_field(const Grid& grid, const Fronts& fronts, SweepDirection direction,
                std::span<const CellIndex> sources, Cost radius,
                FrontField::Scratch& scratch, std::span<Cost> field);

}  // namespace throng
