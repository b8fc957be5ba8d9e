#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../core/progress.hpp"
#include "cone_scan.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A list for each corner of a map.
template <class T>
class CornerLists {
 public:
  /// Calls find(cones, corner, list), which appends what belongs to a corner, for each of
  /// them: on all threads, with memory for scans. Errors, whose messages are the caller's:
  /// - over_limit: there are more than `most` values.
  /// - cancelled: the monitor cancelled.
  template <class Find>
  static Result<CornerLists> find(std::uint32_t corners, std::size_t most, Crew& crew,
                                  const Monitor* monitor, const Find& find) {
    CornerLists lists(corners);
    std::vector<ConeScratch> cones(static_cast<std::size_t>(crew.size()));
    std::vector<std::vector<T>> blocks((corners + kPerBlock - 1) / kPerBlock);
    std::atomic<std::size_t> found{0};
    crew.for_each_block(corners, kPerBlock,
                        [&](int thread, std::size_t begin, std::size_t end) {
                          if (found > most || cancelled(monitor)) return;
                          std::vector<T>& block = blocks[begin / kPerBlock];
                          for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
                            const std::size_t before = block.size();
                            find(cones[static_cast<std::size_t>(thread)], i, block);
                            lists.begin_[i + 1] = block.size() - before;
                          }
                          found += block.size();
                        });
    if (cancelled(monitor)) return fail(Code::cancelled, "");
    if (found > most) return fail(Code::over_limit, "");
    for (std::size_t i = 0; i < corners; ++i) lists.begin_[i + 1] += lists.begin_[i];
    lists.values_.reserve(found);
    for (std::vector<T>& block : blocks) {
      lists.values_.insert(lists.values_.end(), block.begin(), block.end());
      release(block);
    }
    return lists;
  }

  std::size_t size() const noexcept { return begin_.size() - 1; }
  std::size_t values() const noexcept { return values_.size(); }  ///< of all lists
  std::span<const T> operator[](std::uint32_t corner) const noexcept {
    return {values_.data() + begin_[corner], values_.data() + begin_[corner + 1]};
  }

 private:
  static constexpr std::uint32_t kPerBlock = 64;

  explicit CornerLists(std::uint32_t corners) : begin_(corners + std::size_t{1}, 0) {}

  std::vector<std::size_t> begin_;  ///< by corner; one more: the end
  std::vector<T> values_;
};

}  // namespace throng
