#include "jump_graph.hpp"

#include "../core/memory.hpp"
#include "node_edges.hpp"
#include "open_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kNodesPerBlock = 256;

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

/// The x of a key below 2^8; the y is that of half the key.
std::uint32_t x_of_morton_key(std::uint32_t key) {
  key &= 0x55;
  key = (key | key >> 1) & 0x33;
  return (key | key >> 2) & 0x0F;
}

/// The nodes before their edges are known.
VersionedArray<JumpNode> make_nodes(std::span<const PaddedPosition> places) {
  VersionedArray<JumpNode> nodes(places.size());
  const std::span<JumpNode> values = nodes.write(0, places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    values[i].x = places[i].x;
    values[i].y = places[i].y;
  }
  return nodes;
}

}  // namespace

/// Squares of the map are sorted; in a square, each cell is a bit at the place of its key.
/// That takes less than half of the time of sorting the cells, with the time to find them.
void order_by_squares(std::pmr::vector<CellIndex>& cells, const BitLines& open,
                      Memory memory) {
  constexpr std::size_t kSide = 64, kWords = kSide * kSide / 64;
  const std::size_t stride = open.length();
  const std::size_t across = (stride - 1) / kSide + 1;
  const std::size_t down = (open.lines() - 1) / kSide + 1;
  std::array<std::uint32_t, kSide> key_of_x;   // twice that is the key of y
  std::array<std::size_t, kSide> cell_of_bit;  // from the first cell of a word's 8 x 8
  const auto cell_of_key = [&](std::uint32_t key) {
    return x_of_morton_key(key >> 1) * stride + x_of_morton_key(key);
  };
  for (std::uint32_t i = 0; i < kSide; ++i) {
    key_of_x[i] = static_cast<std::uint32_t>(morton_key(i, 0));
    cell_of_bit[i] = cell_of_key(i);
  }
  // Of one square after the other.
  std::pmr::vector<std::uint64_t> words(across * down * kWords, memory);
  std::size_t y = 0, row = 0;
  for (const CellIndex cell : cells) {
    for (; cell - row >= stride; row += stride) ++y;
    const std::size_t x = cell - row;
    const std::uint32_t key = key_of_x[x % kSide] | key_of_x[y % kSide] << 1;
    const std::size_t square = y / kSide * across + x / kSide;
    words[square * kWords + key / 64] |= std::uint64_t{1} << key % 64;
  }
  std::pmr::vector<std::pair<std::uint64_t, std::size_t>> squares(memory);
  squares.reserve(across * down);
  for (std::size_t i = 0; i < across * down; ++i)
    squares.emplace_back(morton_key(i % across, i / across), i);
  std::ranges::sort(squares);
  std::size_t count = 0;
  for (const auto& [order, square] : squares) {
    const std::size_t corner = (square / across * stride + square % across) * kSide;
    for (std::uint32_t w = 0; w < kWords; ++w) {
      const std::size_t first = corner + 8 * cell_of_key(w);
      for (std::uint64_t bits = words[square * kWords + w]; bits != 0; bits &= bits - 1)
        cells[count++] = static_cast<CellIndex>(
            first + cell_of_bit[static_cast<std::size_t>(std::countr_zero(bits))]);
    }
  }
}

std::pmr::vector<CellIndex> ordered_jump_points(const BitLines& open, const JumpMap& map,
                                                Memory memory) {
  std::pmr::vector<CellIndex> cells = map.jump_points(open, memory);
  order_by_squares(cells, open, memory);
  return cells;
}

Result<JumpGraph> JumpGraph::make(const Grid& grid, const JumpMap& map, Crew& crew) {
  const BitLines open = open_rows(grid);
  const std::pmr::vector<CellIndex> ordered = ordered_jump_points(open, map);
  const std::size_t count = ordered.size();
  VersionedArray<CellIndex> cells(count);
  std::ranges::copy(ordered, cells.write(0, count).begin());
  VersionedArray<PaddedPosition> places(count);
  std::vector<std::uint32_t> node_of(grid.cell_count());
  for (std::size_t i = 0; const CellIndex cell : ordered) {
    node_of[cell] = static_cast<std::uint32_t>(i);
    places.write(i++, 1)[0] = padded_position(cell, grid.stride());
  }
  DiagonalStops diagonals(open, map);
  VersionedArray<JumpNode> nodes = make_nodes(places.values());
  const std::span<JumpNode> nodes_to_fill = nodes.write(0, count);

  const NodeEdges finder(grid, JumpWalker(grid, map, &diagonals), node_of.data());
  const std::size_t blocks = (count + kNodesPerBlock - 1) / kNodesPerBlock;
  std::vector<std::vector<JumpEdge>> found(blocks);
  const auto for_each_node_of = [&](std::size_t block, const auto& visit) {
    const std::size_t end = std::min((block + 1) * kNodesPerBlock, count);
    for (std::size_t i = block * kNodesPerBlock; i < end; ++i) visit(nodes_to_fill[i]);
  };
  crew.for_each_block(blocks, 1, [&](int, std::size_t block, std::size_t) {
    for_each_node_of(block, [&](JumpNode& node) { finder.expand(node, found[block]); });
  });

  std::size_t edge_count = 0;
  for (const auto& part : found) edge_count += part.size();
  if (count > kMostNodes || edge_count > kMostEdges)
    return fail(Code::unsupported, "the jump graph would have " + std::to_string(count) +
                                       " nodes and " + std::to_string(edge_count) +
                                       " edges, more than it can number; leave it out");
  VersionedArray<JumpEdge> edges(edge_count);
  for (std::size_t block = 0, end = 0; block < blocks; ++block) {
    std::ranges::copy(found[block], edges.write(end, found[block].size()).begin());
    for_each_node_of(block, [&](JumpNode& node) {
      for (std::uint32_t& first : node.first) first += static_cast<std::uint32_t>(end);
      end = node.first.back();
    });
    release(found[block]);
  }
  return JumpGraph(std::move(diagonals),
                   {cells.publish(), places.publish(), nodes.publish(), edges.publish()});
}

std::size_t JumpGraph::memory_bytes() const noexcept {
  return diagonals_.memory_bytes() + cells().size_bytes() + places().size_bytes() +
         nodes().size_bytes() + edges().size_bytes();
}

}  // namespace throng
