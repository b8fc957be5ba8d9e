#include "line_path.hpp"

#include <cstddef>

namespace throng {

void level_lines(std::span<Scratch> threads) {
  for (const Scratch& from : threads)
    for (Scratch& to : threads) {
      const auto* const one = from.find<LinesScratch>();
      auto* const other = to.find<LinesScratch>();
      if (one == nullptr || other == nullptr || one == other) continue;
      other->search.reserve_as(one->search);
      other->points.reserve(one->points.capacity());
    }
}

LinePath find_line_path(const LineBoard& board, const Legs& legs, const Query& query,
                        const LineLimits& limits, LinesScratch& scratch) {
  scratch.points.clear();
  LinePath path{.found = find_line(board, legs, query.start, query.goal, limits,
                                   scratch.search, scratch.points),
                .points = scratch.points};
  LineLength length = 0;
  for (std::size_t k = 1; k < path.points.size(); ++k)
    length += line_length(path.points[k - 1], path.points[k]);
  path.length = in_cells(length);
  return path;
}

}  // namespace throng
