#pragma once

#include <throng/assert.hpp>
#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

namespace throng {

/// Cells that wait to be expanded: an array that grows geometrically and is kept. Unlike a
/// std::vector it can be filled without a branch, see QueueEnd.
class CellQueue {
 public:
  const CellIndex* begin() const noexcept { return cells_.get(); }
  const CellIndex* end() const noexcept { return cells_.get() + size_; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  void clear() noexcept { size_ = 0; }

  void push(CellIndex cell) {
    make_room(1);
    cells_[size_++] = cell;
  }

  void make_room(std::size_t more) {
    if (capacity_ - size_ < more) [[unlikely]]
      grow(more);
  }

  std::size_t memory_bytes() const noexcept { return capacity_ * sizeof(CellIndex); }

 private:
  friend class QueueEnd;

  [[gnu::noinline]] void grow(std::size_t more) {
    const std::size_t capacity = std::max({size_ + more, 2 * capacity_, kLeast});
    auto cells = std::make_unique_for_overwrite<CellIndex[]>(capacity);
    std::copy(begin(), end(), cells.get());
    cells_ = std::move(cells);
    capacity_ = capacity;
  }

  static constexpr std::size_t kLeast = 64;

  std::unique_ptr<CellIndex[]> cells_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// The end of a queue while at most `count` cells are put there. Small enough for two
/// registers; nothing else may touch the queue meanwhile.
class QueueEnd {
 public:
  QueueEnd(CellQueue& queue, std::size_t count) : queue_(queue) {
    queue.make_room(count);
    end_ = queue.cells_.get() + queue.size_;
  }
  ~QueueEnd() {
    queue_.size_ = static_cast<std::size_t>(end_ - queue_.cells_.get());
    THRONG_ASSERT(queue_.size_ <= queue_.capacity_);
  }
  QueueEnd(const QueueEnd&) = delete;
  QueueEnd& operator=(const QueueEnd&) = delete;

  /// Puts `cell` there if `wanted`, without a branch.
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
