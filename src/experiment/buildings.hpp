#pragma once

#include "../core/rng.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/map_changes.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::experiment {

/// The buildings of a simulated game, of 4 x 4 cells each. They are placed on open ground
/// of one kind on which neither a unit nor a building stands, and leave that ground when
/// they are destroyed. Goals of units do not prevent a building.
class Buildings {
 public:
  /// each_frame: buildings that are placed or destroyed in a frame.
  Buildings(std::size_t each_frame, std::uint64_t seed)
      : each_frame_(each_frame), random_(seed) {}

  /// Chooses the edits of a frame. units: where units stand. The result is valid until the
  /// next call. Places fewer buildings if it finds no sites.
  std::span<const Edit> choose(TerrainView terrain, const Grid& grid,
                               const std::vector<Position>& units);

  std::size_t standing() const noexcept { return standing_.size(); }

 private:
  struct Building {
    MapRect at;
    char ground;
  };

  bool place(TerrainView terrain, const Grid& grid);
  bool is_site(TerrainView terrain, const Grid& grid, const MapRect& at) const;
  void destroy();

  static constexpr std::int32_t kSide = 4;
  /// Most buildings that stand at a time, for each that is placed in a frame.
  static constexpr std::size_t kMost = 40;
  static constexpr int kTries = 64;

  std::size_t each_frame_;
  SplitMix64 random_;
  std::vector<Building> standing_;
  std::vector<std::uint32_t> occupied_;  ///< by cell of the map: the frame, if it is
  std::uint32_t frame_ = 0;
  std::vector<Edit> edits_;
};

}  // namespace throng::experiment
