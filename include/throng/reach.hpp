#pragma once

#include <throng/direction_field.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

// Answers for many units about places that they could go to, by path cost and without a
// search for each.

namespace throng {

/// A unit that can get to a place, and what that costs it.
struct Arrival {
  std::uint32_t unit = 0;  ///< its index
  Cost cost = 0;

  friend constexpr bool operator==(Arrival, Arrival) = default;
};

/// Who can get to a place within a radius: make a DirectionField lead to it with that
/// radius, and give it the positions of the units. `arrivals` is replaced, and its memory
/// kept: the units from which a goal is reached, indices ascending. The field then knows
/// the way of each of them.
///
/// Pre:  every unit lies in the map; there are less than 2^32.
/// Cost: O(units).
void find_arrivals(const DirectionField& field, std::span<const Position> units,
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
