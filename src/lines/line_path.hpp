#pragma once

#include "../core/memory.hpp"
#include "../core/scratch.hpp"
#include "clear_line.hpp"
#include "line_board.hpp"
#include "line_graph.hpp"
#include "line_labels.hpp"
#include "line_model.hpp"
#include "line_search.hpp"

#include <throng/query.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// What lines of one version of a map are found in.
struct LineSource {
  const LineBoard* board = nullptr;    ///< null: nothing
  const LineLabels* labels = nullptr;  ///< null: lines are searched for
  const LineGraph* graph = nullptr;    ///< null: the search scans
};

/// Memory of find_line_path() on one thread.
struct LinesScratch {
  explicit LinesScratch(Memory memory = {})
      : search(memory), join(memory), points(memory) {}

  LineScratch search;
  LineJoinScratch join;
  std::pmr::vector<LinePoint> points;  ///< of one path
};

/// Makes the memory large enough for searches or joins of a source. Pre: there is a board.
void reserve_lines(const LineSource& source, LinesScratch& scratch);

/// Raises the capacity of every thread that has found paths to the largest among them.
void level_lines(std::span<Scratch> threads);

/// A shortest any-angle path.
struct LinePath {
  LineFound found;
  double length = 0;                  ///< of the legs, in cells; 0 unless found
  std::span<const LinePoint> points;  ///< valid until the next search with this memory
};

/// As find_line(), or read from labels. wanted: whether the points are; without them the
/// length is found alone where that saves time. Pre: there is a board.
LinePath find_line_path(const LineSource& source, const Legs& legs, const Query& query,
                        bool wanted, const LineLimits& limits, LinesScratch& scratch);

/// See AnyAnglePaths::scale.
constexpr std::int32_t scale_of(LineModel model) noexcept {
  return model == LineModel::point ? 2 : 1;
}

/// A point of a path in 1/scale_of(model) of a cell.
constexpr Position position_of(LineModel model, LinePoint point) noexcept {
  if (model == LineModel::unit) return {point.x / 2 - 1, point.y / 2 - 1};
  return {point.x - 3, point.y - 3};
}

/// The other way.
constexpr LinePoint point_of(LineModel model, Position p) noexcept {
  if (model == LineModel::unit) return {2 * (p.x + 1), 2 * (p.y + 1)};
  return {p.x + 3, p.y + 3};
}

}  // namespace throng
