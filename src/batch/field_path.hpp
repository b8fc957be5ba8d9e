#pragma once

#include "../field/field_walk.hpp"
#include "answer_query.hpp"

#include <throng/column.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace throng {

/// A path that is read from a field of distances.
struct FieldPath {
  const FieldWalk& walk;
  const Cost* field;
  CellIndex place;     ///< the end of the path at which the field is not 0
  Position start;      ///< of the path
  std::uint32_t lane;  ///< see lane_of()
};

/// Appends the first `most` moves of a path, redrawn by the ties of the solver. Returns the
/// number of all its moves; nothing if there is no way. See FieldWalk::append().
inline std::optional<std::size_t> append_path(const Problem& problem, const FieldPath& path,
                                              std::uint32_t most, Scratch& scratch,
                                              Column<Move>& paths) {
  auto& trails = scratch.of<Trails>();
  if (problem.options.ties == Ties::canonical)
    return path.walk.append(path.field, path.place, most, trails, paths);
  const std::size_t begin = paths.size();
  const auto moves = path.walk.append(
      path.field, path.place, std::numeric_limits<std::size_t>::max(), trails, paths);
  trails.leave_out();
  if (moves) finish_path(problem, path.start, path.lane, begin, most, scratch, paths);
  return moves;
}

}  // namespace throng
