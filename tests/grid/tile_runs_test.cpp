#include "../../src/grid/tile_runs.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace throng::tile_runs_test {

namespace {

constexpr int kSide = TileRuns::kSide;
constexpr int kClosed = -1;

using Labels = std::vector<int>;  ///< by line and place

/// Regions by a flood from each cell that has none yet, line by line.
Labels flooded(const std::vector<TileRuns::Line>& lines,
               const std::array<LineJoin, 2>& joins) {
  const int count = static_cast<int>(lines.size());
  Labels labels(lines.size() * kSide, kClosed);
  const auto label = [&](int line, int place) -> int& {
    return labels[static_cast<std::size_t>(line * kSide + place)];
  };
  std::vector<std::array<int, 2>> waiting;
  const auto visit = [&](int line, int place, int region) {
    if (line < 0 || line >= count || place < 0 || place >= kSide) return;
    if ((lines[static_cast<std::size_t>(line)] >> place & 1U) == 0) return;
    if (label(line, place) != kClosed) return;
    label(line, place) = region;
    waiting.push_back({line, place});
  };
  int regions = 0;
  for (int line = 0; line < count; ++line)
    for (int place = 0; place < kSide; ++place) {
      if (label(line, place) != kClosed) continue;
      visit(line, place, regions);
      if (label(line, place) == regions) ++regions;
      while (!waiting.empty()) {
        const auto [l, p] = waiting.back();
        waiting.pop_back();
        const int region = label(l, p);
        const LineJoin down = joins[static_cast<std::size_t>(l % 2)];
        const LineJoin up = joins[static_cast<std::size_t>((l + 1) % 2)];
        for (const int to : {p - 1, p + 1}) visit(l, to, region);
        for (const int to : {l - 1, l + 1}) visit(to, p, region);
        if (down.before) visit(l + 1, p - 1, region);
        if (down.after) visit(l + 1, p + 1, region);
        if (up.before) visit(l - 1, p + 1, region);
        if (up.after) visit(l - 1, p - 1, region);
      }
    }
  return labels;
}

Labels labels_of(const TileRuns& runs, std::size_t lines) {
  Labels labels(lines * kSide, kClosed);
  for (std::size_t line = 0; line < lines; ++line)
    for (const TileRuns::Run& run : runs.runs(line))
      for (unsigned place = run.first(); place <= run.last(); ++place)
        labels[line * kSide + place] = run.region;
  return labels;
}

}  // namespace

TEST_CASE("regions of a tile are the sets of cells that a flood reaches") {
  const LineJoin none, both{true, true}, before{.before = true}, after{.after = true};
  const auto joins = GENERATE_COPY(std::array{none, none}, std::array{both, both},
                                   std::array{after, before}, std::array{before, after});
  TileRuns runs;  // one object for all tiles: nothing of the last one may be left
  for (std::uint64_t seed = 0; seed < 400; seed += test::every({1, 7})) {
    SplitMix64 rng(seed);
    std::vector<TileRuns::Line> lines(rng.below(kSide + 1));
    const auto percent = static_cast<std::int32_t>(rng.below(101));
    for (TileRuns::Line& line : lines)
      for (int place = 0; place < kSide; ++place)
        line |= TileRuns::Line{rng.chance(percent)} << place;
    if (seed % 8 == 0) std::ranges::fill(lines, seed % 16 == 0 ? 0x5555'5555 : ~0U);
    CAPTURE(seed, lines.size());

    runs.find(lines, joins);
    const Labels expected = flooded(lines, joins);
    REQUIRE(labels_of(runs, lines.size()) == expected);
    const int most = expected.empty() ? kClosed : std::ranges::max(expected);
    REQUIRE(static_cast<int>(runs.regions()) == most + 1);
  }
}

}  // namespace throng::tile_runs_test
