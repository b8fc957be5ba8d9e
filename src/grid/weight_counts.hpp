#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// How many steps have each weight, so that the least and the greatest weight are known
/// after any change. Memory: 264 KB, unless none was ever added. Cost: O(1) a change; up to
/// 1024 words a query.
class WeightCounts {
 public:
  void add(std::uint16_t weight) {
    if (counts_.empty()) {
      counts_.resize(kWeights);
      used_.resize(kWeights / 64);
    }
    if (counts_[weight]++ == 0) used_[weight / 64] |= std::uint64_t{1} << weight % 64;
    ++size_;
  }
  /// Pre: the weight was added.
  void remove(std::uint16_t weight) noexcept {
    if (--counts_[weight] == 0) used_[weight / 64] &= ~(std::uint64_t{1} << weight % 64);
    --size_;
  }

  bool empty() const noexcept { return size_ == 0; }
  /// Pre: not empty.
  std::uint32_t least() const noexcept {
    const auto word = std::ranges::find_if(used_, [](auto bits) { return bits != 0; });
    return static_cast<std::uint32_t>(word - used_.begin()) * 64 +
           static_cast<std::uint32_t>(std::countr_zero(*word));
  }
  std::uint32_t greatest() const noexcept {
    auto word = used_.end() - 1;
    while (*word == 0) --word;
    return static_cast<std::uint32_t>(word - used_.begin()) * 64 + 63 -
           static_cast<std::uint32_t>(std::countl_zero(*word));
  }

  std::size_t memory_bytes() const noexcept {
    return counts_.capacity() * sizeof(counts_[0]) + used_.capacity() * sizeof(used_[0]);
  }

 private:
  static constexpr std::size_t kWeights = std::size_t{1} << 16;

  std::vector<std::uint32_t> counts_;  ///< by weight
  std::vector<std::uint64_t> used_;    ///< a bit a weight: its count is not 0
  std::size_t size_ = 0;
};

}  // namespace throng
