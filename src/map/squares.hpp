#pragma once

#include <throng/terrain.hpp>

#include <algorithm>
#include <cstdint>

namespace throng {

/// A map divided into squares with walls one cell wide between them. The squares at the
/// right and the lower edge are as large as the map permits. Used by generators.
class Squares {
 public:
  /// A straight line of cells.
  struct Line {
    Position begin;
    Position step;
    std::int32_t length = 0;

    Position cell(std::int32_t i) const noexcept {
      return {begin.x + i * step.x, begin.y + i * step.y};
    }
  };

  /// Squares `side` cells wide. Pre: side >= 1; the terrain outlives this.
  Squares(const Terrain& terrain, std::int32_t side)
      : width_(terrain.width()),
        height_(terrain.height()),
        side_(std::min(side, std::max(width_, height_))) {}

  std::int32_t columns() const noexcept { return (width_ - 1) / period() + 1; }
  std::int32_t rows() const noexcept { return (height_ - 1) / period() + 1; }

  bool contains(Position square) const noexcept {
    return square.x >= 0 && square.y >= 0 && square.x < columns() && square.y < rows();
  }

  /// Whether a cell belongs to a wall rather than to a square.
  bool is_wall(Position cell) const noexcept {
    return cell.x % period() == side_ || cell.y % period() == side_;
  }

  /// The wall cells between a square and the next one to the right, or below. Pre: contains
  /// both squares.
  Line wall_right_of(Position square) const noexcept {
    const std::int32_t y = square.y * period();
    return {{square.x * period() + side_, y}, {0, 1}, std::min(side_, height_ - y)};
  }
  Line wall_below(Position square) const noexcept {
    const std::int32_t x = square.x * period();
    return {{x, square.y * period() + side_}, {1, 0}, std::min(side_, width_ - x)};
  }

 private:
  std::int32_t period() const noexcept { return side_ + 1; }

  std::int32_t width_;
  std::int32_t height_;
  std::int32_t side_;
};

/// Closes the walls between all squares.
inline void draw_walls(const Squares& squares, Terrain& terrain) {
  for (Position p; p.y < terrain.height(); ++p.y)
    for (p.x = 0; p.x < terrain.width(); ++p.x)
      if (squares.is_wall(p)) terrain.set(p, '@');
}

}  // namespace throng
