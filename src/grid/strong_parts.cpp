#include "strong_parts.hpp"

#include "link_graph.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <bit>

namespace throng {
namespace {

bool wants(const Grid& grid, std::span<const std::uint8_t> wanted, CellIndex cell) {
  const std::uint32_t component = grid.component(cell);
  return component != Grid::kNoComponent && wanted[component] != 0;
}

/// Tarjan's algorithm with a stack of its own. Numbers are those of visits; a part has the
/// number of the cell at which it was entered.
class Tarjan {
 public:
  explicit Tarjan(const Grid& grid)
      : grid_(grid), moves_(grid.moves()), number_(grid.cell_count(), StrongParts::kNone) {}

  /// Visits the cells that `root` reaches. closed(first, count): called for each part with
  /// its cells in no order.
  template <class Closed>
  void visit(CellIndex root, const Closed& closed) {
    if (number_[root] != StrongParts::kNone) return;
    enter(root);
    while (!path_.empty()) {
      Visit& top = path_.back();
      const CellIndex next = next_of(top);
      if (next == kNoCell) {
        leave(closed);
      } else if (number_[next] == StrongParts::kNone) {
        enter(next);
      } else if (!is_closed(next)) {
        top.low = std::min(top.low, number_[next]);
      }
    }
  }

 private:
  static constexpr auto kNoCell = static_cast<CellIndex>(-1);

  struct Visit {
    CellIndex cell;
    std::uint32_t low;   ///< the least number of an open part that was seen from here
    std::uint8_t moves;  ///< not tried yet
    std::uint8_t links;  ///< tried
  };

  bool is_closed(CellIndex cell) const { return closed_[number_[cell]]; }

  void enter(CellIndex cell) {
    number_[cell] = visited_;
    closed_.push_back(false);
    path_.push_back({cell, visited_++, moves_[cell], 0});
    open_.push_back(cell);
  }

  CellIndex next_of(Visit& visit) const {
    if (visit.moves != 0) {
      const auto move = static_cast<Move>(std::countr_zero(visit.moves));
      visit.moves &= static_cast<std::uint8_t>(visit.moves - 1);
      return visit.cell + grid_.offset(move);
    }
    if (grid_.links() == nullptr) return kNoCell;
    const auto ways = grid_.links()->graph().forward().of(visit.cell);
    return visit.links < ways.size() ? ways[visit.links++].to : kNoCell;
  }

  template <class Closed>
  void leave(const Closed& closed) {
    const Visit done = path_.back();
    path_.pop_back();
    if (!path_.empty()) path_.back().low = std::min(path_.back().low, done.low);
    if (done.low != number_[done.cell]) return;
    const auto first =
        std::ranges::find(open_.rbegin(), open_.rend(), done.cell).base() - 1;
    for (auto cell = first; cell != open_.end(); ++cell) closed_[number_[*cell]] = true;
    closed(std::span<const CellIndex>(first, open_.end()));
    open_.erase(first, open_.end());
  }

  const Grid& grid_;
  std::span<const std::uint8_t> moves_;
  std::vector<std::uint32_t> number_;  ///< by cell
  std::vector<bool> closed_;           ///< by number: whether its part is known
  std::vector<Visit> path_;
  std::vector<CellIndex> open_;  ///< cells whose part is not known, in order of visits
  std::uint32_t visited_ = 0;
};

}  // namespace

bool goes_both_ways(const Grid& grid) {
  const std::span<const std::uint8_t> moves = grid.moves();
  for (std::size_t i = 0; i < moves.size(); ++i)
    for (unsigned bits = moves[i]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const CellIndex next = static_cast<CellIndex>(i) + grid.offset(move);
      if ((moves[next] >> static_cast<unsigned>(opposite(move)) & 1U) == 0) return false;
    }
  if (grid.links() == nullptr) return true;
  const LinkGraph::Ways& forward = grid.links()->graph().forward();
  return std::ranges::all_of(forward.all(), [&](const LinkGraph::Way& way) {
    return std::ranges::any_of(forward.of(way.to),
                               [&](const auto& back) { return back.to == way.at; });
  });
}

StrongParts find_strong_parts(const Grid& grid, std::span<const std::uint8_t> wanted) {
  StrongParts found;
  found.count.resize(grid.component_count());
  if (goes_both_ways(grid)) {
    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
      const auto cell = static_cast<CellIndex>(i);
      if (!wants(grid, wanted, cell) || found.count[grid.component(cell)] != 0) continue;
      found.count[grid.component(cell)] = 1;
      found.parts.push_back({grid.component(cell), cell});
    }
    return found;
  }
  found.part_of.resize(grid.cell_count(), StrongParts::kNone);
  Tarjan tarjan(grid);
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const auto root = static_cast<CellIndex>(i);
    if (!wants(grid, wanted, root)) continue;
    tarjan.visit(root, [&](std::span<const CellIndex> cells) {
      const CellIndex first = std::ranges::min(cells);
      ++found.count[grid.component(first)];
      for (const CellIndex cell : cells) found.part_of[cell] = first;
      if (cells.size() > 1) found.parts.push_back({grid.component(first), first});
    });
  }
  std::ranges::sort(found.parts, {}, &StrongParts::Part::first);
  return found;
}

}  // namespace throng
