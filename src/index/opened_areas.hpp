#pragma once

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// Where steps of a plain octile map are legal that were not legal on an earlier version of
/// it: a few rectangles, of which each such step has an end in one.
class OpenedAreas {
 public:
  /// Rectangles that are kept. With more, nothing is known until clear().
  static constexpr std::size_t kMost = 64;

  /// Follows an edit. then: the earlier version, the same in all calls. now: the map after
  /// the edit. cheaper: rectangles that contain an end of each step that became legal.
  /// Areas that closed again are forgotten. Cost: O(cells of all rectangles).
  void update(const Grid& then, const Grid& now, std::span<const MapRect> cheaper) noexcept;

  /// Whether a way over a step that became legal may cost less than `cost`, by distances on
  /// an open map. Cost: O(rectangles).
  bool may_be_cheaper(StepCosts costs, Position from, Position to,
                      Cost cost) const noexcept;

  bool too_many() const noexcept { return too_many_; }
  std::span<const MapRect> areas() const noexcept { return std::span(areas_).first(size_); }

 private:
  void add(const MapRect& area) noexcept;

  std::array<MapRect, kMost> areas_{};
  std::size_t size_ = 0;
  bool too_many_ = false;
};

}  // namespace throng
