#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace throng {

/// What moves along straight lines, and so where shortest lines turn.
///
/// - unit: a square of Rules::unit_size cells that never overlaps a closed cell: the rule
/// of
///   never_cut and of tile grids. Lines lead from anchor to anchor. The square between four
///   anchors is blocked unless all four are open, and lines turn at anchors.
/// - point: the centre of a cell, which may touch closed cells, but not pass between two
///   that touch in a corner: the rule of cut_one. The squares are the cells, and lines turn
///   at corners of cells.
enum class LineModel : std::uint8_t { unit, point };

/// The model of a grid; none: shortest lines of such grids are not defined by one of them.
inline std::optional<LineModel> line_model(const Rules& rules) noexcept {
  if (rules.topology == Topology::tile) return LineModel::unit;
  if (rules.topology != Topology::octile) return std::nullopt;
  if (rules.corners == Corners::never_cut) return LineModel::unit;
  if (rules.corners == Corners::cut_one) return LineModel::point;
  return std::nullopt;
}

/// A place in half cells of the padded map. Vertices, where lines turn, are even: vertex
/// x,y is the anchor x,y (unit), or the upper left corner of the cell x,y (point).
struct LinePoint {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend constexpr bool operator==(LinePoint, LinePoint) = default;
};

/// The centre of a cell of the map, whose first cell is 1,1 of the padded map.
constexpr LinePoint centre_of(LineModel model, Position p) noexcept {
  const std::int32_t odd = model == LineModel::point ? 1 : 0;
  return {2 * (p.x + 1) + odd, 2 * (p.y + 1) + odd};
}

/// A length in units of 2^-32 cells. Sums are exact in any order.
using LineLength = std::uint64_t;

inline constexpr LineLength kNoLine = std::numeric_limits<LineLength>::max();

/// The length of a straight line, rounded to the nearest unit. Equal on every machine: IEEE
/// 754 rounds square roots correctly, and nothing here can be fused. Adding 1.5 * 2^20 to a
/// length, which is below 2^19 cells, leaves the units of 2^-32 in the last bits.
inline LineLength line_length(LinePoint a, LinePoint b) noexcept {
  constexpr double kShift = 1.5 * (1 << 20);
  const auto dx = std::int64_t{a.x} - b.x, dy = std::int64_t{a.y} - b.y;
  const double length = std::sqrt(static_cast<double>(dx * dx + dy * dy)) * 0.5;
  return std::bit_cast<std::uint64_t>(length + kShift) -
         std::bit_cast<std::uint64_t>(kShift);
}

/// In cells; rounded once if it is 2^21 cells or more.
inline double in_cells(LineLength length) noexcept {
  return static_cast<double>(length) / 4294967296.0;
}

}  // namespace throng
