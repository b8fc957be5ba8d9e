#pragma once

#include "region_box.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace throng {

/// The smallest of the chains that cut a region, which several threads may look for; of
/// equally small chains, the one in the first direction.
class LeastChain {
 public:
  /// Forgets all chains. Those of `limit` nodes or more do not count.
  void begin(std::size_t limit) noexcept {
    limit_ = key(limit, Across::x);
    key_.store(limit_, std::memory_order_relaxed);
  }
  /// Whether a chain would be the smallest one so far.
  bool is_beaten_by(std::size_t size, Across across) const noexcept {
    return key(size, across) < key_.load(std::memory_order_relaxed);
  }
  /// Counts a chain, whether it is the smallest one or not.
  void add(std::size_t size, Across across) noexcept {
    const std::uint64_t added = key(size, across);
    std::uint64_t least = key_.load(std::memory_order_relaxed);
    while (added < least &&
           !key_.compare_exchange_weak(least, added, std::memory_order_relaxed))
      continue;
  }
  /// Of the smallest chain, if there is one.
  std::optional<Across> across() const noexcept {
    const std::uint64_t least = key_.load(std::memory_order_relaxed);
    if (least == limit_) return std::nullopt;
    return kAcross[least % kAcross.size()];
  }

 private:
  static std::uint64_t key(std::size_t size, Across across) noexcept {
    return std::uint64_t{size} * kAcross.size() + static_cast<std::uint64_t>(across);
  }

  std::uint64_t limit_ = 0;
  std::atomic<std::uint64_t> key_{0};  // relaxed: it orders nothing
};

/// Finds chains that separate the sides of a region. Memory of one thread: a byte a node of
/// the box, and the chains' ends.
class ChainSearch {
 public:
  using Local = RegionBox::Local;

  /// Finds the smallest chain in a direction, if it beats `least`, and counts it there.
  /// chain: out, the nodes of the region on the chain, from its end on; undefined if the
  /// chain does not count. Cost: O(nodes of the box).
  void find(const RegionBox& box, Across across, LeastChain& least,
            std::vector<Local>& chain);

 private:
  void open_band(const RegionBox& box, Across across);
  Local extend(const RegionBox& box);
  void read_chain(const RegionBox& box, Local end, std::vector<Local>& chain) const;

  /// By node: how a chain entered it, or whether one may.
  std::vector<std::uint8_t> state_;
  std::vector<Local> now_, next_;  ///< chains' ends that paid as much, and one more
};

}  // namespace throng
