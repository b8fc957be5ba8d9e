#include "edited_jumps.hpp"

#include "../../src/core/crew.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

namespace throng::test {
namespace {

/// The jumps of a grid, built from nothing.
struct Built {
  explicit Built(const Grid& grid)
      : map(grid),
        graph(*JumpGraph::make(grid, map, crew)),
        shortcuts(grid, map, graph, crew),
        node_of(grid.cell_count(), JumpEditor::kNoNode) {
    for (std::size_t i = 0; i < graph.cells().size(); ++i)
      node_of[graph.cells()[i]] = static_cast<std::uint32_t>(i);
  }

  Crew crew{1};
  JumpMap map;
  JumpGraph graph;
  JumpShortcuts shortcuts;
  std::vector<std::uint32_t> node_of;
};

/// A version of the jumps and those of a new build.
class Comparison {
 public:
  Comparison(const Grid& grid, const JumpVersion& version, bool settled)
      : grid_(grid), version_(version), settled_(settled), built_(grid) {}

  std::string wrong() const {
    if (version_.map.state_count() != built_.map.state_count()) return "state count";
    std::size_t nodes = 0;
    for (CellIndex cell = 0; cell < grid_.cell_count(); ++cell) {
      std::string what = wrong_bits(cell);
      if (what.empty()) what = wrong_node(cell);
      if (!what.empty()) return what + " at cell " + at(cell);
      nodes += version_.node_of[cell] != JumpEditor::kNoNode ? 1 : 0;
    }
    for (std::size_t i = 0; i < version_.graph.cells().size(); ++i) {
      const JumpNode& node = version_.graph.nodes()[i];
      if (version_.graph.cells()[i] != 0)
        --nodes;
      else if (node.first.front() != node.first.back() || node.arc != JumpNode().arc)
        return "a number without a node has edges";
    }
    return nodes == 0 ? "" : "a cell of a node without a number";
  }

 private:
  std::string at(CellIndex cell) const {
    const auto [x, y] = padded_position(cell, grid_.stride());
    return std::to_string(x) + "," + std::to_string(y);
  }

  std::string wrong_bits(CellIndex cell) const {
    for (unsigned d = 0; d < 4; ++d)
      if (version_.map.stops(d, grid_, cell) != built_.map.stops(d, grid_, cell))
        return "straight stop " + std::to_string(d);
    const PaddedPosition at = padded_position(cell, grid_.stride());
    const DiagonalLines& lines = built_.graph.diagonals().lines();
    for (unsigned d = 0; d < 4; ++d) {
      const auto stops = [&](const JumpGraph& graph) {
        return graph.diagonals().stops(d).test(
            lines.line(d, at.x, at.y), static_cast<std::size_t>(lines.place(at.x, at.y)));
      };
      if (stops(version_.graph) != stops(built_.graph))
        return "diagonal stop " + std::to_string(d);
    }
    return {};
  }

  std::string wrong_node(CellIndex cell) const {
    const std::uint32_t a = version_.node_of[cell], b = built_.node_of[cell];
    if ((a == JumpEditor::kNoNode) != (b == JumpEditor::kNoNode)) return "a node";
    if (a == JumpEditor::kNoNode) return {};
    if (version_.graph.cells()[a] != cell) return "the cell of a node";
    const JumpNode& is = version_.graph.nodes()[a];
    const JumpNode& should = built_.graph.nodes()[b];
    if (std::pair(is.x, is.y) != std::pair(should.x, should.y)) return "the place";
    if (cell_at(version_.graph.places()[a], grid_.stride()) != cell) return "places()";
    if (is.arc != should.arc) return "an arc";
    if (is.run != should.run) return "a run";
    for (unsigned k = 0; k < kMoves; ++k) {
      if (is.first[k + 1] - is.first[k] != should.first[k + 1] - should.first[k])
        return "the number of edges of move " + std::to_string(k);
      for (std::uint32_t i = 0; i < is.first[k + 1] - is.first[k]; ++i) {
        std::string what = wrong_edge(is.first[k] + i, should.first[k] + i);
        if (!what.empty()) return what + " of move " + std::to_string(k);
      }
    }
    return {};
  }

  /// Whether two states, one of each graph, are the same; dead ends differ from others.
  bool same_state(std::uint32_t is, std::uint32_t should) const {
    const std::uint32_t dead = JumpShortcut::kDeadEnd;
    return ((is ^ should) & (dead | 3U)) == 0 &&
           version_.graph.cells()[(is & ~dead) >> 2] ==
               built_.graph.cells()[(should & ~dead) >> 2];
  }

  std::string wrong_edge(std::uint32_t is, std::uint32_t should) const {
    const JumpEdge& edge = version_.graph.edges()[is];
    const JumpEdge& built = built_.graph.edges()[should];
    if (!same_state(edge.target, built.target) || edge.cost != built.cost) return "an edge";
    const JumpShortcut& shortcut = version_.shortcuts.shortcuts()[is];
    const JumpShortcut& best = built_.shortcuts.shortcuts()[should];
    if (settled_)
      return same_state(shortcut.target, best.target) && shortcut.cost == best.cost &&
                     shortcut.box == best.box
                 ? ""
                 : "a settled shortcut";
    if (shortcut == JumpShortcut{edge.target, edge.cost, {}}) return {};
    if (shortcut.dead_end())
      return same_state(shortcut.target, best.target) && shortcut.cost == edge.cost &&
                     contains(shortcut.box, best.box)
                 ? ""
                 : "a dead end";
    return proven(is, shortcut) ? "" : "a shortcut";
  }

  static bool contains(const JumpBox& outer, const JumpBox& inner) {
    return outer.left <= inner.left && inner.right <= outer.right &&
           outer.top <= inner.top && inner.bottom <= outer.bottom;
  }

  /// Whether the skipped states have no other way now, the costs add up, and the box
  /// contains all that they see.
  bool proven(std::uint32_t edge, const JumpShortcut& shortcut) const {
    JumpShortcuts::Chain nodes;
    const std::size_t count = version_.shortcuts.passed(version_.graph, edge, nodes);
    std::uint32_t state = version_.graph.edges()[edge].target;
    Cost cost = version_.graph.edges()[edge].cost;
    for (std::size_t i = 0; i < count; ++i) {
      if (nodes[i] != state >> 2 || !contains(shortcut.box, view(state))) return false;
      const std::uint32_t next = i + 1 < count ? nodes[i + 1] : shortcut.target >> 2;
      state = only_way(state, next, cost, shortcut.box);
      if (state == JumpEditor::kNoNode) return false;
    }
    return count != 0 && state == shortcut.target && cost == shortcut.cost;
  }

  /// The target of the edge that leads to `next`; kNoNode if there is none, or if another
  /// edge is no dead end in the box.
  std::uint32_t only_way(std::uint32_t state, std::uint32_t next, Cost& cost,
                         const JumpBox& box) const {
    const JumpNode& is = version_.graph.nodes()[state >> 2];
    const JumpNode& should =
        built_.graph.nodes()[built_.node_of[version_.graph.cells()[state >> 2]]];
    std::uint32_t way = JumpEditor::kNoNode;
    for (unsigned k = 0; k < kMoves; ++k) {
      if (!is.tries(state & 3U, k)) continue;
      for (std::uint32_t i = 0; i < is.first[k + 1] - is.first[k]; ++i) {
        const JumpEdge& edge = version_.graph.edges()[is.first[k] + i];
        const JumpShortcut& best = built_.shortcuts.shortcuts()[should.first[k] + i];
        const bool marked = version_.shortcuts.shortcuts()[is.first[k] + i].dead_end();
        if (!marked && edge.target >> 2 == next && way == JumpEditor::kNoNode) {
          way = edge.target;
          cost += edge.cost;
        } else if (!best.dead_end() || !contains(box, best.box)) {
          return JumpEditor::kNoNode;
        }
      }
    }
    return way;
  }

  /// The box of the cells that a state sees, step by step.
  JumpBox view(std::uint32_t state) const {
    const JumpNode& node = version_.graph.nodes()[state >> 2];
    JumpBox box;
    box.add(node.x, node.y);
    for (unsigned k = 0; k < kMoves; ++k) {
      if (!node.tries(state & 3U, k)) continue;
      const auto move = static_cast<unsigned>(kClockwise[k]);
      CellIndex cell = version_.graph.cells()[state >> 2];
      if (k % 2 == 0) add_straight(cell, move, box);
      while (k % 2 == 1 && (grid_.moves()[cell] >> move & 1U) != 0) {
        cell += grid_.offset(kClockwise[k]);
        const auto [x, y] = padded_position(cell, grid_.stride());
        box.add(x, y);
        add_straight(cell, across_of(move), box);
        add_straight(cell, along_of(move), box);
      }
    }
    return box;
  }
  void add_straight(CellIndex cell, unsigned move, JumpBox& box) const {
    while ((grid_.moves()[cell] >> move & 1U) != 0) {
      cell += grid_.offset(static_cast<Move>(move));
      const auto [x, y] = padded_position(cell, grid_.stride());
      box.add(x, y);
      if (built_.map.stops(move, grid_, cell)) return;
    }
  }

  const Grid& grid_;
  const JumpVersion& version_;
  bool settled_;
  Built built_;
};

}  // namespace

EditedJumps::EditedJumps(Terrain start, const Rules& rules, Memory memory)
    : terrain_(std::move(start)), rules_(rules), grid_(*Grid::make(terrain_, rules)) {
  const Built built(*grid_);
  jumps_.emplace(*grid_, built.map, built.graph, built.shortcuts, memory);
}

void EditedJumps::change(const Rectangle& at, Change change) {
  for (std::int32_t y = at.corner.y; y < at.corner.y + at.height; ++y)
    for (std::int32_t x = at.corner.x; x < at.corner.x + at.width; ++x) {
      const Position p{x, y};
      if (!terrain_.contains(p)) continue;
      const bool was_open = grid_->open(p);
      const bool opens = change == Change::open || (change == Change::toggle && !was_open);
      terrain_.set(p, opens ? '.' : '@');
    }
  // A unit that covers a changed cell stands up to unit_size - 1 cells before it.
  const std::int32_t more = rules_.unit_size - 1;
  edited_.push_back(
      {{at.corner.x - more, at.corner.y - more}, at.width + more, at.height + more});
}

void EditedJumps::edit() {
  grid_ = *Grid::make(terrain_, rules_);
  jumps_->edit(*grid_, edited_);
  edited_.clear();
}

void EditedJumps::edit_at_random(SplitMix64& random) {
  const std::int32_t width = terrain_.width(), height = terrain_.height();
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  if (below(50) == 0) return edit({{0, 0}, width, height}, static_cast<Change>(below(2)));
  for (std::int32_t left = 1 + below(3); left >= 0; --left) {
    const std::int32_t most = below(8) == 0 ? 12 : 4;
    // Some reach beyond the map.
    const Rectangle at{
        {below(width + 2) - 1, below(height + 2) - 1}, 1 + below(most), 1 + below(most)};
    change(at, static_cast<Change>(below(3)));
    if (below(6) == 0) change(at, Change::toggle);
    if (below(8) == 0) edited_.push_back({{0, 0}, width, height});
  }
  edit();
}

void EditedJumps::edit_many(SplitMix64& random, int rectangles) {
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  for (; rectangles > 0; --rectangles)
    change(
        {{below(terrain_.width()), below(terrain_.height())}, 1 + below(5), 1 + below(5)},
        below(2) == 0 ? Change::close : Change::open);
  edit();
}

void EditedJumps::settle() {
  if (!jumps_->numbered()) jumps_->number();
  jumps_->build(*grid_, std::numeric_limits<std::size_t>::max());
  jumps_->settle(*grid_);
}

std::string EditedJumps::drawing() const {
  std::string text;
  for (std::int32_t y = 0; y < grid_->height(); ++y) {
    for (std::int32_t x = 0; x < grid_->width(); ++x)
      text += grid_->open({x, y}) ? '.' : '@';
    text += '\n';
  }
  return text;
}

std::string wrong(const Grid& grid, const JumpVersion& version, bool settled) {
  return Comparison(grid, version, settled).wrong();
}

std::string wrong(EditedJumps& map, bool settled) {
  if (map.jumps().complete()) return wrong(map.grid(), map.jumps().publish(), settled);
  if (settled) return "no graph";
  const JumpMap is = map.jumps().publish_map(), should(map.grid());
  if (is.state_count() != should.state_count()) return "state count";
  for (CellIndex cell = 0; cell < map.grid().cell_count(); ++cell)
    for (unsigned d = 0; d < 4; ++d)
      if (is.stops(d, map.grid(), cell) != should.stops(d, map.grid(), cell))
        return "straight stop " + std::to_string(d);
  return {};
}

}  // namespace throng::test
