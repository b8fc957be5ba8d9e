#pragma once

#include "bodies.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace throng {

/// What a unit may do in a step, the best first, each once:
/// - The moves that lead nearer to its goal, the ones on cheapest paths first.
/// - To stay, unless the unit is pushed.
/// - If it is pushed, its other legal moves, those into free cells first. A cell is free if
///   nobody owns it when the choice comes.
/// A large unit that is pushed moves where it clears the cells that are wanted soonest,
/// first over free cells: its good moves could lead back and forth over them.
/// Of equal ones, those come first that turn least from its last move, to the right before
/// the left: so that streams that meet give way to the same side. A unit without an order
/// steps to the side of the unit that pushes it.
class Choices {
 public:
  /// Of a unit that nobody pushes.
  Choices() = default;
  /// Of a unit that has to make room for `body`, which would make a move.
  Choices(const BodyMap& map, const Body& body, unsigned move, const Body& pushed);

  /// The next choice, a move or kStay; nothing: there is none.
  std::optional<unsigned> next(const BodyMap& map, const Body& body);

 private:
  enum class Stage : std::uint8_t { good, side, stay, others_free, others, end };

  unsigned pick(unsigned set, const Body& body) const;

  bool pushed_ = false;
  std::uint8_t aside_ = kMoves;  ///< the move to step aside from; kMoves: none
  /// Of a large unit that is pushed: how many times it has to make each straight move.
  std::array<std::uint8_t, 4> clears_{};
  std::uint8_t tried_ = 0;  ///< moves
  Stage stage_ = Stage::good;
};

}  // namespace throng
