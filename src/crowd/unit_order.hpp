#pragma once

#include "../core/bytes.hpp"
#include "goal_fields.hpp"

#include <throng/query.hpp>

#include <cstdint>

namespace throng {

/// The order of a unit.
struct UnitOrder {
  GoalFields::Id whole = GoalFields::kNone;  ///< none: no order
  GoalFields::Id near = GoalFields::kNone;   ///< around `place`, for units of groups
  CellIndex place = 0;                       ///< 0: any goal of `whole`
  bool grouped = false;  ///< it may exchange its place for that of another with `whole`
  bool arrived = false;  ///< it has stood at a goal since it was given
  bool cut_off = false;  ///< see Crowd::is_cut_off()
};

/// The last moves of a unit that others pushed, so that it can go back.
class Trail {
 public:
  static constexpr unsigned kMost = 16;

  bool empty() const noexcept { return count_ == 0; }
  /// The move back. Pre: not empty.
  Move back() const noexcept { return opposite(static_cast<Move>(moves_ & 15U)); }
  void add(Move move) noexcept {
    if (!empty() && move == back()) {
      moves_ >>= 4;
      --count_;
      return;
    }
    moves_ = moves_ << 4 | static_cast<std::uint64_t>(move);
    if (count_ < kMost) ++count_;
  }
  void clear() noexcept { *this = {}; }

  void write(ByteWriter& out) const;
  void read(ByteReader& in);

 private:
  std::uint64_t moves_ = 0;  ///< 4 bits a move, the last one lowest
  std::uint8_t count_ = 0;
};

}  // namespace throng
