#include "line_of_sight.hpp"

#include <cstdlib>

namespace throng {
namespace {

constexpr std::size_t kSides = 6;

/// Twice the area of a triangle: positive when `to` lies clockwise of `from`, as drawn.
constexpr std::int64_t cross(Centre from, Centre to) noexcept {
  return from.x * to.y - from.y * to.x;
}

/// A six-neighbour cell as drawn around its centre; y counts half cells, x a unit that
/// makes all coordinates whole. Clockwise: side k goes from corner k to the next one.
struct Outline {
  std::int64_t column;  ///< distance between two columns
  std::array<Centre, kSides> corners;
  std::array<Centre, kSides> borders;  ///< by corner: the border beyond it
};

constexpr Outline kHexagon{
    3,
    {{{-1, -1}, {1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}}},
    {{{-1, -1}, {1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}}},
};
constexpr Outline kBrick{
    2,
    {{{-1, -1}, {1, -1}, {1, 0}, {1, 1}, {-1, 1}, {-1, 0}}},
    {{{0, -1}, {0, -1}, {1, 0}, {0, 1}, {0, 1}, {-1, 0}}},
};

/// The moves through each side.
constexpr std::array<Move, kSides> kSideMoves{Move::north, Move::east, Move::south_east,
                                              Move::south, Move::west, Move::north_west};

/// The sides by which segments of one direction leave a cell, clockwise, and the corners
/// between them. Each number is the area spanned by the direction and a vector.
struct Fan {
  struct Side {
    Move move = Move::north;
    std::int64_t step = 0;    ///< to the centre of the cell beyond
    std::int64_t corner = 0;  ///< to the corner between this side and the next one
    std::int64_t border = 0;  ///< along the border that begins at that corner
  };

  Fan(const Outline& outline, Centre direction) noexcept {
    std::array<std::int64_t, kSides> corner{};
    for (std::size_t k = 0; k < kSides; ++k)
      corner[k] = cross(direction, outline.corners[k]);
    const std::int64_t column = outline.column;
    const std::array<Centre, kSides> steps{
        {{0, -2}, {column, -1}, {column, 1}, {0, 2}, {-column, 1}, {-column, -1}}};
    const auto ahead = [&](std::size_t k) {
      return corner[(k + 1) % kSides] > corner[k % kSides];
    };
    std::size_t first = 0;
    while (!ahead(first) || ahead(first + kSides - 1)) ++first;
    for (std::size_t k = first; ahead(k); ++k) {
      const std::size_t next = (k + 1) % kSides;
      sides[count++] = {kSideMoves[k % kSides], cross(direction, steps[k % kSides]),
                        corner[next], cross(direction, outline.borders[next])};
    }
  }

  std::array<Side, 3> sides;
  std::size_t count = 0;
};

constexpr Move diagonal(Move vertical, Move sideways) noexcept {
  if (vertical == Move::north)
    return sideways == Move::east ? Move::north_east : Move::north_west;
  return sideways == Move::east ? Move::south_east : Move::south_west;
}

}  // namespace

LineOfSight::LineOfSight(const Grid& grid) noexcept
    : grid_(grid), drawing_(grid.rules().topology), moves_(grid.moves().data()) {
  for (std::size_t d = 0; d < kMoves; ++d) offsets_[d] = grid.offset(static_cast<Move>(d));
}

/// Whether both orders of the moves, a then b and b then a, reach the cell beyond.
bool LineOfSight::legal_both_ways(CellIndex cell, Move a, Move b) const noexcept {
  return legal(cell, a) && legal(cell + offset(a), b) && legal(cell, b) &&
         legal(cell + offset(b), a);
}

template <class Visit>
bool LineOfSight::walk_squares(Position from, Position to, const Visit& visit) const {
  const std::int64_t dx = std::abs(std::int64_t{to.x} - from.x);
  const std::int64_t dy = std::abs(std::int64_t{to.y} - from.y);
  const Move sideways = to.x < from.x ? Move::west : Move::east;
  const Move vertical = to.y < from.y ? Move::north : Move::south;
  const Move slanted = diagonal(vertical, sideways);
  const bool octile = drawing_.topology() == Topology::octile;
  const CellIndex goal = grid_.cell(to);
  std::int64_t corner = dx - dy;  // positive: leave the cell sideways
  for (CellIndex cell = grid_.cell(from); cell != goal; visit(cell)) {
    if (corner > 0) {
      if (!legal(cell, sideways)) return false;
      cell += offset(sideways);
      corner -= 2 * dy;
    } else if (corner < 0) {
      if (!legal(cell, vertical)) return false;
      cell += offset(vertical);
      corner += 2 * dx;
    } else {
      if (!(octile ? legal(cell, slanted) : legal_both_ways(cell, sideways, vertical)))
        return false;
      if (!octile) visit(cell + offset(sideways));
      cell += offset(sideways) + offset(vertical);
      corner += 2 * (dx - dy);
    }
  }
  return true;
}

template <class Visit>
bool LineOfSight::walk_hexagons(Position from, Position to, const Visit& visit) const {
  const Outline& outline = drawing_.topology() == Topology::hex ? kHexagon : kBrick;
  const Centre begin = drawing_.centre(from), end = drawing_.centre(to);
  const Fan fan(outline, {outline.column * (end.x - begin.x), end.y - begin.y});
  const CellIndex goal = grid_.cell(to);
  std::int64_t centre = 0;  // positive: clockwise of the segment
  for (CellIndex cell = grid_.cell(from); cell != goal; visit(cell)) {
    const Fan::Side* side = fan.sides.data();
    const Fan::Side* const last = side + fan.count - 1;
    for (; side != last; ++side) {
      const std::int64_t corner = centre + side->corner;
      if (corner > 0 || (corner == 0 && side->border >= 0)) break;
    }
    if (side != last && centre + side->corner == 0 && side->border == 0) {
      const Fan::Side& other = side[1];  // the segment runs between the two cells beyond
      if (!legal_both_ways(cell, side->move, other.move)) return false;
      visit(cell + offset(side->move));
      cell += offset(side->move) + offset(other.move);
      centre += side->step + other.step;
    } else {
      if (!legal(cell, side->move)) return false;
      cell += offset(side->move);
      centre += side->step;
    }
  }
  return true;
}

template <class Visit>
bool LineOfSight::walk(Position from, Position to, const Visit& visit) const {
  if (from == to) return grid_.open(from);
  return is_hexagonal(drawing_.topology()) ? walk_hexagons(from, to, visit)
                                           : walk_squares(from, to, visit);
}

bool LineOfSight::operator()(Position from, Position to) const noexcept {
  return walk(from, to, [](CellIndex) {});
}

void LineOfSight::trace(Position from, Position to,
                        std::pmr::vector<CellIndex>& cells) const {
  walk(from, to, [&](CellIndex cell) { cells.push_back(cell); });
}

}  // namespace throng
