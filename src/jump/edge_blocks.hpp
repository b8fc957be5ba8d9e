#pragma once

#include "../core/memory.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// Divides an array of edges into blocks, one for each node. Blocks that are no longer used
/// are used again for nodes with about as many edges.
class EdgeBlocks {
 public:
  explicit EdgeBlocks(Memory memory) : free_(memory) {}

  /// The capacity of a block for `count` edges: up to 32 edges the next multiple of 4,
  /// beyond that at most a quarter more than `count`.
  static std::uint32_t capacity_for(std::uint32_t count) noexcept {
    const std::uint32_t unit = unit_for(count);
    return (count + unit - 1) / unit * unit;
  }

  /// The number of edges of all blocks, used or not.
  std::size_t end() const noexcept { return end_; }

  /// Returns the first edge of an unused block. Pre: capacity is one of capacity_for().
  std::size_t take(std::uint32_t capacity) {
    auto& blocks = of(capacity);
    if (blocks.empty()) return std::exchange(end_, end_ + capacity);
    const std::uint32_t first = blocks.back();
    blocks.pop_back();
    return first;
  }
  void give_back(std::uint32_t first, std::uint32_t capacity) {
    if (capacity != 0) of(capacity).push_back(first);
  }

  /// Removes all blocks.
  void clear() noexcept {
    end_ = 0;
    for (auto& blocks : free_) blocks.clear();
  }

  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = free_.capacity() * sizeof(free_[0]);
    for (const auto& blocks : free_) bytes += blocks.capacity() * sizeof(blocks[0]);
    return bytes;
  }

 private:
  static std::uint32_t unit_for(std::uint32_t count) noexcept {
    return std::max(std::uint32_t{4}, std::bit_ceil(count) / 8);
  }
  /// The unused blocks of one capacity.
  std::pmr::vector<std::uint32_t>& of(std::uint32_t capacity) {
    const std::uint32_t unit = unit_for(capacity);
    const std::size_t i =
        4 * static_cast<std::size_t>(std::countr_zero(unit) - 2) + capacity / unit;
    if (i >= free_.size()) free_.resize(i + 1);
    return free_[i];
  }

  std::size_t end_ = 0;
  std::pmr::vector<std::pmr::vector<std::uint32_t>> free_;  ///< by capacity
};

}  // namespace throng
