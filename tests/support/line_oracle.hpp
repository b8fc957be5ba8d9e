#pragma once

#include "sight.hpp"

#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {

/// Shortest any-angle paths of a small map by brute force: every place where a line might
/// turn, every pair of places, and Dijkstra's algorithm. Shares no code with the library
/// but plain data types.
class LineOracle {
 public:
  /// Where a line may begin, turn or end, in half cells: the centre of cell x,y is 2x,2y.
  struct Place {
    std::int64_t x = 0;
    std::int64_t y = 0;

    friend bool operator==(Place, Place) = default;
  };

  /// Under never_cut and on tile grids, a unit moves from cell to cell; under cut_one, a
  /// point moves between centres and corners of cells. Both must outlive the oracle.
  LineOracle(TerrainView terrain, const Rules& rules);

  /// Whether a leg of a path is legal.
  bool leg(Place from, Place to) const;

  /// Lengths of shortest paths from a cell to all cells, by y * width + x; infinite if
  /// there is none. Cost: the first call finds all legs.
  std::vector<long double> lengths_from(Position from);

 private:
  void find_legs();
  bool closed(std::int64_t x, std::int64_t y) const;
  bool enters(Place from, Place to, std::int64_t x, std::int64_t y) const;
  bool pinched(Place place) const;
  bool slides_between(Place from, Place to) const;

  TerrainView terrain_;
  const Rules& rules_;
  GridOptions none_;
  SightOracle sight_;
  bool point_;
  std::vector<Place> places_;  ///< the cells first
  std::vector<std::vector<std::size_t>> legs_;
};

}  // namespace throng::test
