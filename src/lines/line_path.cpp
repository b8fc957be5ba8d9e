#include "line_path.hpp"

#include <algorithm>
#include <cstddef>

namespace throng {

void reserve_lines(const LineSource& source, LinesScratch& scratch) {
  if (source.labels != nullptr)
    source.labels->prepare(scratch.join);
  else
    scratch.search.reserve(*source.board);
}

void level_lines(std::span<Scratch> threads) {
  for (const Scratch& from : threads)
    for (Scratch& to : threads) {
      const auto* const one = from.find<LinesScratch>();
      auto* const other = to.find<LinesScratch>();
      if (one == nullptr || other == nullptr || one == other) continue;
      other->search.reserve_as(one->search);
      other->join.reserve_as(one->join);
      other->points.reserve(one->points.capacity());
    }
}

LinePath find_line_path(const LineSource& source, const Legs& legs, const Query& query,
                        bool wanted, const LineLimits& limits, LinesScratch& scratch) {
  scratch.points.clear();
  LinePath path;
  if (source.labels != nullptr) {
    path.found = source.labels->find(legs, query.start, query.goal, wanted, scratch.join,
                                     scratch.points);
    path.found.work = std::min(path.found.work, limits.work);
    path.length = path.found.status == Status::found ? in_cells(path.found.length) : 0;
  } else {
    path.found = find_line(*source.board, source.graph, legs, query, limits, scratch.search,
                           scratch.points);
    LineLength length = 0;
    for (std::size_t k = 1; k < scratch.points.size(); ++k)
      length += line_length(scratch.points[k - 1], scratch.points[k]);
    path.length = in_cells(length);
  }
  path.points = scratch.points;
  return path;
}

}  // namespace throng
