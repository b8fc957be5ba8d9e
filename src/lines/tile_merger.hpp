#pragma once

#include "line_hubs.hpp"
#include "line_tiles.hpp"
#include "taut_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// The label of a tile.
struct TileLabel {
  struct Entry {
    std::uint32_t hub;    ///< its rank
    std::uint32_t via;    ///< in `vias`
    std::uint64_t cells;  ///< that reach the hub through this corner
    LineLength cost;      ///< from the corner to the hub
  };
  std::vector<std::uint32_t> vias;  ///< corners that the tile sees
  std::vector<Entry> entries;       ///< by hub, then by via
};

/// Makes the labels of tiles, one at a time. Memory of one thread.
///
/// A cell has the hubs of all the corners that it sees, each by the shortest way, except
/// - hubs to which a hub of higher rank is on a shortest way, and
/// - hubs on the way to which it would turn at the corner as no shortest line does (see
///   LineHubs, where the proof stands).
/// The hub of the highest rank on any shortest line between two cells that do not see each
/// other is neither, so both of them have it.
class TileMerger {
 public:
  /// Keeps references.
  TileMerger(const TautGraph& graph, const LineHubs& hubs, const LineTiles& tiles)
      : graph_(graph), hubs_(hubs), tiles_(tiles), row_of_(graph.size(), kNoRow) {}

  /// The label of a tile that sees these corners.
  TileLabel run(std::size_t tile, std::span<const SeenCorner> seen);

 private:
  static constexpr std::uint32_t kNoRow = 0xFFFF'FFFF;

  /// A hub of one of the corners.
  struct Own {
    std::uint32_t row;
    std::uint32_t parent : 31;  ///< see LineEntry
    std::uint32_t apart : 1;
    LineLength cost;
    std::uint64_t cells;  ///< those that have the hub through this corner
  };
  /// The way from a hub to one of higher rank.
  struct Higher {
    std::uint32_t row;
    LineLength cost;
  };

  void list_hubs(std::span<const SeenCorner> seen);
  void list_higher();
  void measure(LinePoint cell, unsigned bit, std::span<const SeenCorner> seen);
  void choose(LinePoint cell, unsigned bit, std::span<const SeenCorner> seen);
  TileLabel collect(std::span<const SeenCorner> seen) const;

  const TautGraph& graph_;
  const LineHubs& hubs_;
  const LineTiles& tiles_;
  std::vector<std::uint32_t> row_of_;      ///< by hub
  std::vector<std::uint32_t> hub_of_row_;  ///< the hubs that have a row
  std::vector<Own> own_;                   ///< of one corner after the other
  std::vector<std::uint32_t> own_end_;     ///< by corner
  std::vector<Higher> higher_;             ///< of one row after the other
  std::vector<std::uint32_t> higher_end_;  ///< by row
  std::vector<LineLength> cost_;           ///< by row: from a cell to the hub
  std::vector<std::uint32_t> best_;        ///< by row: the number in own_
};

}  // namespace throng
