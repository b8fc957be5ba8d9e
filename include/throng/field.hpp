#pragma once

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <span>
#include <vector>

namespace throng {

class Index;

struct FieldOptions {
  /// What is counted: path costs in units of Grid::costs(), or the moves of a path that has
  /// the fewest of them.
  FieldMetric metric = FieldMetric::cost;
  /// to_sources: distances are those of paths the other way, from each cell to the sources.
  SweepDirection direction = SweepDirection::from_sources;
  /// Cells farther from the sources than this stay kUnreachable.
  Cost max_cost = kUnreachable - 1;
  Monitor* monitor = nullptr;  ///< counts fields; may be null, must outlive the call
};

/// The distance field of a set of sources: for each cell x,y, in slot y * width + x, the
/// distance from the nearest source; kUnreachable where there is none, for instance on
/// closed cells. Sources that are closed reach nothing, not even themselves. Links are
/// taken like steps; each is one move where moves are counted.
///
/// Pre:   every source lies in the map.
/// Cost:  one sweep, O(cells): some 2 to 8 ns a reached cell, on the calling thread.
/// Source: R. Dial, "Algorithm 360", CACM 12(11), 1969; E. Denardo, B. Fox, "Shortest-Route
///        Methods 1", Operations Research 27(1), 1979 (buckets as wide as the least step).
std::vector<Cost> distance_field(const Grid& grid, std::span<const Position> sources,
                                 Workers& workers, const FieldOptions& options = {});

/// A field for each source, one behind the other: slot s * width * height + y * width + x.
/// Sources are shared out among the threads. When the monitor cancels, the fields not begun
/// hold kUnreachable everywhere.
std::vector<Cost> distance_fields(const Grid& grid, std::span<const Position> sources,
                                  Workers& workers, const FieldOptions& options = {});

/// The same into memory of the caller, which is not filled beforehand: with several threads
/// that is what takes the time otherwise.
/// Pre: fields has a slot for each source and cell.
void distance_fields(const Grid& grid, std::span<const Position> sources,
                     std::span<Cost> fields, Workers& workers,
                     const FieldOptions& options = {});

/// A table of distances: slot s * targets.size() + t holds that from source s to target t,
/// 0 where both are one open cell, kUnreachable where either is closed. With to_sources it
/// holds that from target t to source s.
///
/// One sweep for each source, or for each target where these are fewer, shared out among
/// the threads; memory for one field a thread and the result. Cancelled sweeps leave
/// kUnreachable. Pre: every point lies in the map.
std::vector<Cost> distance_table(const Grid& grid, std::span<const Position> sources,
                                 std::span<const Position> targets, Workers& workers,
                                 const FieldOptions& options = {});

/// The same into memory of the caller, all of which is overwritten.
/// Pre: table has a slot for each source and target.
void distance_table(const Grid& grid, std::span<const Position> sources,
                    std::span<const Position> targets, std::span<Cost> table,
                    Workers& workers, const FieldOptions& options = {});

/// The same table on the grid of an index: from hub labels where it has them, costs are
/// counted, and that is quicker than sweeps, as it is but for few points and for nearly all
/// cells. 1,000 x 1,000 are 4 to 50 times as fast on game maps, 33 to 200 times in rooms,
/// mazes and dense noise. The monitor counts points of the longer list, once for each 2,048
/// of the shorter one.
///
/// Cost by labels: 0.5 to 16 us a point of the shorter list, some 2 us one of the longer
/// list, and 4 to 35 ns a pair, with labels of corners alone up to 65. Memory: 2 bits a
/// cell, some 30 KB a thread (with labels of corners alone 4 bytes a corner more), and some
/// 3 KB for each of the shorter list, but of no more than 2,048 at a time.
/// Source: buckets, S. Knopp and others, ALENEX 2007, from the labels of T. Akiba and
/// others, SIGMOD 2013.
std::vector<Cost> distance_table(const Index& index, std::span<const Position> sources,
                                 std::span<const Position> targets, Workers& workers,
                                 const FieldOptions& options = {});

/// The same into memory of the caller, all of which is overwritten.
/// Pre: table has a slot for each source and target.
void distance_table(const Index& index, std::span<const Position> sources,
                    std::span<const Position> targets, std::span<Cost> table,
                    Workers& workers, const FieldOptions& options = {});

/// All pairs: the table of the points against themselves.
std::vector<Cost> distance_matrix(const Grid& grid, std::span<const Position> points,
                                  Workers& workers, const FieldOptions& options = {});

}  // namespace throng
