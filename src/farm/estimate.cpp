#include "estimate.hpp"

#include "row_blocks.hpp"

#include <algorithm>

namespace throng::farm {
namespace {

constexpr double kNanosecond = 1e-9;

// Measured on game maps, mazes, rooms and noise; the largest of the bytes, and times that
// are about in the middle.

/// Bytes a cell while a grid is made and used: terrain and text, moves, components, steps.
constexpr std::size_t kPlainCell = 16, kWeighedCell = 48;
/// Bytes a cell of a thread's sweeps.
constexpr std::size_t kSweepCell = 16;
/// Bytes an open cell of the jump graph and its shortcuts: while they are built on a noisy
/// map, and in a file on others.
constexpr std::size_t kJumpCell = 160, kJumpFileCell = 30;
/// Bytes an open cell of hub labels while they are built, and in a file. At the limit of
/// their memory there are about so many times as many bytes as they keep.
constexpr std::size_t kHubCell = 3'000, kHubFileCell = 120, kHubFactor = 5;
/// Bytes an open cell of fronts, for each table; while they are built, a third more, and
/// the plan.
constexpr std::size_t kFrontCell = 700, kFrontPlanCell = 60;
/// The same of a hierarchy.
constexpr std::size_t kHierarchyCell = 160, kHierarchyFileCell = 45, kHierarchyFactor = 4;
/// The same of labels of lines.
constexpr std::size_t kLineCell = 450, kLineFileCell = 130, kLineFactor = 5;
/// The program itself, and what else does not grow with the map.
constexpr std::size_t kBase = std::size_t{12} << 20;

/// Nanoseconds a cell, and a cell of weighted ground.
constexpr double kReadTime = 20, kSweepTime = 3.5, kWeighedSweepTime = 28;
/// Nanoseconds an open cell.
constexpr double kJumpTime = 200, kHubTime = 6'000, kFrontTime = 2'500,
                 kHierarchyTime = 8'000, kLineTime = 30'000;

double sweep_time(const MapSize& map) {
  return static_cast<double>(map.open_cells) * (map.plain ? kSweepTime : kWeighedSweepTime);
}

struct Needs {
  std::size_t memory = 0;
  std::size_t bytes = 0;  ///< of a file
  double nanoseconds = 0;
};

/// Of an index, besides the grid.
Needs of_index(const IndexOptions& options, const MapSize& map) {
  const auto open = static_cast<double>(map.open_cells);
  const auto landmarks = static_cast<std::size_t>(options.landmarks.count);
  const std::size_t tables = map.plain ? 1 : 2;  // there and back
  Needs needs;
  needs.bytes = landmarks * tables * sizeof(Cost) * map.open_cells;
  needs.memory = needs.bytes;
  needs.nanoseconds = static_cast<double>(landmarks * tables) * sweep_time(map);
  const bool jumps = map.plain && (options.jump_graph || options.hub_labels.build);
  if (jumps) {
    needs.memory += kJumpCell * map.open_cells;
    needs.bytes += kJumpFileCell * map.open_cells;
    needs.nanoseconds += kJumpTime * open;
  }
  if (jumps && options.hub_labels.build) {
    needs.memory +=
        std::min(kHubFactor * options.hub_labels.memory, kHubCell * map.open_cells);
    needs.bytes += std::min(options.hub_labels.memory, kHubFileCell * map.open_cells);
    needs.nanoseconds += kHubTime * open;
  }
  if (options.fronts.build) {
    const std::size_t fronts =
        std::min(options.fronts.memory, kFrontCell * tables * map.open_cells);
    needs.memory += fronts + fronts / 3 + kFrontPlanCell * map.open_cells;
    needs.bytes += fronts;
    needs.nanoseconds += kFrontTime * open;
  }
  if (map.plain && options.hierarchy.build) {
    const std::size_t most = options.hierarchy.memory;
    needs.memory += std::min(kHierarchyFactor * most, kHierarchyCell * map.open_cells);
    needs.bytes += std::min(most, kHierarchyFileCell * map.open_cells);
    needs.nanoseconds += kHierarchyTime * open;
  }
  if (map.plain && options.lines.build) {
    const std::size_t most = options.lines.memory;
    needs.memory += std::min(kLineFactor * most, kLineCell * map.open_cells);
    needs.bytes += std::min(most, kLineFileCell * map.open_cells);
    if (most > 0) needs.nanoseconds += kLineTime * open;
  }
  if (options.gates.build) needs.memory += options.gates.memory;
  return needs;
}

Needs of_throughput(const ThroughputChoice& choice, const MapSize& map) {
  IndexOptions index{.landmarks = {0}};
  for (const int landmarks : choice.combinations.landmarks)
    index.landmarks.count += landmarks;  // all indexes are in memory at once
  const auto measures = [&](Algorithm algorithm) {
    const auto& all = choice.combinations.algorithms;
    return std::ranges::find(all, algorithm) != all.end();
  };
  index.hub_labels.build = measures(Algorithm::hub);
  index.fronts.build = measures(Algorithm::front);
  index.hierarchy.build = measures(Algorithm::hierarchy);
  index.hub_labels.memory = choice.hub_memory;
  index.gates.memory = choice.gate_memory;
  Needs needs = of_index(index, map);
  constexpr std::size_t kPathBytes = 4'000;
  constexpr double kTurn = 5e7;
  needs.memory += choice.queries * kPathBytes;
  needs.nanoseconds +=
      kTurn * static_cast<double>(choice.repeats *
                                  experiment::combinations(choice.combinations).size());
  return needs;
}

}  // namespace

void estimate(Job& job, const MapSize& map, int threads) {
  const std::size_t points = job.point_count;
  Needs needs{.memory = kBase + map.cells * (map.plain ? kPlainCell : kWeighedCell) +
                        static_cast<std::size_t>(threads) * kSweepCell * map.cells,
              .nanoseconds = kReadTime * static_cast<double>(map.cells)};
  switch (job.kind) {
    case JobKind::index: {
      const Needs index = of_index(job.index, map);
      needs.memory += index.memory;
      needs.nanoseconds += index.nanoseconds;
      job.bytes = index.bytes;
      break;
    }
    case JobKind::fields: {
      const Needs index = of_index(job.index, map);
      needs.memory += index.memory + sizeof(Cost) * map.cells;
      needs.nanoseconds += 2 * index.nanoseconds;
      job.bytes =
          static_cast<std::size_t>(job.index.landmarks.count) * sizeof(Cost) * map.cells;
      break;
    }
    case JobKind::points:
      needs.memory += points * 2 * sizeof(Position);
      job.bytes = points * std::size_t{8};
      break;
    case JobKind::matrix: {
      const std::size_t rows = job.last_row - job.first_row;
      job.bytes = rows * points * sizeof(Cost);
      needs.memory +=
          std::min(rows, rows_at_a_time(points, threads)) * points * sizeof(Cost) +
          points * sizeof(Position) + sizeof(Cost) * map.cells;
      needs.nanoseconds +=
          static_cast<double>(rows) * (sweep_time(map) + static_cast<double>(points));
      break;
    }
    case JobKind::throughput: {
      const Needs work = of_throughput(job.throughput, map);
      needs.memory += work.memory;
      needs.nanoseconds += work.nanoseconds;
      job.bytes = std::size_t{1} << 10;
      break;
    }
  }
  job.memory = needs.memory;
  job.seconds = needs.nanoseconds * kNanosecond;
}

}  // namespace throng::farm
