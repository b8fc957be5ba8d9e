#pragma once

#include "../../src/core/rng.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace throng::test {

/// What a mirrored map has besides its terrain.
struct MirrorLayers {
  bool weights = false;
  bool steps = false;
  bool links = false;
  bool danger = false;  ///< for class 0; only with weights
};
inline constexpr std::array kMirrorLayers{MirrorLayers{},
                                          MirrorLayers{.weights = true},
                                          MirrorLayers{.steps = true},
                                          MirrorLayers{.links = true},
                                          MirrorLayers{.weights = true, .danger = true},
                                          MirrorLayers{true, true, true},
                                          MirrorLayers{true, true, true, true}};

/// Makes random edits of a LivingMap, and keeps the map as it should be then, with code of
/// its own.
class LivingMirror {
 public:
  LivingMirror(Position size, int closed_percent, const MirrorLayers& layers,
               std::uint64_t seed);

  /// Options to make the LivingMap with.
  LivingOptions start() const;
  /// LivingClass::max_danger of class 0.
  Weight max_danger() const noexcept { return danger_.empty() ? Weight{0} : Weight{6}; }
  /// The map as it is now for class 0, for Grid::make and the oracle.
  const Terrain& terrain() const noexcept { return terrain_; }
  GridOptions options() const;
  std::string drawing() const;

  /// The next batch of one to four edits. Their blocks last as long as the mirror.
  std::vector<Edit> edit();
  /// The edits that lead back to the first terrain, one for each cell.
  std::vector<Edit> restore();

 private:
  void edit_once(std::vector<Edit>& edits);
  void edit_weights(std::vector<Edit>& edits);
  void edit_danger(std::vector<Edit>& edits);
  void edit_block(std::vector<Edit>& edits);
  void restore(const MapRect& area, std::vector<Edit>& edits);
  void weigh();
  MapRect any_area();
  Position any_cell();
  std::size_t slot(Position p) const;
  void fill(const MapRect& area, char character, std::vector<Edit>& edits);

  SplitMix64 random_;
  Terrain first_, terrain_;
  std::vector<Weight> first_weights_, weights_, danger_;
  std::vector<Weight> sums_;  ///< of weights and danger
  std::deque<std::vector<Weight>> weight_blocks_;
  std::deque<std::string> terrain_blocks_;
  bool steps_;
  std::vector<ClosedStep> closed_steps_;
  std::vector<Link> all_links_;
  std::vector<bool> link_open_;
  std::vector<Link> links_;  ///< those that are open
};

}  // namespace throng::test
