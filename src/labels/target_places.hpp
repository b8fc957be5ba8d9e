#pragma once

#include "../core/memory.hpp"
#include "../jump/jumps.hpp"

#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace throng {

/// The number of free steps in a row, by diagonal Move minus four.
using DiagonalRuns = std::array<std::int32_t, 4>;

/// The positions of the targets of a table of distances, laid out for reading eight at a
/// time.
class TargetPlaces {
 public:
  static constexpr std::size_t kLanes = 8;

  explicit TargetPlaces(Memory memory) : x_(memory), y_(memory) {}

  /// Replaces all places. Memory is kept.
  template <class Places>
  void assign(std::size_t count, const Places& place) {
    size_ = count;
    x_.resize((count + kLanes - 1) / kLanes * kLanes);
    y_.resize(x_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const PaddedPosition at = place(i);
      x_[i] = at.x;
      y_[i] = at.y;
    }
  }

  std::size_t size() const noexcept { return size_; }
  /// Size rounded up to a multiple of kLanes; arrays by target have that many slots.
  std::size_t padded_size() const noexcept { return x_.size(); }

  PaddedPosition operator[](std::size_t target) const noexcept {
    return {x_[target], y_[target]};
  }

  /// Writes, by rising number, the targets for which the canonical way from a cell would
  /// cost less than costs[target] and has a free diagonal part. Returns their number. Uses
  /// vector registers where the processor has wide ones (AVX2); the result is the same on
  /// every processor. Cost: about a nanosecond a target.
  ///
  /// Pre: `found` has room for padded_size(); slots of `costs` past size() are 0; ways
  /// across the map cost less than 2^31.
  std::size_t find_cheaper(PaddedPosition from, const DiagonalRuns& runs, StepCosts steps,
                           const std::int32_t* costs, std::uint32_t* found) const noexcept;

  /// The same function without processor-specific instructions, for comparison.
  std::size_t find_cheaper_portably(PaddedPosition from, const DiagonalRuns& runs,
                                    StepCosts steps, const std::int32_t* costs,
                                    std::uint32_t* found) const noexcept;

 private:
  std::size_t size_ = 0;
  std::pmr::vector<std::int32_t> x_, y_;
};

}  // namespace throng
