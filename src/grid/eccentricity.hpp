#pragma once

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// Distances from and to one cell of a strongly connected part, in 64 bits, so that they
/// cannot overflow. Dijkstra's algorithm with a ring of buckets that are no wider than the
/// least step or link: the cells of a bucket are final.
///
/// Memory: 12 bytes a cell of the padded map, and a ring of most expensive / cheapest edge
/// buckets.
class Eccentricity {
 public:
  /// part_of: as StrongParts::part_of. Pre: all outlive this object.
  Eccentricity(const Grid& grid, std::span<const std::uint32_t> part_of);

  /// The cell at the greatest distance, and that distance. Among equals, the cell with the
  /// least index, so that results do not depend on the order in a bucket.
  struct Farthest {
    std::uint64_t distance = 0;
    CellIndex cell = 0;
  };
  /// The greatest distance from `source`, or to it, in its part. Cost: O(cells of the
  /// part).
  Farthest from(CellIndex source) { return sweep<false>(source); }
  Farthest to(CellIndex source) { return sweep<true>(source); }

  /// The first cell, on the way back along a cheapest path of the last from(), that is at
  /// most half as far away as its end.
  CellIndex middle(CellIndex end) const;

 private:
  static constexpr auto kUnknown = std::numeric_limits<std::uint64_t>::max();

  template <bool kBackward>
  Farthest sweep(CellIndex source);
  template <bool kBackward, class Visit>
  void for_each_edge(CellIndex cell, const Visit& visit) const;
  void push(CellIndex cell, std::uint64_t distance);
  std::size_t next_bucket(std::size_t from) const noexcept;

  const Grid& grid_;
  std::span<const std::uint8_t> moves_;
  std::span<const std::uint16_t> weights_;  ///< empty: 1
  std::span<const std::uint32_t> part_of_;
  std::array<CellIndex, kMoves> offset_{};
  std::array<std::uint64_t, kMoves> cost_{};  ///< of a step of weight 1
  unsigned shift_;                            ///< a bucket is 2^shift_ wide
  std::vector<std::uint64_t> distance_;       ///< by cell, of the last sweep
  std::vector<CellIndex> reached_;            ///< cells whose distance is known
  std::vector<std::vector<CellIndex>> ring_;  ///< as many as a power of two
  std::vector<std::uint64_t> filled_;         ///< a bit a bucket: not empty
};

}  // namespace throng
