#pragma once

#include "../core/memory.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Where the ways down one field have turned that one thread put down: which way it was,
/// and how far from its beginning. From a turn on all ways are the same, so that the next
/// one that turns there is copied to its end. Some turns are forgotten when there are many.
///
/// Memory: 160 kB from the first way on, whatever the map and the group.
class Trails {
 public:
  explicit Trails(Memory memory = {}) : turns_(memory), ways_(memory) {}

  /// Takes the memory that will ever be needed.
  void reserve() {
    turns_.resize(kTurns);
    ways_.reserve(kWays);
  }

  /// To be told when the moves or the fields of ways are there no longer.
  void forget() noexcept { field_ = nullptr; }

  /// A way down `field` is put down from move `begin` on: those down others are forgotten.
  void begin_way(const Cost* field, std::size_t begin) {
    if (field != field_) {
      reserve();
      std::ranges::fill(turns_, Turn{});
      ways_.clear();
      field_ = field;
    }
    notes_ = ways_.size() < kWays;
    if (notes_) ways_.push_back({begin, begin});
  }

  /// Where the moves of another way lie from this turn to its end; none: not known.
  struct Rest {
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  Rest rest(CellIndex turn) const noexcept {
    const Turn& last = turns_[slot(turn)];
    if (last.cell != turn) return {};
    const Way& way = ways_[last.way];
    const std::size_t begin = way.begin + last.moves;
    return begin < way.end ? Rest{begin, way.end - begin} : Rest{};
  }

  /// The way turns here, after so many moves.
  void note(CellIndex turn, std::size_t moves) noexcept {
    if (notes_)
      turns_[slot(turn)] = {turn, static_cast<std::uint32_t>(moves),
                            static_cast<std::uint32_t>(ways_.size() - 1)};
  }

  /// It has been put down whole; one that is not is not copied from.
  void end_way(std::size_t end) noexcept {
    if (notes_) ways_.back().end = end;
  }

 private:
  static constexpr unsigned kTurnBits = 13;
  static constexpr std::size_t kTurns = std::size_t{1} << kTurnBits;
  static constexpr std::size_t kWays = 4096;

  /// The last one of those that share a slot. No open cell is 0, which lies off the map.
  struct Turn {
    CellIndex cell = 0;
    std::uint32_t moves = 0;  ///< from the beginning of its way
    std::uint32_t way = 0;
  };
  struct Way {
    std::size_t begin;
    std::size_t end;
  };

  static std::size_t slot(CellIndex cell) noexcept {
    return cell * 0x9E37'79B9U >> (32 - kTurnBits);
  }

  std::pmr::vector<Turn> turns_;
  std::pmr::vector<Way> ways_;
  const Cost* field_ = nullptr;
  bool notes_ = false;  ///< of the way that is being put down
};

}  // namespace throng
