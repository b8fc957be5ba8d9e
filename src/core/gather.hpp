#pragma once

#include "workers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Collects what the tasks of a batch append, such as the moves of their paths. Each task
/// appends to the buffer of the thread that runs it. All threads then copy the items to
/// their destinations. The order of the result does not depend on the thread that ran a
/// task.
///
/// Stored in Workers::Impl::common, the buffers in the scratch of each thread, so that all
/// of them are kept from batch to batch.
template <class Item>
class Gather {
 public:
  using Buffer = std::pmr::vector<Item>;

  explicit Gather(Memory memory) : places_(memory) {}

  /// Empties the buffers and makes room for `tasks` tasks. Every thread that has worked
  /// gets enough room for the items of the largest batch so far: the next batch may be
  /// distributed differently, and then nothing is allocated.
  void begin(Workers::Impl& own, std::size_t tasks) {
    places_.resize(tasks);
    for (Scratch& one : own.scratch)
      if (auto* const part = one.find<ThreadPart>()) {
        part->items.clear();
        part->items.reserve(most_ + most_ / 2 + kSlack);
      }
  }

  static Buffer& buffer(Scratch& scratch) { return scratch.of<ThreadPart>().items; }

  /// From now on task i appends its items to the buffer of this thread.
  void note(std::size_t i, int thread, const Buffer& buffer) noexcept {
    places_[i] = {buffer.size(), static_cast<std::uint32_t>(thread)};
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
          Buffer& items = buffer(scratch);
          for (std::size_t k = begin; k < end; ++k) {
            note(order[k], thread, items);
            task(order[k], scratch, items);
          }
          done(end - begin);
        });
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
                                const Buffer& from = buffer(own.scratch[place.thread]);
                                std::copy_n(from.data() + place.begin, out.count, out.to);
                              }
                            });
  }

 private:
  static constexpr std::size_t kCopiesPerBlock = 256;
  static constexpr std::size_t kSlack = 128;  ///< writers of legs write past the end

  struct ThreadPart {
    explicit ThreadPart(Memory memory) : items(memory) {}
    Buffer items;
  };
  struct Place {
    std::uint64_t begin = 0;  ///< in the buffer of the thread
    std::uint32_t thread = 0;
  };

  std::pmr::vector<Place> places_;  ///< by task
  std::size_t most_ = 0;            ///< items of the largest batch so far
};

}  // namespace throng
