#include "generators.hpp"
#include "squares.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace throng {
namespace {

constexpr std::uint32_t kSides = 4;  // north, east, south, west
constexpr std::array<Position, kSides> kBeside{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
constexpr std::uint8_t kUnseen = 4;  // in place of the side that leads back to the root
constexpr std::uint8_t kRoot = 5;

Position beside(Position square, std::uint32_t side) {
  return {square.x + kBeside[side].x, square.y + kBeside[side].y};
}

/// A walk over unvisited squares that backtracks where it is stuck.
class Walk {
 public:
  explicit Walk(const Squares& squares)
      : squares_(squares),
        back_(static_cast<std::size_t>(squares.columns()) *
                  static_cast<std::size_t>(squares.rows()),
              kUnseen) {
    way_back() = kRoot;
  }

  Position at() const { return at_; }
  bool at_root() { return way_back() == kRoot; }

  /// Stores the sides on which an unvisited square lies; returns their number.
  std::uint32_t unseen(std::array<std::uint32_t, kSides>& sides) const {
    std::uint32_t count = 0;
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const Position next = beside(at_, side);
      if (squares_.contains(next) && back_[slot(next)] == kUnseen) sides[count++] = side;
    }
    return count;
  }

  void go(std::uint32_t side) {
    at_ = beside(at_, side);
    way_back() = static_cast<std::uint8_t>((side + kSides / 2) % kSides);
  }

  void go_back() { at_ = beside(at_, way_back()); }

 private:
  std::size_t slot(Position square) const {
    return static_cast<std::size_t>(square.y) *
               static_cast<std::size_t>(squares_.columns()) +
           static_cast<std::size_t>(square.x);
  }
  std::uint8_t& way_back() { return back_[slot(at_)]; }

  const Squares& squares_;
  std::vector<std::uint8_t> back_;  ///< by square: the side that leads to the root
  Position at_;
};

void open_side(const Squares& squares, Position square, std::uint32_t side,
               Terrain& terrain) {
  const bool upright = side % 2 == 1;  // east or west: the wall runs from north to south
  const Position first = std::min(square, beside(square, side));
  const Squares::Line wall =
      upright ? squares.wall_right_of(first) : squares.wall_below(first);
  for (std::int32_t i = 0; i < wall.length; ++i) terrain.set(wall.cell(i), '.');
}

}  // namespace

/// A spanning tree of the squares by depth-first search with random turns, which produces
/// long winding corridors. Uses one byte per square instead of a stack. Source: W. D.
/// Pullen, "Think Labyrinth", 1996, "recursive backtracker".
void make_maze(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  const Squares squares(terrain, options.corridor);
  draw_walls(squares, terrain);
  Walk walk(squares);
  std::array<std::uint32_t, kSides> sides{};
  const auto count = static_cast<std::size_t>(squares.columns()) *
                     static_cast<std::size_t>(squares.rows());
  const Progress progress(options.monitor, count);
  constexpr std::size_t kStep = 4096;  // a count for each square would take longer
  for (std::size_t visited = 1;;) {
    const std::uint32_t choices = walk.unseen(sides);
    if (choices > 0) {
      const std::uint32_t side = sides[random.below(choices)];
      open_side(squares, walk.at(), side, terrain);
      walk.go(side);
      if (++visited % kStep == 0) progress(kStep);
    } else if (walk.at_root()) {
      return;
    } else {
      walk.go_back();
    }
  }
}

}  // namespace throng
