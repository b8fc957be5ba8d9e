#include "generators.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {
namespace {

constexpr std::uint32_t kHeights = 1 << 12;  // exclusive upper bound of heights
constexpr int kLayers = 4;

/// A height for each cell, row by row.
using HeightField = std::vector<std::uint16_t>;

/// Random heights at the corners of squares, interpolated smoothly in between.
class SmoothNoise {
 public:
  /// Noise for a map of `width` x `height` cells; squares 2^log_side cells wide.
  SmoothNoise(std::int32_t width, std::int32_t height, int log_side, SplitMix64& random)
      : log_side_(log_side),
        columns_(corners(width)),
        heights_(columns_ * corners(height)) {
    for (std::uint16_t& corner : heights_)
      corner = static_cast<std::uint16_t>(random.below(kHeights));
  }

  std::uint32_t at(Position p) const {
    const std::size_t corner = square(p.y) * columns_ + square(p.x);
    const std::uint32_t x = eased(p.x);
    const std::uint32_t y = eased(p.y);
    const std::uint32_t above = mixed(heights_[corner], heights_[corner + 1], x);
    const std::uint32_t below =
        mixed(heights_[corner + columns_], heights_[corner + columns_ + 1], x);
    return mixed(above, below, y);
  }

 private:
  static constexpr int kLogUnit = 8;
  static constexpr std::uint32_t kUnit = 1 << kLogUnit;  // the distance between two corners

  std::size_t square(std::int32_t cell) const {
    return static_cast<std::size_t>(cell) >> log_side_;
  }
  std::size_t corners(std::int32_t cells) const { return square(cells - 1) + 2; }

  /// The cell's offset in its square in units of 1 / kUnit, eased near the corners: 3t^2 -
  /// 2t^3.
  std::uint32_t eased(std::int32_t cell) const {
    const std::uint32_t inside = static_cast<std::uint32_t>(cell) & ((1U << log_side_) - 1);
    const std::uint32_t t = (inside << kLogUnit) >> log_side_;
    return (t * t * (3 * kUnit - 2 * t)) >> (2 * kLogUnit);
  }

  static std::uint32_t mixed(std::uint32_t a, std::uint32_t b, std::uint32_t t) {
    return (a * (kUnit - t) + b * t) >> kLogUnit;
  }

  int log_side_;
  std::size_t columns_;
  std::vector<std::uint16_t> heights_;
};

/// Layered noise: the widest layer has squares of 2^log_widest cells (log_widest + 1 >=
/// kLayers); each further layer is half as wide and half as high as the one before. Source:
/// D. Ebert et al., "Texturing and Modeling", 1994, value noise.
HeightField make_heights(const Terrain& terrain, int log_widest, SplitMix64& random,
                         const Progress& progress) {
  HeightField heights(terrain.cell_count());
  for (int layer = 0; layer < kLayers; ++layer) {
    const SmoothNoise noise(terrain.width(), terrain.height(), log_widest - layer, random);
    std::size_t cell = 0;
    for (Position p; p.y < terrain.height(); ++p.y, progress(1))
      for (p.x = 0; p.x < terrain.width(); ++p.x)
        heights[cell++] += static_cast<std::uint16_t>(noise.at(p) >> (layer + 1));
  }
  return heights;
}

/// The lowest `percent` of the cells that no earlier band contains.
struct Band {
  char terrain;
  std::uint32_t percent;
};

/// Returns the band of each height, such that each band contains its share of the cells.
std::vector<char> share_out(const HeightField& heights, std::span<const Band> bands) {
  std::vector<std::uint64_t> count(kHeights);
  for (const std::uint16_t height : heights) ++count[height];
  std::vector<char> terrain(kHeights);
  std::uint64_t below = 0;
  std::uint64_t percent = bands.front().percent;
  std::size_t band = 0;
  for (std::size_t height = 0; height < kHeights; ++height) {
    while (band + 1 < bands.size() && below * 100 >= percent * heights.size())
      percent += bands[++band].percent;
    terrain[height] = bands[band].terrain;
    below += count[height];
  }
  return terrain;
}

void draw_bands(Terrain& terrain, int log_widest, std::span<const Band> bands,
                Monitor* monitor, SplitMix64& random) {
  const Progress progress(
      monitor, static_cast<std::size_t>((kLayers + 1) * std::int64_t{terrain.height()}));
  const HeightField heights = make_heights(terrain, log_widest, random, progress);
  const std::vector<char> at_height = share_out(heights, bands);
  std::size_t cell = 0;
  for (Position p; p.y < terrain.height(); ++p.y, progress(1))
    for (p.x = 0; p.x < terrain.width(); ++p.x) terrain.set(p, at_height[heights[cell++]]);
}

}  // namespace

void make_islands(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  constexpr std::array kBands{Band{'W', 60}, Band{'.', 40}};
  draw_bands(terrain, 4, kBands, options.monitor, random);
}

void make_hills(Terrain& terrain, const GenerateOptions& options, SplitMix64& random) {
  constexpr std::array kBands{Band{'W', 18}, Band{'S', 10}, Band{'.', 34}, Band{'G', 22},
                              Band{'T', 16}};
  draw_bands(terrain, 5, kBands, options.monitor, random);
}

}  // namespace throng
