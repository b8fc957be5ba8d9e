#pragma once

#include "../core/memory.hpp"

#include <throng/crowd.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// The number of a unit in the arrays of a crowd: that of its UnitId.
using Unit = std::uint32_t;
inline constexpr Unit kNobody = std::numeric_limits<Unit>::max();
/// In place of a move: the unit stands.
inline constexpr std::uint8_t kStay = kMoves;

/// Memory of units is fetched so many units before it is read.
inline constexpr std::size_t kFetchedAhead = 12;

/// The body of a unit, and what a step decides about it.
struct Body {
  CellIndex at = 0;  ///< the top left cell that it stands on or leaves
  std::uint16_t movement = 0;
  std::uint8_t size = 0;    ///< 0: there is no unit
  std::uint8_t period = 1;  ///< steps that its next move will take
  std::uint8_t move = kStay;
  std::uint8_t left = 0;  ///< steps until it arrives; may exceed a period that has changed
  std::uint8_t last = 0;  ///< its last move
  Idle idle = Idle::makes_room;
  std::uint8_t good = 0;   ///< the moves of cheapest paths to its goal
  std::uint8_t side = 0;   ///< others that lead to cells of less cost
  std::uint8_t legal = 0;  ///< all that it may make
  bool ordered = false;
  bool walking = false;  ///< it has priority over those that do not walk
  bool rested = false;   ///< it has stood at its goal since it last decided
  bool escapes = false;  ///< it stands on a closed cell
  bool tight = false;    ///< its size is 1, and a cell within 2 steps is narrow
};

/// A cell of the map. One unit owns it, or none: the one that stands there or, if a unit
/// is leaving it, perhaps the one behind that. One unit may claim it for the present step.
struct BodyCell {
  Unit owner = kNobody;
  Unit claim = kNobody;
  std::uint32_t claimed_in = 0;  ///< the number of the step of the claim
};

/// The units of a crowd and the cells that they own.
///
/// A body covers size x size cells. It owns those it stands on and, while it moves, those
/// that it enters or touches; it gives back what it left when it arrives.
class BodyMap {
 public:
  BodyMap(const Grid& grid, Memory memory)
      : width(grid.width()),
        height(grid.height()),
        stride(grid.stride()),
        bodies(memory),
        decided_in(memory),
        cells(grid.cell_count(), memory) {
    for (std::size_t d = 0; d < kMoves; ++d) offsets[d] = grid.offset(static_cast<Move>(d));
  }

  std::size_t slots() const noexcept { return bodies.size(); }
  bool contains(UnitId id) const noexcept {
    const auto unit = static_cast<std::size_t>(id);
    return unit < bodies.size() && bodies[unit].size != 0;
  }

  Position position(CellIndex cell) const noexcept {
    return {static_cast<std::int32_t>(cell % stride) - 1,
            static_cast<std::int32_t>(cell / stride) - 1};
  }
  /// Pre: the position lies in the map or in its border.
  CellIndex cell(Position p) const noexcept {
    return static_cast<CellIndex>(p.y + 1) * stride + static_cast<CellIndex>(p.x + 1);
  }
  /// Whether a square lies in the map.
  bool fits(Position corner, std::int32_t size) const noexcept {
    return corner.x >= 0 && corner.y >= 0 && size <= width && size <= height &&
           corner.x <= width - size && corner.y <= height - size;
  }

  /// visit(cell) for each cell under a body.
  template <class Visit>
  void for_each_under(CellIndex at, std::uint32_t size, const Visit& visit) const {
    for (std::uint32_t y = 0; y < size; ++y)
      for (std::uint32_t x = 0; x < size; ++x) visit(at + y * stride + x);
  }

  /// visit(cell) for each cell that a body enters or touches when it makes a move: a row or
  /// a column; on a diagonal move both, with their corner.
  template <class Visit>
  void for_each_ahead(const Body& body, unsigned move, const Visit& visit) const {
    const std::uint32_t size = body.size;
    const std::int32_t dx = kMoveX[move], dy = kMoveY[move];
    if (size == 1) {  // the same cells, without loops
      const CellIndex to = body.at + offsets[move];
      if (move < 4) return visit(to);
      const CellIndex beside = body.at + static_cast<CellIndex>(dx);
      visit(dy < 0 ? to : beside);
      visit(dy < 0 ? beside : to);
      return visit(dy < 0 ? body.at - stride : body.at + stride);
    }
    if (dx != 0) {  // the column, with the corner
      const std::uint32_t column = dx > 0 ? size : std::uint32_t(-1);
      const std::uint32_t first = dy < 0 ? std::uint32_t(-1) : 0;
      const std::uint32_t count = size + (dy != 0 ? 1 : 0);
      for (std::uint32_t k = 0; k < count; ++k)
        visit(body.at + column + (first + k) * stride);
    }
    if (dy != 0) {
      const std::uint32_t row = dy > 0 ? size : std::uint32_t(-1);
      for (std::uint32_t k = 0; k < size; ++k) visit(body.at + row * stride + k);
    }
  }

  /// Whether a cell that a moving body owns is none of those on which it will stand.
  bool leaves(const Body& body, CellIndex cell) const noexcept {
    const CellIndex from_corner = cell - (body.at + offsets[body.move]);
    if (body.size == 1) return from_corner != 0;
    return from_corner / stride >= body.size || from_corner % stride >= body.size;
  }

  /// Fetches the cells around one.
  void prefetch(CellIndex cell) const noexcept {
    const BodyCell* const at = cells.data() + cell;  // the border keeps it inside
    __builtin_prefetch(at);
    __builtin_prefetch(at - stride);
    __builtin_prefetch(at + stride);
  }

  std::int32_t width;
  std::int32_t height;
  CellIndex stride;
  std::array<CellIndex, kMoves> offsets{};
  std::uint32_t step = 1;  ///< the number of the present step
  std::pmr::vector<Body> bodies;
  std::pmr::vector<std::uint32_t> decided_in;  ///< by unit, the number of a step
  std::pmr::vector<BodyCell> cells;            ///< in the padded layout
};

}  // namespace throng
