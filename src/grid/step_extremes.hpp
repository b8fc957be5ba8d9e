#pragma once

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// The least and the greatest weight of the steps of a grid that changes, of each move.
/// Kept for blocks of the padded layout, and for groups of blocks: what changed is read
/// again. Memory: 32 bytes for each 64 cells. Cost: see find().
class StepExtremes {
 public:
  /// By move, of steps that are legal. greatest 0: no step has this move.
  struct Range {
    std::array<std::uint16_t, kMoves> least;
    std::array<std::uint16_t, kMoves> greatest;
  };

  StepExtremes() = default;
  explicit StepExtremes(std::size_t cells)
      : blocks_((cells + kCells - 1) / kCells, kNone),
        groups_((blocks_.size() + kBlocks - 1) / kBlocks, kNone),
        changed_(groups_.size(), ~std::uint64_t{0}) {}

  /// The weights of some cells, at least one, changed.
  void mark(std::size_t first, std::size_t count) noexcept {
    for (std::size_t block = first / kCells; block <= (first + count - 1) / kCells; ++block)
      changed_[block / kBlocks] |= std::uint64_t{1} << block % kBlocks;
  }

  /// step_weights: in slot cell * kMoves + move; 0: no such step. Cost: about 50 ns for
  /// each block with changes, and as much for its group.
  Range find(std::span<const std::uint16_t> step_weights) noexcept {
    Range all = kNone;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (std::uint64_t bits = std::exchange(changed_[g], 0); bits != 0) {
        for (; bits != 0; bits &= bits - 1)
          read(g * kBlocks + static_cast<std::size_t>(std::countr_zero(bits)),
               step_weights);
        groups_[g] = kNone;
        const std::size_t end = std::min((g + 1) * kBlocks, blocks_.size());
        for (std::size_t k = g * kBlocks; k < end; ++k) add(blocks_[k], groups_[g]);
      }
      add(groups_[g], all);
    }
    for (std::uint16_t& least : all.least) ++least;
    return all;
  }

  std::size_t memory_bytes() const noexcept {
    return (blocks_.capacity() + groups_.capacity()) * sizeof(Range) +
           changed_.capacity() * sizeof(changed_[0]);
  }

 private:
  static constexpr std::size_t kCells = 64;   ///< of a block
  static constexpr std::size_t kBlocks = 64;  ///< of a group: a bit for each

  // Inside, `least` is less by 1: then a step that is not legal has the greatest number.
  static constexpr Range kNone = [] {
    Range none{};
    none.least.fill(std::numeric_limits<std::uint16_t>::max());
    return none;
  }();

  /// The weights of a cell's steps, which every machine processes in one operation.
  using Lanes = std::uint16_t __attribute__((vector_size(16)));
  static_assert(sizeof(Lanes) == kMoves * sizeof(std::uint16_t));

  static Lanes load(const std::uint16_t* weights) noexcept {
    Lanes lanes;
    std::memcpy(&lanes, weights, sizeof lanes);
    return lanes;
  }

  static void add(const Range& some, Range& all) noexcept {
    for (std::size_t d = 0; d < kMoves; ++d) {
      all.least[d] = std::min(all.least[d], some.least[d]);
      all.greatest[d] = std::max(all.greatest[d], some.greatest[d]);
    }
  }

  void read(std::size_t block, std::span<const std::uint16_t> step_weights) noexcept {
    if (block >= blocks_.size()) return;
    Lanes least = Lanes{} - 1, greatest{};
    const std::size_t end = std::min((block + 1) * kCells * kMoves, step_weights.size());
    for (std::size_t slot = block * kCells * kMoves; slot < end; slot += kMoves) {
      const Lanes weights = load(&step_weights[slot]), less = weights - 1;
      greatest = weights > greatest ? weights : greatest;
      least = less < least ? less : least;
    }
    Range& range = blocks_[block];
    std::memcpy(range.least.data(), &least, sizeof least);
    std::memcpy(range.greatest.data(), &greatest, sizeof greatest);
  }

  std::vector<Range> blocks_;
  std::vector<Range> groups_;
  std::vector<std::uint64_t> changed_;  ///< by group, a bit for each block
};

}  // namespace throng
