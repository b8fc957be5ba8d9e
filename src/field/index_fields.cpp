#include "../core/large_vector.hpp"
#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "../index/index_contents.hpp"
#include "front_fields.hpp"
#include "front_price.hpp"

#include <throng/assert.hpp>
#include <throng/field.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {
namespace {

/// The fronts of an index for fields with these options; null: sweeps compute them.
const Fronts* fronts_for(const Index& index, const FieldOptions& options) {
  return options.metric == FieldMetric::cost ? index.contents().fronts.get() : nullptr;
}

std::size_t slots(const Grid& grid) {
  return static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.height());
}

}  // namespace

std::vector<Cost> distance_field(const Index& index, std::span<const Position> sources,
                                 Workers& workers, const FieldOptions& options) {
  const Grid& grid = *index.grid();
  const Fronts* const fronts = fronts_for(index, options);
  if (!front_field_pays(fronts, grid, sources.size(), options.max_cost))
    return distance_field(grid, sources, workers, options);
  std::vector<Cost> field;
  remake(field, slots(grid), kUnreachable);
  const WorkersInUse own(workers);
  const FrontFields fields(grid, *fronts, options.direction, options.max_cost);
  for_each_monitored(1, own->crew, Progress(options.monitor, 1),
                     [&](std::size_t thread, std::size_t, bool cancelled) {
                       if (cancelled) return;
                       auto& scratch = own->scratch[thread].of<FrontFields::Scratch>();
                       fields.compute_nearest(sources, scratch);
                       fields.write(scratch, 1, field);
                     });
  return field;
}

std::vector<Cost> distance_fields(const Index& index, std::span<const Position> sources,
                                  Workers& workers, const FieldOptions& options) {
  std::vector<Cost> fields;
  remake(fields, sources.size() * slots(*index.grid()));
  distance_fields(index, sources, fields, workers, options);
  return fields;
}

void distance_fields(const Index& index, std::span<const Position> sources,
                     std::span<Cost> fields, Workers& workers,
                     const FieldOptions& options) {
  const Grid& grid = *index.grid();
  const Fronts* const fronts = fronts_for(index, options);
  if (!front_fields_pay(fronts, grid, sources.size(), options.max_cost))
    return distance_fields(grid, sources, fields, workers, options);
  THRONG_ASSERT(fields.size() == sources.size() * slots(grid));
  const WorkersInUse own(workers);
  const FrontFields from_fronts(grid, *fronts, options.direction, options.max_cost);
  const Progress progress(options.monitor, sources.size());
  own->crew.for_each_block(
      sources.size(), kFieldLanes, [&](int thread, std::size_t begin, std::size_t end) {
        const auto some = fields.subspan(begin * slots(grid), (end - begin) * slots(grid));
        if (progress.cancelled()) {
          std::ranges::fill(some, kUnreachable);
          return;
        }
        auto& scratch =
            own->scratch[static_cast<std::size_t>(thread)].of<FrontFields::Scratch>();
        from_fronts.compute_each(sources.subspan(begin, end - begin), scratch);
        from_fronts.write(scratch, end - begin, some);
        progress(end - begin);
      });
}

}  // namespace throng
