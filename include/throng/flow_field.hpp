#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// Shared path-cost queries for many units, without a search for each unit.

namespace throng {

class Index;

/// For every cell, the next move of a cheapest path to the nearest of its goals. For group
/// orders: each unit asks for its next move, wherever it is.
///
/// set_goals() computes the field by one sweep from the goals, or from the fronts of an
/// index. follow() adapts it to an edit of the map. The field reuses its memory. Keeps its
/// grid and its index alive. Positions outside the map are unreachable, as closed cells
/// are. Memory: 9 bytes a cell of the padded map. Thread safety: const members may be
/// called concurrently.
class FlowField {
 public:
  /// Without goals. Pre: grid is not null. Cost: O(cells).
  THRONG_API explicit FlowField(std::shared_ptr<const Grid> grid);
  /// On the grid of an index, whose fronts compute the field where that is estimated to be
  /// faster than a sweep: 2 to 3 times on weighted ground, see distance_field(). Fields are
  /// equal. Pre: index is not null.
  THRONG_API explicit FlowField(std::shared_ptr<const Index> index);
  THRONG_API ~FlowField();
  THRONG_API FlowField(FlowField&&) noexcept;
  THRONG_API FlowField& operator=(FlowField&&) noexcept;

  THRONG_API const std::shared_ptr<const Grid>& grid() const noexcept;

  /// Replaces the goals. Cells from which no goal costs at most `max_cost` are unreachable.
  /// Without goals all cells are unreachable.
  ///
  /// Cost: a sweep of the cells within max_cost, on the calling thread: about 2 to 8 ns a
  ///       cell, 40 to 80 ns where steps have weights, 15 to 25 ns with fronts. First it
  ///       clears the previous field: only cells within its max_cost, or all cells if that
  ///       is large or the grid has links. Allocates nothing once the field and the workers
  ///       are warm. If an allocation fails, the exception leaves no goals.
  THRONG_API void set_goals(std::span<const Position> goals, Workers& workers,
                            Cost max_cost = kUnreachable - 1);

  /// Moves on to another version of the grid. The field is then as set_goals() with the
  /// same goals and max_cost makes it there: goals count that were closed and are open now.
  ///
  ///     field.follow(map.grid(0), map.changes(before, 0), workers);
  ///
  /// This one follows a LivingMap; `before` is the version that the field is on.
  ///
  /// changes: where the two versions differ, see MapChanges. Nothing finds out whether they
  ///       lack something. Then, until the next set_goals(), distances may be wrong, and
  ///       paths may cost too much or be missing. Moves are legal all the same.
  /// Cost: O(cells of the changes + cells whose cost to the goals changes). A building of
  ///       4 x 4 cells that appears or vanishes on MovingAI maps: 8 to 20 us (the median;
  ///       a sweep takes 0.2 to 1.6 ms). A sweep where more than 1/32 of the map is
  ///       affected, 1/4 where steps have weights or links exist, and where costs() differ.
  ///       Allocates nothing once the field and the workers are warm. If an allocation
  ///       fails, the exception leaves a field of either version in which no cell reaches a
  ///       goal, until the next follow() or set_goals(): repeat the call.
  /// Pre:  grid is not null and has the size and topology of grid().
  THRONG_API void follow(std::shared_ptr<const Grid> grid, const MapChanges& changes,
                         Workers& workers);
  /// The same, with the index of the new version. Without one, fields are swept from now
  /// on.
  THRONG_API void follow(std::shared_ptr<const Index> index, const MapChanges& changes,
                         Workers& workers);

  /// The cost from `from` to the nearest goal; kUnreachable if it reaches none.
  THRONG_API Cost distance(Position from) const noexcept;

  /// The move to make at `from`. Pass the previous move as `last`: it is preferred while it
  /// lies on a cheapest path. Else the first step on a cheapest path, else the first link:
  /// a move of kMoves or more, see PathView::step. Returns nothing at a goal, and where no
  /// goal is reachable. Each move leads to a cell of less distance(), so a walk ends: also
  /// one down a field of forged fronts, or of changes that lacked something. Cost: about 10
  /// ns.
  THRONG_API std::optional<Move> next(Position from,
                                      std::optional<Move> last = {}) const noexcept;

  /// Appends the moves that repeated calls of next() return; none if they do not lead to a
  /// cell of distance 0. Cost: O(moves).
  THRONG_API void append_path(Position from, std::vector<Move>& moves) const;

  /// Bytes, without the grid.
  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A unit that can reach a goal, and its cost.
struct Arrival {
  std::uint32_t unit = 0;  ///< its index
  Cost cost = 0;

  friend constexpr bool operator==(Arrival, Arrival) = default;
};

/// Finds the units that can reach a place within a radius. First call FlowField::set_goals
/// with the place, and with the radius as max_cost. Replaces `arrivals` and reuses its
/// memory: the units that reach a goal, by ascending index. FlowField::append_path then
/// returns the path of each of them.
///
/// Pre:  fewer than 2^32 units.
/// Cost: O(units).
THRONG_API void find_arrivals(const FlowField& field, std::span<const Position> units,
                              std::vector<Arrival>& arrivals);

inline constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

/// The place that costs least to reach; of equally cheap places, the one with the least
/// index.
struct Nearest {
  std::uint32_t place = kNoPlace;  ///< kNoPlace: no place is reachable
  Cost cost = kUnreachable;

  friend constexpr bool operator==(Nearest, Nearest) = default;
};

/// Finds the nearest of several places (such as depots), by path cost, for many starts.
/// Keeps its grid alive. Memory: 13 bytes a cell of the padded map. Thread safety: one call
/// at a time.
///
/// One sweep from all places computes the costs. A place is nearest to a cell exactly if it
/// is nearest to the next cell on some cheapest path. So the least index is found by
/// following all cheapest paths from the start. Each cell is visited once for all starts.
class NearestPlaces {
 public:
  /// Without places. Pre: grid is not null. Cost: O(cells).
  THRONG_API explicit NearestPlaces(std::shared_ptr<const Grid> grid);
  THRONG_API ~NearestPlaces();
  THRONG_API NearestPlaces(NearestPlaces&&) noexcept;
  THRONG_API NearestPlaces& operator=(NearestPlaces&&) noexcept;

  /// Replaces the places. Several places may share a cell. Places on closed cells and
  /// outside the map never match.
  /// Pre:  fewer than 2^32 - 1 places.
  /// Cost: one sweep on the calling thread; allocates nothing once the object and the
  ///       workers are warm. If an allocation fails, the exception leaves no places.
  THRONG_API void set_places(std::span<const Position> places, Workers& workers);

  /// Moves on to another version of the grid, as FlowField::follow does: find() then
  /// answers as after set_places() there. Forgets the cells that find() has visited, which
  /// takes O(cells). If an allocation fails, the object is as a FlowField then is.
  THRONG_API void follow(std::shared_ptr<const Grid> grid, const MapChanges& changes,
                         Workers& workers);

  /// Sets nearest[i] to the place nearest to starts[i]; starts outside the map reach none.
  /// Later calls reuse the cells visited before, at almost no cost.
  ///
  /// Pre:  nearest has a slot for each start.
  /// Cost: about 30 ns for each new cell on the cheapest paths from the starts, at most
  ///       O(cells); allocates nothing once warm.
  THRONG_API void find(std::span<const Position> starts, std::span<Nearest> nearest);

  /// Bytes, without the grid.
  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
