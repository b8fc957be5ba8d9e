#include "edited_graph.hpp"

#include "node_edges.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <new>

namespace throng {

EditedGraph::EditedGraph(const Grid& grid, const JumpGraph& graph, Memory memory)
    : stride_(grid.stride()),
      node_of_(grid.cell_count(), kNoNode, memory),
      cells_(with_room<CellIndex>(graph.cells().size(), 0, memory)),
      places_(with_room<PaddedPosition>(graph.cells().size(), {0, 0}, memory)),
      nodes_(with_room<JumpNode>(graph.cells().size(), {}, memory)),
      edges_(0, {}, memory),
      blocks_(memory),
      extra_(graph.cells().size(), memory),
      free_(memory),
      removed_(memory) {
  std::size_t capacity = 0;
  for (const JumpNode& node : graph.nodes())
    capacity += EdgeBlocks::capacity_for(node.first.back() - node.first.front());
  edges_ = with_room<JumpEdge>(capacity, {}, memory);
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    JumpNode node = graph.nodes()[number];
    cells_.write(number, 1)[0] = graph.cells()[number];
    places_.write(number, 1)[0] = graph.places()[number];
    node_of_.write(graph.cells()[number], 1)[0] = number;
    const std::uint32_t from = node.first.front();
    const auto edges = graph.edges().subspan(from, node.first.back() - from);
    for (std::uint32_t& first : node.first) first -= from;
    write(number, node, edges, tries_of(node));
  }
}

std::uint32_t EditedGraph::create(PaddedPosition at) {
  const CellIndex cell = cell_at(at, stride_);
  auto number = static_cast<std::uint32_t>(extra_.size());
  if (free_.empty()) {
    if (number == JumpGraph::kMostNodes) throw std::bad_alloc();
    extra_.emplace_back();
    cells_.resize(number + std::size_t{1}, 0);
    places_.resize(number + std::size_t{1}, {});
    nodes_.resize(number + std::size_t{1}, {});
  } else {
    number = free_.back();
    free_.pop_back();
  }
  node_of_.write(cell, 1)[0] = number;
  cells_.write(number, 1)[0] = cell;
  places_.write(number, 1)[0] = at;
  JumpNode& node = nodes_.write(number, 1)[0];
  node = {};
  node.x = at.x;
  node.y = at.y;
  return number;
}

void EditedGraph::remove(std::uint32_t number) {
  node_of_.write(cells_.values()[number], 1)[0] = kNoNode;
  const JumpNode& node = nodes_.values()[number];
  if (is_unbuilt(node)) --unbuilt_;
  blocks_.give_back(node.first.front(), extra_[number].capacity);
  extra_[number] = {};
  nodes_.write(number, 1)[0] = {};
  removed_.push_back(number);
}

void EditedGraph::free_removed() {
  for (const std::uint32_t number : removed_) {
    cells_.write(number, 1)[0] = 0;
    places_.write(number, 1)[0] = {0, 0};
  }
  free_.insert(free_.end(), removed_.begin(), removed_.end());
  removed_.clear();
}

std::uint32_t EditedGraph::write(std::uint32_t number, JumpNode& node,
                                 std::span<const JumpEdge> edges, unsigned tries) {
  const auto count = static_cast<std::uint32_t>(edges.size());
  Extra& extra = extra_[number];
  const JumpNode& before = nodes_.values()[number];
  if (is_unbuilt(before)) --unbuilt_;
  std::uint32_t begin = before.first.front();
  if (count > extra.capacity) {
    blocks_.give_back(begin, extra.capacity);
    extra.capacity = EdgeBlocks::capacity_for(count);
    begin = static_cast<std::uint32_t>(blocks_.take(extra.capacity));
    if (blocks_.end() > JumpGraph::kMostEdges) throw std::bad_alloc();
    if (blocks_.end() > edges_.size()) edges_.resize(blocks_.end(), {});
  }
  begin_edges();
  put(number, begin, node, edges, tries);
  touch(number, begin, count);
  return begin;
}

/// Writes a node and its edges. node.first counts from the first edge of the node.
void EditedGraph::put(std::uint32_t number, std::uint32_t begin, JumpNode& node,
                      std::span<const JumpEdge> edges, unsigned tries) noexcept {
  for (std::uint32_t& first : node.first) first += begin;
  std::ranges::copy(edges, writable_edges_ + begin);
  writable_nodes_[number] = node;
  extra_[number].tries = static_cast<std::uint8_t>(tries);
}

void EditedGraph::number(std::span<const CellIndex> cells) {
  for (const CellIndex cell : cells_.values())
    if (cell != 0) node_of_.write(cell, 1)[0] = kNoNode;
  const std::size_t count = cells.size();
  if (count > JumpGraph::kMostNodes) throw std::bad_alloc();
  cells_.resize(count, 0);
  places_.resize(count, {});
  nodes_.resize(count, {});
  blocks_.clear();
  extra_.assign(count, {});
  free_.clear();
  removed_.clear();
  std::ranges::copy(cells, cells_.write(0, count).begin());
  const std::span<PaddedPosition> places = places_.write(0, count);
  const std::span<JumpNode> nodes = nodes_.write(0, count);
  for (std::uint32_t number = 0; number < count; ++number) {
    node_of_.write(cells[number], 1)[0] = number;
    places[number] = padded_position(cells[number], stride_);
    nodes[number] = {.x = places[number].x, .y = places[number].y};
    nodes[number].run.fill(kUnbuilt);
  }
  unbuilt_ = count;
}

void EditedGraph::forget_edges(std::uint32_t number) {
  JumpNode& node = nodes_.write(number, 1)[0];
  THRONG_ASSERT(!is_unbuilt(node));
  blocks_.give_back(node.first.front(), extra_[number].capacity);
  extra_[number] = {};
  node = {.x = node.x, .y = node.y};
  node.run.fill(kUnbuilt);
  ++unbuilt_;
}

void EditedGraph::prepare() {
  node_of_.prepare();
  cells_.prepare();
  places_.prepare();
  nodes_.prepare();
  edges_.prepare();
}

std::size_t EditedGraph::memory_bytes() const noexcept {
  return node_of_.memory_bytes() + cells_.memory_bytes() + places_.memory_bytes() +
         nodes_.memory_bytes() + edges_.memory_bytes() + blocks_.memory_bytes() +
         extra_.capacity() * sizeof(Extra) +
         (free_.capacity() + removed_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace throng
