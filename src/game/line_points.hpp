#pragma once

#include "../lines/line_path.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace throng {

// The points of a straight line travel behind the moves of its path, in the same buffer.

static_assert(sizeof(Move) == 1 && std::is_trivially_copyable_v<Position>);

/// See AnyAnglePaths::scale.
inline std::int32_t scale_of_lines(const Grid& grid) noexcept {
  return scale_of(line_model(grid.rules()).value_or(LineModel::unit));
}

/// The place of so many points in a buffer of moves.
constexpr std::uint64_t moves_for_points(std::uint64_t points) noexcept {
  return points * sizeof(Position);
}

inline void append_point(Position point, Column<Move>& paths) {
  const std::size_t begin = paths.size();
  paths.resize(begin + sizeof point);
  std::memcpy(paths.data() + begin, &point, sizeof point);
}

/// from: behind the moves.
inline void copy_points(const Move* from, std::size_t points, Position* to) noexcept {
  if (points != 0) std::memcpy(static_cast<void*>(to), from, points * sizeof(Position));
}

}  // namespace throng
