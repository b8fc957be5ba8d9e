#pragma once

#include "../core/memory.hpp"

#include <throng/assert.hpp>
#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace throng {

/// Cells waiting to be expanded: an array that grows geometrically and keeps its memory.
/// Unlike a std::vector it can be filled without a branch, see QueueEnd.
class CellQueue {
 public:
  explicit CellQueue(Memory memory = {}) : cells_(memory) {}

  const CellIndex* begin() const noexcept { return cells_.data(); }
  const CellIndex* end() const noexcept { return cells_.data() + size_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  void clear() noexcept { size_ = 0; }
  std::size_t memory_bytes() const noexcept {
    return cells_.capacity() * sizeof(CellIndex);
  }

  void push(CellIndex cell) {
    make_room(1);
    cells_[size_++] = cell;
  }

  template <class Predicate>
  void remove_if(const Predicate& predicate) {
    const auto rest = std::remove_if(cells_.data(), cells_.data() + size_, predicate);
    size_ = static_cast<std::size_t>(rest - cells_.data());
  }

  void make_room(std::size_t more) {
    if (cells_.size() - size_ < more) [[unlikely]]
      grow(more);
  }

 private:
  friend class QueueEnd;

  [[gnu::noinline]] void grow(std::size_t more) {
    cells_.resize(std::max({size_ + more, 2 * cells_.size(), kLeast}));
  }

  static constexpr std::size_t kLeast = 64;

  std::pmr::vector<CellIndex> cells_;  ///< all allocated slots
  std::size_t size_ = 0;               ///< slots in use
};

/// The end of a queue while at most `count` cells are appended. Small enough for two
/// registers. Nothing else may use the queue meanwhile.
class QueueEnd {
 public:
  QueueEnd(CellQueue& queue, std::size_t count) : queue_(queue) {
    queue.make_room(count);
    end_ = queue.cells_.data() + queue.size_;
  }
  ~QueueEnd() {
    queue_.size_ = static_cast<std::size_t>(end_ - queue_.cells_.data());
    THRONG_ASSERT(queue_.size_ <= queue_.cells_.size());
  }
  QueueEnd(const QueueEnd&) = delete;
  QueueEnd& operator=(const QueueEnd&) = delete;

  /// Appends `cell` if `wanted`, without a branch.
  void put(CellIndex cell, bool wanted) noexcept {
    *end_ = cell;
    end_ += wanted;
  }

 private:
  CellQueue& queue_;
  CellIndex* end_;
};

/// Cells by the move that entered them.
using CellQueues = std::array<CellQueue, kMoves>;

}  // namespace throng
