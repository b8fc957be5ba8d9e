#pragma once

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory_resource>
#include <numeric>
#include <span>
#include <vector>

namespace throng {

/// Distance between two cells in columns or rows, whichever is larger.
inline std::uint64_t span_of(Position a, Position b) noexcept {
  const std::int64_t dx = std::int64_t{a.x} - b.x, dy = std::int64_t{a.y} - b.y;
  return static_cast<std::uint64_t>(std::max(std::abs(dx), std::abs(dy)));
}

/// Sorts the indices of a batch by classes 0 to kClasses - 1. Stable. O(n + kClasses).
template <std::size_t kClasses, class ClassOf>
void order_by_class(std::size_t count, std::pmr::vector<std::uint32_t>& order,
                    const ClassOf& class_of) {
  std::array<std::uint32_t, kClasses + 1> begin{};
  for (std::size_t i = 0; i < count; ++i) ++begin[class_of(i) + 1];
  for (std::size_t c = 1; c <= kClasses; ++c) begin[c] += begin[c - 1];
  order.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    order[begin[class_of(i)]++] = static_cast<std::uint32_t>(i);
}

/// Task i at position i.
inline void order_as_they_come(std::size_t count, std::pmr::vector<std::uint32_t>& order) {
  order.resize(count);
  std::iota(order.begin(), order.end(), 0U);
}

template <class LengthOf>
std::uint64_t longest_of(std::size_t count, const LengthOf& length_of) {
  std::uint64_t longest = 1;
  for (std::size_t i = 0; i < count; ++i)
    longest = std::max<std::uint64_t>(longest, length_of(i));
  return longest;
}

/// Sorts the longest tasks, by length_of(i), to the front: a long search that starts last
/// keeps one thread busy while the others wait.
template <class LengthOf>
void order_longest_first(std::size_t count, std::pmr::vector<std::uint32_t>& order,
                         const LengthOf& length_of) {
  constexpr std::size_t kClasses = 256;
  const std::uint64_t longest = longest_of(count, length_of);
  order_by_class<kClasses>(count, order, [&](std::size_t i) {
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
void order_for_caches(const Grid& grid, std::size_t count,
                      std::pmr::vector<std::uint32_t>& order, const StartOf& start_of,
                      const LengthOf& length_of) {
  const Tiles tile_of(grid);
  const std::uint64_t longest = longest_of(count, length_of);
  order_by_class<2 * Tiles::kCount>(count, order, [&](std::size_t i) {
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
void order_tasks(const Grid& grid, int threads, std::size_t count,
                 std::pmr::vector<std::uint32_t>& order, const StartOf& start_of,
                 const LengthOf& length_of) {
  if (count >= kTasksForCaches &&
      count >= kTasksForCachesPerThread * static_cast<std::size_t>(threads))
    order_for_caches(grid, count, order, start_of, length_of);
  else
    order_longest_first(count, order, length_of);
}

template <class Tasks>
void order_tasks(const Tasks& tasks, int threads, std::pmr::vector<std::uint32_t>& order) {
  order_tasks(
      tasks.problem.grid, threads, tasks.count(), order,
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
