#pragma once

#include "../core/memory.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Records where one thread's ways down one field turned: which way it was, and how far
/// from its beginning. From a turn on, all ways are the same, so the next way that turns
/// there copies the rest. If there are many turns, some are overwritten. The moves of a way
/// back to a start are kept in the order of the path, from its last one to its first.
///
/// Memory: 190 kB from the first way on, independent of map and group.
class Trails {
 public:
  explicit Trails(Memory memory = {}) : turns_(memory), ways_(memory) {}

  /// Allocates all the memory that it will ever need.
  void reserve() {
    turns_.resize(kTurns);
    ways_.reserve(kWays);
  }

  /// Call this when the recorded moves or fields are gone.
  void forget() noexcept { field_ = nullptr; }

  /// Starts a way down `field` that is appended to `moves`, which stays where it is.
  /// Forgets the ways down another field. back: whether ways down this field lead back.
  void begin_way(const Cost* field, const Column<Move>& moves, bool back) {
    back_ = back;
    if (field != field_) {
      reserve();
      std::ranges::fill(turns_, Turn{});
      ways_.clear();
      field_ = field;
    }
    notes_ = ways_.size() < kWays;
    if (notes_) ways_.push_back({&moves, moves.size(), moves.size()});
  }

  /// The moves of an earlier way from this turn to its end; count 0: not known.
  struct Rest {
    const Column<Move>* moves = nullptr;
    std::size_t begin = 0;
    std::size_t count = 0;
  };
  Rest rest(CellIndex turn) const noexcept {
    const Turn& last = turns_[slot(turn)];
    if (last.cell != turn) return {};
    const Way& way = ways_[last.way];
    const std::size_t all = way.end - way.begin;
    if (last.moves >= all) return {};
    return {way.moves, back_ ? way.begin : way.begin + last.moves, all - last.moves};
  }

  /// The current way turns in this cell, after `moves` moves.
  void note(CellIndex turn, std::size_t moves) noexcept {
    if (notes_)
      turns_[slot(turn)] = {turn, static_cast<std::uint32_t>(moves),
                            static_cast<std::uint32_t>(ways_.size() - 1)};
  }

  /// The moves of the last way are about to change: no other way copies them.
  void leave_out() noexcept {
    if (notes_) ways_.back().end = ways_.back().begin;
  }

  /// The current way is complete. Incomplete ways are never copied.
  void end_way(std::size_t end) noexcept {
    if (notes_) ways_.back().end = end;
  }

 private:
  static constexpr unsigned kTurnBits = 13;
  static constexpr std::size_t kTurns = std::size_t{1} << kTurnBits;
  static constexpr std::size_t kWays = 4096;

  /// The last turn of those that share a slot. Cell 0 lies off the map, so it marks an
  /// empty slot.
  struct Turn {
    CellIndex cell = 0;
    std::uint32_t moves = 0;  ///< from the beginning of its way
    std::uint32_t way = 0;
  };
  struct Way {
    const Column<Move>* moves;
    std::size_t begin;
    std::size_t end;
  };

  static std::size_t slot(CellIndex cell) noexcept {
    return cell * 0x9E37'79B9U >> (32 - kTurnBits);
  }

  std::pmr::vector<Turn> turns_;
  std::pmr::vector<Way> ways_;
  const Cost* field_ = nullptr;
  bool notes_ = false;  ///< whether the current way is recorded
  bool back_ = false;   ///< whether ways lead back to a start
};

}  // namespace throng
