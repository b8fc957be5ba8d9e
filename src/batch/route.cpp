#include <throng/assert.hpp>
#include <throng/links.hpp>
#include <throng/route.hpp>

#include <algorithm>

namespace throng {
namespace {

/// A link that the grid does not have leads nowhere: the unit stays.
Position end_of(const Grid& grid, Position from, Move move) {
  if (is_link(move) &&
      (grid.links() == nullptr || link_slot(move) >= grid.links()->from(from).size()))
    return from;
  return PathView(grid.rules().topology, from, {}, grid.links().get()).step(from, move);
}

/// Where moves lead from a cell, on the grid of `path`; nothing if one of them is a link,
/// since another version of the grid may have numbered it.
template <class Iterator>
std::optional<Position> end_of(const PathView& path, Position from, Iterator first,
                               Iterator last) {
  for (; first != last; ++first) {
    if (is_link(*first)) return std::nullopt;
    from = path.step(from, *first);
  }
  return from;
}

/// Unknown ends may be equal.
bool may_be_equal(std::optional<Position> a, std::optional<Position> b) {
  return !a || !b || *a == *b;
}

bool can_move(const Grid& grid, Position from, Move move) {
  if (!grid.open(from)) return false;
  if (!is_link(move)) return (grid.moves(from) >> static_cast<unsigned>(move) & 1U) != 0;
  return grid.links() != nullptr && grid.links()->usable(from, move);
}

}  // namespace

// All changes make room first: if no memory is left, the route is unchanged.

void Route::assign(const PathView& path) {
  const std::span<const Move> moves = path.moves();
  if (moves.size() > moves_.capacity())
    moves_ = {moves.rbegin(), moves.rend(), moves_.get_allocator()};
  else
    moves_.assign(moves.rbegin(), moves.rend());
  position_ = path.start();
}

/// The moves after which the unit first stands on a cell.
std::optional<std::size_t> Route::moves_to(const Grid& grid, Position position) const {
  Position at = position_;
  for (std::size_t k = 0; k < moves_.size(); ++k) {
    if (at == position) return k;
    at = end_of(grid, at, moves_[moves_.size() - 1 - k]);
  }
  return at == position ? std::optional(moves_.size()) : std::nullopt;
}

bool Route::place(const Grid& grid, Position position) {
  const auto passed = moves_to(grid, position);
  position_ = position;
  moves_.resize(passed ? moves_.size() - *passed : 0);
  return passed.has_value();
}

Position Route::advance(const Grid& grid) {
  THRONG_ASSERT(!empty());
  position_ = end_of(grid, position_, moves_.back());
  moves_.pop_back();
  return position_;
}

Position Route::ahead(const Grid& grid, std::size_t moves) const {
  Position at = position_;
  const auto count = static_cast<std::ptrdiff_t>(std::min(moves, moves_.size()));
  std::for_each(moves_.rbegin(), moves_.rbegin() + count,
                [&](Move move) { at = end_of(grid, at, move); });
  return at;
}

std::size_t Route::walkable(const Grid& grid, std::size_t most) const {
  Position at = position_;
  most = std::min(most, moves_.size());
  for (std::size_t k = 0; k < most; ++k) {
    const Move move = moves_[moves_.size() - 1 - k];
    if (!can_move(grid, at, move)) return k;
    at = end_of(grid, at, move);
  }
  return most;
}

bool Route::splice(std::size_t moves, const PathView& head) {
  const std::size_t kept = moves_.size() - std::min(moves, moves_.size());
  const auto joint = moves_.rend() - static_cast<std::ptrdiff_t>(kept);
  const bool paths_meet =
      head.start() == position_ &&
      (kept == 0 ||
       may_be_equal(end_of(head, position_, moves_.rbegin(), joint),
                    end_of(head, position_, head.moves().begin(), head.moves().end())));
  if (!paths_meet) return false;
  moves_.reserve(kept + head.moves().size());
  moves_.resize(kept);
  moves_.insert(moves_.end(), head.moves().rbegin(), head.moves().rend());
  return true;
}

bool Route::append(const PathView& more) {
  if (moves_.empty()) {
    assign(more);
    return true;
  }
  const bool paths_meet =
      may_be_equal(end_of(more, position_, moves_.rbegin(), moves_.rend()), more.start());
  if (!paths_meet) return false;
  moves_.insert(moves_.begin(), more.moves().rbegin(), more.moves().rend());
  return true;
}

void Route::truncate(std::size_t moves) {
  const std::size_t dropped = moves_.size() - std::min(moves, moves_.size());
  moves_.erase(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(dropped));
}

bool Route::join(const Grid& grid, const PathView& path) {
  const auto kept = moves_to(grid, path.start());
  if (!kept) return false;
  moves_.reserve(*kept + path.moves().size());
  truncate(*kept);
  return append(path);
}

}  // namespace throng
