#include "front_fields.hpp"

#include <array>

namespace throng {

/// The cells of the sources; 0 for those that are closed.
std::span<const CellIndex> FrontFields::cells(std::span<const Position> sources,
                                              Scratch& scratch) const {
  scratch.sources.clear();
  for (const Position source : sources) {
    const CellIndex cell = cell_or_border(grid_, source);
    scratch.sources.push_back(is_open(grid_, cell) ? cell : CellIndex{0});
  }
  return scratch.sources;
}

void FrontFields::compute_nearest(std::span<const Position> sources,
                                  Scratch& scratch) const {
  scratch.side_by_side = 1;
  field_.measure(cells(sources, scratch), scratch.field);
}

void FrontFields::compute_each(std::span<const Position> sources, Scratch& scratch) const {
  if (sources.size() == 1) return compute_nearest(sources, scratch);
  scratch.side_by_side = kFieldLanes;
  field_.measure_each(cells(sources, scratch), scratch.field);
}

/// Of several fields, some cells at a time are read for all fields and then written field
/// by field: on 512 x 512 cells 0.25 ms a field, 0.37 cell by cell.
void FrontFields::write(const Scratch& scratch, std::size_t count,
                        std::span<Cost> fields) const {
  constexpr std::int32_t kAtATime = 16;
  const auto width = static_cast<std::size_t>(grid_.width());
  const std::size_t slots = width * static_cast<std::size_t>(grid_.height());
  const std::size_t step = scratch.side_by_side;
  std::array<Cost, kAtATime * kFieldLanes> costs;
  for (Position p; p.y < grid_.height(); ++p.y)
    for (p.x = 0; p.x < grid_.width(); p.x += kAtATime) {
      const auto some = static_cast<std::size_t>(std::min(kAtATime, grid_.width() - p.x));
      for (std::size_t i = 0; i < some; ++i) {
        const Rank rank =
            fronts_.rank(grid_.cell({p.x + static_cast<std::int32_t>(i), p.y}));
        if (rank == kNoRank)
          std::fill_n(costs.data() + i * step, step, kUnreachable);
        else
          std::copy_n(scratch.field.costs.data() + rank * step, step,
                      costs.data() + i * step);
      }
      const std::size_t at =
          static_cast<std::size_t>(p.y) * width + static_cast<std::size_t>(p.x);
      for (std::size_t field = 0; field < count; ++field) {
        Cost* const out = fields.data() + field * slots + at;
        for (std::size_t i = 0; i < some; ++i) out[i] = limited(costs[i * step + field]);
      }
    }
}

void read_field(const Grid& grid, const Fronts& fronts, SweepDirection direction,
                std::span<const CellIndex> sources, Cost radius,
                FrontField::Scratch& scratch, std::span<Cost> field) {
  FrontField(fronts, direction).measure(sources, scratch);
  for (CellIndex cell = 0; cell < field.size(); ++cell) {
    if (!is_open(grid, cell)) {
      field[cell] = 0;
      continue;
    }
    const Cost cost = scratch.costs[fronts.rank(cell)];
    field[cell] = cost <= radius ? cost : kUnreachable;
  }
}

}  // namespace throng
