#include "line_board_editor.hpp"

#include "../grid/grid_access.hpp"
#include "../jump/open_lines.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace throng {
namespace {

using Word = std::uint64_t;

/// The bits of the vertices or cells next to those of a word.
struct Around {
  Word left, here, right;
};

}  // namespace

/// A word of each plane.
struct LineBoardEditor::Planes {
  std::array<Word, LineBoard::kPlanes> words{};
};

Outcome check_lines(const Grid& grid) {
  if (!grid.plain())
    return fail(Code::unsupported,
                "exact any-angle paths need plain ground: no weights, altitudes, closed "
                "steps or links");
  if (!line_model(grid.rules()))
    return fail(
        Code::unsupported,
        "exact any-angle paths need topology tile, or octile with corners never_cut "
        "or cut_one");
  if (grid.width() > LineBoard::kMostSide || grid.height() > LineBoard::kMostSide)
    return fail(Code::unsupported, "exact any-angle paths need sides of at most " +
                                       std::to_string(LineBoard::kMostSide) + " cells");
  return ok();
}

LineBoardEditor::LineBoardEditor(const Grid& grid, Memory memory)
    : model_(*line_model(grid.rules())),
      width_(grid.width() + 3),
      height_(grid.height() + 3),
      row_words_(static_cast<std::size_t>(width_) / LineBoard::kBits + 1),
      open_(open_rows(grid, memory)),
      words_(VersionedArray<Word>::unset(
          static_cast<std::size_t>(height_) * LineBoard::kPlanes * row_words_, memory)) {
  for (std::int32_t y = 0; y < height_; ++y)
    for (std::size_t w = 0; w < row_words_; ++w) write(y, w);
}

/// The open cells of a word of a row; none beyond the map.
Word LineBoardEditor::open(std::int32_t y, std::ptrdiff_t w) const noexcept {
  if (y < 0 || static_cast<std::size_t>(y) >= open_.lines()) return 0;
  if (w < 0 || static_cast<std::size_t>(w) >= open_.words()) return 0;
  return open_.line(static_cast<std::size_t>(y))[w];
}

void LineBoardEditor::write(std::int32_t y, std::size_t w) {
  const auto at = static_cast<std::ptrdiff_t>(w);
  const Planes planes =
      model_ == LineModel::unit ? unit_planes(y, at) : point_planes(y, at);
  const std::size_t first =
      static_cast<std::size_t>(y) * LineBoard::kPlanes * row_words_ + w;
  for (std::size_t k = 0; k < LineBoard::kPlanes; ++k)
    words_.write(first + k * row_words_, 1)[0] = planes.words[k];
}

/// Whether vertices lie between two closed cells that touch in them.
Word LineBoardEditor::pinched(std::int32_t y, std::ptrdiff_t w) const noexcept {
  const auto left = [](Word here, Word before) { return here << 1 | before >> 63; };
  const Word se = open(y, w), ne = open(y - 1, w);
  const Word sw = left(se, open(y, w - 1)), nw = left(ne, open(y - 1, w - 1));
  return (~se & ~nw & sw & ne) | (se & nw & ~sw & ~ne);
}

LineBoardEditor::Planes LineBoardEditor::unit_planes(std::int32_t y,
                                                     std::ptrdiff_t w) const noexcept {
  const auto around = [&](std::int32_t row) {
    const Word here = open(row, w);
    return Around{here << 1 | open(row, w - 1) >> 63, here,
                  here >> 1 | open(row, w + 1) << 63};
  };
  const Around above = around(y - 1), o = around(y), below = around(y + 1);
  const Word east = o.here & o.right, west = o.here & o.left;
  Planes planes;
  planes.words[LineBoard::kBlocked] = ~(east & below.here & below.right);
  planes.words[LineBoard::kBarred] = ~east;
  planes.words[LineBoard::kFallen] = ~(o.here & below.here);
  planes.words[LineBoard::kCorner + 0] = east & below.here & ~below.right;
  planes.words[LineBoard::kCorner + 1] = west & below.here & ~below.left;
  planes.words[LineBoard::kCorner + 2] = west & above.here & ~above.left;
  planes.words[LineBoard::kCorner + 3] = east & above.here & ~above.right;
  return planes;
}

LineBoardEditor::Planes LineBoardEditor::point_planes(std::int32_t y,
                                                      std::ptrdiff_t w) const noexcept {
  const Word se = open(y, w), ne = open(y - 1, w);
  const Word sw = se << 1 | open(y, w - 1) >> 63;
  const Word nw = ne << 1 | open(y - 1, w - 1) >> 63;
  const Word pinch = pinched(y, w);
  Planes planes;
  planes.words[LineBoard::kBlocked] = ~se;
  // No walk passes a vertex that is pinched.
  planes.words[LineBoard::kBarred] =
      ~(se | ne) | pinch | pinch >> 1 | pinched(y, w + 1) << 63;
  planes.words[LineBoard::kFallen] = ~(se | sw) | pinch | pinched(y + 1, w);
  planes.words[LineBoard::kCorner + 0] = ~se & sw & nw & ne;
  planes.words[LineBoard::kCorner + 1] = se & ~sw & nw & ne;
  planes.words[LineBoard::kCorner + 2] = se & sw & ~nw & ne;
  planes.words[LineBoard::kCorner + 3] = se & sw & nw & ~ne;
  return planes;
}

void LineBoardEditor::edit(const Grid& after, std::span<const Rectangle> toggled) {
  const std::int64_t columns = after.width(), rows = after.height();
  for (const Rectangle& some : toggled) {
    // In padded coordinates, and in 64 bits: a rectangle may end beyond 32 bits.
    const std::int64_t left = std::max<std::int64_t>(some.corner.x, 0) + 1;
    const std::int64_t top = std::max<std::int64_t>(some.corner.y, 0) + 1;
    const std::int64_t right = std::min(std::int64_t{some.corner.x} + some.width, columns);
    const std::int64_t bottom = std::min(std::int64_t{some.corner.y} + some.height, rows);
    if (left > right || top > bottom) continue;
    const auto stride = static_cast<std::size_t>(after.stride());
    for (std::int64_t y = top; y <= bottom; ++y)
      for (std::int64_t w = left / 64; w <= right / 64; ++w) {
        const auto line = static_cast<std::size_t>(y),
                   first = static_cast<std::size_t>(w) * 64;
        open_.line(line)[w] =
            GridAccess::open_cells(after, static_cast<CellIndex>(line * stride + first),
                                   std::min<std::size_t>(64, stride - first));
      }
  }
  for (const Rectangle& some : toggled) {
    const std::int64_t left = std::clamp<std::int64_t>(some.corner.x, 0, columns);
    const std::int64_t top = std::clamp<std::int64_t>(some.corner.y, 0, rows);
    const std::int64_t right =
        std::min(std::int64_t{some.corner.x} + some.width, columns) + 1;
    const std::int64_t bottom =
        std::min(std::int64_t{some.corner.y} + some.height, rows) + 1;
    for (std::int64_t y = top; y <= bottom; ++y)
      for (std::int64_t w = left / 64; w <= right / 64; ++w)
        write(static_cast<std::int32_t>(y), static_cast<std::size_t>(w));
  }
}

}  // namespace throng
