#pragma once

#include "../core/crew.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace throng {

/// Upper bounds on the number of straight steps between cells, from tiles of 8 x 8 cells. A
/// tile is one word with a bit for each open cell, so a word operation extends a search by
/// one step in the whole tile. Much faster than a breadth-first search over the cells, and
/// loose by a small factor. Memory: 2 bits a cell.
class TileSteps {
 public:
  /// Pre: a grid of squares.
  TileSteps(const Grid& grid, Crew& crew);

  /// Returns a number of straight steps that suffices from `from` to every cell of its
  /// component. nullopt: straight steps alone do not connect the component. Pre: `from` has
  /// a legal move, its component has `cells` cells, and was not searched before.
  std::optional<std::uint64_t> bound(CellIndex from, std::uint64_t cells);

 private:
  using Tile = std::uint64_t;  ///< bit 8y + x: the cell in column x and row y of the tile

  /// Cells of one tile that straight steps in the tile connect.
  struct Piece {
    std::size_t tile;
    Tile cells;
    std::uint64_t steps;  ///< suffice to every cell of the piece
  };

  /// Queues the pieces of `tile` that contain some of `entries` and were not queued before.
  void enter(std::size_t tile, Tile entries, std::uint64_t steps);

  CellIndex stride_;
  std::size_t across_;      ///< tiles in a row
  std::vector<Tile> open_;  ///< cells that have a legal move and are in no piece yet
  std::vector<Piece> next_;
};

}  // namespace throng
