#include "theta_star.hpp"

#include <algorithm>
#include <bit>

namespace throng {
namespace {

bool later(const ThetaScratch::Entry& a, const ThetaScratch::Entry& b) noexcept {
  if (a.f != b.f) return a.f > b.f;
  return a.g != b.g ? a.g < b.g : a.cell > b.cell;
}

/// One search.
class Search {
 public:
  using Node = ThetaScratch::Node;
  using Entry = ThetaScratch::Entry;

  Search(const Legs& legs, CellIndex goal, ThetaScratch& scratch)
      : legs_(legs),
        grid_(legs.grid()),
        drawing_(legs.drawing()),
        goal_(grid_.position(goal)),
        scratch_(scratch) {}

  /// Offers a parent to a cell that has not been expanded.
  void reach(CellIndex cell, Position at, Length g, CellIndex parent) {
    scratch_[cell] = {g, parent, scratch_.reached()};
    scratch_.push({g + drawing_.length(at, goal_), g, cell});
  }

  /// Whether the cell taken from the open list sees its parent. If not, the next best
  /// parent is set and the cell goes back onto the open list.
  bool check(CellIndex cell, Position at) {
    const Node& node = scratch_[cell];
    if (node.parent == cell || legs_(grid_.position(node.parent), at)) return true;
    Length best = std::numeric_limits<Length>::max();
    CellIndex parent = cell;
    for (std::size_t d = 0; d < kMoves; ++d) {
      const CellIndex from = cell - grid_.offset(static_cast<Move>(d));
      if ((grid_.moves()[from] >> d & 1U) == 0) continue;
      const Node& neighbour = scratch_[from];
      if (neighbour.stamp != scratch_.expanded()) continue;
      const Length g = neighbour.g + drawing_.length(grid_.position(from), at);
      if (g >= best) continue;
      best = g;
      parent = from;
    }
    reach(cell, at, best, parent);
    return false;
  }

  void expand(CellIndex cell, Position at) {
    Node& node = scratch_[cell];
    node.stamp = scratch_.expanded();
    const CellIndex parent = node.parent;
    const Position parent_at = grid_.position(parent);
    const Length parent_g = scratch_[parent].g;
    for (unsigned bits = grid_.moves()[cell]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const CellIndex to = cell + grid_.offset(move);
      const Node& next = scratch_[to];
      if (next.stamp == scratch_.expanded()) continue;
      const bool touched = next.stamp == scratch_.reached();
      if (touched && next.parent == parent) continue;  // no change
      const Position to_at = grid_.step(at, move);
      const Length g = parent_g + drawing_.length(parent_at, to_at);
      if (!touched || g < next.g) reach(to, to_at, g, parent);
    }
  }

 private:
  const Legs& legs_;
  const Grid& grid_;
  Drawing drawing_;
  Position goal_;
  ThetaScratch& scratch_;
};

}  // namespace

void ThetaScratch::forget(std::size_t cell_count) {
  if (nodes_.size() < cell_count) nodes_.resize(cell_count);
  open_.clear();
  generation_ += 2;
  if (generation_ != 0) return;
  std::fill(nodes_.begin(), nodes_.end(), Node{});
  generation_ = 2;
}

void ThetaScratch::push(const Entry& entry) {
  open_.push_back(entry);
  std::push_heap(open_.begin(), open_.end(), later);
}

bool ThetaScratch::pop(Entry& entry) {
  if (open_.empty()) return false;
  std::pop_heap(open_.begin(), open_.end(), later);
  entry = open_.back();
  open_.pop_back();
  return true;
}

bool theta_star(const Legs& legs, CellIndex start, CellIndex goal,
                std::uint32_t max_expansions, ThetaScratch& scratch,
                std::pmr::vector<CellIndex>& path) {
  const Grid& grid = legs.grid();
  scratch.forget(grid.cell_count());
  Search search(legs, goal, scratch);
  search.reach(start, grid.position(start), 0, start);
  std::uint32_t expanded = 0;
  for (ThetaScratch::Entry entry{}; scratch.pop(entry);) {
    const ThetaScratch::Node& node = scratch[entry.cell];
    if (node.stamp == scratch.expanded() || node.g != entry.g) continue;  // stale
    const Position at = grid.position(entry.cell);
    if (!search.check(entry.cell, at)) continue;
    if (entry.cell == goal) {
      const auto begin = static_cast<std::ptrdiff_t>(path.size());
      for (CellIndex cell = goal; cell != start; cell = scratch[cell].parent)
        path.push_back(cell);
      path.push_back(start);
      std::reverse(path.begin() + begin, path.end());
      return true;
    }
    if (expanded++ == max_expansions) return false;
    search.expand(entry.cell, at);
  }
  return false;
}

}  // namespace throng
