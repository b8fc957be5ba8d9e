#pragma once

#include "../src/core/rng.hpp"

#include <throng/living_map.hpp>
#include <throng/map_changes.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng::bench {

/// A square of `side` cells that is open now, or a former one that is not.
class Buildings {
 public:
  /// margin: so many cells on each side of the square are open too, so that no corridor
  /// closes.
  Buildings(const LivingMap& map, std::int32_t side, std::int32_t margin = 0)
      : map_(map), side_(side), margin_(margin) {}

  /// Half of the edits put up a building, the others remove one. only_up: none does.
  Edit next(bool only_up = false) {
    if (!only_up && !standing_.empty() && random_.below(2) == 0) {
      const std::size_t k = random_.below(static_cast<std::uint32_t>(standing_.size()));
      const MapRect at = standing_[k];
      standing_[k] = standing_.back();
      standing_.pop_back();
      return TerrainEdit{at, '.'};
    }
    const MapRect at = random_site();
    standing_.push_back(at);
    return TerrainEdit{at, '@'};
  }

  /// Removes all buildings.
  std::vector<Edit> remove_all() {
    std::vector<Edit> edits;
    for (const MapRect& at : standing_) edits.emplace_back(TerrainEdit{at, '.'});
    standing_.clear();
    return edits;
  }

 private:
  /// An open square. Where squares of this side are rare, as in mazes, smaller ones follow,
  /// without a margin.
  MapRect random_site() {
    for (int tries = 1;; ++tries) {
      const MapRect at{random_cell(), side_, side_};
      if (is_open(at)) return at;
      if (tries % 10'000 != 0) continue;
      if (std::exchange(margin_, 0) == 0) side_ = std::max(side_ - 1, 1);
    }
  }
  Position random_cell() {
    const TerrainView terrain = map_.terrain();
    const auto below = [&](std::int32_t cells) {
      return static_cast<std::int32_t>(
          random_.below(static_cast<std::uint32_t>(cells - side_)));
    };
    const std::int32_t x = below(terrain.width);
    return {x, below(terrain.height)};
  }
  bool is_open(const MapRect& at) const {
    const TerrainView terrain = map_.terrain();
    const std::int32_t all = side_ + 2 * margin_;
    const Position first{at.corner.x - margin_, at.corner.y - margin_};
    for (Position p = first; p.y < first.y + all; ++p.y)
      for (p.x = first.x; p.x < first.x + all; ++p.x)
        if (!terrain.contains(p) || terrain.at(p) != '.') return false;
    return true;
  }

  const LivingMap& map_;
  std::int32_t side_;
  std::int32_t margin_;
  SplitMix64 random_{3};
  std::vector<MapRect> standing_;
};

/// Removes squares of what is closed at first, and puts up buildings elsewhere.
class Changes {
 public:
  Changes(const LivingMap& map, std::int32_t side)
      : buildings_(map, side), map_(map), side_(side) {}

  /// opens: removes; else puts up.
  Edit next(bool opens) {
    if (!opens) return buildings_.next(true);
    MapRect at{{}, side_, side_};
    const TerrainView terrain = map_.terrain();
    do {
      const auto below = [&](std::int32_t cells) {
        return static_cast<std::int32_t>(
            random_.below(static_cast<std::uint32_t>(cells - side_)));
      };
      at.corner.x = below(terrain.width);
      at.corner.y = below(terrain.height);
    } while (!opens_something(at));
    return TerrainEdit{at, '.'};
  }

 private:
  /// Whether a side of the square is open and the square is not.
  bool opens_something(const MapRect& at) const {
    const auto open = [&](std::int32_t x, std::int32_t y) {
      const Position p{x, y};
      return map_.terrain().contains(p) && map_.terrain().at(p) == '.';
    };
    const Position p = at.corner;
    return !open(p.x, p.y) && !open(p.x + side_ - 1, p.y + side_ - 1) &&
           (open(p.x - 1, p.y) || open(p.x + side_, p.y) || open(p.x, p.y - 1) ||
            open(p.x, p.y + side_));
  }

  Buildings buildings_;
  const LivingMap& map_;
  std::int32_t side_;
  SplitMix64 random_{5};
};

}  // namespace throng::bench
