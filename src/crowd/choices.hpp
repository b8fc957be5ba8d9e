#pragma once

#include "bodies.hpp"
#include "wishes.hpp"

#include <throng/crowd.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace throng {

/// What a unit may do in a step, the best first, each once:
/// - The moves that lead nearer to its goal, the ones on cheapest paths first.
/// - To stay, unless the unit is pushed.
/// - If it is pushed, its other legal moves. With exact bodies those into free cells come
///   first, since it can enter them at once. A cell is free if nobody owns it when the
///   choice comes.
/// A unit that backs out: first the moves that lead away from its goal, then the others.
/// A large unit that is pushed moves where it clears the cells that are wanted soonest,
/// first over free cells: its good moves could lead back and forth over them.
///
/// Of equal ones, those come first that turn least from its last move, to the right before
/// the left: so that streams that meet give way to the same side. A unit without an order
/// steps to the side of the unit that pushes it. It, and any unit in a narrow cell, first
/// tries what lies on no cheapest path of that unit, which else would push it again and
/// again. In narrow cells, and with synchronous bodies seldom elsewhere, the other moves of
/// a unit that is pushed come in a pseudo-random order: units that always did the same
/// could push each other in a circle for ever.
class Choices {
 public:
  /// Of a unit that nobody pushes.
  Choices() = default;
  /// Of a unit that has to make room for `pusher`, which would make a move.
  Choices(const BodyMap& map, const Wishes& wishes, Bodies bodies, Unit pusher,
          unsigned move, Unit pushed);

  /// The unit backs out, but not with one of some moves. Pre: its size is 1, and next() was
  /// not called.
  void back_out(unsigned not_with) noexcept;
  /// The unit stays where it is, if nobody pushes it. Pre: next() was not called.
  void wait() noexcept {
    if (!pushed_) stage_ = kWaiting.data();
  }

  /// The next choice, a move or kStay; nothing: there is none.
  std::optional<unsigned> next(const BodyMap& map, const Body& body);

 private:
  enum class Stage : std::uint8_t { good, side, stay, free, others, end };
  /// The stages of each kind of unit.
  using Plan = std::array<Stage, 5>;
  using enum Stage;
  static constexpr Plan kAlone{good, side, stay, end};
  static constexpr Plan kPushed{good, side, free, others, end};
  static constexpr Plan kPushedTogether{good, side, others, end};
  static constexpr Plan kLarge{free, others, end};
  static constexpr Plan kWaiting{stay, end};
  static constexpr Plan kBacking{others, stay, end};
  static constexpr Plan kBackingPushed{others, good, side, end};

  unsigned pick(unsigned set, const Body& body) const;

  const Stage* stage_ = kAlone.data();
  bool pushed_ = false;
  std::uint8_t aside_ = kMoves;  ///< the move to step aside from; kMoves: none
  std::uint8_t ahead_ = kMoves;  ///< others turn least from it; kMoves: from the last move
  std::uint8_t avoided_ = 0;     ///< moves that come last of the others
  /// Of a large unit that is pushed: how many times it has to make each straight move.
  std::array<std::uint8_t, 4> clears_{};
  std::uint8_t tried_ = 0;  ///< moves
};

}  // namespace throng
