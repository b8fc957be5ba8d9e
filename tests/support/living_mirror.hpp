#pragma once

#include "../../src/core/rng.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::test {

/// What a mirrored map has besides its terrain.
struct MirrorLayers {
  bool weights = false;
  bool steps = false;
  bool links = false;
};
inline constexpr std::array kMirrorLayers{
    MirrorLayers{}, MirrorLayers{.weights = true}, MirrorLayers{.steps = true},
    MirrorLayers{.links = true}, MirrorLayers{true, true, true}};

/// Makes random edits of a LivingMap, and keeps the map as it should be then, with code of
/// its own.
class LivingMirror {
 public:
  LivingMirror(Position size, int closed_percent, const MirrorLayers& layers,
               std::uint64_t seed);

  /// Options to make the LivingMap with.
  LivingOptions start() const;
  /// The map as it is now, for Grid::make and the oracle.
  const Terrain& terrain() const noexcept { return terrain_; }
  GridOptions options() const;
  std::string drawing() const;

  /// The next batch of one to four edits.
  std::vector<Edit> edit();
  /// The edits that lead back to the first terrain, one for each cell.
  std::vector<Edit> restore();

 private:
  void edit_once(std::vector<Edit>& edits);
  MapRect any_area();
  Position any_cell();
  std::size_t slot(Position p) const;
  void fill(const MapRect& area, char character, std::vector<Edit>& edits);

  SplitMix64 random_;
  Terrain first_, terrain_;
  std::vector<Weight> weights_;
  bool steps_;
  std::vector<ClosedStep> closed_steps_;
  std::vector<Link> all_links_;
  std::vector<bool> link_open_;
  std::vector<Link> links_;  ///< those that are open
};

}  // namespace throng::test
