#include "region_graph.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kWordBits = 64;

constexpr std::size_t words_for(std::size_t bits) {
  return (bits + kWordBits - 1) / kWordBits;
}

constexpr std::uint64_t bit_of(std::size_t place) {
  return std::uint64_t{1} << place % kWordBits;
}

}  // namespace

RegionGraph::RegionGraph(std::size_t lists, std::size_t cells, Memory memory)
    : keys_(1, kNoKey, memory),  // kNoRegion
      free_(memory),
      heads_(lists, kEnd, memory),
      nodes_(memory),
      parents_(memory),
      numbers_(memory),
      least_(words_for(cells), memory),
      in_use_(words_for(least_.size()), memory),
      before_(least_.size(), memory) {}

Region RegionGraph::add(std::uint32_t key) {
  THRONG_ASSERT(key / kWordBits < least_.size());
  changed_ = true;
  if (free_.empty()) {
    keys_.push_back(key);
    return static_cast<Region>(keys_.size() - 1);
  }
  const Region region = free_.back();
  free_.pop_back();
  keys_[region] = key;
  return region;
}

void RegionGraph::remove(Region region) {
  THRONG_ASSERT(region != kNoRegion && keys_[region] != kNoKey);
  changed_ = true;
  free_.push_back(region);
  keys_[region] = kNoKey;
}

void RegionGraph::clear() {
  changed_ = true;
  free_.resize(keys_.size() - 1);
  std::iota(free_.rbegin(), free_.rend(), Region{1});
  std::ranges::fill(keys_, kNoKey);
  std::ranges::fill(heads_, kEnd);
  nodes_.clear();
  free_node_ = kEnd;
}

void RegionGraph::set_key(Region region, std::uint32_t key) {
  THRONG_ASSERT(keys_[region] != kNoKey && key / kWordBits < least_.size());
  if (keys_[region] == key) return;
  changed_ = true;
  keys_[region] = key;
}

void RegionGraph::set_edges(std::size_t list, std::span<const Edge> edges) {
  std::uint32_t node = heads_[list];
  std::size_t same = 0;
  for (; node != kEnd && same < edges.size() && nodes_[node].edge == edges[same]; ++same)
    node = nodes_[node].next;
  if (node == kEnd && same == edges.size()) return;

  changed_ = true;
  for (node = heads_[list]; node != kEnd;) {
    const std::uint32_t next = nodes_[node].next;
    nodes_[node] = {{kNoRegion, kNoRegion}, free_node_};
    free_node_ = node;
    node = next;
  }
  heads_[list] = kEnd;
  for (std::size_t k = edges.size(); k-- > 0;) {
    if (free_node_ == kEnd) {
      nodes_.push_back({{kNoRegion, kNoRegion}, kEnd});
      free_node_ = static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    node = free_node_;
    free_node_ = nodes_[node].next;
    nodes_[node] = {edges[k], heads_[list]};
    heads_[list] = node;
  }
}

Region RegionGraph::root(Region region) noexcept {
  while (parents_[region] != region) region = parents_[region] = parents_[parents_[region]];
  return region;
}

/// The root of a set has its least key.
void RegionGraph::unite(Region a, Region b) noexcept {
  a = root(a);
  b = root(b);
  if (keys_[a] < keys_[b])
    parents_[b] = a;
  else
    parents_[a] = b;
}

/// Points each region at the root of its component.
void RegionGraph::find_roots() noexcept {
  std::iota(parents_.begin(), parents_.end(), kNoRegion);
  for (const Node& node : nodes_) {
    THRONG_ASSERT(node.edge == Edge{} ||
                  (keys_[node.edge.a] != kNoKey && keys_[node.edge.b] != kNoKey));
    unite(node.edge.a, node.edge.b);  // free nodes: kNoRegion with itself
  }
  for (Region region = 0; region < parents_.size(); ++region)
    parents_[region] = root(region);
}

/// Sets numbers_ of the roots to their ranks by key, without sorting: a rank is the number
/// of lower bits in least_. Clears least_ and in_use_. Returns the number of roots.
std::uint32_t RegionGraph::rank_roots() noexcept {
  const auto is_root = [&](Region region) {
    return parents_[region] == region && keys_[region] != kNoKey;
  };
  const auto count = static_cast<Region>(keys_.size());
  for (Region region = 0; region < count; ++region) {
    if (!is_root(region)) continue;
    const std::uint32_t key = keys_[region];
    least_[key / kWordBits] |= bit_of(key);
    in_use_[key / kWordBits / kWordBits] |= bit_of(key / kWordBits);
  }
  std::uint32_t roots = 0;
  for (std::size_t w = 0; w < in_use_.size(); ++w)
    for (std::uint64_t bits = in_use_[w]; bits != 0; bits &= bits - 1) {
      const auto word = w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
      before_[word] = roots;
      roots += static_cast<std::uint32_t>(std::popcount(least_[word]));
    }
  for (Region region = 0; region < count; ++region) {
    if (!is_root(region)) continue;
    const std::uint32_t key = keys_[region];
    const std::uint64_t lesser = least_[key / kWordBits] & (bit_of(key) - 1);
    numbers_[region] =
        before_[key / kWordBits] + static_cast<std::uint32_t>(std::popcount(lesser));
  }
  for (std::size_t w = 0; w < in_use_.size(); ++w)
    for (std::uint64_t bits = std::exchange(in_use_[w], 0); bits != 0; bits &= bits - 1)
      least_[w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits))] = 0;
  return roots;
}

bool RegionGraph::number(VersionedArray<std::uint32_t>& component_of) {
  parents_.resize(keys_.size());
  numbers_.resize(keys_.size());
  find_roots();
  component_count_ = rank_roots();
  for (Region region = 0; region < keys_.size(); ++region)
    numbers_[region] =
        keys_[region] == kNoKey ? Grid::kNoComponent : numbers_[parents_[region]];
  changed_ = false;

  const std::size_t before = component_of.size();
  if (before < keys_.size()) component_of.resize(keys_.size(), Grid::kNoComponent);
  bool wrote = before < keys_.size();
  constexpr std::size_t kBlock =
      VersionedArray<std::uint32_t>::kChunkBytes / sizeof(std::uint32_t);
  for (std::size_t begin = 0; begin < keys_.size(); begin += kBlock) {
    const auto block = std::span<const std::uint32_t>(numbers_).subspan(
        begin, std::min(kBlock, keys_.size() - begin));
    const auto known = component_of.values().subspan(begin, block.size());
    if (std::ranges::equal(block, known)) continue;
    std::ranges::copy(block, component_of.write(begin, block.size()).begin());
    wrote = true;
  }
  return wrote;
}

void RegionGraph::reserve() {
  keys_.reserve(2 * keys_.size());
  free_.reserve(keys_.capacity());
  nodes_.reserve(2 * nodes_.size());
  parents_.reserve(keys_.capacity());
  numbers_.reserve(keys_.capacity());
}

std::size_t RegionGraph::memory_bytes() const noexcept {
  return keys_.capacity() * sizeof(std::uint32_t) + free_.capacity() * sizeof(Region) +
         heads_.capacity() * sizeof(std::uint32_t) + nodes_.capacity() * sizeof(Node) +
         parents_.capacity() * sizeof(Region) +
         numbers_.capacity() * sizeof(std::uint32_t) +
         (least_.capacity() + in_use_.capacity()) * sizeof(std::uint64_t) +
         before_.capacity() * sizeof(std::uint32_t);
}

}  // namespace throng
