#include "../core/large_vector.hpp"
#include "../core/progress.hpp"
#include "../core/workers.hpp"
#include "../front/front_table.hpp"
#include "../grid/cell_or_border.hpp"
#include "../hub/hub_table.hpp"
#include "../index/index_parts.hpp"

#include <throng/assert.hpp>
#include <throng/field.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {
namespace {

/// Number of targets processed at a time: their data fits the second-level cache.
constexpr std::size_t kTargetsAtATime = 2048;

/// What labels take instead of a sweep from each point of the shorter list, in nanoseconds,
/// measured on the map families of the benchmarks.
struct Price {
  std::size_t target, source, pair, swept_cell;
};

bool labels_pay(const Price& price, const Grid& grid, std::size_t fewer, std::size_t more) {
  return fewer * price.target + more * price.source + fewer * more * price.pair <=
         fewer * price.swept_cell * grid.open_cells();
}
bool hubs_pay(const Index::Parts& index, std::size_t fewer, std::size_t more) {
  constexpr Price kHubs{.target = 6000, .source = 2000, .pair = 30, .swept_cell = 3};
  return index.hubs != nullptr && labels_pay(kHubs, *index.grid, fewer, more);
}
bool fronts_pay(const Index::Parts& index, std::size_t fewer, std::size_t more) {
  constexpr Price kPlain{.target = 20'000, .source = 20'000, .pair = 40, .swept_cell = 3};
  constexpr Price kUneven{.target = 20'000, .source = 20'000, .pair = 40, .swept_cell = 15};
  const Price& price = index.grid->plain() ? kPlain : kUneven;
  return index.fronts != nullptr && labels_pay(price, *index.grid, fewer, more);
}

/// The slot of the distance between a source and a target.
struct Layout {
  Cost* table;
  std::size_t source_step, target_step;
};

/// Fills a table by a HubTable or a FrontTable.
template <class Labels>
void measure(const Grid& grid, Labels& labels, std::span<const Position> sources,
             std::span<const Position> targets, Layout out, Workers::Impl& own,
             const FieldOptions& options) {
  std::pmr::vector<typename Labels::Scratch> scratch(own.scratch.size(), own.memory);
  std::pmr::vector<CellIndex> some(own.memory);
  const std::size_t tiles = (targets.size() + kTargetsAtATime - 1) / kTargetsAtATime;
  const Progress progress(options.monitor, tiles * sources.size());
  for (std::size_t first = 0; first < targets.size(); first += kTargetsAtATime) {
    some.clear();
    for (const Position target :
         targets.subspan(first, std::min(kTargetsAtATime, targets.size() - first)))
      some.push_back(cell_or_border(grid, target));
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
            labels.measure(cell_or_border(grid, sources[s]), scratch[thread], put);
        });
  }
}

}  // namespace

void distance_table(const Index& index, std::span<const Position> sources,
                    std::span<const Position> targets, std::span<Cost> table,
                    Workers& workers, const FieldOptions& options) {
  const std::size_t rows = sources.size(), columns = targets.size();
  const Index::Parts& parts = index.parts();
  const Grid& grid = *parts.grid;
  const bool by_cost = options.metric == FieldMetric::cost;
  const auto [fewer, more] = std::minmax(rows, columns);
  const bool by_hubs = by_cost && hubs_pay(parts, fewer, more);
  if (!by_hubs && !(by_cost && fronts_pay(parts, fewer, more)))
    return distance_table(grid, sources, targets, table, workers, options);
  THRONG_ASSERT(table.size() == rows * columns);
  const WorkersInUse own(workers);
  // The targets are the shorter list. The distance from t to s is that to s from t.
  const bool swapped = columns > rows;
  const auto fill = [&](auto& labels) {
    if (swapped)
      measure(grid, labels, targets, sources, {table.data(), 1, columns}, *own, options);
    else
      measure(grid, labels, sources, targets, {table.data(), columns, 1}, *own, options);
  };
  if (by_hubs) {
    HubTable labels(parts.hub_map(), own->memory);  // costs are symmetric
    return fill(labels);
  }
  const bool to_sources = options.direction == SweepDirection::to_sources;
  FrontTable labels(*parts.fronts,
                    to_sources == swapped ? FrontTable::Direction::to_targets
                                          : FrontTable::Direction::from_targets,
                    own->memory);
  fill(labels);
}

std::vector<Cost> distance_table(const Index& index, std::span<const Position> sources,
                                 std::span<const Position> targets, Workers& workers,
                                 const FieldOptions& options) {
  std::vector<Cost> table;
  remake(table, sources.size() * targets.size());
  distance_table(index, sources, targets, table, workers, options);
  return table;
}

}  // namespace throng
