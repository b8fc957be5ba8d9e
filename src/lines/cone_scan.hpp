#pragma once

#include "../core/memory.hpp"
#include "line_board.hpp"
#include "line_model.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// A direction in a quadrant: `across` columns in `down` rows, both away from the origin.
struct Slope {
  std::int64_t across = 0;
  std::int64_t down = 1;
};
constexpr bool operator<(Slope a, Slope b) noexcept {
  return a.across * b.down < b.across * a.down;
}

/// The directions between two slopes, without these.
struct Cone {
  Slope low, high;
};
/// A quadrant without its axes.
inline constexpr Cone kQuadrant{{0, 1}, {1, 0}};

/// Memory of scans.
struct ConeScratch {
  explicit ConeScratch(Memory memory = {}) : now(memory), next(memory) {}

  std::pmr::vector<Cone> now, next;
};

/// What a place sees of a quadrant, row by row.
///
/// The cones that are still open pass from row to row. Blocked squares cut them. Each new
/// bound passes through a corner of an obstacle, which is a vertex that the origin sees. A
/// shortest line that goes on along this bound can be cut in two there, at a corner; so
/// what lies further along the bound is left to that corner, and cones are open. This also
/// closes the gaps between squares that touch in a corner.
///
/// Rows and columns are counted in half cells from the origin, columns of western quadrants
/// mirrored. Cost: O(blocked squares that cut + rows) times the number of cones.
template <bool kWest>
class ConeScan {
 public:
  ConeScan(const LineBoard& board, ConeScratch& scratch) noexcept
      : board_(board), scratch_(scratch), mirror_(board.width() - 1) {}

  /// Calls visit(y, a, b) for the vertices a to b of row y that `from` sees in a cone of
  /// quadrant q. Pre: from lies in the map and is not closed; the quadrant is a western one
  /// if kWest; kQuadrantY[q] is `step`.
  template <class Visit>
  void operator()(LinePoint from, std::int32_t step, Cone cone, const Visit& visit) const {
    run(from, step, cone, visit, Nothing());
  }

  /// The same for the squares a to b of row y whose centres a vertex sees.
  template <class Visit>
  void see_centres(LinePoint from, std::int32_t step, Cone cone, const Visit& visit) const {
    run(from, step, cone, Nothing(), visit);
  }

 private:
  struct Nothing {
    constexpr void operator()(std::int32_t, std::int32_t, std::int32_t) const noexcept {}
  };

  /// centres: visits those between two rows of vertices, both in the cone.
  template <class Visit, class Centres>
  void run(LinePoint from, std::int32_t step, Cone cone, const Visit& visit,
           const Centres& centres) const {
    const std::int64_t x = kWest ? 2 * std::int64_t{mirror_} - from.x : from.x;
    std::pmr::vector<Cone>& now = scratch_.now;
    now.assign(1, cone);
    // The strip between two rows of vertices, `near` and `far` away.
    std::int64_t near = 0, far = from.y % 2 != 0 ? 1 : 2;
    for (; !now.empty(); near = far, far += 2) {
      const auto row = static_cast<std::int32_t>((from.y + step * far) / 2);
      const std::int32_t squares = step > 0 ? row - 1 : row;
      scratch_.next.clear();
      for (const Cone& one : now) pass(one, x, near, far, row, squares, visit, centres);
      std::swap(now, scratch_.next);
    }
  }

  /// Passes a cone through a strip.
  template <class Visit, class Centres>
  void pass(Cone cone, std::int64_t x, std::int64_t near, std::int64_t far,
            std::int32_t row, std::int32_t squares, const Visit& visit,
            const Centres& centres) const {
    auto [low, high] = cone;
    // The square in which the lower bound enters the strip.
    auto square =
        static_cast<std::int32_t>((x * low.down + low.across * near) / (2 * low.down));
    for (;;) {
      const std::int32_t wall = blocked(squares, square);
      const std::int64_t side = 2 * std::int64_t{wall} - x;  // its near side
      const bool cut = side * high.down < high.across * far;
      if constexpr (!std::is_same_v<Centres, Nothing>)
        between(low, high, x, far - 1, wall, squares, centres);
      const Slope right = cut ? Slope{side, far} : high;
      if (low < right) {
        scratch_.next.push_back({low, right});
        const auto first = static_cast<std::int32_t>(
            (x * low.down + low.across * far) / (2 * low.down) + 1);
        // The vertex of a new bound is seen.
        const auto last = cut ? wall : before(x * high.down + high.across * far, high);
        if (first <= last) report(row, first, last, visit);
      }
      if (!cut || near == 0) return;
      square = free(squares, wall);
      const Slope left{2 * std::int64_t{square} - x, near};
      if (!(left < high)) return;
      if (low < left) low = left;
    }
  }

  /// Visits the centres of squares before a wall, in the middle of a strip: middle >= 1.
  template <class Centres>
  void between(Slope low, Slope high, std::int64_t x, std::int64_t middle,
               std::int32_t wall, std::int32_t squares, const Centres& centres) const {
    const std::int64_t side = 2 * std::int64_t{wall} - x;
    const auto first = static_cast<std::int32_t>(
        ((x * low.down + low.across * middle) / low.down + 1) / 2);
    const auto last =
        side * high.down < high.across * middle
            ? wall - 1
            : static_cast<std::int32_t>(
                  (x * high.down + high.across * middle + high.down - 1) / (2 * high.down) -
                  1);
    if (first > last) return;
    if (kWest)
      centres(squares, mirror_ - 1 - last, mirror_ - 1 - first);
    else
      centres(squares, first, last);
  }

  /// The last vertex before a bound.
  static std::int32_t before(std::int64_t place, Slope high) noexcept {
    return static_cast<std::int32_t>((place + 2 * high.down - 1) / (2 * high.down) - 1);
  }

  std::int32_t blocked(std::int32_t row, std::int32_t square) const noexcept {
    return kWest ? mirror_ - 1 - board_.last_blocked(row, mirror_ - 1 - square)
                 : board_.next_blocked(row, square);
  }
  std::int32_t free(std::int32_t row, std::int32_t square) const noexcept {
    return kWest ? mirror_ - 1 - board_.last_free(row, mirror_ - 1 - square)
                 : board_.next_free(row, square);
  }
  template <class Visit>
  void report(std::int32_t row, std::int32_t first, std::int32_t last,
              const Visit& visit) const {
    if (kWest)
      visit(row, mirror_ - last, mirror_ - first);
    else
      visit(row, first, last);
  }

  const LineBoard& board_;
  ConeScratch& scratch_;
  std::int32_t mirror_;
};

/// The quadrant of a direction that lies on no axis.
constexpr unsigned quadrant_of(std::int32_t dx, std::int32_t dy) noexcept {
  if (dy > 0) return dx > 0 ? 0 : 1;
  return dx > 0 ? 3 : 2;
}

/// Calls visit(x, y) for the vertices that `from` sees in a cone of quadrant q and that are
/// taut in that quadrant.
template <class Visit>
void see(const LineBoard& board, LinePoint from, unsigned q, Cone cone,
         ConeScratch& scratch, const Visit& visit) {
  const auto line = [&](std::int32_t y, std::int32_t a, std::int32_t b) {
    board.for_each_taut(y, a, b, q, [&](std::int32_t x) { visit(x, y); });
  };
  if (kQuadrantX[q] < 0)
    ConeScan<true>(board, scratch)(from, kQuadrantY[q], cone, line);
  else
    ConeScan<false>(board, scratch)(from, kQuadrantY[q], cone, line);
}

/// Calls visit(x, y) for the first corner on each axis, if there is one.
template <class Visit>
void see_along_axes(const LineBoard& board, LinePoint from, const Visit& visit) {
  if (from.x % 2 != 0) return;  // a centre between vertices
  for (unsigned axis = 0; axis < 4; ++axis) {
    const LineBoard::Walk walk = board.walk(from.x / 2, from.y / 2, axis);
    if (walk.corner) visit(walk.x, walk.y);
  }
}

/// Calls visit(x, y) for all corners that `from` sees and that a shortest line may pass
/// next: in the quadrants those that are taut, on each axis the first one.
template <class Visit>
void see_all(const LineBoard& board, LinePoint from, ConeScratch& scratch,
             const Visit& visit) {
  for (unsigned q = 0; q < 4; ++q) see(board, from, q, kQuadrant, scratch, visit);
  see_along_axes(board, from, visit);
}

/// The same for a line that comes from elsewhere and turns at `from`, which is a corner
/// with respect to the quadrants of `corner`: it leaves in a taut direction.
template <class Visit>
void see_taut(const LineBoard& board, LinePoint from, unsigned corner, ConeScratch& scratch,
              const Visit& visit) {
  for (unsigned q = 0; q < 4; ++q)
    if (LineBoard::taut(corner, q)) see(board, from, q, kQuadrant, scratch, visit);
  see_along_axes(board, from, visit);
}

}  // namespace throng
