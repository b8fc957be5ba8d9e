#include "../core/progress.hpp"
#include "../core/workers.hpp"
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

/// Whether labels are faster than a sweep from each point of the shorter list. The
/// constants are nanoseconds, measured on the map families of the benchmarks.
bool labels_pay(const Index::Parts& index, std::size_t fewer, std::size_t more) {
  constexpr std::size_t kTarget = 6000, kSource = 2000, kPair = 30, kSweptCell = 3;
  if (index.hubs == nullptr) return false;
  return fewer * kTarget + more * kSource + fewer * more * kPair <=
         fewer * kSweptCell * index.grid->open_cells();
}

/// The slot of the distance between a source and a target.
struct Layout {
  Cost* table;
  std::size_t source_step, target_step;
};

void measure(const Index::Parts& index, std::span<const Position> sources,
             std::span<const Position> targets, Layout out, Workers& workers,
             const FieldOptions& options) {
  const Grid& grid = *index.grid;
  const WorkersInUse own(workers);
  HubTable labels(index.hub_map(), own->memory);
  std::pmr::vector<HubTable::Scratch> scratch(own->scratch.size(), own->memory);
  std::pmr::vector<CellIndex> some(own->memory);
  const std::size_t tiles = (targets.size() + kTargetsAtATime - 1) / kTargetsAtATime;
  const Progress progress(options.monitor, tiles * sources.size());
  for (std::size_t first = 0; first < targets.size(); first += kTargetsAtATime) {
    some.clear();
    for (const Position target :
         targets.subspan(first, std::min(kTargetsAtATime, targets.size() - first)))
      some.push_back(cell_or_border(grid, target));
    labels.assign(some, own->crew);
    for_each_monitored(
        sources.size(), own->crew, progress,
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
  if (options.metric != FieldMetric::cost ||
      !labels_pay(parts, std::min(rows, columns), std::max(rows, columns)))
    return distance_table(*parts.grid, sources, targets, table, workers, options);
  THRONG_ASSERT(table.size() == rows * columns);
  // Labels require symmetric costs, so distances may be measured from either side.
  if (columns <= rows)
    measure(parts, sources, targets, {table.data(), columns, 1}, workers, options);
  else
    measure(parts, targets, sources, {table.data(), 1, columns}, workers, options);
}

std::vector<Cost> distance_table(const Index& index, std::span<const Position> sources,
                                 std::span<const Position> targets, Workers& workers,
                                 const FieldOptions& options) {
  std::vector<Cost> table(sources.size() * targets.size());
  distance_table(index, sources, targets, table, workers, options);
  return table;
}

}  // namespace throng
