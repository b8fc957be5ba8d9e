#include "table2_grids.hpp"

#include "../core/rng.hpp"
#include "../grid/open_metric.hpp"
#include "../lab/ida_star.hpp"

#include <throng/grid.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace throng::experiment {
namespace {

constexpr int kPairs = 1'000'000;
constexpr std::int32_t kRadius = 500;  // of the disc, in tile sides
constexpr int kLevels = 24;            // of the tree whose nodes are counted

/// The moves from a cell with open neighbours only.
std::uint8_t open_moves(Topology topology) {
  const Result<Terrain> terrain = Terrain::make(3, 3);
  const auto grid = *Grid::make(*terrain, {.topology = topology});
  return grid->moves(Position{1, 1});
}

/// Branching factor of the tree that IDA* searches: nodes at one depth per node of the
/// depth above.
double branching(std::uint8_t legal) {
  const CutTable& table = cut_table(Cuts::shortcut);
  std::array<std::uint64_t, kMoves> nodes{};  // by the move that led to them
  for (std::size_t d = 0; d < kMoves; ++d) nodes[d] = legal >> d & 1U;
  double ratio = 0;
  for (int level = 1; level < kLevels; ++level) {
    std::array<std::uint64_t, kMoves> next{};
    for (std::size_t entered = 0; entered < kMoves; ++entered)
      for (std::size_t d = 0; d < kMoves; ++d)
        if ((legal & table[entered][legal]) >> d & 1U) next[d] += nodes[entered];
    const auto sum = [](const auto& counts) {
      return static_cast<double>(
          std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    };
    ratio = sum(next) / sum(nodes);
    nodes = next;
  }
  return ratio;
}

struct Point {
  double x, y;
};

Point draw_point(SplitMix64& random) {
  constexpr std::uint32_t kFine = 1 << 20;  // parts of a tile's side
  const auto coordinate = [&] {
    return static_cast<double>(random.below(2 * kRadius * kFine)) / kFine - kRadius;
  };
  for (;;) {
    const double x = coordinate(), y = coordinate();
    if (x * x + y * y < double{kRadius} * kRadius) return {x, y};
  }
}

std::int32_t floor_of(double value) { return static_cast<std::int32_t>(std::floor(value)); }

Position square(Point p) { return {floor_of(p.x), floor_of(p.y)}; }

/// Axial coordinates of the brick that contains a point.
Position brick(Point p) {
  const std::int32_t column = floor_of(p.x);
  const double lower = (column & 1) != 0 ? 0.5 : 0;  // y points down
  return axial(Topology::tex, {column, floor_of(p.y + lower)});
}

/// Axial coordinates of the regular hexagon that contains a point: of the three rounded
/// coordinates q, q - r and r, the one with the largest rounding error follows from the
/// other two.
Position hexagon(Point p) {
  static const double kEdge = std::sqrt(2 / (3 * std::sqrt(3.0)));
  const double q = p.x / (1.5 * kEdge), r = p.y / (std::sqrt(3.0) * kEdge) + q / 2;
  double column = std::round(q), row = std::round(r);
  const double slant = std::round(q - r);
  const double q_off = std::abs(column - q), r_off = std::abs(row - r);
  const double slant_off = std::abs(slant - (q - r));
  if (q_off > r_off && q_off > slant_off)
    column = row + slant;
  else if (r_off > slant_off)
    row = column - slant;
  return {static_cast<std::int32_t>(column), static_cast<std::int32_t>(row)};
}

/// Number of moves from one cell to another.
Cost hexagonal_depth(Position a, Position b) {
  return HexMetric({1, 1})(b.x - a.x, b.y - a.y);
}
Cost octile_depth(Position a, Position b) {
  return static_cast<Cost>(std::max(std::abs(b.x - a.x), std::abs(b.y - a.y)));
}
Cost tile_depth(Position a, Position b) {
  return static_cast<Cost>(std::abs(b.x - a.x) + std::abs(b.y - a.y));
}

struct Kind {
  Topology topology;
  Position (*cell)(Point);
  Cost (*depth)(Position, Position);
};

constexpr std::array kKinds{Kind{Topology::hex, hexagon, hexagonal_depth},
                            Kind{Topology::tex, brick, hexagonal_depth},
                            Kind{Topology::octile, square, octile_depth},
                            Kind{Topology::tile, square, tile_depth}};

}  // namespace

std::vector<GridFigures> measure_grids(std::uint64_t seed) {
  SplitMix64 random(seed);
  std::array<std::uint64_t, kKinds.size()> moves{};
  for (int pair = 0; pair < kPairs; ++pair) {
    const Point a = draw_point(random), b = draw_point(random);
    for (std::size_t k = 0; k < kKinds.size(); ++k)
      moves[k] += kKinds[k].depth(kKinds[k].cell(a), kKinds[k].cell(b));
  }
  std::vector<GridFigures> figures;
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    const std::uint8_t legal = open_moves(kKinds[k].topology);
    figures.push_back(
        {.name = name(kKinds[k].topology),
         .neighbours = std::popcount(legal),
         .branching = branching(legal),
         .depth = static_cast<double>(moves[k]) / static_cast<double>(moves.back())});
  }
  return figures;
}

}  // namespace throng::experiment
