#pragma once

#include "schedule.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace throng {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
/// A slice that suffices for every search.
inline constexpr std::uint32_t kWholeSearch = std::numeric_limits<std::uint32_t>::max();

/// The size of a slice, which does not suffice for every search.
inline std::uint32_t clamped(std::uint64_t slice) noexcept {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(slice, kWholeSearch - 1));
}

/// The largest slice that `work` suffices for, with what comes with a slice.
inline std::uint32_t slice_within(std::uint64_t work) noexcept {
  return clamped(std::max(work, kPerSlice + 1) - kPerSlice);
}

/// The searches of a frame that have proved long: which of them go on in a round, and where
/// they are kept in between. A seat is the memory of one search.
class LongSearches {
 public:
  explicit LongSearches(Schedule& schedule) : all_(schedule) {}

  /// A request of the backlog, whose slot in work is long.
  void add(std::uint32_t i);

  /// Appends those that go on in this round to schedule.tasks, seated; `work` is what they
  /// may spend together. first_round: of the frame, when a search that cannot pause may
  /// spend more, since it would never end otherwise.
  /// Gives the expansions of searches that lost their seats by this.
  std::uint64_t choose(std::uint64_t work, bool first_round);

  /// Forgets the search for a request, if it has a seat.
  void leave_seat(Waiting& one);
  /// Forgets all searches of a class of movement.
  void leave_seats(std::uint32_t movement);

 private:
  bool is_chosen(std::uint32_t i) const;
  std::uint64_t take_seat(std::uint32_t i);
  std::uint32_t best_seat() const;

  Schedule& all_;
};

}  // namespace throng
