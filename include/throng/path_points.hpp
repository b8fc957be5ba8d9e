#pragma once

#include <throng/answers.hpp>
#include <throng/column.hpp>
#include <throng/export.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

// The paths of a whole batch in a shorter form than moves: waypoints, or runs.

namespace throng {

/// Items of all paths of a batch, one path after the other, in two arrays. All arrays come
/// from one memory resource, as those of Answers do.
template <class Item>
struct PathItems {
  PathItems() : PathItems(std::pmr::get_default_resource()) {}
  /// Pre: memory is not null and outlives the items.
  explicit PathItems(std::pmr::memory_resource* memory) : begin(memory), items(memory) {}

  /// The items of slot i are items[begin[i] .. begin[i + 1]). A number for each slot, and
  /// one more; none before the first call.
  Column<std::uint64_t> begin;
  Column<Item> items;

  std::size_t slots() const noexcept { return begin.empty() ? 0 : begin.size() - 1; }
  /// The items of a slot. Pre: slot < slots().
  std::span<const Item> of(std::size_t slot) const noexcept {
    return std::span(items).subspan(begin[slot], begin[slot + 1] - begin[slot]);
  }
};

using PathPoints = PathItems<Position>;
using PathRuns = PathItems<Run>;

/// Finds the turning points of all paths, see PathView::turning_points: waypoints to walk
/// straight to. A slot that was not found and has no move has no points; a batch without
/// BatchOptions::paths has the starts alone. Replaces `points`, and reuses its memory.
///
/// Cost: O(turns + moves / 8), on all threads: 0.2 to 1 us a path on MovingAI maps.
///       Allocates nothing once `points` has held as much. If an allocation fails, `points`
///       is empty.
/// Thread safety: as for reading the answers; the workers serve one call at a time.
THRONG_API void find_turning_points(const Answers& answers, Workers& workers,
                                    PathPoints& points);

/// Finds the runs of all paths, see PathView::runs. Otherwise as find_turning_points(). A
/// path without moves has no runs.
THRONG_API void find_runs(const Answers& answers, Workers& workers, PathRuns& runs);

}  // namespace throng
