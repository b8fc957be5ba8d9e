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
///
/// On a tile grid the diagonal steps of a leg stand for as many steps along each axis:
/// first those of the axis that has fewer, then the others.
template <Topology kTopology = Topology::octile>
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
  /// straight ones; on a tile grid those of one axis, then those of the other.
  template <class Leg>
  bool put(const Leg& leg) {
    const auto [first, begun, along, rest] = parts_of(leg);
    if (!fits(begun + rest)) return false;
    put_front(first, begun);
    put_front(along, rest);
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
    const auto [first, begun, along, rest] = parts_of(leg);
    if (!fits(begun + rest)) return false;
    put_front(along ^ 2U, rest);
    put_front(first ^ 2U, begun);
    return true;
  }
  /// Extends the path from the goal by a leg that leads away from it.
  template <class Leg>
  bool put_from_goal(const Leg& leg) {
    const auto [first, begun, along, rest] = parts_of(leg);
    if (!fits(begun + rest)) return false;
    put_back(first ^ 2U, begun);
    put_back(along ^ 2U, rest);
    return true;
  }

 private:
  static constexpr std::ptrdiff_t kStore = 64;

  /// Equal moves, then other equal ones. The opposite of a Move d is d ^ 2.
  struct Parts {
    unsigned first;
    std::int32_t begun;
    unsigned along;
    std::int32_t rest;
  };
  static Parts parts_of(HubLeg leg) noexcept {
    return parts_of(leg.across(), leg.diagonal(), leg.along(), leg.straight());
  }
  static Parts parts_of(const JumpLine& line) noexcept {
    return parts_of(line.across, line.diagonal, line.along, line.straight);
  }
  static Parts parts_of(unsigned across, std::int32_t diagonal, unsigned along,
                        std::int32_t straight) noexcept {
    if constexpr (kTopology == Topology::tile) {
      const bool vertical = along % 2 == 0;
      return {vertical ? across_of(across) : along_of(across), diagonal, along,
              diagonal + straight};
    } else {
      return {across, diagonal, along, straight};
    }
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
