#pragma once

#include "../jump/jumps.hpp"
#include "hub_labels.hpp"

#include <throng/column.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <vector>

namespace throng {

/// Writes a path from both of its ends, 64 moves at a time; later moves overwrite the
/// excess. So few legs need a second round, which costs more than the stores (with 16 at a
/// time paths in rooms of 64 cells take 1.15 times as long). The number of moves is known
/// only once both halves meet.
class PathWriter {
 public:
  /// most: an upper bound on the moves of the path.
  PathWriter(Column<Move>& moves, std::size_t most)
      : moves_(moves), left_(static_cast<std::int32_t>(most)) {
    const std::size_t begin = moves_.size();
    moves_.resize(begin + most + 2 * kStore);
    front_ = moves_.data() + begin;
    back_ = moves_.data() + moves_.size();
    // Brings the memory into the cache without reading it, which takes less time than the
    // stores of put_front() and put_back() would: 0.85 of the time of a query in a maze.
    std::memset(front_, 0, most);
  }
  /// Moves the second half to the end of the first one.
  ~PathWriter() {
    const Move* const end = moves_.data() + moves_.size();
    front_ = std::copy(static_cast<const Move*>(back_), end, front_);
    moves_.resize(static_cast<std::size_t>(front_ - moves_.data()));
  }
  PathWriter(const PathWriter&) = delete;
  PathWriter& operator=(const PathWriter&) = delete;

  /// Extends the path from the start by a leg, a HubLeg or a JumpLine: diagonal moves, then
  /// straight ones.
  template <class Leg>
  bool put(const Leg& leg) {
    const auto [across, diagonal, along, straight] = parts_of(leg);
    if (!fits(diagonal + straight)) return false;
    put_front(across, diagonal);
    put_front(along, straight);
    return true;
  }
  /// Extends the path from the start by a number of equal moves.
  bool put(unsigned move, std::int32_t count) {
    if (!fits(count)) return false;
    put_front(move, count);
    return true;
  }
  /// Extends the path from the start by the way back of a leg: the opposite moves, straight
  /// ones first.
  template <class Leg>
  bool put_turned(const Leg& leg) {
    const auto [across, diagonal, along, straight] = parts_of(leg);
    if (!fits(diagonal + straight)) return false;
    put_front(along ^ 2U, straight);
    put_front(4 + ((across - 4) ^ 2U), diagonal);
    return true;
  }
  /// Extends the path from the goal by a leg that leads away from it.
  template <class Leg>
  bool put_from_goal(const Leg& leg) {
    const auto [across, diagonal, along, straight] = parts_of(leg);
    if (!fits(diagonal + straight)) return false;
    put_back(4 + ((across - 4) ^ 2U), diagonal);
    put_back(along ^ 2U, straight);
    return true;
  }

 private:
  static constexpr std::ptrdiff_t kStore = 64;

  struct Parts {
    unsigned across;
    std::int32_t diagonal;
    unsigned along;
    std::int32_t straight;
  };
  static Parts parts_of(HubLeg leg) noexcept {
    return {leg.across(), leg.diagonal(), leg.along(), leg.straight()};
  }
  static Parts parts_of(const JumpLine& line) noexcept {
    return {line.across, line.diagonal, line.along, line.straight};
  }

  bool fits(std::int32_t count) noexcept {
    left_ -= count;
    return left_ >= 0;
  }

  void put_front(unsigned move, std::int32_t count) {
    std::int32_t done = 0;
    do std::memset(front_ + done, static_cast<int>(move), kStore);
    while ((done += kStore) < count);
    front_ += count;
  }
  void put_back(unsigned move, std::int32_t count) {
    std::int32_t done = 0;
    do std::memset(back_ - done - kStore, static_cast<int>(move), kStore);
    while ((done += kStore) < count);
    back_ -= count;
  }

  Column<Move>& moves_;
  std::int32_t left_;  ///< moves that still fit
  Move* front_;
  Move* back_;
};

}  // namespace throng
