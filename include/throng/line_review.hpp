#pragma once

#include <throng/column.hpp>
#include <throng/export.hpp>
#include <throng/living_map.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

// Straight lines that a game holds while its map changes.

namespace throng {

/// A line that a unit walks.
struct HeldLine {
  /// The points of AnyAnglePaths::path() or Answers::line(); or the last of them, from the
  /// turn on that the unit has come to. Empty: there was no path.
  std::span<const Position> points;
  std::size_t movement = 0;  ///< the class of the unit on the LivingMap
};

enum class LineState : std::uint8_t {
  shortest,  ///< all legs are legal, and no line is shorter
  legal,     ///< all legs are legal, but a shorter line may have become possible
  broken,    ///< a leg is not legal any more
};

/// What edits did to a line.
struct LineReview {
  LineState state = LineState::shortest;
  /// Of a broken line: its first leg that is not legal, which leads from points[leg] to
  /// points[leg + 1]. The unit can walk up to points[leg].
  std::uint32_t leg = 0;

  friend bool operator==(LineReview, LineReview) = default;
};

/// Says what became of lines since a version of the map. Writes a review for each line, in
/// the order of `lines`; reuses the memory of `reviews`. The result does not depend on the
/// number of threads. any_angle.md has an example.
///
/// Which legs are legal is exact. `shortest` is proved for lines that were shortest ones on
/// the version `since`, within the roundings of solve_lines(): search anew for those that a
/// review called `legal`, or the next review takes them for shortest ones. While cells only
/// close, a line that is legal stays `shortest`. Where cells open, it does if a way by the
/// box around each opened place cannot be as short. There is no search. If more than 64
/// places opened, or more than LivingOptions::history versions passed, boxes cover several
/// of them, up to the whole map; then few lines are `shortest`, but a single leg is.
///
/// A line without points is `shortest` until something opens for its class: there was no
/// path, so there is none. Of a line whose points are not places where lines of its class
/// turn, the leg to the first such point is broken.
///
/// Pre:    `since` is a version of this map. Not while another call changes the map.
/// Cost:   O(rows and points of the line, and boxes): about a microsecond a line on maps of
///         games. Allocates nothing once `reviews` and `workers` have held as many lines
///         and changes.
/// Errors (then nothing is written): bad_argument if a class does not exist, or was made
///         without LivingClass::lines; unsupported if it cannot have lines.
/// Throws: see Workers.
THRONG_API Outcome review_lines(const LivingMap& map, LivingMap::Version since,
                                std::span<const HeldLine> lines, Workers& workers,
                                Column<LineReview>& reviews);

}  // namespace throng
