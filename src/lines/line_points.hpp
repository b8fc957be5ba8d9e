#pragma once

#include "line_model.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Of the points of a line from points[begin] on, removes those at which it does not turn,
/// and all but one of equal ones that follow each other.
inline void keep_turns(std::pmr::vector<LinePoint>& points, std::size_t begin) {
  // Whether b lies on the way from a to c.
  const auto straight_on = [](LinePoint a, LinePoint b, LinePoint c) {
    return std::int64_t{b.x - a.x} * (c.y - b.y) == std::int64_t{b.y - a.y} * (c.x - b.x);
  };
  std::size_t kept = begin;
  for (std::size_t i = begin; i < points.size(); ++i) {
    const LinePoint point = points[i];
    if (kept > begin && points[kept - 1] == point) continue;
    if (kept - begin >= 2 && straight_on(points[kept - 2], points[kept - 1], point)) --kept;
    points[kept++] = point;
  }
  points.resize(kept);
}

}  // namespace throng
