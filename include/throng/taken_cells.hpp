#pragma once

#include <throng/export.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// The cells of a map that are taken: by units that stand, by places that units were
/// promised. A game keeps one for the whole life of a map, and counts each unit once: where
/// it stands or, while it walks to a place, at that place. See promise_places().
///
/// A unit takes the square of size x size cells whose top left cell is `corner`: the cell
/// of its position, as in Rules::unit_size. Cells count how often they are taken, at most
/// kMost times, so squares may overlap. Nothing is known about the terrain.
///
/// Memory: 2 bytes a cell. Thread safety: const members may be called concurrently.
class TakenCells {
 public:
  static constexpr std::uint16_t kMost = 0xFFFF;

  /// No cell is taken. Cost: O(cells). Errors: those of Terrain::check_size.
  THRONG_API static Result<TakenCells> make(std::int32_t width, std::int32_t height);

  std::int32_t width() const noexcept { return width_; }
  std::int32_t height() const noexcept {
    return static_cast<std::int32_t>(counts_.size() / static_cast<std::size_t>(width_));
  }

  // The next three functions cost O(cells of the square).

  /// Takes a square. Returns false, and changes nothing, if the square does not lie in the
  /// map, `size` is below 1, or a cell is taken kMost times.
  THRONG_API bool add(Position corner, std::int32_t size = 1) noexcept;

  /// Undoes one add() of this square. Returns false, and changes nothing, if the square
  /// cannot have been added: it does not lie in the map, `size` is below 1, or one of its
  /// cells is not taken. Other squares that take all its cells hide such an error.
  THRONG_API bool remove(Position corner, std::int32_t size = 1) noexcept;

  /// Whether the square lies in the map and none of its cells is taken.
  THRONG_API bool is_free(Position corner, std::int32_t size = 1) const noexcept;

  friend bool operator==(const TakenCells&, const TakenCells&) = default;

 private:
  TakenCells(std::int32_t width, std::vector<std::uint16_t> counts)
      : width_(width), counts_(std::move(counts)) {}

  bool contains(Position corner, std::int32_t size) const noexcept;
  template <class Accepts>
  bool all_of(Position corner, std::int32_t size, const Accepts& accepts) const noexcept;
  template <class Change>
  void for_each(Position corner, std::int32_t size, const Change& change) noexcept;
  std::size_t slot(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }

  std::int32_t width_;
  std::vector<std::uint16_t>
      counts_;  ///< empty once moved from: then nothing is in the map
};

}  // namespace throng
