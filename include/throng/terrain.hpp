#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng {

/// The characters that map files may hold: those of MovingAI maps, and digits for the
/// ground of weighted ones.
inline constexpr std::string_view kTerrains = ".G@OTSW123456789";

/// How heavy the ground is: 1 is plain, 2 twice as dear to cross.
using Weight = std::uint16_t;

/// Largest weight of a cell.
inline constexpr Weight kMaxWeight = 16383;

/// Terrain characters that somebody else owns: `height` rows of `width` characters, the
/// first ones of two successive rows `pitch` apart. Cheap to copy; valid while the memory
/// it points to is.
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

/// A map as it is drawn: one character per cell, in the letters of MovingAI maps. `.` `G`
/// open, `S` swamp, `W` water, `T` trees, `@` `O` out of bounds, and the digits `1` to `9`.
/// What a character means for a unit is decided by Rules; a Terrain holds no rule.
///
/// A value: copies are deep. Const members may be called from any number of threads.
class Terrain {
 public:
  /// A map whose cells all hold `fill`.
  /// Errors: bad_argument for a size below 1; unsupported when the cells, with a border of
  /// one cell around them, do not fit 32-bit indices.
  static Result<Terrain> make(std::int32_t width, std::int32_t height, char fill = '.');

  /// A map from `height` rows of `width` characters, one after the other, nothing between.
  /// Errors: as above; bad_argument when `cells` is not width * height long.
  static Result<Terrain> make(std::int32_t width, std::int32_t height, std::string cells);

  /// Whether a map of this size can be held; the reason when it cannot.
  static Outcome check_size(std::int64_t width, std::int64_t height);

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept { return height_; }
  std::size_t cell_count() const noexcept { return cells_.size(); }

  bool contains(Position p) const noexcept { return view().contains(p); }
  char at(Position p) const noexcept { return view().at(p); }
  std::string_view row(std::int32_t y) const noexcept { return view().row(y); }
  void set(Position p, char terrain) noexcept;

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

/// A way from one open cell to any other beside the steps of the grid: a teleporter, a
/// bridge, a jump pad. One way: the way back is a link of its own.
struct Link {
  Position from;
  Position to;
  Weight weight = 1;  ///< it costs so many straight steps on plain ground; 1 to kMaxWeight

  friend constexpr bool operator==(const Link&, const Link&) = default;
};

/// Most links that may begin at one cell.
inline constexpr std::size_t kMaxLinksPerCell = 200;

}  // namespace throng
