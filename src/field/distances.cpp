#include "../core/large_vector.hpp"
#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "../front/front_table.hpp"
#include "../grid/cell_or_border.hpp"
#include "../index/index_contents.hpp"
#include "../labels/hub_table.hpp"
#include "front_fields.hpp"
#include "front_price.hpp"
#include "swept_distances.hpp"

#include <throng/assert.hpp>
#include <throng/distances.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {
namespace {

/// Number of targets processed at a time: their data fits the second-level cache.
constexpr std::size_t kTargetsAtATime = 2048;

/// What labels take in nanoseconds, measured on the map families of the benchmarks.
struct Price {
  std::size_t target, source, pair;

  std::size_t of(std::size_t fewer, std::size_t more) const {
    return fewer * target + more * source + fewer * more * pair;
  }
};

enum class Means : std::uint8_t { sweeps, hubs, front_labels, front_fields };

/// The means that takes least time, estimated.
Means choose_means(const Index& index, std::size_t fewer, std::size_t more,
                   const DistanceOptions& options) {
  constexpr Price kHubs{.target = 6000, .source = 2000, .pair = 30};
  constexpr std::size_t kReadPair = 4;
  if (options.metric != FieldMetric::cost) return Means::sweeps;
  Means best = Means::sweeps;
  const Index::Parts& parts = index.contents();
  std::size_t least = fewer * swept_cell_time(*index.grid()) * index.grid()->open_cells();
  const auto offer = [&](Means means, std::size_t time) {
    if (time > least) return;
    best = means;
    least = time;
  };
  if (const Fronts* const fronts = parts.fronts.get(); fronts != nullptr) {
    const std::size_t label = front_label_time(*fronts);
    offer(Means::front_fields, fewer * (front_fields_time(*fronts) + more * kReadPair));
    offer(Means::front_labels,
          Price{.target = label, .source = label, .pair = 40}.of(fewer, more));
  }
  if (parts.hubs != nullptr) offer(Means::hubs, kHubs.of(fewer, more));
  return best;
}

/// The slot of the distance between a source and a target.
struct Layout {
  Cost* table;
  std::size_t source_step, target_step;
};

/// The cell at `p`; a border cell if it is closed: fronts still contain cells that closed.
CellIndex open_or_border(const Grid& grid, Position p) {
  const CellIndex cell = cell_or_border(grid, p);
  return is_open(grid, cell) ? cell : CellIndex{0};
}

/// Fills a table by a HubTable or a FrontTable.
template <class Labels>
void measure(const Grid& grid, Labels& labels, std::span<const Position> sources,
             std::span<const Position> targets, Layout out, Workers::Impl& own,
             const DistanceOptions& options) {
  std::pmr::vector<typename Labels::Scratch> scratch(own.scratch.size(), own.memory);
  std::pmr::vector<CellIndex> some(own.memory);
  const std::size_t tiles = (targets.size() + kTargetsAtATime - 1) / kTargetsAtATime;
  const Progress progress(options.monitor, tiles * sources.size());
  for (std::size_t first = 0; first < targets.size(); first += kTargetsAtATime) {
    some.clear();
    for (const Position target :
         targets.subspan(first, std::min(kTargetsAtATime, targets.size() - first)))
      some.push_back(open_or_border(grid, target));
    labels.assign(some, own.crew);
    for_each_monitored(
        sources.size(), own.crew, progress,
        [&](std::size_t thread, std::size_t s, bool cancelled) {
          Cost* const row = out.table + s * out.source_step + first * out.target_step;
          const auto put = [&](std::size_t t, Cost cost) {
            row[t * out.target_step] = cost > options.max_cost ? kUnreachable : cost;
          };
          if (cancelled)
            for (std::size_t t = 0; t < some.size(); ++t) put(t, kUnreachable);
          else
            labels.measure(open_or_border(grid, sources[s]), scratch[thread], put);
        });
  }
}

/// Fills a table by fields of its sources.
void read_fields(const Grid& grid, const FrontFields& fields,
                 std::span<const Position> sources, std::span<const Position> targets,
                 Layout out, Workers::Impl& own, Monitor* monitor) {
  const Progress progress(monitor, sources.size());
  own.crew.for_each_block(
      sources.size(), kFieldLanes, [&](int thread, std::size_t begin, std::size_t end) {
        const bool cancelled = progress.cancelled();
        auto& scratch =
            own.scratch[static_cast<std::size_t>(thread)].of<FrontFields::Scratch>();
        if (!cancelled) fields.compute_each(sources.subspan(begin, end - begin), scratch);
        for (std::size_t t = 0; t < targets.size(); ++t) {
          const CellIndex cell = cell_or_border(grid, targets[t]);
          for (std::size_t s = begin; s < end; ++s)
            out.table[s * out.source_step + t * out.target_step] =
                cancelled ? kUnreachable : fields.cost(scratch, s - begin, cell);
        }
        if (!cancelled) progress(end - begin);
      });
}

/// The fronts of an index for fields with these options; null: sweeps compute them.
const Fronts* fronts_for(const Index& index, const DistanceOptions& options) {
  return options.metric == FieldMetric::cost ? index.contents().fronts.get() : nullptr;
}

/// Computes the field of the nearest source from fronts, and calls read(scratch) with it;
/// with null if the monitor cancelled.
template <class Read>
void read_nearest(const FrontFields& fields, std::span<const Position> sources,
                  Workers& workers, Monitor* monitor, const Read& read) {
  const WorkersInUse own(workers);
  for_each_monitored(1, own->crew, Progress(monitor, 1),
                     [&](std::size_t thread, std::size_t, bool cancelled) {
                       auto& scratch = own->scratch[thread].of<FrontFields::Scratch>();
                       if (!cancelled) fields.compute_nearest(sources, scratch);
                       read(cancelled ? nullptr : &scratch);
                     });
}

/// A field for each source, from fronts.
void read_each(const Grid& grid, const FrontFields& fields,
               std::span<const Position> sources, std::span<Cost> out, Workers& workers,
               Monitor* monitor) {
  const std::size_t slots = slots_of(grid);
  const WorkersInUse own(workers);
  const Progress progress(monitor, sources.size());
  own->crew.for_each_block(
      sources.size(), kFieldLanes, [&](int thread, std::size_t begin, std::size_t end) {
        const auto some = out.subspan(begin * slots, (end - begin) * slots);
        if (progress.cancelled()) {
          std::ranges::fill(some, kUnreachable);
          return;
        }
        auto& scratch =
            own->scratch[static_cast<std::size_t>(thread)].of<FrontFields::Scratch>();
        fields.compute_each(sources.subspan(begin, end - begin), scratch);
        fields.write(scratch, end - begin, some);
        progress(end - begin);
      });
}

void fill_nearest(const Index& index, std::span<const Position> sources,
                  std::span<const Position> targets, std::span<Cost> row, Workers& workers,
                  const DistanceOptions& options) {
  const Grid& grid = *index.grid();
  THRONG_ASSERT(row.size() == targets.size());
  const Fronts* const fronts = fronts_for(index, options);
  if (!front_field_pays(fronts, grid, sources.size(), options.max_cost))
    return sweep_nearest(grid, sources, targets, row, workers, options);
  const FrontFields fields(grid, *fronts, options.direction, options.max_cost);
  read_nearest(fields, sources, workers, options.monitor,
               [&](const FrontFields::Scratch* field) {
                 for (std::size_t t = 0; t < targets.size(); ++t) {
                   const CellIndex cell = open_or_border(grid, targets[t]);
                   row[t] = field != nullptr ? fields.cost(*field, 0, cell) : kUnreachable;
                 }
               });
}

}  // namespace

void fill_distances(const Index& index, std::span<const Position> sources,
                    std::span<Cost> table, Workers& workers,
                    const DistanceOptions& options) {
  const Grid& grid = *index.grid();
  const Fronts* const fronts = fronts_for(index, options);
  const std::size_t rows = options.nearest_source ? 1 : sources.size();
  THRONG_ASSERT(table.size() == rows * slots_of(grid));
  const bool pays = options.nearest_source
                        ? front_field_pays(fronts, grid, sources.size(), options.max_cost)
                        : front_fields_pay(fronts, grid, sources.size(), options.max_cost);
  if (!pays)
    return options.nearest_source ? sweep_nearest(grid, sources, table, workers, options)
                                  : sweep_fields(grid, sources, table, workers, options);
  const FrontFields fields(grid, *fronts, options.direction, options.max_cost);
  if (!options.nearest_source)
    return read_each(grid, fields, sources, table, workers, options.monitor);
  read_nearest(fields, sources, workers, options.monitor,
               [&](const FrontFields::Scratch* field) {
                 if (field != nullptr)
                   fields.write(*field, 1, table);
                 else
                   std::ranges::fill(table, kUnreachable);
               });
}

void fill_distances(const Index& index, std::span<const Position> sources,
                    std::span<const Position> targets, std::span<Cost> table,
                    Workers& workers, const DistanceOptions& options) {
  if (options.nearest_source)
    return fill_nearest(index, sources, targets, table, workers, options);
  const std::size_t rows = sources.size(), columns = targets.size();
  THRONG_ASSERT(table.size() == rows * columns);
  const Index::Parts& parts = index.contents();
  const Grid& grid = *index.grid();
  const auto [fewer, more] = std::minmax(rows, columns);
  const Means means = choose_means(index, fewer, more, options);
  if (means == Means::sweeps)
    return sweep_table(grid, sources, targets, table, workers, options);
  const WorkersInUse own(workers);
  // Labels take the shorter list for targets, fields for sources. The distance from t to s
  // is that to s from t.
  const bool to_sources = options.direction == SweepDirection::to_sources;
  const auto direction = [&](bool swapped) {
    return to_sources == swapped ? SweepDirection::from_sources
                                 : SweepDirection::to_sources;
  };
  const Layout by_rows{table.data(), columns, 1}, by_columns{table.data(), 1, columns};
  if (means == Means::front_fields) {
    const bool swapped = rows > columns;
    const FrontFields fields(grid, *parts.fronts, direction(swapped), options.max_cost);
    if (swapped)
      return read_fields(grid, fields, targets, sources, by_columns, *own, options.monitor);
    return read_fields(grid, fields, sources, targets, by_rows, *own, options.monitor);
  }
  const bool swapped = columns > rows;
  const auto fill = [&](auto& labels) {
    if (swapped)
      measure(grid, labels, targets, sources, by_columns, *own, options);
    else
      measure(grid, labels, sources, targets, by_rows, *own, options);
  };
  if (means == Means::hubs) {
    HubTable labels(parts.hub_map(), own->memory);  // costs are symmetric
    return fill(labels);
  }
  FrontTable labels(*parts.fronts, direction(swapped), own->memory);
  fill(labels);
}

std::vector<Cost> distances(const Index& index, std::span<const Position> sources,
                            std::span<const Position> targets, Workers& workers,
                            const DistanceOptions& options) {
  std::vector<Cost> table;
  remake(table, (options.nearest_source ? 1 : sources.size()) * targets.size());
  fill_distances(index, sources, targets, table, workers, options);
  return table;
}

std::vector<Cost> distances(const Index& index, std::span<const Position> sources,
                            Workers& workers, const DistanceOptions& options) {
  std::vector<Cost> table;
  remake(table, (options.nearest_source ? 1 : sources.size()) * slots_of(*index.grid()));
  fill_distances(index, sources, table, workers, options);
  return table;
}

}  // namespace throng
