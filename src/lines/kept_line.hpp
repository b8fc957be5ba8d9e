#pragma once

#include "line_board.hpp"
#include "line_model.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <cstddef>
#include <optional>
#include <span>

namespace throng {

// What an edit of the map leaves of a line that was a shortest one before it. The line is a
// shortest one still if both hold:
// - all of its legs are legal, see illegal_leg();
// - no way through an opening can be as short, see may_shorten().
// For any other way was legal before the edit, when none was shorter. So after closings the
// first of the two suffices.

/// The first leg of a line that is not legal on a board: k, if it leads from point k to the
/// next one; 0, if nothing can stand at the first point. None if all are legal. A turn of a
/// point can become the place where two closed cells touch, with its legs as clear as
/// before: nothing passes there, so a leg that ends there is not legal. Pre: at least one
/// point; all lie in the map; each is a vertex or, in the point model, a centre of a cell.
/// grid: that of the board. Cost: O(rows that the line crosses, and 64ths of columns).
std::optional<std::size_t> illegal_leg(const LineBoard& board, const Grid& grid,
                                       std::span<const LinePoint> points) noexcept;

/// Whether a way through an opening may be shorter than a line, or as short. Never false
/// where a search could find a shorter one. A single leg is a shortest line, whatever
/// opens. cheaper: rectangles of GridChanges::cheaper, for all edits since the older
/// version; or larger ones.
///
/// Each new way passes the box of a rectangle. What is new for a point lies in the closed
/// squares of the cells that opened: their insides, their sides, and their corners, which
/// may have been pinched. What is new for a unit are squares between anchors, and edges, of
/// which one anchor opened: all of them lie between the anchors around that one, and these
/// belong to the rectangle. Openings of larger units are anchors, too.
///
/// Computes the least length of a way from the first point to the last by a point of a box,
/// of two rounded legs at most. Lines and ways have more, each rounded to 2^-32 cells, but
/// none is shorter than half a cell; so rounding makes a way of length L shorter by at most
/// (L + 1) * 2^-32, and a line as much longer. Therefore that least length must exceed that
/// of the line by 2^-28 of it and 2^-20 cells. All of it is integers, so equal on every
/// machine.
/// Cost: O(points + rectangles).
bool may_shorten(LineModel model, std::span<const LinePoint> points,
                 std::span<const MapRect> cheaper) noexcept;

}  // namespace throng
