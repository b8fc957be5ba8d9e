#pragma once

#include "../core/crew.hpp"
#include "line_board.hpp"
#include "line_corners.hpp"
#include "line_model.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A map cut into tiles of 8 x 8 cells, from its first cell on. Cells are counted as in the
/// padded map, whose first row and column no tile has.
class LineTiles {
 public:
  static constexpr std::int32_t kSide = 8;

  explicit LineTiles(const LineBoard& board) noexcept
      : model_(board.model()),
        across_((board.width() - 2) / kSide + 1),
        down_((board.height() - 2) / kSide + 1) {}

  std::size_t size() const noexcept {
    return static_cast<std::size_t>(across_) * static_cast<std::size_t>(down_);
  }
  /// The tile of a cell.
  std::size_t tile(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::size_t>((y - 1) / kSide) * static_cast<std::size_t>(across_) +
           static_cast<std::size_t>((x - 1) / kSide);
  }
  /// Its bit among the cells of the tile.
  static constexpr unsigned bit(std::int32_t x, std::int32_t y) noexcept {
    return static_cast<unsigned>((y - 1) % kSide * kSide + (x - 1) % kSide);
  }
  /// The last column of the tile that has this one.
  static constexpr std::int32_t last_column(std::int32_t x) noexcept {
    return ((x - 1) | (kSide - 1)) + 1;
  }
  /// The centre of the cell with that bit.
  LinePoint centre(std::size_t tile, unsigned bit) const noexcept {
    const auto at = static_cast<std::int32_t>(tile), k = static_cast<std::int32_t>(bit);
    return centre_of(model_,
                     {at % across_ * kSide + k % kSide, at / across_ * kSide + k / kSide});
  }

 private:
  LineModel model_;
  std::int32_t across_, down_;
};

/// A corner, and the cells of a tile whose centres see it.
struct SeenCorner {
  std::uint32_t corner;
  std::uint64_t cells;
};

/// The corners that the cells of each tile see, as see_all() has it, by rising number. It
/// is found from the corners, with one scan for each.
class LineViews {
 public:
  /// Errors, whose messages are the caller's:
  /// - over_limit: there are more than `most_seen`, counted by tile and corner.
  /// - cancelled: the monitor cancelled.
  static Result<LineViews> build(const LineBoard& board, const LineCorners& corners,
                                 const LineTiles& tiles, std::size_t most_seen, Crew& crew,
                                 const Monitor* monitor);

  std::size_t tiles() const noexcept { return begin_.size() - 1; }
  std::span<const SeenCorner> seen(std::size_t tile) const noexcept {
    return {seen_.data() + begin_[tile], seen_.data() + begin_[tile + 1]};
  }

 private:
  explicit LineViews(std::size_t tiles) : begin_(tiles + 1, 0) {}

  std::vector<std::size_t> begin_;  ///< by tile; one more: the end
  std::vector<SeenCorner> seen_;
};

}  // namespace throng
