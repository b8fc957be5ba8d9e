#pragma once

#include "../core/memory.hpp"
#include "line_board.hpp"
#include "line_model.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
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

/// A cone that has come to the row of vertices `near` half cells away from the origin,
/// where its lower bound enters a square.
struct OpenCone {
  Cone cone;
  std::int64_t near = 0;
  std::int32_t square = 0;
};

/// Memory of scans.
struct ConeScratch {
  explicit ConeScratch(Memory memory = {}) : open(memory) {}

  std::pmr::vector<OpenCone> open;
  /// Ends scans early, which on large open maps take long; null: nothing does.
  const std::atomic<bool>* cancel = nullptr;
  /// Work that is left: a row of a cone takes 1. Scans end early when it is 0.
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();

  bool cancelled() const noexcept {
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
  }
  /// Whether the last scan may have ended early.
  bool stopped() const noexcept { return left == 0 || cancelled(); }
  void spend(std::uint64_t work) noexcept { left -= std::min(left, work); }
};

/// What a place sees of a quadrant.
///
/// A cone passes from row to row. Blocked squares cut it; what lies behind them is another
/// cone, which waits. Each new bound passes through a corner of an obstacle, which is a
/// vertex that the origin sees. A shortest line that goes on along this bound can be cut in
/// two there, at a corner; so what lies further along the bound is left to that corner, and
/// cones are open. This also closes the gaps between squares that touch in a corner.
///
/// Rows and columns are counted in half cells from the origin, columns of western quadrants
/// mirrored. Cost: O(1) for each row of each cone.
template <bool kWest>
class ConeScan {
 public:
  ConeScan(const LineBoard& board, ConeScratch& scratch) noexcept
      : board_(board), scratch_(scratch), open_(scratch.open), mirror_(board.width() - 1) {}

  /// Calls visit(y, a, b, is_seen) for vertices a to b of row y, in a cone of quadrant q:
  /// all that `from` sees are among them, and is_seen(x) says which.
  /// Pre: from lies in the map and is not closed; the quadrant is a western one if kWest;
  /// kQuadrantY[q] is `step`.
  template <class Visit>
  void operator()(LinePoint from, std::int32_t step, Cone cone, const Visit& visit) const {
    run(from, step, cone, visit, Nothing());
  }

  /// Calls visit(y, a, b) for the vertices a to b of row y that `from` sees. Pre: as above.
  template <class Visit>
  void see_rows(LinePoint from, std::int32_t step, Cone cone, const Visit& visit) const {
    (*this)(from, step, cone,
            [&](std::int32_t y, std::int32_t a, std::int32_t b, const auto& is_seen) {
              if (kWest)
                a = std::max(a, mirror_ - is_seen.last());
              else
                b = std::min(b, is_seen.last());
              if (a <= b) visit(y, a, b);
            });
  }

  /// Calls visit(y, a, b) for the squares a to b of row y whose centres `from` sees.
  /// Pre: as above; from is a vertex.
  template <class Visit>
  void see_centres(LinePoint from, std::int32_t step, Cone cone, const Visit& visit) const {
    run(from, step, cone, Nothing(), visit);
  }

 private:
  struct Nothing {
    template <class... Args>
    constexpr void operator()(const Args&... /*args*/) const noexcept {}
  };

  /// The vertices of a row before the higher bound of a cone.
  struct BeforeBound {
    std::int64_t x;       ///< of the origin
    std::int64_t across;  ///< of the bound in this row, times `down`
    std::int64_t down;
    std::int32_t wall, mirror;
    bool cut;  ///< the bound is new, at the wall: its vertex is seen, others on bounds not

    bool operator()(std::int32_t vertex) const noexcept {
      const std::int32_t column = kWest ? mirror - vertex : vertex;
      return cut || (2 * std::int64_t{column} - x) * down < across;
    }
    /// In mirrored columns.
    std::int32_t last() const noexcept {
      if (cut) return wall;
      return static_cast<std::int32_t>((x * down + across + 2 * down - 1) / (2 * down) - 1);
    }
  };

  /// centres: visits those between two rows of vertices.
  template <class Visit, class Centres>
  void run(LinePoint from, std::int32_t step, Cone cone, const Visit& visit,
           const Centres& centres) const {
    const std::int64_t x = kWest ? 2 * std::int64_t{mirror_} - from.x : from.x;
    open_.assign(1, {cone, 0, static_cast<std::int32_t>(x / 2)});
    while (!open_.empty() && !scratch_.stopped()) {
      const OpenCone next = open_.back();
      open_.pop_back();
      follow(next, x, from.y, step, visit, centres);
    }
  }

  /// Follows a cone until nothing is left of it.
  template <class Visit, class Centres>
  void follow(const OpenCone& begun, std::int64_t x, std::int64_t y, std::int32_t step,
              const Visit& visit, const Centres& centres) const {
    const Slope low = begun.cone.low;
    Slope high = begun.cone.high;
    std::int64_t near = begun.near, far = near == 0 && y % 2 != 0 ? 1 : near + 2;
    // No map has more rows.
    const std::int64_t first = far;
    const std::int64_t end = far + 2 * static_cast<std::int64_t>(std::min<std::uint64_t>(
                                           scratch_.left, LineBoard::kMostSide + 3));
    for (std::int32_t square = begun.square; far != end; near = far, far += 2) {
      const auto row = static_cast<std::int32_t>((y + step * far) / 2);
      const std::int32_t squares = step > 0 ? row - 1 : row;
      const std::int32_t wall = blocked(squares, square);
      const std::int64_t side = 2 * std::int64_t{wall} - x;  // its near side
      if constexpr (!std::is_same_v<Centres, Nothing>)
        between({low, high}, x, far - 1, squares, wall, centres);
      // A bound on the axis is cut in the first row.
      const bool cut = side * high.down < high.across * far;
      if (cut && near != 0) keep_rest(low, high, near, free(squares, wall), x);
      if (cut) high = {side, far};
      if (!(low < high)) break;
      // In mirrored columns, which are not negative.
      square =
          static_cast<std::int32_t>((x * low.down + low.across * far) / (2 * low.down));
      const BeforeBound is_seen{x, high.across * far, high.down, wall, mirror_, cut};
      if (kWest)
        visit(row, mirror_ - wall, mirror_ - square - 1, is_seen);
      else
        visit(row, square + 1, wall, is_seen);
    }
    scratch_.spend(static_cast<std::uint64_t>(far - first) / 2 + 1);
  }

  /// Visits the squares before a wall whose centres, `middle` half cells away, lie in a
  /// cone.
  template <class Centres>
  void between(const Cone& cone, std::int64_t x, std::int64_t middle, std::int32_t squares,
               std::int32_t wall, const Centres& centres) const {
    const auto [low, high] = cone;
    // Centre c lies in half column 2c + 1: after the lower bound, before the higher one.
    const auto first = static_cast<std::int32_t>(
        ((x * low.down + low.across * middle) / low.down + 1) / 2);
    const std::int64_t end = x * high.down + high.across * middle;
    const auto last =
        high.down == 0
            ? wall - 1
            : static_cast<std::int32_t>(
                  std::min<std::int64_t>(wall, (end + high.down - 1) / (2 * high.down)) -
                  1);
    if (first > last) return;
    if (kWest)
      centres(squares, mirror_ - 1 - last, mirror_ - 1 - first);
    else
      centres(squares, first, last);
  }

  /// What lies behind a wall that cuts a cone, from the next free square on.
  void keep_rest(Slope low, Slope high, std::int64_t near, std::int32_t square,
                 std::int64_t x) const {
    const Slope left{2 * std::int64_t{square} - x, near};
    if (left < high) open_.push_back({{low < left ? left : low, high}, near, square});
  }

  std::int32_t blocked(std::int32_t row, std::int32_t square) const noexcept {
    return kWest ? mirror_ - 1 - board_.last_blocked(row, mirror_ - 1 - square)
                 : board_.next_blocked(row, square);
  }
  std::int32_t free(std::int32_t row, std::int32_t square) const noexcept {
    return kWest ? mirror_ - 1 - board_.last_free(row, mirror_ - 1 - square)
                 : board_.next_free(row, square);
  }
  const LineBoard& board_;
  ConeScratch& scratch_;
  std::pmr::vector<OpenCone>& open_;
  std::int32_t mirror_;
};

/// The quadrant of a direction that lies on no axis.
constexpr unsigned quadrant_of(std::int32_t dx, std::int32_t dy) noexcept {
  if (dy > 0) return dx > 0 ? 0 : 1;
  return dx > 0 ? 3 : 2;
}

/// Calls scan(cones) with the ConeScan of quadrant q.
template <class Scan>
void with_cones(const LineBoard& board, unsigned q, ConeScratch& scratch,
                const Scan& scan) {
  if (kQuadrantX[q] < 0)
    scan(ConeScan<true>(board, scratch));
  else
    scan(ConeScan<false>(board, scratch));
}

/// Calls visit(x, y) for the vertices that `from` sees in a cone of quadrant q and that are
/// taut in that quadrant.
template <class Visit>
void see(const LineBoard& board, LinePoint from, unsigned q, Cone cone,
         ConeScratch& scratch, const Visit& visit) {
  with_cones(board, q, scratch, [&](const auto& cones) {
    cones(from, kQuadrantY[q], cone,
          [&](std::int32_t y, std::int32_t a, std::int32_t b, const auto& is_seen) {
            board.for_each_taut(y, a, b, q, [&](std::int32_t x) {
              if (is_seen(x)) visit(x, y);
            });
          });
  });
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
