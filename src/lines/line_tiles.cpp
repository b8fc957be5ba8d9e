#include "line_tiles.hpp"

#include "../core/memory.hpp"
#include "../core/progress.hpp"
#include "cone_scan.hpp"

#include <algorithm>
#include <atomic>

namespace throng {
namespace {

constexpr std::uint32_t kViewsPerBlock = 64;

/// The cells that one corner sees after another. Memory of one thread.
class CornerView {
 public:
  CornerView(const LineBoard& board, const LineTiles& tiles)
      : board_(board), tiles_(tiles), cells_(tiles.size(), 0) {}

  /// Calls visit(tile, cells) for the tiles of a corner's view.
  template <class Visit>
  void run(LineVertex corner, const Visit& visit) {
    const unsigned turns = board_.corner(corner.x, corner.y);
    for (unsigned q = 0; q < 4; ++q)
      if (LineBoard::taut(turns, q)) look(corner, q);
    // Centres of the point model lie on no axis of a vertex.
    for (unsigned axis = 0; axis < 4 && board_.model() == LineModel::unit; ++axis)
      walk(corner, axis);
    for (const std::size_t tile : touched_) {
      visit(tile, cells_[tile]);
      cells_[tile] = 0;
    }
    touched_.clear();
  }

 private:
  void look(LineVertex corner, unsigned q) {
    const auto row = [this](std::int32_t y, std::int32_t a, std::int32_t b) {
      add_row(y, a, b);
    };
    const bool centres = board_.model() == LineModel::point;
    with_cones(board_, q, cones_, [&](const auto& cones) {
      if (centres)
        cones.see_centres(corner.point(), kQuadrantY[q], kQuadrant, row);
      else
        cones.see_rows(corner.point(), kQuadrantY[q], kQuadrant, row);
    });
  }

  void walk(LineVertex corner, unsigned axis) {
    const LineBoard::Walk end = board_.walk(corner.x, corner.y, axis);
    for (std::int32_t x = corner.x, y = corner.y; x != end.x || y != end.y;) {
      x += kAxisX[axis];
      y += kAxisY[axis];
      add_row(y, x, x);
    }
  }

  void add_row(std::int32_t y, std::int32_t a, std::int32_t b) {
    for (std::int32_t x = a; x <= b; x = LineTiles::last_column(x) + 1) {
      const std::int32_t end = std::min(b, LineTiles::last_column(x));
      const std::size_t tile = tiles_.tile(x, y);
      const std::uint64_t upto = (std::uint64_t{2} << LineTiles::bit(end, y)) - 1;
      const std::uint64_t before = (std::uint64_t{1} << LineTiles::bit(x, y)) - 1;
      if (cells_[tile] == 0) touched_.push_back(tile);
      cells_[tile] |= upto & ~before;
    }
  }

  const LineBoard& board_;
  const LineTiles& tiles_;
  ConeScratch cones_;
  std::vector<std::uint64_t> cells_;  ///< by tile
  std::vector<std::size_t> touched_;
};

struct Seen {
  std::size_t tile;
  SeenCorner corner;
};

}  // namespace

Result<LineViews> LineViews::build(const LineBoard& board, const LineCorners& corners,
                                   const LineTiles& tiles, std::size_t most_seen,
                                   Crew& crew, const Monitor* monitor) {
  LineViews all(tiles.size());
  const std::size_t count = corners.size();
  std::vector<CornerView> views(static_cast<std::size_t>(crew.size()),
                                CornerView(board, tiles));
  std::vector<std::vector<Seen>> found((count + kViewsPerBlock - 1) / kViewsPerBlock);
  std::atomic<std::size_t> seen_count{0};
  crew.for_each_block(count, kViewsPerBlock,
                      [&](int thread, std::size_t begin, std::size_t end) {
                        if (seen_count > most_seen || cancelled(monitor)) return;
                        std::vector<Seen>& block = found[begin / kViewsPerBlock];
                        for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i)
                          views[static_cast<std::size_t>(thread)].run(
                              corners[i], [&](std::size_t tile, std::uint64_t cells) {
                                block.push_back({tile, {i, cells}});
                              });
                        seen_count += block.size();
                      });
  if (cancelled(monitor)) return fail(Code::cancelled, "");
  if (seen_count > most_seen) return fail(Code::over_limit, "");
  std::vector<std::size_t>& begin = all.begin_;
  for (const std::vector<Seen>& block : found)
    for (const Seen& one : block) ++begin[one.tile + 1];
  for (std::size_t tile = 0; tile < tiles.size(); ++tile) begin[tile + 1] += begin[tile];
  all.seen_.resize(begin.back());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (std::vector<Seen>& block : found) {
    for (const Seen& one : block) all.seen_[next[one.tile]++] = one.corner;
    release(block);
  }
  return all;
}

}  // namespace throng
