#pragma once

#include <throng/algorithm.hpp>
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
#include <vector>

namespace throng {

struct IndexOptions {
  /// Landmarks in each component; 0: none. At most kMaxLandmarks.
  int landmarks = 16;
  Placement placement = Placement::farthest;
  /// What the landmarks' fields count: cost is the better bound, steps the cheaper field.
  FieldMetric metric = FieldMetric::cost;
  LandmarkStorage storage = LandmarkStorage::exact;
  /// The graph of jump points, which makes Algorithm::jps two to five times as fast. Left
  /// out where the rules do not allow jumps (see Algorithm).
  bool jump_graph = true;
  /// Hub labels, for Algorithm::hub: the distances between the corners of obstacles, from
  /// which every cheapest path is read off. Seconds to build, and of no use once the map
  /// changes. They bring the jump graph. Left out, with
  /// IndexStats::hub_labels_skipped_because saying why, where the rules do not allow jumps,
  /// or where they need more than hub_memory, as where obstacles are many and small and the
  /// map is open all the same.
  bool hubs = false;
  /// What hub labels may take.
  std::size_t hub_memory = std::size_t{64} << 20;
  /// Labels for cells too, one for all that see the same corners, which makes paths up to
  /// twice and distances two to three times as fast; left out where hub_memory has no
  /// room for them.
  bool cell_labels = true;
  /// The areas that the map falls into, and which of them are dead ends for a query:
  /// Heuristic::deadend and Heuristic::best need them.
  bool areas = false;
  /// The costs between all gates from area to area, for Heuristic::gateway and best; with
  /// areas too. A sweep for each gate.
  bool gates = false;
  /// What the costs between gates may take: 4 bytes times the square of their number.
  std::size_t gate_memory = std::size_t{256} << 20;
  std::uint64_t seed = 0;      ///< of placements that draw cells at random
  Monitor* monitor = nullptr;  ///< counts sweeps; may be null, must outlive the call

  static constexpr int kMaxLandmarks = 64;
};

/// What is known of a distance before any search: lower <= distance <= upper.
struct DistanceBounds {
  Cost lower = 0;
  Cost upper = kUnreachable;  ///< kUnreachable: unknown, or no path at all

  friend constexpr bool operator==(DistanceBounds, DistanceBounds) = default;
};

/// What an Index holds, and what that took.
struct IndexStats {
  int landmarks = 0;  ///< in each component
  bool jump_graph = false;
  bool hub_labels = false;   ///< of corners of obstacles
  bool cell_labels = false;  ///< of cells, too
  /// Why there are no hub labels though they were asked for; else empty.
  std::string hub_labels_skipped_because;
  std::size_t areas = 0;        ///< 0 without areas
  std::size_t gates = 0;        ///< 0 without gates
  std::size_t hubs = 0;         ///< corners that have labels
  std::size_t hub_entries = 0;  ///< of all their labels

  // Bytes of the parts. Those that indexes share count for each of them.
  std::size_t landmark_bytes = 0;
  std::size_t jump_bytes = 0;  ///< jump graph and bitmaps
  std::size_t area_bytes = 0;  ///< areas and dead ends
  std::size_t gate_bytes = 0;  ///< gates and the costs between them
  std::size_t hub_bytes = 0;   ///< hub labels, without the jump graph

  double build_seconds = 0;  ///< wall time of build() or with_costlier_grid()
  double hub_seconds = 0;    ///< its part for hub labels
};

/// What precomputation made for one grid; every part is optional. Immutable; const members
/// may be called from any number of threads at once. The same grid and options give the
/// same index, whatever the number of threads.
class Index {
 public:
  /// Builds the index. Every component of the grid has landmarks of its own; they share the
  /// slots, so that the number of components does not matter.
  ///
  /// Cost:   a sweep a landmark (two or four times as many for the placements avoid and
  ///         coverage), shared out among the threads; bytes as memory_bytes() says.
  /// Errors: bad_argument when there are too many landmarks; unsupported when the jump
  ///         graph is too large to be numbered; over_limit when the gates need more than
  ///         gate_memory; cancelled when the monitor says so.
  /// Pre:    grid is not null.
  static Result<std::shared_ptr<const Index>> build(std::shared_ptr<const Grid> grid,
                                                    const IndexOptions& options,
                                                    Workers& workers);

  /// A new index in which the landmark that these queries had the least use for stands on
  /// the goal of the last of them that has a path. Use is counted at the starts: a query
  /// uses the landmark that gives it the largest lower bound. Meant to be called between
  /// batches, so that landmarks follow what is asked. One sweep; the jump graph is shared.
  ///
  /// On brc202d, 16 landmarks, all goals within 5 cells of two places: A* expands 1,080
  /// cells a query, 860 after one batch of 1,000 queries, 428 after eight (jump point
  /// search 11.6, 10.6, 8.0). Of 4 landmarks and more than a few such places, and of goals
  /// all over the map, nothing is gained.
  ///
  /// Pre: stats().landmarks > 0.
  /// Source: A. Patel, "Differential heuristics" (redblobgames.com), section 9.
  std::shared_ptr<const Index> adapt(std::span<const Query> queries,
                                     Workers& workers) const;

  /// The same landmarks on a grid on which nothing got cheaper: influence was laid on it,
  /// or cells or steps were closed, as by doors. Lower bounds hold there as well, the
  /// weaker the more is dearer; answers stay optimal. Upper bounds, the jump graph, areas
  /// and gates do not hold and are left out; jump point search scans, where the rules allow
  /// jumps. Compared is with the grid on which the landmarks were measured, so that a new
  /// influence may follow another. Its landmarks adapt() to the goals, not to what is dear.
  ///
  /// Errors: bad_argument when the grids differ in size, topology or costs(), and with the
  ///         first cell that is open on the new one alone, or has a step or link that
  ///         is there alone, or costs less there.
  /// Pre:    dearer is not null.
  /// Cost:   O(cells), on one thread; tables are shared, and so is the grid that was
  ///         measured.
  Result<std::shared_ptr<const Index>> with_costlier_grid(
      std::shared_ptr<const Grid> dearer) const;

  ~Index();

  const std::shared_ptr<const Grid>& grid() const noexcept;
  const IndexOptions& options() const noexcept;
  /// What the index holds, and what that took.
  IndexStats stats() const;

  /// The landmarks of a component, in the order of their slots; with_costlier_grid() may
  /// have closed their cells, or parted them from the component. Pre: component exists.
  std::vector<Position> landmarks(std::uint32_t component) const;

  /// Bounds on the distance between two cells by the triangle inequality, over all
  /// landmarks, together with the distance on an open map. Past with_costlier_grid() the
  /// upper one is unknown.
  /// Pre: both cells lie in the map. Cost: two cache misses.
  DistanceBounds bounds(Position a, Position b) const noexcept;

  /// Bytes of all parts. Parts that indexes share count for each of them.
  std::size_t memory_bytes() const noexcept;

  struct Areas;
  struct Gateways;
  struct Hubs;
  struct Parts;
  /// For the library alone: the type is private to it.
  const Parts& parts() const noexcept { return *parts_; }

 private:
  explicit Index(std::unique_ptr<const Parts> parts);
  std::unique_ptr<const Parts> parts_;
};

}  // namespace throng
