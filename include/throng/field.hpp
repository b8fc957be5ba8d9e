#pragma once

#include <throng/algorithm.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <span>
#include <vector>

namespace throng {

class Index;

struct FieldOptions {
  /// Path costs in units of Grid::costs(), or the least number of moves.
  FieldMetric metric = FieldMetric::cost;
  /// to_sources: distances of the reverse paths, from each cell to the sources.
  SweepDirection direction = SweepDirection::from_sources;
  /// Cells farther from the sources than this are kUnreachable.
  Cost max_cost = kUnreachable - 1;
  Monitor* monitor = nullptr;  ///< counts fields; may be null, must outlive the call
};

/// Returns the distance of every cell from its nearest source. Slot y * width + x belongs
/// to cell x,y; it is kUnreachable for closed cells and for cells that no source reaches.
/// Sources on closed cells and outside the map reach nothing, not even themselves. A link
/// is an edge like a step, and counts as one move.
///
/// Cost:   one sweep on one thread, O(cells): about 2 to 8 ns a reached cell, 40 to 80 ns
///         where steps have weights. Calls on one grid, one after the other with the same
///         Workers, take 0.6 to 0.8 of the time of the first.
/// Source: R. Dial, "Algorithm 360", CACM 12(11), 1969; E. Denardo, B. Fox, "Shortest-Route
///         Methods 1", Operations Research 27(1), 1979 (buckets as wide as the least step).
THRONG_API std::vector<Cost> distance_field(const Grid& grid,
                                            std::span<const Position> sources,
                                            Workers& workers,
                                            const FieldOptions& options = {});

/// Returns one field for each source, in order: slot s * width * height + y * width + x.
/// Threads share the sources. If the monitor cancels, fields that have not started are
/// kUnreachable everywhere.
THRONG_API std::vector<Cost> distance_fields(const Grid& grid,
                                             std::span<const Position> sources,
                                             Workers& workers,
                                             const FieldOptions& options = {});

/// Writes the fields to caller memory, and does not zero-fill it first: with several
/// threads zero-filling would dominate.
/// Pre: fields.size() == sources.size() * width * height.
THRONG_API void distance_fields(const Grid& grid, std::span<const Position> sources,
                                std::span<Cost> fields, Workers& workers,
                                const FieldOptions& options = {});

/// Returns the same field on the grid of an index. Computes it from the fronts of the index
/// instead of a sweep, if it has them, the metric is cost, and that is estimated to be
/// faster: on weighted ground 2 to 3 times, except for many sources and small max_cost.
/// Answers are equal.
///
/// Cost:   a distance for each source, and 0.3 to 0.5 ns an entry of the fronts; with the
///         rest about 2 ms on a game map of 132,000 cells. Memory: 4 bytes a cell.
/// Source: D. Delling and others, "PHAST", JPDC 73(7), 2013.
THRONG_API std::vector<Cost> distance_field(const Index& index,
                                            std::span<const Position> sources,
                                            Workers& workers,
                                            const FieldOptions& options = {});

/// Returns one field for each source on the grid of an index, from its fronts under the
/// same conditions. Fronts compute eight fields at a time, 5 to 9 times as fast as sweeps
/// on weighted ground.
///
/// Memory: 32 bytes a cell for each thread.
THRONG_API std::vector<Cost> distance_fields(const Index& index,
                                             std::span<const Position> sources,
                                             Workers& workers,
                                             const FieldOptions& options = {});

/// Writes these fields to caller memory.
/// Pre: fields.size() == sources.size() * width * height.
THRONG_API void distance_fields(const Index& index, std::span<const Position> sources,
                                std::span<Cost> fields, Workers& workers,
                                const FieldOptions& options = {});

/// Returns a table of distances. Slot s * targets.size() + t is the distance from source s
/// to target t; with to_sources, the distance from target t to source s. It is 0 where both
/// are the same open cell, and kUnreachable where either point is closed or outside the
/// map. Cancelled sweeps leave kUnreachable.
///
/// Cost:   one sweep for each source, or for each target if there are fewer targets.
///         Threads share the sweeps.
/// Memory: one field a thread, and the result.
THRONG_API std::vector<Cost> distance_table(const Grid& grid,
                                            std::span<const Position> sources,
                                            std::span<const Position> targets,
                                            Workers& workers,
                                            const FieldOptions& options = {});

/// Writes the table to caller memory, all of which is overwritten.
/// Pre: table.size() == sources.size() * targets.size().
THRONG_API void distance_table(const Grid& grid, std::span<const Position> sources,
                               std::span<const Position> targets, std::span<Cost> table,
                               Workers& workers, const FieldOptions& options = {});

/// Returns the table on the grid of an index. Uses hub labels or fronts if the index has
/// them, the metric is cost, and they are estimated to be faster than sweeps. With hub
/// labels, a 1,000 x 1,000 table is 4 to 50 times as fast on game maps, and 33 to 200 times
/// in rooms, mazes and dense noise; with fronts, more than 100 times on weighted ground. If
/// one list is so long that distance_fields() of the other is faster, fronts compute these.
/// The monitor counts the points of the longer list, once for each 2,048 points of the
/// shorter list; by fields, the points of the shorter list.
///
/// Cost:
/// - hub labels: 0.5 to 16 us for each point of the shorter list, about 2 us for each point
///   of the longer list, 4 to 35 ns a pair (up to 65 ns if only corners have labels);
/// - fronts: as a distance, for each point of both lists; 5 to 40 ns a pair;
/// - fields: distance_fields() of the points of the shorter list; a read from memory a
/// pair. Memory, besides 2,048 points of the shorter list at a time:
/// - hub labels: 2 bits a cell; about 30 KB a thread (plus 4 bytes a corner if only corners
///   have labels); about 3 KB for each of these points;
/// - fronts: 4 bytes for each ancestor, 1 to 6 KB for each of these points and each thread.
/// Source: buckets, S. Knopp and others, ALENEX 2007; labels, T. Akiba and others, SIGMOD
///         2013; labels of ancestors, C. Gavoille and others, J. Algorithms 53, 2004.
THRONG_API std::vector<Cost> distance_table(const Index& index,
                                            std::span<const Position> sources,
                                            std::span<const Position> targets,
                                            Workers& workers,
                                            const FieldOptions& options = {});

/// Writes the table to caller memory, all of which is overwritten.
/// Pre: table.size() == sources.size() * targets.size().
THRONG_API void distance_table(const Index& index, std::span<const Position> sources,
                               std::span<const Position> targets, std::span<Cost> table,
                               Workers& workers, const FieldOptions& options = {});

/// Returns the distances between all pairs of points, as distance_table().
THRONG_API std::vector<Cost> distance_matrix(const Grid& grid,
                                             std::span<const Position> points,
                                             Workers& workers,
                                             const FieldOptions& options = {});

}  // namespace throng
