#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// Answers for many units about places that they could go to, by path cost and without a
// search for each.

namespace throng {

/// Where to go from every cell to get to a goal, or to the nearest of several, as cheaply
/// as can be: for a group order, whose units each ask for their next move wherever they
/// are.
///
/// Found by one sweep from the goals back, and kept until the goals are replaced, in the
/// same memory. Holds on to its grid. Const members may be called from any number of
/// threads at once. Positions passed to it lie in the map. Memory: 9 bytes a cell of the
/// padded map.
class FlowField {
 public:
  /// Leads nowhere yet. Pre: grid is not null. Cost: O(cells).
  explicit FlowField(std::shared_ptr<const Grid> grid);
  ~FlowField();
  FlowField(FlowField&&) noexcept;
  FlowField& operator=(FlowField&&) noexcept;

  const std::shared_ptr<const Grid>& grid() const noexcept;

  /// Replaces the goals. Goals that cost more than `max_cost` to reach are unreachable, and
  /// closed ones by nobody; without goals it leads nowhere.
  ///
  /// Cost: a sweep of the cells within max_cost on the calling thread, some 2 to 8 ns
  /// each, 40 to 80 where steps have weights. What the call before has changed is cleared
  /// first: cells within its max_cost, or all of them where that is wide or there are
  /// links. Allocates nothing once it and the workers are warm.
  void set_goals(std::span<const Position> goals, Workers& workers,
                 Cost max_cost = kUnreachable - 1);

  /// What it costs to get from `from` to a goal; kUnreachable where none is reached.
  Cost distance(Position from) const noexcept;

  /// The move to make at `from`: `last`, the one that led there, while it leads on, else
  /// the first step that does, else the first link: a move of kMoves or more, see
  /// PathView::step. Nothing at a goal and where none is reached. Some 10 ns.
  std::optional<Move> next(Position from, std::optional<Move> last = {}) const noexcept;

  /// Appends to `moves` those that next() would give one after the other. Cost: O(moves).
  void append_path(Position from, std::vector<Move>& moves) const;

  /// Bytes, without those of the grid.
  std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A unit that can get to a place, and what that costs it.
struct Arrival {
  std::uint32_t unit = 0;  ///< its index
  Cost cost = 0;

  friend constexpr bool operator==(Arrival, Arrival) = default;
};

/// Who can get to a place within a radius: make a FlowField lead to it with that
/// radius, and give it the positions of the units. `arrivals` is replaced, and its memory
/// kept: the units from which a goal is reached, indices ascending. The field then knows
/// the way of each of them.
///
/// Pre:  every unit lies in the map; there are less than 2^32.
/// Cost: O(units).
void find_arrivals(const FlowField& field, std::span<const Position> units,
                   std::vector<Arrival>& arrivals);

inline constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

/// The place that costs least to get to, the one with the least index of several.
struct Nearest {
  std::uint32_t place = kNoPlace;  ///< kNoPlace: none can be reached
  Cost cost = kUnreachable;

  friend constexpr bool operator==(Nearest, Nearest) = default;
};

/// Which of some places, depots say, is nearest by path cost to each of many starts. Holds
/// on to its grid; serves one call at a time. Memory: 13 bytes a cell of the padded map.
///
/// One sweep from all places back finds the costs. A place is nearest to a cell exactly if
/// it is to a cell to which a cheapest way leads, so the least of these indices is found by
/// following all cheapest ways down from the start, each cell once for all starts.
class NearestPlaces {
 public:
  /// No places yet. Pre: grid is not null. Cost: O(cells).
  explicit NearestPlaces(std::shared_ptr<const Grid> grid);
  ~NearestPlaces();
  NearestPlaces(NearestPlaces&&) noexcept;
  NearestPlaces& operator=(NearestPlaces&&) noexcept;

  /// Replaces the places, of which several may be in one cell; closed ones are nearest to
  /// nobody. Pre: every place lies in the map; there are less than 2^32 - 1.
  /// Cost: one sweep, on the calling thread; no allocation once it and the workers are
  /// warm.
  void set_places(std::span<const Position> places, Workers& workers);

  /// nearest[i] is what is nearest to starts[i]. Asking again, about starts anywhere on
  /// ways that were followed before, takes next to nothing.
  ///
  /// Pre:  every start lies in the map; nearest has a slot for each.
  /// Cost: some 30 ns for each cell on a cheapest way from a start that was not met before,
  ///       at most O(cells); no allocation once it is warm.
  void find(std::span<const Position> starts, std::span<Nearest> nearest);

  /// Bytes, without those of the grid.
  std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
