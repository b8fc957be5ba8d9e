#pragma once

#include "threads.hpp"
#include "workers.hpp"

#include <throng/column.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Collects what the tasks of a batch append, such as the moves of their paths. Each task
/// appends to a buffer of the thread that runs it. Threads take a buffer when their last
/// one is nearly full, so that a large first batch neither copies what it has collected nor
/// touches more memory than that takes. All threads then copy the items to their
/// destinations. The order of the result does not depend on the thread that ran a task.
///
/// Stored in Workers::Impl::common, so that buffers are kept from batch to batch. There are
/// enough for the largest batch so far, however its tasks are distributed.
template <class Item>
class Gather {
 public:
  using Buffer = Column<Item>;

  explicit Gather(Memory memory) : buffers_(memory), places_(memory) {}

  /// Empties the buffers and makes room for `tasks` tasks.
  void begin(Workers::Impl& own, std::size_t tasks) {
    places_.resize(tasks);
    for (Scratch& one : own.scratch)
      if (auto* const part = one.find<ThreadPart>()) {
        part->items = nullptr;
        longest_ = std::max(longest_, part->longest);
      }
    while (used_ > 0) buffers_[--used_].clear();
    if (buffer_items_ < kTasksInBuffer * longest_) {
      buffer_items_ = kTasksInBuffer * longest_;
      buffers_.clear();
    }
    if (most_ == 0) return;
    // Threads fill at least three quarters of all buffers but their last ones.
    const std::size_t enough = most_ / (buffer_items_ / 4 * 3) + own.scratch.size();
    while (buffers_.size() < enough) add_buffer();
  }

  /// Task `to` shares the items of task `from`.
  void copy_place(std::size_t from, std::size_t to) noexcept {
    places_[to] = places_[from];
  }

  /// Calls task(i, scratch, buffer) for each i of `order`, front first, in blocks of at
  /// most `block`; done(n) after each block of n tasks.
  template <class Task, class Done>
  void run(Workers::Impl& own, std::span<const std::uint32_t> order, std::size_t block,
           const Task& task, const Done& done) {
    own.crew.for_each_block(
        order.size(), block, [&](int thread, std::size_t begin, std::size_t end) {
          Scratch& scratch = own.scratch[static_cast<std::size_t>(thread)];
          auto& part = scratch.of<ThreadPart>();
          for (std::size_t k = begin; k < end; ++k) {
            if (part.items == nullptr || is_nearly_full(*part.items)) take_buffer(part);
            const std::size_t first = part.items->size();
            places_[order[k]] = {first, part.buffer};
            task(order[k], scratch, *part.items);
            part.longest = std::max(part.longest, part.items->size() - first);
          }
          done(end - begin);
        });
  }

  /// The items of a task. Valid until begin().
  const Item* items(std::size_t task) const noexcept {
    return buffers_[places_[task].buffer].data() + places_[task].begin;
  }

  /// A destination in the packed result.
  struct Target {
    Item* to = nullptr;
    std::size_t count = 0;
  };

  /// Copies the items of task i to target(i), for each i below `tasks`. total: the number
  /// of items of all tasks, remembered for begin().
  template <class TargetOf>
  void copy(Workers::Impl& own, std::size_t tasks, std::size_t total,
            const TargetOf& target) {
    most_ = std::max(most_, total);
    own.crew.for_each_block(tasks, kCopiesPerBlock,
                            [&](int, std::size_t begin, std::size_t end) {
                              for (std::size_t i = begin; i < end; ++i) {
                                const Target out = target(i);
                                if (out.count == 0) continue;
                                const Place place = places_[i];
                                const Buffer& from = buffers_[place.buffer];
                                std::copy_n(from.data() + place.begin, out.count, out.to);
                              }
                            });
  }

 private:
  static constexpr std::size_t kCopiesPerBlock = 256;
  static constexpr std::size_t kBufferItems = (std::size_t{64} << 10) / sizeof(Item);
  /// A buffer has room for so many of the longest tasks.
  static constexpr std::size_t kTasksInBuffer = 16;
  /// Writers of legs write past the end, and resize before they know the length.
  static constexpr std::size_t kSlack = 256;

  struct ThreadPart {
    explicit ThreadPart(Memory) {}
    Buffer* items = nullptr;  ///< null: the thread has none yet
    std::uint32_t buffer = 0;
    std::size_t longest = 0;  ///< items of one task
  };
  struct Place {
    std::size_t begin = 0;  ///< in the buffer
    std::uint32_t buffer = 0;
  };

  /// Whether the next task may not fit.
  bool is_nearly_full(const Buffer& buffer) const noexcept {
    return buffer.size() + std::max(2 * longest_, buffer_items_ / 8) + kSlack >
           buffer_items_;
  }

  void add_buffer() {
    Buffer one(buffers_.get_allocator());
    one.reserve(buffer_items_);
    buffers_.push_back(std::move(one));
  }

  void take_buffer(ThreadPart& part) {
    const Lock lock(mutex_);
    if (used_ == buffers_.size()) add_buffer();
    part.items = &buffers_[used_];
    part.buffer = static_cast<std::uint32_t>(used_++);
  }

  Mutex mutex_;  ///< of the next two, while tasks run
  std::pmr::deque<Buffer> buffers_;
  std::size_t used_ = 0;                     ///< buffers that threads took
  std::pmr::vector<Place> places_;           ///< by task
  std::size_t buffer_items_ = kBufferItems;  ///< of a buffer
  std::size_t most_ = 0, longest_ = 0;       ///< items of a batch and of a task so far
};

}  // namespace throng
