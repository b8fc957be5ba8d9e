#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"

#include <throng/algorithm.hpp>
#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <utility>

namespace throng {

/// Distance between two cells in columns or rows, whichever is larger.
inline std::uint64_t span_of(Position a, Position b) noexcept {
  const std::int64_t dx = std::int64_t{a.x} - b.x, dy = std::int64_t{a.y} - b.y;
  return static_cast<std::uint64_t>(std::max(std::abs(dx), std::abs(dy)));
}

/// Memory of a batch that is kept, except the paths of its tasks.
struct BatchScratch {
  explicit BatchScratch(Memory memory) : order(memory), begins(memory) {}

  Column<std::uint32_t> order;   ///< the order in which tasks are handed out
  Column<std::uint32_t> begins;  ///< of order_by_class(), by part and class
};

/// The indices of a batch, cut into parts of equal size for the threads of a crew: one part
/// where a thread alone is done before the others have woken up.
class BatchParts {
 public:
  static constexpr std::size_t kMost = 32;

  BatchParts(std::size_t count, const Crew& crew) noexcept
      : each_(std::max<std::size_t>(
            count < kLeastShared
                ? count
                : (count - 1) / std::min(static_cast<std::size_t>(crew.size()), kMost) + 1,
            1)),
        parts_((count + each_ - 1) / each_) {}

  std::size_t each() const noexcept { return each_; }    ///< the last part may be smaller
  std::size_t count() const noexcept { return parts_; }  ///< at most kMost
  std::size_t of(std::size_t index) const noexcept { return index / each_; }

 private:
  /// Ordering takes about 20 ns an index, in three loops.
  static constexpr std::size_t kLeastShared = 8192;

  std::size_t each_, parts_;
};

/// Sorts the indices of a batch by classes 0 to kClasses - 1. Stable. O(n + kClasses).
template <std::size_t kClasses, class ClassOf>
void order_by_class(std::size_t count, Crew& crew, BatchScratch& kept,
                    const ClassOf& class_of) {
  const BatchParts parts(count, crew);
  kept.order.resize(count);
  kept.begins.resize(parts.count() * kClasses);
  const auto begins = [&](std::size_t part) {
    return kept.begins.data() + part * kClasses;
  };
  crew.for_each_block(count, parts.each(), [&](int, std::size_t first, std::size_t last) {
    std::uint32_t* const sizes = begins(parts.of(first));
    std::fill_n(sizes, kClasses, 0U);
    for (std::size_t i = first; i < last; ++i) ++sizes[class_of(i)];
  });
  std::uint32_t begin = 0;
  for (std::size_t c = 0; c < kClasses; ++c)
    for (std::size_t part = 0; part < parts.count(); ++part)
      begin += std::exchange(begins(part)[c], begin);
  crew.for_each_block(count, parts.each(), [&](int, std::size_t first, std::size_t last) {
    std::uint32_t* const next = begins(parts.of(first));
    for (std::size_t i = first; i < last; ++i)
      kept.order[next[class_of(i)]++] = static_cast<std::uint32_t>(i);
  });
}

/// Task i at position i.
inline void order_as_they_come(std::size_t count, BatchScratch& kept) {
  kept.order.resize(count);
  std::iota(kept.order.begin(), kept.order.end(), 0U);
}

/// The greatest length_of(i), at least 1.
template <class LengthOf>
std::uint64_t longest_of(std::size_t count, Crew& crew, const LengthOf& length_of) {
  const BatchParts parts(count, crew);
  std::array<std::uint64_t, BatchParts::kMost> longest{};
  crew.for_each_block(count, parts.each(), [&](int, std::size_t first, std::size_t last) {
    std::uint64_t most = 1;
    for (std::size_t i = first; i < last; ++i)
      most = std::max<std::uint64_t>(most, length_of(i));
    longest[parts.of(first)] = most;
  });
  return std::max<std::uint64_t>(1, *std::ranges::max_element(longest));
}

/// Sorts the longest tasks, by length_of(i), to the front: a long search that starts last
/// keeps one thread busy while the others wait.
template <class LengthOf>
void order_longest_first(std::size_t count, Crew& crew, BatchScratch& kept,
                         const LengthOf& length_of) {
  constexpr std::size_t kClasses = 256;
  const std::uint64_t longest = longest_of(count, crew, length_of);
  order_by_class<kClasses>(count, crew, kept, [&](std::size_t i) {
    return kClasses - 1 - length_of(i) * (kClasses - 1) / longest;
  });
}

/// A number that is similar for positions near each other: the place on the Morton curve of
/// a map cut into 32 x 32 tiles.
class Tiles {
 public:
  static constexpr std::size_t kCount = 32 * 32;

  explicit Tiles(const Grid& grid)
      : shift_(std::bit_width(
            static_cast<unsigned>(std::max(grid.width(), grid.height()) - 1) >> 5)) {}

  std::size_t operator()(Position p) const noexcept {
    return spread(p.x) | spread(p.y) << 1;
  }

 private:
  std::size_t spread(int along) const noexcept {
    std::size_t bits = static_cast<std::size_t>(std::clamp(along >> shift_, 0, 31));
    bits = (bits | bits << 4) & 0x30F;
    bits = (bits | bits << 2) & 0x333;
    return (bits | bits << 1) & 0x555;
  }

  int shift_;
};

/// Tasks whose searches start near each other come one after the other, so that the caches
/// contain what they read. Short tasks come last.
template <class StartOf, class LengthOf>
void order_for_caches(const Grid& grid, std::size_t count, Crew& crew, BatchScratch& kept,
                      const StartOf& start_of, const LengthOf& length_of) {
  const Tiles tile_of(grid);
  const std::uint64_t longest = longest_of(count, crew, length_of);
  order_by_class<2 * Tiles::kCount>(count, crew, kept, [&](std::size_t i) {
    return tile_of(start_of(i)) + (4 * length_of(i) < longest ? Tiles::kCount : 0);
  });
}

/// An order for the caches pays from this number of tasks on. With this number per thread,
/// it does not matter which tasks come last. Measured on one thread with 16 landmarks and
/// random queries on nine maps: 1.02 of the time with 128 tasks, 0.98 with 512, 0.95 with
/// 2,000, 0.86 with 10,000.
inline constexpr std::size_t kTasksForCaches = 1000;
inline constexpr std::size_t kTasksForCachesPerThread = 256;

/// The order in which threads take `count` tasks on a grid.
template <class StartOf, class LengthOf>
void order_tasks(const Grid& grid, std::size_t count, Crew& crew, BatchScratch& kept,
                 const StartOf& start_of, const LengthOf& length_of) {
  if (count >= kTasksForCaches &&
      count >= kTasksForCachesPerThread * static_cast<std::size_t>(crew.size()))
    order_for_caches(grid, count, crew, kept, start_of, length_of);
  else
    order_longest_first(count, crew, kept, length_of);
}

template <class Tasks>
void order_tasks(const Tasks& tasks, Crew& crew, BatchScratch& kept) {
  order_tasks(
      tasks.problem.grid, tasks.count(), crew, kept,
      [&](std::size_t i) { return tasks.start(i); },
      [&](std::size_t i) { return tasks.length(i); });
}

/// Whether an order also pays on one thread, although the paths must then be copied to
/// their places. With hub labels, copying a path takes longer than the order saves.
template <class Tasks>
bool alone_in_order(const Tasks& tasks) {
  const bool by_labels = tasks.problem.options.algorithm == Algorithm::hub;
  return tasks.count() >= kTasksForCaches && !by_labels;
}

}  // namespace throng
