#pragma once

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// The least and the greatest weight of the steps of a grid that changes, of each move.
/// Kept for blocks of the padded layout: a block with changes is read again. Memory: 32
/// bytes for each 256 cells. Cost: see find().
class StepExtremes {
 public:
  /// By move, of steps that are legal. greatest 0: no step has this move.
  struct Range {
    std::array<std::uint16_t, kMoves> least;
    std::array<std::uint16_t, kMoves> greatest;
  };

  StepExtremes() = default;
  explicit StepExtremes(std::size_t cells)
      : blocks_((cells + kCells - 1) / kCells), changed_(blocks_.size(), std::uint8_t{1}) {}

  /// The weights of some cells, at least one, changed.
  void mark(std::size_t first, std::size_t count) noexcept {
    for (std::size_t block = first / kCells; block <= (first + count - 1) / kCells; ++block)
      changed_[block] = 1;
  }

  /// step_weights: in slot cell * kMoves + move; 0: no such step. Cost: 0.2 us for each
  /// block with changes; 2 ns for each of the others.
  Range find(std::span<const std::uint16_t> step_weights) noexcept {
    // A step that is not legal counts as the greatest number here, and the least below.
    std::array<std::uint16_t, kMoves> least_less_1{}, greatest{};
    least_less_1.fill(kNone);
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      if (changed_[k] != 0) read(k, step_weights);
      for (std::size_t d = 0; d < kMoves; ++d) {
        least_less_1[d] = std::min(least_less_1[d], blocks_[k].least[d]);
        greatest[d] = std::max(greatest[d], blocks_[k].greatest[d]);
      }
    }
    Range range{least_less_1, greatest};
    for (std::uint16_t& least : range.least) ++least;
    return range;
  }

  std::size_t memory_bytes() const noexcept {
    return blocks_.capacity() * sizeof(Range) + changed_.capacity();
  }

 private:
  static constexpr std::size_t kCells = 256;
  static constexpr std::uint16_t kNone = std::numeric_limits<std::uint16_t>::max();

  void read(std::size_t k, std::span<const std::uint16_t> step_weights) noexcept {
    changed_[k] = 0;
    std::array<std::uint16_t, kMoves> least_less_1{}, greatest{};
    least_less_1.fill(kNone);
    const std::size_t end = std::min((k + 1) * kCells * kMoves, step_weights.size());
    for (std::size_t slot = k * kCells * kMoves; slot < end; slot += kMoves)
      for (std::size_t d = 0; d < kMoves; ++d) {
        const std::uint16_t weight = step_weights[slot + d];
        greatest[d] = std::max(greatest[d], weight);
        least_less_1[d] = std::min(least_less_1[d], static_cast<std::uint16_t>(weight - 1));
      }
    blocks_[k] = {least_less_1, greatest};
  }

  std::vector<Range> blocks_;          ///< `least` is less by 1
  std::vector<std::uint8_t> changed_;  ///< by block
};

}  // namespace throng
