#pragma once

#include <throng/query.hpp>
#include <throng/rules.hpp>

#include <cmath>
#include <cstdint>

namespace throng {

/// A length in units of 2^-24 of the distance between two vertically adjacent cells.
using Length = std::uint64_t;

inline constexpr unsigned kLengthBits = 24;

/// Position of a cell's centre as drawn, in integers: x counts columns, y half cells.
struct Centre {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// The geometry of a grid as drawn: squares; hexagons of height 1, whose columns are
/// sqrt(3) / 2 apart; or, tex, squares in shifted columns. On hexagonal and tex grids, odd
/// columns are half a cell higher.
class Drawing {
 public:
  explicit constexpr Drawing(Topology topology) noexcept
      : topology_(topology), column_(topology == Topology::hex ? 3 : 4) {}

  constexpr Topology topology() const noexcept { return topology_; }

  constexpr Centre centre(Position p) const noexcept {
    const std::int64_t y = 2 * std::int64_t{p.y};
    return {p.x, is_hexagonal(topology_) ? y - (p.x & 1) : y};
  }

  /// The distance of two centres, rounded up, so that the triangle inequality holds exactly
  /// in integers. Identical on every machine.
  Length length(Position a, Position b) const noexcept {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t square = squared(a, b);
    const Wide wide = Wide{square} << (2 * (kLengthBits - 1));
    // The double is an approximation; the result does not depend on its error.
    const double close = std::sqrt(static_cast<double>(square)) * (kUnit / 2);
    auto root = static_cast<Length>(static_cast<std::int64_t>(close));
    while (Wide{root} * root < wide) ++root;
    while (root != 0 && Wide{root - 1} * (root - 1) >= wide) --root;
    return root;
  }

  /// The distance for reports, as a double.
  double distance(Position a, Position b) const noexcept {
    return std::sqrt(static_cast<double>(squared(a, b))) / 2;
  }

 private:
  static constexpr double kUnit = 1 << kLengthBits;

  /// The squared distance, in quarters. It fits, because the cells of a map have 32-bit
  /// indices.
  constexpr std::uint64_t squared(Position a, Position b) const noexcept {
    const Centre from = centre(a), to = centre(b);
    // Unsigned: the square is unchanged, and positions outside a map may wrap.
    const auto dx = static_cast<std::uint64_t>(to.x - from.x);
    const auto dy = static_cast<std::uint64_t>(to.y - from.y);
    return column_ * (dx * dx) + dy * dy;
  }

  Topology topology_;
  std::uint64_t column_;  ///< four times the squared distance of two columns
};

}  // namespace throng
