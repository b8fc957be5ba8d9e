#include "swept_distances.hpp"

#include "../core/large_vector.hpp"
#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "../grid/cell_or_border.hpp"
#include "../sweep/kept_space.hpp"
#include "../sweep/sweep.hpp"
#include "field_scratch.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cstddef>

namespace throng {
namespace {

SweepDirection opposite(SweepDirection direction) {
  return direction == SweepDirection::from_sources ? SweepDirection::to_sources
                                                   : SweepDirection::from_sources;
}

/// One call of a function below: many fields of one grid.
class FieldJob {
 public:
  FieldJob(const Grid& grid, Workers& workers, const DistanceOptions& options)
      : FieldJob(grid, workers, options, options.direction) {}
  /// direction: replaces the direction of the options.
  FieldJob(const Grid& grid, Workers& workers, const DistanceOptions& options,
           SweepDirection direction)
      : grid_(grid),
        own_(workers),
        monitor_(options.monitor),
        max_cost_(std::min(options.max_cost, kUnreachable - 1)),
        space_(own_->common.of<KeptSpace>().of(grid, options.metric, direction)) {}

  /// body(i, scratch) for each i below count. Threads take one i at a time. scratch is null
  /// once the monitor has cancelled.
  template <class Body>
  void for_each_field(std::size_t count, const Body& body) const {
    for_each_monitored(
        count, own_->crew, Progress(monitor_, count),
        [&](std::size_t thread, std::size_t i, bool cancelled) {
          body(i, cancelled ? nullptr : &own_->scratch[thread].of<FieldScratch>());
        });
  }

  /// Sweeps into scratch.field, in the padded layout.
  void sweep(std::span<const Position> sources, FieldScratch& scratch) const {
    scratch.sources.clear();
    for (const Position source : sources) {
      const CellIndex cell = cell_or_border(grid_, source);
      if (is_open(grid_, cell)) scratch.sources.push_back(cell);
    }
    remake(scratch.field, grid_.cell_count());
    throng::sweep(space_, scratch.sources, max_cost_, scratch.queues, scratch.field);
  }

  /// Copies the map's cells out of a padded field, kUnreachable where they are closed.
  void unpad(std::span<const Cost> field, std::span<Cost> out) const {
    if (is_hexagonal(grid_.rules().topology)) return unpad_columns(field, out);
    const CellIndex first = grid_.cell({0, 0});
    for (std::size_t y = 0; y < height(); ++y) {
      const std::size_t row = first + y * grid_.stride();
      const Cost* const from = &field[row];
      const Cost* const blank = &space_.blank[row];
      Cost* const to = &out[y * width()];
      for (std::size_t x = 0; x < width(); ++x) to[x] = from[x] | ~blank[x];
    }
  }

  /// As unpad(), from the layout of hexagonal grids.
  void unpad_columns(std::span<const Cost> field, std::span<Cost> out) const {
    for (Position p; p.x < grid_.width(); ++p.x)
      for (p.y = 0; p.y < grid_.height(); ++p.y) {
        const CellIndex cell = grid_.cell(p);
        out[static_cast<std::size_t>(p.y) * width() + static_cast<std::size_t>(p.x)] =
            field[cell] | ~space_.blank[cell];
      }
  }

  /// Writes the distances between `from` and all points, as one row or column of a table:
  /// from slot `at` on, `step` slots apart.
  /// scratch: null: all distances become kUnreachable.
  void measure(Position from, std::span<const Position> points, FieldScratch* scratch,
               std::span<Cost> table, std::size_t at, std::size_t step) const {
    const bool any = scratch != nullptr && is_open(grid_, cell_or_border(grid_, from));
    if (any) sweep({&from, 1}, *scratch);
    for (const Position point : points) {
      const CellIndex cell = cell_or_border(grid_, point);
      table[at] = any && is_open(grid_, cell) ? scratch->field[cell] : kUnreachable;
      at += step;
    }
  }

 private:
  std::size_t width() const { return static_cast<std::size_t>(grid_.width()); }
  std::size_t height() const { return static_cast<std::size_t>(grid_.height()); }

  const Grid& grid_;
  WorkersInUse own_;
  Monitor* monitor_;
  Cost max_cost_;
  const SweepSpace& space_;
};

}  // namespace

void sweep_nearest(const Grid& grid, std::span<const Position> sources,
                   std::span<Cost> field, Workers& workers,
                   const DistanceOptions& options) {
  const FieldJob job(grid, workers, options);
  job.for_each_field(1, [&](std::size_t, FieldScratch* scratch) {
    if (scratch == nullptr) {
      std::ranges::fill(field, kUnreachable);
      return;
    }
    job.sweep(sources, *scratch);
    job.unpad(scratch->field, field);
  });
}

void sweep_nearest(const Grid& grid, std::span<const Position> sources,
                   std::span<const Position> targets, std::span<Cost> row, Workers& workers,
                   const DistanceOptions& options) {
  const FieldJob job(grid, workers, options);
  job.for_each_field(1, [&](std::size_t, FieldScratch* scratch) {
    if (scratch != nullptr) job.sweep(sources, *scratch);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      const CellIndex cell = cell_or_border(grid, targets[t]);
      const bool reached = scratch != nullptr && is_open(grid, cell);
      row[t] = reached ? scratch->field[cell] : kUnreachable;
    }
  });
}

void sweep_fields(const Grid& grid, std::span<const Position> sources,
                  std::span<Cost> fields, Workers& workers,
                  const DistanceOptions& options) {
  const std::size_t slots = slots_of(grid);
  const FieldJob job(grid, workers, options);
  job.for_each_field(sources.size(), [&](std::size_t i, FieldScratch* scratch) {
    const std::span<Cost> field = fields.subspan(i * slots, slots);
    if (scratch == nullptr) {
      std::ranges::fill(field, kUnreachable);
      return;
    }
    job.sweep(sources.subspan(i, 1), *scratch);
    job.unpad(scratch->field, field);
  });
}

void sweep_table(const Grid& grid, std::span<const Position> sources,
                 std::span<const Position> targets, std::span<Cost> table, Workers& workers,
                 const DistanceOptions& options) {
  const std::size_t rows = sources.size(), columns = targets.size();
  if (rows <= columns) {
    const FieldJob job(grid, workers, options);
    job.for_each_field(rows, [&](std::size_t s, FieldScratch* scratch) {
      job.measure(sources[s], targets, scratch, table, s * columns, 1);
    });
  } else {
    const FieldJob job(grid, workers, options, opposite(options.direction));
    job.for_each_field(columns, [&](std::size_t t, FieldScratch* scratch) {
      job.measure(targets[t], sources, scratch, table, t, columns);
    });
  }
}

}  // namespace throng
