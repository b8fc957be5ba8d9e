#pragma once

#include "round.hpp"
#include "slices.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace throng {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
/// The long searches of a frame: chooses which of them continue in a round, and stores them
/// between rounds. A seat is the memory of one search.
class LongSearches {
 public:
  /// Versions of a class that paused searches hold before no more may begin on another one.
  static constexpr std::size_t kMostVersions = 2;

  LongSearches(Schedule& schedule, Round& round) : all_(schedule), round_(round) {}

  /// Makes round.longs a heap.
  void put_in_order();

  /// Adds request i of the backlog, whose current slot is long.
  void add(std::uint32_t i);

  /// Appends the requests that continue in this round to round.tasks, each with a seat.
  /// Together they spend at most `work`. Returns the number of expansions lost with the
  /// searches that lost their seats.
  /// first_round: in the first round of a frame, a search that cannot pause may spend more,
  /// since it would never end otherwise.
  std::uint64_t choose(std::uint64_t work, bool first_round);

  /// Begins a search in a seat anew, since the map changed. `spent`: expansions of its last
  /// slice. Returns the number of expansions lost. From now on its slices are at least
  /// twice as large as what it did in a frame: sooner or later one frame suffices, and no
  /// edit comes in between.
  std::uint64_t begin_again(Waiting& one, std::uint64_t spent);

 private:
  std::uint32_t take_first();
  bool may_begin(std::uint32_t i) const;
  std::optional<std::uint32_t> best_seat(std::uint32_t i) const;
  std::uint64_t take_seat(std::uint32_t i);

  Schedule& all_;
  Round& round_;
};

}  // namespace throng
