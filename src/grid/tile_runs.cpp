#include "tile_runs.hpp"

#include <throng/assert.hpp>

#include <utility>

namespace throng {

void TileRuns::find(std::span<const Line> lines,
                    const std::array<LineJoin, 2>& joins) noexcept {
  THRONG_ASSERT(lines.size() <= kSide);
  lines_ = lines.size();
  for (std::size_t line = 0; line < lines_; ++line) {
    begin_[line + 1] = cut(lines[line], begin_[line]);
    if (line > 0) unite(line, joins[(line - 1) % 2]);
  }
  // Parents come before their children, so their regions are known.
  regions_ = 0;
  for (std::uint16_t run = 0; run < begin_[lines_]; ++run) {
    std::uint16_t& region = runs_[run].region;
    region = static_cast<std::uint16_t>(region == run ? regions_++ : runs_[region].region);
  }
}

/// Writes the runs of a line to slot `next` and those behind it, each as its own parent.
/// Returns the next free slot.
std::uint16_t TileRuns::cut(Line open, std::uint16_t next) noexcept {
  while (open != 0) {
    const Line carried = open + (open & (0 - open));  // the first run becomes one bit
    runs_[next] = {open & ~carried, next};
    open &= carried;
    ++next;
  }
  return next;
}

std::uint16_t TileRuns::root(std::uint16_t run) noexcept {
  while (runs_[run].region != run)
    run = runs_[run].region = runs_[runs_[run].region].region;
  return run;
}

/// Unites the runs of a line with those of the line before that touch them.
void TileRuns::unite(std::size_t line, LineJoin join) noexcept {
  const std::uint16_t end = begin_[line];
  const auto reach = [&](std::uint16_t run) {
    const Line bits = runs_[run].bits;
    return bits | (join.before ? bits >> 1 : 0) | (join.after ? bits << 1 : 0);
  };
  std::uint16_t first = begin_[line - 1];  // the runs before it end before this run begins
  for (std::uint16_t run = end; run < begin_[line + 1]; ++run) {
    const Line bits = runs_[run].bits, lowest = bits & (0 - bits);
    while (first < end && reach(first) < lowest) ++first;
    for (std::uint16_t above = first; above < end; ++above) {
      const Line touched = reach(above);
      if ((touched & (0 - touched)) > bits) break;
      if ((touched & bits) == 0) continue;
      std::uint16_t a = root(above), b = root(run);
      if (a > b) std::swap(a, b);
      runs_[b].region = a;
    }
  }
}

}  // namespace throng
