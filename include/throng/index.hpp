#pragma once

#include <throng/algorithm.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng {

/// The parts that an index may have.
enum class Part : std::uint8_t {
  jump_graph,
  hub_labels,
  fronts,
  hierarchy,
  areas,
  gates,
  landmarks,
  lines,
};
inline constexpr std::size_t kParts = 8;

/// Landmarks: distances from some cells, for lower bounds.
struct LandmarkOptions {
  /// Landmarks in each component, at most IndexOptions::kMaxLandmarks; 0: none.
  int count = 16;
  Placement placement = Placement::farthest;
  /// Metric of the landmark fields: cost has the better bound, steps has the cheaper field.
  FieldMetric metric = FieldMetric::cost;
  /// jump_points implies the jump graph, and needs metric cost and placement farthest.
  LandmarkStorage storage = LandmarkStorage::exact;
  std::uint64_t seed = 0;  ///< seed of random placements
};

/// Hub labels, for Algorithm::hub: distances between the corners of obstacles, from which
/// every cheapest path is read. They take seconds to build and are invalid once the map
/// changes. On an octile grid under never_cut they imply the jump graph. On a tile grid, or
/// where corners may be cut, they need up to four times the memory. Skipped if:
/// - the ground is not plain, or cells are hexagons;
/// - the labels exceed their memory, as on open maps with many small obstacles;
/// - the map is too large for the labels.
struct HubLabelOptions {
  bool build = false;
  std::size_t memory = std::size_t{64} << 20;  ///< limit in bytes
  /// Labels of cells too, shared by all cells that see the same corners. Paths become up to
  /// twice as fast, distances two to three times. Skipped if they exceed the memory.
  bool cells = true;
};

/// Fronts, for Algorithm::front: distances between the cells of separators that cut the map
/// into ever smaller parts. Paths on weighted ground become 10 to 30 times as fast as with
/// 16 landmarks, on any grid without links. On maps of 512 x 512 cells they take 0.2 to 2 s
/// to build and use 20 to 250 MB. They are invalid once the map changes. Jump point search
/// with landmarks is faster where it is possible, except on noise and in small rooms.
/// Skipped if they exceed their memory, if the map is too large to number, or with links.
struct FrontOptions {
  bool build = false;
  /// Limit in bytes. Rows use what is left of it: distances from the cells of large
  /// separators to those of larger ones. With all rows, paths take half of the time,
  /// and distances a third.
  std::size_t memory = std::size_t{256} << 20;
};

/// A contraction hierarchy over the corners of obstacles, for Algorithm::hierarchy: for
/// large maps and noise, where hub labels take too long to build or too much memory. It
/// needs no other part: `{.landmarks = {0}, .jump_graph = false, .hierarchy = {true}}`. It
/// is invalid once the map changes. Skipped if:
/// - the rules do not allow jumps;
/// - it exceeds its memory;
/// - the map is too large to number.
struct HierarchyOptions {
  bool build = false;
  std::size_t memory = std::size_t{256} << 20;  ///< limit in bytes
};

/// The costs between all gates between areas, for Heuristic::gateway and Heuristic::best.
/// Implies areas. Cost: one sweep for each gate.
struct GateOptions {
  bool build = false;
  /// Limit in bytes. The costs use 4 bytes times the square of the number of gates.
  std::size_t memory = std::size_t{256} << 20;
};

/// What solve_lines() needs: where straight lines run and turn, which takes under a
/// millisecond to build on maps of 512 x 512 cells, and about a byte a cell; and, as far as
/// memory allows, labels or edges that save it the scans of a search. Skipped:
/// - on ground that is not plain;
/// - unless the topology is tile, or octile with Corners::never_cut or cut_one;
/// - if the map has a side of more than 65,532 cells.
struct LineOptions {
  bool build = false;
  /// Limit in bytes of what saves searches; building it takes up to some five times as
  /// much. It describes one version of a map, so a LivingMap has none of it. The first of
  /// these that fits:
  /// - labels, from which lines are read without a search: 1 to 100 MB on maps of games,
  ///   built in 0.1 to 30 s. On open maps with small obstacles they need gigabytes, which
  ///   may show only after half a minute.
  /// - edges between the places where lines turn, with 16 landmarks: searches are 2 to 10
  ///   times as fast as without. 0.1 to 6 MB on maps of games, built in less than a second.
  /// - nothing: searches scan the map. 0 asks for this.
  std::size_t memory = std::size_t{64} << 20;
};

/// What to build: `{.landmarks = {8}, .fronts = {.build = true, .memory = 100 << 20}}`.
struct IndexOptions {
  LandmarkOptions landmarks = {};
  /// The jump point graph, which makes Algorithm::jps two to five times as fast. Skipped
  /// where the rules do not allow jumps (see Algorithm).
  bool jump_graph = true;
  HubLabelOptions hub_labels = {};
  FrontOptions fronts = {};
  HierarchyOptions hierarchy = {};
  /// Areas, used to detect dead ends for a query. Required by Heuristic::deadend and
  /// Heuristic::best.
  bool areas = false;
  GateOptions gates = {};
  LineOptions lines = {};
  Monitor* monitor = nullptr;  ///< counts sweeps; may be null, must outlive the call

  static constexpr int kMaxLandmarks = 64;
};

/// Bounds on a distance, known without a search: lower <= distance <= upper.
struct DistanceBounds {
  Cost lower = 0;
  Cost upper = kUnreachable;  ///< kUnreachable: unknown, or no path

  friend constexpr bool operator==(DistanceBounds, DistanceBounds) = default;
};

/// A figure of a part, such as {"corners", 1203}.
struct PartFact {
  std::string_view name;
  std::uint64_t value = 0;
};

/// A part of an index: one that it has, or why it has none.
struct PartInfo {
  Part part = Part::jump_graph;
  /// "jump graph", "hub labels", "fronts", "hierarchy", "areas", "gates", "landmarks" or
  /// "lines".
  std::string_view name;
  bool present = false;
  /// Of a living map: the part is out of date, so queries are searched for. It comes back
  /// with LivingMap::settle().
  bool stale = false;
  /// Bytes of the tables of this part alone; see Index::memory_bytes(). Those of the jump
  /// graph include the jump points, which searches also read without the graph. A part that
  /// several indexes share counts for each of them.
  std::size_t bytes = 0;
  double seconds = 0;   ///< wall time of its build; 0 if it was loaded
  std::string refusal;  ///< why a part that was requested was skipped; else empty
  /// Why a part that is present lacks something that was requested, such as the labels of
  /// lines; else empty.
  std::string lack;
  /// The option of the memory limit that was exceeded, such as "hub_memory": a higher one
  /// may help. Empty: no limit was.
  std::string_view exceeded;
  /// The algorithm that reads its answers from the part; automatic: there is none.
  Algorithm algorithm = Algorithm::automatic;
  /// Figures of a part that is present:
  /// - hub labels: "corners" with labels, "entries" of all labels, "cell labels" (0 or 1);
  /// - fronts: "row bytes", the part of `bytes` for rows;
  /// - areas: "areas"; gates: "gates"; landmarks: "landmarks" in each component;
  /// - lines: "turns", the places at which lines may turn; "label entries" of all tiles of
  ///   8 x 8 cells, "edges" between turns: 0 if there are none, or where nothing turns.
  std::vector<PartFact> facts;

  /// A figure by its name; 0 if there is none.
  std::uint64_t fact(std::string_view of) const noexcept {
    for (const PartFact& fact : facts)
      if (fact.name == of) return fact.value;
    return 0;
  }
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

/// A grid and what was computed for it beforehand; every part is optional. A handle: copies
/// share one immutable index. Const members may be called concurrently. Equal grids and
/// options build equal indexes, for every number of threads.
class Index {
 public:
  // A move is a copy, so that a moved-from index remains one.
  Index(const Index&) noexcept = default;
  Index& operator=(const Index&) noexcept = default;

  /// An index without parts: a grid is enough where an index is expected. Cost: nothing.
  /// Pre: grid is not null; functions with a Result fail otherwise.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Index(std::shared_ptr<const Grid> grid) noexcept : grid_(std::move(grid)) {}
  template <class G>
  requires std::convertible_to<std::shared_ptr<G>, std::shared_ptr<const Grid>>
  // NOLINTNEXTLINE(google-explicit-constructor)
  Index(std::shared_ptr<G> grid)
  noexcept : grid_(std::move(grid)) {}

  /// Builds the index. Every component has landmarks of its own. Components share the slots
  /// of the tables, so the number of components does not matter.
  ///
  /// Cost: one sweep for each landmark (two or four times as many for the placements avoid
  ///       and coverage), spread over the threads; memory_bytes() bytes. While landmarks
  ///       are placed, up to 64 bytes a cell of the padded map besides, for the fields of
  ///       sweeps that run at once.
  /// Errors:
  /// - bad_argument: the grid is null, or the number of landmarks is out of range.
  /// - unsupported: too many jump points to number; areas or gates unless the grid is plain
  ///   and not hexagonal; landmarks at jump points unless the rules allow jumps.
  /// - over_limit: the gates exceed their memory.
  /// - cancelled: the monitor cancelled.
  THRONG_API static Result<Index> build(std::shared_ptr<const Grid> grid,
                                        const IndexOptions& options, Workers& workers);

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
  /// Pre:    has(Part::landmarks).
  /// Cost:   one sweep.
  /// Source: A. Patel, "Differential heuristics" (redblobgames.com), section 9.
  THRONG_API Index adapt(std::span<const Query> queries, Workers& workers) const;

  /// Returns an index with these landmarks for a grid on which nothing became cheaper:
  /// influence was added, or cells or steps were closed (doors). Lower bounds stay valid,
  /// and become weaker as costs rise. Answers stay optimal. The new index has no upper
  /// bounds, jump graph, areas, gates, hub labels, fronts, hierarchy or lines. Jump point
  /// search scans the grid, where the rules allow jumps.
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
  THRONG_API Result<Index> with_costlier_grid(std::shared_ptr<const Grid> costlier) const;

  /// Writes the index to a file, which load() opens in milliseconds. Equal indexes give
  /// equal files, on every machine and for every number of threads. The file is written
  /// beside `path`, synced and renamed: a crash leaves the old file or the new one. See
  /// <throng/index_file.hpp> for what a file says of itself.
  ///
  /// Errors:
  /// - io: "PATH: reason".
  /// - unsupported: the index is one of with_costlier_grid() or of a LivingMap, or a grid
  ///   alone.
  THRONG_API Outcome save(const std::string& path) const;

  /// Opens an index that save() wrote. Its answers and counters are those of the index that
  /// was saved. The large arrays stay in the file, of which pages are read when they are
  /// used.
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
  THRONG_API static Result<Index> load(const std::string& path,
                                       std::shared_ptr<const Grid> grid,
                                       const IndexLoadOptions& options = {});

  const std::shared_ptr<const Grid>& grid() const noexcept { return grid_; }
  THRONG_API const IndexOptions& options() const noexcept;
  THRONG_API bool has(Part part) const noexcept;
  /// A part, whether the index has it or not.
  THRONG_API PartInfo part(Part part) const;
  /// The parts of the index, those that are out of date, and those that were requested and
  /// skipped.
  THRONG_API std::vector<PartInfo> parts() const;
  /// Wall time of build(), load() or with_costlier_grid(); of a LivingMap, for its first
  /// version.
  THRONG_API double build_seconds() const noexcept;

  /// The landmarks of a component, in the order of their slots. After with_costlier_grid()
  /// their cells may be closed, or cut off from the component. Pre: the component exists.
  THRONG_API std::vector<Position> landmarks(std::uint32_t component) const;

  /// Bounds on the distance between two cells: the triangle inequality over all landmarks,
  /// and the distance on an open map. After with_costlier_grid() `upper` is unknown. Both
  /// bounds of cells that are closed or outside the map are kUnreachable.
  /// Cost: two cache misses; with landmarks at jump points some microseconds.
  THRONG_API DistanceBounds bounds(Position a, Position b) const noexcept;

  /// Bytes of the index without its grid. A part that several indexes share counts for each
  /// of them. This is the sum of part(p).bytes over all p, present or not, and of what no
  /// part has alone:
  /// - the numbers of rows and nodes of cells: 4 bytes a cell of the padded map with
  ///   landmarks of all cells or with areas beside a jump graph; otherwise, with a jump
  ///   graph, a quarter of a byte a cell and 4 bytes a node. Of a LivingMap: 4 bytes a cell
  ///   with a jump graph.
  /// - one or two kilobytes for the index itself.
  THRONG_API std::size_t memory_bytes() const noexcept;

  /// Whether both are copies of one index.
  friend bool operator==(const Index& a, const Index& b) noexcept {
    return a.grid_ == b.grid_ && a.parts_ == b.parts_;
  }

  struct Areas;
  struct Gateways;
  struct Hubs;
  struct Parts;
  /// Internal: the type is private to the library.
  THRONG_API const Parts& contents() const noexcept;

 private:
  friend struct IndexAccess;  // of the library alone
  explicit Index(std::shared_ptr<const Parts> parts) noexcept;

  std::shared_ptr<const Grid> grid_;
  std::shared_ptr<const Parts> parts_;  ///< null: a grid alone
};

}  // namespace throng
