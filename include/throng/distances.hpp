#pragma once

#include <throng/algorithm.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <span>
#include <vector>

namespace throng {

struct DistanceOptions {
  /// Path costs in units of Grid::costs(), or the least number of moves.
  FieldMetric metric = FieldMetric::cost;
  /// to_sources: distances of the reverse paths, from each target to the sources.
  SweepDirection direction = SweepDirection::from_sources;
  /// One row for all sources: the distance between a target and its nearest source.
  bool nearest_source = false;
  /// Distances greater than this are kUnreachable.
  Cost max_cost = kUnreachable - 1;
  /// Counts fields or points, see below; may be null, must outlive the call. What it
  /// cancels is kUnreachable.
  Monitor* monitor = nullptr;
};

/// Fills a table of distances: row s has the distances from source s to each target. A
/// distance is 0 where both are the same open cell, and kUnreachable where either is closed
/// or outside the map. A link is an edge like a step, and counts as one move. All of the
/// table is written; nothing fills it with zeros first.
///
/// Cost: whichever of these is estimated to be least; threads share the work. Answers are
/// equal. With metric steps, or an index without these parts: sweeps.
/// - sweeps: one for each source, or for each target if there are fewer targets. About 2 to
///   8 ns a reached cell, 40 to 80 ns where steps have weights. Calls on one grid, one
///   after the other with the same Workers, take 0.6 to 0.8 of the time of the first.
/// - fronts, by fields: as many; eight at a time take 1/5 to 1/9 of the time of sweeps on
///   weighted ground, one alone 1/2 to 1/3. A read from memory a pair.
/// - fronts, by labels: as a distance, for each point of both lists; 5 to 40 ns a pair.
/// - hub labels: 0.5 to 16 us for each point of the shorter list, about 2 us for each point
///   of the longer list, 4 to 35 ns a pair (up to 65 ns if only corners have labels).
/// A table of 1,000 x 1,000 is 4 to 50 times as fast by hub labels on game maps, 33 to 200
/// times in rooms, mazes and dense noise; by fronts more than 100 times on weighted ground.
///
/// Memory of each thread: one field; 32 bytes a cell by fields of fronts; about 30 KB by
/// labels. For 2,048 points of the shorter list at a time, by labels: 1 to 6 KB each.
/// The monitor counts fields; by labels, the points of the longer list, once for each 2,048
/// points of the shorter one.
///
/// Pre:    table.size() is the number of rows times that of targets.
/// Throws: see Workers.
/// Source: R. Dial, "Algorithm 360", CACM 12(11), 1969; E. Denardo, B. Fox, "Shortest-Route
///         Methods 1", Operations Research 27(1), 1979 (buckets as wide as the least step);
///         D. Delling and others, "PHAST", JPDC 73(7), 2013 (fields of fronts); S. Knopp
///         and others, ALENEX 2007, T. Akiba and others, SIGMOD 2013, C. Gavoille and
///         others, J. Algorithms 53, 2004 (tables by labels).
THRONG_API void fill_distances(const Index& index, std::span<const Position> sources,
                               std::span<const Position> targets, std::span<Cost> table,
                               Workers& workers, const DistanceOptions& options = {});

/// The same to all cells: slot y * width + x of a row belongs to cell x,y.
/// Pre: table.size() is the number of rows times width times height.
THRONG_API void fill_distances(const Index& index, std::span<const Position> sources,
                               std::span<Cost> table, Workers& workers,
                               const DistanceOptions& options = {});

/// Return the table, as fill_distances() fills it.
THRONG_API std::vector<Cost> distances(const Index& index,
                                       std::span<const Position> sources,
                                       std::span<const Position> targets, Workers& workers,
                                       const DistanceOptions& options = {});
THRONG_API std::vector<Cost> distances(const Index& index,
                                       std::span<const Position> sources, Workers& workers,
                                       const DistanceOptions& options = {});

}  // namespace throng
