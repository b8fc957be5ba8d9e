#pragma once

#include "bodies.hpp"

#include <cstdint>
#include <optional>

namespace throng {

/// In place of the move of a unit that pushes: none does.
inline constexpr std::uint8_t kNotPushed = kMoves;

/// What a unit may do in a step, the best first, each once:
/// - The moves that lead nearer to its goal. Those into free cells come first, of these the
///   ones on cheapest paths, and of these the ones that turn least from its last move, to
///   the right before the left.
/// - To stay, unless the unit is pushed.
/// - If it is pushed, its other legal moves: those into free cells first, then the ones
///   across the direction of the push.
/// A cell counts as free if nobody owns it when the choice comes.
class Choices {
 public:
  /// pushed: the move of the unit that it has to make room for, or kNotPushed.
  explicit Choices(std::uint8_t pushed) : pushed_(pushed) {}

  /// The next choice, a move or kStay; nothing: there is none.
  std::optional<unsigned> next(const BodyMap& map, const Body& body);

 private:
  enum class Stage : std::uint8_t {
    good_free,
    side_free,
    good,
    side,
    stay,
    others_free,
    others,
    end
  };

  std::uint8_t pushed_;
  std::uint8_t tried_ = 0;  ///< moves
  Stage stage_ = Stage::good_free;
};

}  // namespace throng
