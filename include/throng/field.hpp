#pragma once

#include <throng/algorithm.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
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

inline constexpr std::uint32_t kNoGoal = std::numeric_limits<std::uint32_t>::max();

/// The goal that costs least to reach; of equally cheap goals, the one with the least
/// index.
struct Nearest {
  std::uint32_t goal = kNoGoal;  ///< kNoGoal: no goal is reachable
  Cost cost = kUnreachable;

  friend constexpr bool operator==(Nearest, Nearest) = default;
};

/// Which of the cheapest paths down a Field a unit walks.
struct PathChoice {
  /// same_way_back is as canonical: a field has paths to its goals only. The way back of a
  /// unit is its path, reversed.
  Ties ties = Ties::canonical;
  AgentId agent = kNoAgent;  ///< the unit, for Ties::lanes; none: its start instead
};

/// For every cell, the next move of a cheapest path to the nearest of its goals. For group
/// orders: each unit asks for its next move, wherever it is.
///
/// set_goals() computes the field by one sweep from the goals, or from the fronts of an
/// index. follow() adapts it to an edit of the map. The field reuses its memory. Keeps its
/// index and grid alive. Positions outside the map are unreachable, as closed cells are.
/// Memory: 9 bytes a cell of the padded map, 13 from the first find_nearest() on. Thread
/// safety: const members may be called concurrently.
class Field {
 public:
  /// Without goals. Fronts of the index compute the field where that is estimated to be
  /// faster than a sweep: 2 to 3 times on weighted ground. Fields are equal.
  /// Cost: O(cells).
  THRONG_API explicit Field(const Index& index);
  THRONG_API ~Field();
  THRONG_API Field(Field&&) noexcept;
  THRONG_API Field& operator=(Field&&) noexcept;

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

  /// Moves on to another version of the map. The field is then as set_goals() with the
  /// same goals and max_cost makes it there: goals count that were closed and are open now.
  ///
  ///     field.follow(map.index(0), map.changes(before, 0), workers);
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
  /// Pre:  the index has the size and topology of grid().
  THRONG_API void follow(const Index& index, const MapChanges& changes, Workers& workers);

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

  /// The same path, redrawn by a choice: see Ties. It has as many moves, costs as much and
  /// ends at the same goal. next() has no such choice, since straight lines and lanes
  /// depend on where a path begins: append the path, and keep its moves. A unit that leaves
  /// it, or after follow(), asks again from where it stands.
  ///
  /// Cost: O(moves), and what ties.md says. The workers provide memory for the calling
  ///       thread, which does all work: threads that ask at once need Workers(1) each.
  ///       Allocates nothing once warm. If an allocation fails, `moves` is as it was.
  THRONG_API void append_path(Position from, const PathChoice& choice, Workers& workers,
                              std::vector<Move>& moves) const;

  /// Finds the nearest goal of each start, such as the depot that costs least to reach:
  /// nearest[i] is that of starts[i]. Several goals may share a cell.
  ///
  /// A goal is nearest to a cell exactly if it is nearest to the next cell on some cheapest
  /// path. So the least index is found by following all cheapest paths from the start. Each
  /// cell is visited once for all starts, also of later calls.
  ///
  /// Pre:  nearest has a slot for each start; fewer than 2^32 - 1 goals.
  /// Cost: about 30 ns for each new cell on the cheapest paths from the starts, at most
  ///       O(cells). The first call after set_goals() or follow(): O(cells). Allocates
  ///       nothing once warm. If an allocation fails, the next call goes on.
  THRONG_API void find_nearest(std::span<const Position> starts,
                               std::span<Nearest> nearest);

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

/// Finds the units that can reach a place within a radius. First call Field::set_goals
/// with the place, and with the radius as max_cost. Replaces `arrivals` and reuses its
/// memory: the units that reach a goal, by ascending index. Field::append_path then
/// returns the path of each of them.
///
/// Pre:  fewer than 2^32 units.
/// Cost: O(units).
THRONG_API void find_arrivals(const Field& field, std::span<const Position> units,
                              std::vector<Arrival>& arrivals);

}  // namespace throng
