#pragma once

#include <throng/algorithm.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

struct IndexOptions {
  /// Landmarks in each component, at most kMaxLandmarks; 0: none.
  int landmarks = 16;
  Placement placement = Placement::farthest;
  /// Metric of the landmark fields: cost has the better bound, steps has the cheaper field.
  FieldMetric metric = FieldMetric::cost;
  /// jump_points implies jump_graph, and needs metric cost and placement farthest.
  LandmarkStorage storage = LandmarkStorage::exact;
  /// The jump point graph, which makes Algorithm::jps two to five times as fast. Skipped
  /// where the rules do not allow jumps (see Algorithm).
  bool jump_graph = true;
  /// Hub labels, for Algorithm::hub: distances between the corners of obstacles, from which
  /// every cheapest path is read. They take seconds to build, are invalid once the map
  /// changes, and imply jump_graph. Skipped, see
  /// IndexStats::hub_labels_skipped_because, if:
  /// - the rules do not allow jumps;
  /// - the labels exceed hub_memory, as on open maps with many small obstacles;
  /// - the map is too large for the labels.
  bool hubs = false;
  /// Memory limit of the hub labels, in bytes.
  std::size_t hub_memory = std::size_t{64} << 20;
  /// Hub labels for cells too, shared by all cells that see the same corners. Paths become
  /// up to twice as fast, distances two to three times. Skipped if they exceed hub_memory.
  bool cell_labels = true;
  /// Fronts, for Algorithm::front: distances between the cells of separators that cut the
  /// map into ever smaller parts. Paths on weighted ground become 10 to 30 times as fast as
  /// with 16 landmarks, on any grid without links. On maps of 512 x 512 cells they take 0.2
  /// to 2 s to build and use 20 to 250 MB. They are invalid once the map changes. Jump
  /// point search with landmarks is faster where it is possible, except on noise and in
  /// small rooms. Skipped, see IndexStats::fronts_skipped_because, if they exceed
  /// front_memory, if the map is too large to number, or with links.
  bool fronts = false;
  /// Memory limit of the fronts, in bytes. What they leave of it is used for rows:
  /// distances from the cells of large separators to those of larger ones. With all rows,
  /// paths take half of the time, and distances a third.
  std::size_t front_memory = std::size_t{256} << 20;
  /// A contraction hierarchy over the corners of obstacles, for Algorithm::hierarchy: for
  /// large maps and noise, where hub labels take too long to build or too much memory. It
  /// needs no other part: `{.landmarks = 0, .jump_graph = false, .hierarchy = true}`. It is
  /// invalid once the map changes. Skipped, see
  /// IndexStats::hierarchy_skipped_because, if:
  /// - the rules do not allow jumps;
  /// - it exceeds hierarchy_memory;
  /// - the map is too large to number.
  bool hierarchy = false;
  /// Memory limit of the hierarchy, in bytes.
  std::size_t hierarchy_memory = std::size_t{256} << 20;
  /// Areas, used to detect dead ends for a query. Required by Heuristic::deadend and
  /// Heuristic::best.
  bool areas = false;
  /// The costs between all gates between areas, for Heuristic::gateway and Heuristic::best.
  /// Implies areas. Cost: one sweep for each gate.
  bool gates = false;
  /// Memory limit of the costs between gates, in bytes. They use 4 bytes times the square
  /// of the number of gates.
  std::size_t gate_memory = std::size_t{256} << 20;
  std::uint64_t seed = 0;      ///< seed of random placements
  Monitor* monitor = nullptr;  ///< counts sweeps; may be null, must outlive the call

  static constexpr int kMaxLandmarks = 64;
};

/// Bounds on a distance, known without a search: lower <= distance <= upper.
struct DistanceBounds {
  Cost lower = 0;
  Cost upper = kUnreachable;  ///< kUnreachable: unknown, or no path

  friend constexpr bool operator==(DistanceBounds, DistanceBounds) = default;
};

/// The parts of an Index, and their cost in bytes and seconds.
struct IndexStats {
  int landmarks = 0;  ///< in each component
  bool jump_graph = false;
  bool hub_labels = false;   ///< labels of the corners of obstacles
  bool cell_labels = false;  ///< labels of cells
  /// The fronts of a living map are out of date, so queries are searched for. They come
  /// back with LivingMap::settle(), see LivingClass::fronts.
  bool fronts_stale = false;
  /// Why requested hub labels were skipped; else empty.
  std::string hub_labels_skipped_because;
  bool hub_memory_exceeded = false;  ///< that is why: more hub_memory may help
  bool fronts = false;
  /// Why requested fronts were skipped; else empty.
  std::string fronts_skipped_because;
  bool front_memory_exceeded = false;  ///< that is why: more front_memory may help
  bool hierarchy = false;
  /// Why a requested hierarchy was skipped; else empty.
  std::string hierarchy_skipped_because;
  bool hierarchy_memory_exceeded = false;  ///< that is why: more memory may help
  std::size_t areas = 0;                   ///< 0 without areas
  std::size_t gates = 0;                   ///< 0 without gates
  std::size_t hubs = 0;                    ///< corners that have labels
  std::size_t hub_entries = 0;             ///< total entries of all labels

  // Bytes of each part. A part that several indexes share counts for each of them.
  std::size_t landmark_bytes = 0;
  std::size_t jump_bytes = 0;  ///< jump graph and bitmaps
  std::size_t area_bytes = 0;  ///< areas and dead ends
  std::size_t gate_bytes = 0;  ///< gates and the costs between them
  std::size_t hub_bytes = 0;   ///< hub labels, without the jump graph
  std::size_t front_bytes = 0;
  std::size_t front_row_bytes = 0;  ///< the part of it for rows
  std::size_t hierarchy_bytes = 0;

  /// Wall time of build() or with_costlier_grid(); of a LivingMap, for its first version.
  double build_seconds = 0;
  double hub_seconds = 0;        ///< the part of it for hub labels
  double front_seconds = 0;      ///< the part of it for fronts
  double hierarchy_seconds = 0;  ///< the part of it for the hierarchy
};

/// A part of an index: one that it has, or one that was requested and skipped.
struct PartInfo {
  /// "jump graph", "hub labels", "fronts", "hierarchy", "areas", "gates" or "landmarks".
  std::string_view name;
  bool present = false;
  /// A part that several indexes share counts for each of them.
  std::size_t bytes = 0;
  double seconds = 0;   ///< wall time of its build; 0 if it was loaded
  std::string refusal;  ///< why it was skipped; else empty
  /// The member of IndexOptions whose limit was exceeded, such as "hub_memory": a higher
  /// one may help. Empty: no limit was.
  std::string_view exceeded;
  /// The algorithm that reads its answers from the part; automatic: there is none.
  Algorithm algorithm = Algorithm::automatic;
};

/// What Index::load() checks. Each level includes the ones before it.
enum class IndexCheck : std::uint8_t {
  /// The hashes: a file is as it was written. For files that only you can write.
  hashes,
  /// No number in the file leads a query outside of the index or into an endless loop, even
  /// if the file was forged together with its hashes. It may still give wrong answers.
  ranges,
};

/// How Index::load() treats a file.
struct IndexLoadOptions {
  IndexCheck check = IndexCheck::ranges;
  /// Copies the file instead of mapping it. A mapped file shares its pages with other
  /// processes; but if another program shortens it, instead of replacing it by a rename,
  /// this process ends with SIGBUS.
  bool copy = false;
};

/// Precomputed data for one grid; every part is optional. Immutable; const members may be
/// called concurrently. Equal grids and options build equal indexes, for every number of
/// threads.
class Index {
 public:
  /// Builds the index. Every component has landmarks of its own. Components share the slots
  /// of the tables, so the number of components does not matter.
  ///
  /// Cost: one sweep for each landmark (two or four times as many for the placements avoid
  ///       and coverage), spread over the threads; memory_bytes() bytes.
  /// Errors:
  /// - bad_argument: the grid is null, or the number of landmarks is out of range.
  /// - unsupported: too many jump points to number; areas or gates unless the grid is plain
  ///   and not hexagonal; landmarks at jump points unless the rules allow jumps.
  /// - over_limit: the gates exceed gate_memory.
  /// - cancelled: the monitor cancelled.
  THRONG_API static Result<std::shared_ptr<const Index>> build(
      std::shared_ptr<const Grid> grid, const IndexOptions& options, Workers& workers);

  /// Returns an index whose landmarks follow the goals of `queries`. Call it between
  /// batches. It moves one landmark, the one that these queries used least, to the goal of
  /// the last query that has a path. A query uses the landmark with the largest lower bound
  /// at its start. Shares the jump graph.
  ///
  /// Example: brc202d, 16 landmarks, all goals within 5 cells of two places. A* expands
  /// 1,080 cells a query, 860 after one batch of 1,000 queries, 428 after eight (jump point
  /// search: 11.6, 10.6, 8.0). There is no gain with 4 landmarks and more than a few such
  /// places, nor with goals all over the map.
  ///
  /// Pre:    stats().landmarks > 0.
  /// Cost:   one sweep.
  /// Source: A. Patel, "Differential heuristics" (redblobgames.com), section 9.
  THRONG_API std::shared_ptr<const Index> adapt(std::span<const Query> queries,
                                                Workers& workers) const;

  /// Returns an index with these landmarks for a grid on which nothing became cheaper:
  /// influence was added, or cells or steps were closed (doors). Lower bounds stay valid,
  /// and become weaker as costs rise. Answers stay optimal. The new index has no upper
  /// bounds, jump graph, areas, gates, hub labels, fronts or hierarchy. Jump point search
  /// scans the grid, where the rules allow jumps.
  ///
  /// `costlier` is compared with the grid on which the landmarks were measured, so one
  /// influence may replace another. adapt() of the new index follows goals, not costs.
  ///
  /// Cost: O(cells), on one thread. Shares the tables and the measured grid.
  /// Errors (bad_argument, or unsupported if the landmarks are at jump points):
  /// - `costlier` is null.
  /// - The grids differ in size, topology or costs().
  /// - A cell, step or link is open or legal on `costlier` only, or costs less there. The
  ///   message names the first such cell.
  /// - A component of `costlier` spans several components of the measured grid.
  THRONG_API Result<std::shared_ptr<const Index>> with_costlier_grid(
      std::shared_ptr<const Grid> costlier) const;

  /// Writes the index to a file, which load() opens in milliseconds. Equal indexes give
  /// equal files, on every machine and for every number of threads. The file is written
  /// beside `path`, synced and renamed: a crash leaves the old file or the new one. See
  /// <throng/index_file.hpp> for what a file says of itself.
  ///
  /// Errors:
  /// - io: "PATH: reason".
  /// - unsupported: the index is one of with_costlier_grid() or of a LivingMap.
  THRONG_API Outcome save(const std::string& path) const;

  /// Opens an index that save() wrote. Its answers and counters are those of the index that
  /// was saved. The large arrays stay in the file, of which pages are read when they are
  /// used. build_seconds is the time of the call.
  ///
  /// With the default check, no file whatever can make a query crash, hang or read foreign
  /// memory. A file that was forged together with its hashes may give wrong answers. To be
  /// sure, build the index again and compare: see IndexFileInfo::content_hash.
  ///
  /// Cost:   reads the file once or twice, on one thread. See bench/RESULTS.md.
  /// Errors: one line, "PATH: what differs".
  /// - bad_argument: the grid is null, or the file is for another map or other rules.
  /// - bad_format: no index file, truncated, or damaged.
  /// - unsupported: the file has a format that this version does not know.
  /// - io: "PATH: reason".
  THRONG_API static Result<std::shared_ptr<const Index>> load(
      const std::string& path, std::shared_ptr<const Grid> grid,
      const IndexLoadOptions& options = {});

  THRONG_API ~Index();

  THRONG_API const std::shared_ptr<const Grid>& grid() const noexcept;
  THRONG_API const IndexOptions& options() const noexcept;
  /// The parts of the index, and those that were requested and skipped. The fronts of a
  /// living map are missing while they are out of date.
  THRONG_API std::vector<PartInfo> parts() const;
  /// The same figures by name, and some more.
  THRONG_API IndexStats stats() const;

  /// The landmarks of a component, in the order of their slots. After with_costlier_grid()
  /// their cells may be closed, or cut off from the component. Pre: the component exists.
  THRONG_API std::vector<Position> landmarks(std::uint32_t component) const;

  /// Bounds on the distance between two cells: the triangle inequality over all landmarks,
  /// and the distance on an open map. After with_costlier_grid() `upper` is unknown. Both
  /// bounds of cells that are closed or outside the map are kUnreachable.
  /// Cost: two cache misses; with landmarks at jump points some microseconds.
  THRONG_API DistanceBounds bounds(Position a, Position b) const noexcept;

  /// Bytes of all parts. A part that several indexes share counts for each of them.
  THRONG_API std::size_t memory_bytes() const noexcept;

  struct Areas;
  struct Gateways;
  struct Hubs;
  struct Parts;
  /// Internal: the type is private to the library.
  const Parts& contents() const noexcept { return *parts_; }
  /// Internal: the key is private to the library.
  class Key;
  Index(const Key& key, std::shared_ptr<const Parts> parts);

 private:
  friend struct IndexAccess;  // of the library alone
  std::shared_ptr<const Parts> parts_;
};

}  // namespace throng
