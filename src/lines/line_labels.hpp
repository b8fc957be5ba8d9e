#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../core/shared_array.hpp"
#include "clear_line.hpp"
#include "line_board.hpp"
#include "line_corners.hpp"
#include "line_model.hpp"
#include "line_search.hpp"
#include "line_tiles.hpp"
#include "taut_graph.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// Memory of joins, reused from query to query. Bytes: 12 a corner of the map.
class LineJoinScratch {
 public:
  explicit LineJoinScratch(Memory memory = {})
      : to_hub(memory), entry(memory), away(memory), own(memory) {}

  /// Raises the capacity to that of another one.
  void reserve_as(const LineJoinScratch& other);

  std::pmr::vector<LineLength> to_hub;    ///< by hub: from the start; kFar between joins
  std::pmr::vector<std::uint32_t> entry;  ///< by hub: the entry of the start
  std::pmr::vector<LineLength> away;      ///< by corner of a tile: from the cell
  std::pmr::vector<std::uint32_t> own;    ///< the entries of a cell
};

/// Shortest any-angle lines between the cells of a map, read from labels without a search.
///
/// Corners have hub labels (LineHubs). The cells of a tile of 8 x 8 share a label
/// (TileMerger): an entry is a hub, the corner through which some cells reach it first, the
/// length from there, and a bit for each of these cells. If two cells do not see each
/// other, the shortest line between them passes a hub of both, and the shortest sum over
/// all common hubs is its length.
///
/// Bytes: 16 an entry of a corner, 20 an entry of a tile, 8 a corner that a tile sees. Cost
/// of a query: O(entries of both tiles), and of a path the corners on it.
/// Source: hub labels: see HubLabels. Labels shared by the cells of a region, with
/// Euclidean distances: J. Du, B. Shen, M. A. Cheema, "Ultrafast Euclidean shortest path
/// computation using hub labeling", AAAI 2023.
class LineLabels {
 public:
  /// A step on the way to a hub.
  struct Step {
    static constexpr std::uint32_t kAtHub = 0xFFFF'FFFF;

    std::uint32_t next;    ///< number of the next step; kAtHub: there is none
    std::uint32_t corner;  ///< where it begins
  };
  /// A corner that a tile sees.
  struct Via {
    std::uint32_t corner;
    LineVertex place;
  };
  /// What begins with a tile.
  struct Begin {
    std::uint32_t via = 0;
    std::uint32_t entry = 0;
  };
  struct Arrays {
    SharedArray<std::uint32_t> begin;    ///< by corner: its first entry; one more: the end
    SharedArray<std::uint32_t> hubs;     ///< by entry of a corner, rising in a label
    SharedArray<std::uint32_t> step_of;  ///< by entry of a corner: its first step
    /// The steps to the hub of rank 0, then to that of rank 1, and so on, each after its
    /// next step: see heavy_places().
    SharedArray<Step> steps;
    SharedArray<Begin> tiles;          ///< by tile; one more: the ends
    SharedArray<Via> vias;             ///< of one tile after the other
    SharedArray<std::uint32_t> keys;   ///< by entry of a tile: hub << kViaBits | via
    SharedArray<std::uint64_t> cells;  ///< by entry of a tile
    SharedArray<LineLength> costs;     ///< by entry of a tile: from the corner to the hub
  };
  static constexpr unsigned kViaBits = 10;
  static constexpr std::uint32_t kMostVias = 1U << kViaBits;  ///< of a tile
  static constexpr std::uint32_t kMostCorners = 1U << (32 - kViaBits);
  /// Longer than any way; sums of four such lengths fit.
  static constexpr LineLength kFar = LineLength{1} << 61;

  /// Errors:
  /// - over_limit: the labels would exceed `most_bytes`; or those of some tiles are so long
  ///   that those of all would exceed it twice.
  /// - unsupported: the map has kMostCorners, or a tile sees more than kMostVias.
  /// - cancelled: the monitor cancelled.
  static Result<LineLabels> build(const LineBoard& board, const LineCorners& corners,
                                  const TautGraph& graph, std::size_t most_bytes,
                                  Crew& crew, const Monitor* monitor);
  /// Pre: the arrays have the sizes, and all numbers the ranges, of labels of this board.
  LineLabels(const LineBoard& board, LineCorners corners, Arrays arrays);

  /// Finds the shortest line between two open cells of one component, as find_line() does,
  /// and appends its points if `wanted`. Status: found; in a forged file perhaps
  /// unreachable.
  LineFound find(const Legs& legs, Position start, Position goal, bool wanted,
                 LineJoinScratch& scratch, std::pmr::vector<LinePoint>& points) const;

  /// Makes the memory as large as joins of these labels need it.
  void prepare(LineJoinScratch& scratch) const;

  /// Where the halves of a line meet: an entry of each tile with the same hub.
  struct Meeting {
    LineLength length = kFar;  ///< kFar: nowhere
    std::uint32_t start = 0, goal = 0;
  };
  /// The shortest line between two cells that do not see each other. Pre: both lie in the
  /// map; the memory is prepared.
  Meeting join(LinePoint start, LinePoint goal, LineJoinScratch& scratch) const;

  /// Appends the points of the line, both ends included, without points at which it does
  /// not turn. Pre: meeting is that of join() with these ends, and somewhere.
  void append_points(LinePoint start, LinePoint goal, const Meeting& meeting,
                     std::pmr::vector<LinePoint>& points) const;

  const Arrays& arrays() const noexcept { return arrays_; }
  std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  /// Entries of tiles that are joined in the time of a row of a cone: see LineFound.
  static constexpr std::uint64_t kEntriesForOne = 8;

  std::uint64_t entries_of(LinePoint cell) const noexcept;
  std::size_t select(LinePoint cell, LineLength* away, std::uint32_t* own) const noexcept;
  std::uint32_t find(std::uint32_t corner, std::uint32_t hub) const noexcept;
  template <class Visit>
  void follow(LinePoint cell, std::uint32_t entry, const Visit& visit) const;

  LineModel model_;
  LineTiles tiles_;
  LineCorners corners_;
  Arrays arrays_;
  std::size_t most_vias_ = 0, most_entries_ = 0;  ///< of a tile
};

}  // namespace throng
