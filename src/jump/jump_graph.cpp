#include "jump_graph.hpp"

#include "../core/memory.hpp"
#include "jumps.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kNodesPerBlock = 256;
// Of 32 bits, two are for the direction and one for dead ends.
constexpr std::size_t kMostNodes = std::size_t{1} << 29;
constexpr std::size_t kMostEdges = 0xFFFF'FFFF;  // the largest value means none

/// The arc of moves to try after a straight move: ahead, and towards each side whose cell
/// is open while the cell behind it is closed. Empty if there is no such side.
std::uint8_t arc_after(unsigned direction, unsigned legal) {
  const unsigned on = 2 * direction;  // clockwise from north
  const auto may = [&](unsigned k) {
    return (legal >> static_cast<unsigned>(kClockwise[k % kMoves]) & 1U) != 0;
  };
  const bool left = may(on + 6) && !may(on + 5);
  const bool right = may(on + 2) && !may(on + 3);
  if (!left && !right) return 0;
  const unsigned from = (on + (left ? 6 : 0)) % kMoves;
  const unsigned length = 1 + (left ? 2 : 0) + (right ? 2 : 0);
  return static_cast<std::uint8_t>(from | length << 4);
}

/// Interleaves the bits of x and y: cells close to each other on the map have keys close to
/// each other (G. Morton, IBM, 1966).
std::uint64_t morton_key(std::uint64_t x, std::uint64_t y) {
  const auto spread = [](std::uint64_t v) {
    v = (v | v << 16) & 0x0000'FFFF'0000'FFFF;
    v = (v | v << 8) & 0x00FF'00FF'00FF'00FF;
    v = (v | v << 4) & 0x0F0F'0F0F'0F0F'0F0F;
    v = (v | v << 2) & 0x3333'3333'3333'3333;
    return (v | v << 1) & 0x5555'5555'5555'5555;
  };
  return spread(x) | spread(y) << 1;
}

/// The jump points in an order in which neighbours are close in memory.
std::vector<CellIndex> ordered_jump_points(const Grid& grid, const JumpMap& map) {
  std::vector<CellIndex> cells = map.jump_points(grid);
  std::vector<std::pair<std::uint64_t, CellIndex>> keyed;
  keyed.reserve(cells.size());
  for (const CellIndex cell : cells)
    keyed.emplace_back(morton_key(cell % grid.stride(), cell / grid.stride()), cell);
  std::sort(keyed.begin(), keyed.end());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = keyed[i].second;
  return cells;
}

/// The data that the walkers of all threads share.
class Builder {
 public:
  Builder(const Grid& grid, const JumpWalker& walker, std::span<const CellIndex> cells)
      : grid_(grid), walker_(walker), node_of_(grid.cell_count()) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      node_of_[cells[i]] = static_cast<std::uint32_t>(i);
  }

  /// Appends the edges of a node; node.first counts from the end of `edges` at the call.
  void expand(CellIndex cell, JumpNode& node, std::vector<JumpEdge>& edges) const {
    const unsigned legal = grid_.moves()[cell];
    for (unsigned d = 0; d < 4; ++d) node.arc[d] = arc_after(d, legal);
    const auto [x, y] = padded_position(cell, grid_.stride());
    const std::size_t begin = edges.size();
    for (unsigned k = 0; k < kMoves; ++k) {
      node.first[k] = static_cast<std::uint32_t>(edges.size() - begin);
      const auto move = static_cast<unsigned>(kClockwise[k]);
      if (k % 2 == 1) node.run[k / 2] = run(cell, kClockwise[k]);
      if ((legal >> move & 1U) == 0 || !any_tries(node, k)) continue;
      walker_.walk(
          x, y, 1U << move, {},
          [&](std::int32_t tx, std::int32_t ty, unsigned direction, Cost cost) {
            const CellIndex target = cell_at({tx, ty}, grid_.stride());
            if (grid_.moves()[target] != 0)
              edges.push_back({node_of_[target] << 2 | direction, cost});
          },
          [](Cost) {});
    }
    node.first[kMoves] = static_cast<std::uint32_t>(edges.size() - begin);
  }

 private:
  static bool any_tries(const JumpNode& node, unsigned k) {
    for (unsigned d = 0; d < 4; ++d)
      if (node.tries(d, k)) return true;
    return false;
  }

  std::uint32_t run(CellIndex cell, Move move) const {
    std::uint32_t steps = 0;
    for (; grid_.moves()[cell] >> static_cast<unsigned>(move) & 1U; ++steps)
      cell += grid_.offset(move);
    return steps;
  }

  const Grid& grid_;
  JumpWalker walker_;
  std::vector<std::uint32_t> node_of_;  ///< by cell
};

}  // namespace

JumpGraph::JumpGraph(const Grid& grid, const JumpMap& map)
    : diagonals_(grid, map), cells_(ordered_jump_points(grid, map)), nodes_(cells_.size()) {
  places_.reserve(cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    places_.push_back(padded_position(cells_[i], grid.stride()));
    nodes_[i].x = places_[i].x;
    nodes_[i].y = places_[i].y;
  }
}

Result<JumpGraph> JumpGraph::make(const Grid& grid, const JumpMap& map, Crew& crew) {
  JumpGraph graph(grid, map);
  const std::size_t nodes = graph.cells_.size();
  const Builder builder(grid, JumpWalker(grid, map, &graph.diagonals_), graph.cells_);
  const std::size_t blocks = (nodes + kNodesPerBlock - 1) / kNodesPerBlock;
  std::vector<std::vector<JumpEdge>> found(blocks);
  const auto for_each_node_of = [&](std::size_t block, const auto& visit) {
    const std::size_t end = std::min((block + 1) * kNodesPerBlock, nodes);
    for (std::size_t i = block * kNodesPerBlock; i < end; ++i) visit(i);
  };
  crew.for_each_block(blocks, 1, [&](int, std::size_t block, std::size_t) {
    for_each_node_of(block, [&](std::size_t i) {
      builder.expand(graph.cells_[i], graph.nodes_[i], found[block]);
    });
  });

  std::size_t edges = 0;
  for (const auto& part : found) edges += part.size();
  if (nodes >= kMostNodes || edges >= kMostEdges)
    return fail(Code::unsupported, "the jump graph would have " + std::to_string(nodes) +
                                       " nodes and " + std::to_string(edges) +
                                       " edges, more than it can number; leave it out");
  graph.edges_.reserve(edges);
  for (std::size_t block = 0; block < blocks; ++block) {
    auto begin = static_cast<std::uint32_t>(graph.edges_.size());
    for_each_node_of(block, [&](std::size_t i) {
      for (std::uint32_t& first : graph.nodes_[i].first) first += begin;
      begin = graph.nodes_[i].first.back();
    });
    graph.edges_.insert(graph.edges_.end(), found[block].begin(), found[block].end());
    release(found[block]);
  }
  return graph;
}

std::size_t JumpGraph::memory_bytes() const noexcept {
  return diagonals_.memory_bytes() + cells_.capacity() * sizeof(cells_[0]) +
         places_.capacity() * sizeof(places_[0]) + nodes_.capacity() * sizeof(nodes_[0]) +
         edges_.capacity() * sizeof(edges_[0]);
}

}  // namespace throng
