#pragma once

#include <throng/export.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace throng {

/// The characters allowed in map files: the MovingAI characters, and digits for weighted
/// ground.
inline constexpr std::string_view kTerrains = ".G@OTSW123456789";

/// The weight of ground: 1 is plain, 2 costs twice as much to cross.
using Weight = std::uint16_t;

/// Largest weight of a cell.
inline constexpr Weight kMaxWeight = 16383;

/// A view of terrain characters: `height` rows of `width` characters. The starts of
/// successive rows are `pitch` apart. Cheap to copy; valid while its memory is.
struct TerrainView {
  const char* cells = nullptr;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::ptrdiff_t pitch = 0;

  bool contains(Position p) const noexcept {
    return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height;
  }

  /// Pre: contains(p).
  char at(Position p) const noexcept {
    THRONG_ASSERT(contains(p));
    return cells[p.y * pitch + p.x];
  }

  std::string_view row(std::int32_t y) const noexcept {
    return {cells + y * pitch, static_cast<std::size_t>(width)};
  }
};

/// A map: one character per cell, in the MovingAI alphabet. `.` `G` open, `S` swamp, `W`
/// water, `T` trees, `@` `O` out of bounds, and the digits `1` to `9`. Rules define what a
/// character means for a unit; a Terrain contains no rules.
///
/// A value type: copies are deep. A moved-from map has no cells, and cannot be compiled.
/// Thread safety: const members may be called concurrently.
class Terrain {
 public:
  /// Makes a map with `fill` in every cell.
  /// Errors: bad_argument for a size below 1; unsupported if the cells, with a border of
  ///         one cell, exceed 32-bit indices.
  THRONG_API static Result<Terrain> make(std::int32_t width, std::int32_t height,
                                         char fill = '.');

  /// Makes a map from `height` rows of `width` characters, without separators.
  /// Errors: as above; bad_argument unless cells.size() == width * height.
  THRONG_API static Result<Terrain> make(std::int32_t width, std::int32_t height,
                                         std::string cells);

  /// Whether a map of this size is possible. Errors: as make() for the size.
  THRONG_API static Outcome check_size(std::int64_t width, std::int64_t height);

  Terrain(const Terrain&) = default;
  Terrain& operator=(const Terrain&) = default;
  Terrain(Terrain&& other) noexcept
      : Terrain(std::exchange(other.width_, 0), std::exchange(other.height_, 0),
                std::move(other.cells_)) {}
  Terrain& operator=(Terrain&& other) noexcept {
    width_ = std::exchange(other.width_, 0);
    height_ = std::exchange(other.height_, 0);
    cells_ = std::move(other.cells_);
    return *this;
  }

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept { return height_; }
  std::size_t cell_count() const noexcept { return cells_.size(); }

  bool contains(Position p) const noexcept { return view().contains(p); }
  char at(Position p) const noexcept { return view().at(p); }
  std::string_view row(std::int32_t y) const noexcept { return view().row(y); }
  THRONG_API void set(Position p, char terrain) noexcept;

  TerrainView view() const noexcept { return {cells_.data(), width_, height_, width_}; }
  operator TerrainView() const noexcept { return view(); }  // NOLINT: a view of this

  friend bool operator==(const Terrain&, const Terrain&) = default;

 private:
  Terrain(std::int32_t width, std::int32_t height, std::string cells)
      : width_(width), height_(height), cells_(std::move(cells)) {}

  std::int32_t width_;
  std::int32_t height_;
  std::string cells_;  ///< cells_[y * width_ + x]
};

/// An extra edge from one cell to any other: a teleporter, a bridge, a jump pad. One-way;
/// for both directions use two links.
struct Link {
  Position from;
  Position to;
  Weight weight = 1;  ///< cost in straight steps on plain ground; 1 to kMaxWeight

  friend constexpr bool operator==(const Link&, const Link&) = default;
};

/// Maximum number of links that begin at one cell.
inline constexpr std::size_t kMaxLinksPerCell = 200;

}  // namespace throng
