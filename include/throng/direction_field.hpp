#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// Where to go from every cell to get to a goal, or to the nearest of several, as cheaply
/// as can be: for a group order, whose units each ask for their next move wherever they
/// are.
///
/// Found by one sweep from the goals back, and kept until the goals are replaced, in the
/// same memory. Holds on to its grid. Const members may be called from any number of
/// threads at once. Positions passed to it lie in the map. Memory: 9 bytes a cell of the
/// padded map.
class DirectionField {
 public:
  /// Leads nowhere yet. Pre: grid is not null. Cost: O(cells).
  explicit DirectionField(std::shared_ptr<const Grid> grid);
  ~DirectionField();
  DirectionField(DirectionField&&) noexcept;
  DirectionField& operator=(DirectionField&&) noexcept;

  const std::shared_ptr<const Grid>& grid() const noexcept;

  /// Replaces the goals. None is reached that costs more than `radius` to get to, and
  /// closed ones by nobody; without goals it leads nowhere.
  ///
  /// Cost: a sweep of the cells within the radius on the calling thread, some 2 to 8 ns
  /// each, 40 to 80 where steps have weights. What the call before has changed is cleared
  /// first: cells within its radius, or all of them where that is wide or there are links.
  /// Allocates nothing once it and the workers are warm.
  void lead_to(std::span<const Position> goals, Workers& workers,
               Cost radius = kUnreachable - 1);

  /// What it costs to get from `from` to a goal; kUnreachable where none is reached.
  Cost distance(Position from) const noexcept;

  /// The move to make at `from`: `last`, the one that led there, while it leads on, else
  /// the first step that does, else the first link: a move of kMoves or more, see
  /// PathView::step. Nothing at a goal and where none is reached. Some 10 ns.
  std::optional<Move> next(Position from, std::optional<Move> last = {}) const noexcept;

  /// Appends to `moves` those that next() would give one after the other. Cost: O(moves).
  void append_path(Position from, std::vector<Move>& moves) const;

  /// Bytes, without those of the grid.
  std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
