#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "component_map.hpp"
#include "rectangle.hpp"
#include "region_graph.hpp"
#include "tile_runs.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The connected components of a map, updated after edits without floods.
///
/// The map is cut into tiles of 32 x 32 cells. A region is a set of open cells of one tile
/// that steps inside the tile connect. Each cell stores the number of its region; a table
/// stores the component of each region. An edit finds the regions of the tiles that it
/// overlaps. If that changes the graph of the regions, which touch or are linked,
/// union-find over this graph computes the table. A region that grows, shrinks or merges
/// keeps its number, and so does one part of a region that is cut: few cells change their
/// values. If an edit overlaps most tiles, all regions are renumbered instead.
///
/// The components equal those of Grid::make for the same open cells and links:
/// - They are numbered from 0 in the order of their first cells, row by row.
/// - A link joins its ends in both directions, unless an end is closed.
/// - Closed steps do not matter.
///
/// Whether two cells are connected depends on open cells alone: straight steps between open
/// cells are legal under all corner rules, and diagonal steps connect more cells only under
/// Corners::always, where they need no other open cells. So cells outside of a tile do not
/// matter inside it, and the rectangle of an edit need not be dilated.
///
/// Cost:    for each tile of an edit 1024 cells compared and almost O(runs of the tile); if
///          the graph changed, almost O(regions + edges + cells / 4096). An edit of 4 x 4
///          cells takes 3 to 7 us on maps of 512 x 512 cells, 24 us where regions are many.
///          Tiles of 16 or 64 cells are slower on most of eight MovingAI maps. If an
///          edit overlaps most tiles: O(cells).
/// Memory:  4 bytes a cell and 4 a block of cells, for each buffer of VersionedArray; 2
/// bits
///          a cell; about 50 bytes a region. Nothing is allocated once the largest numbers
///          of regions, edges and buffers were reached. An edit that overlaps most tiles
///          also allocates 4 bytes a region and 8 an edge from the heap, and frees them.
/// Threads: one thread at a time. A ComponentMap may be used on any thread.
/// Throws:  std::bad_alloc. Afterwards the object can only be destroyed.
/// Source:  the sectors and regions of N. Sturtevant, "Memory-Efficient Abstractions for
///          Pathfinding", AIIDE 2007; used there to search, here to find components.
class Regions {
 public:
  /// The blocks of cells of ComponentMap::block_regions.
  static constexpr std::size_t kBlock = 8;

  /// rules: only topology and corners are read. open: 1 or 0 for each cell of the padded
  /// map, as fill_moves writes it; only read. links: as GridOptions::links; copied.
  /// crew: finds the regions, which are the same for any number of threads; not kept.
  /// Pre:  open.size() is Grid::cell_count() of the map; links lie in the map.
  /// Cost: O(cells). Allocates 4 bytes a region and 8 an edge from the heap meanwhile.
  Regions(const Rules& rules, std::int32_t width, std::int32_t height,
          std::span<const std::uint8_t> open, std::span<const Link> links, Crew& crew,
          Memory memory = heap_memory());

  /// Opens or closes a link, at the next update(). All links are open at first.
  void set_link(std::size_t link, bool open);

  /// Updates the components after an edit. edited: contain all cells that opened or closed;
  /// parts outside of the map are ignored. open: as above, after the edit. Returns whether
  /// the table of components changed.
  bool update(std::span<const Rectangle> edited, std::span<const std::uint8_t> open);
  bool update(const Rectangle& edited, std::span<const std::uint8_t> open) {
    return update(std::span(&edited, 1), open);
  }

  /// As the functions of ComponentMap, for the newest state.
  std::uint32_t component(CellIndex cell) const noexcept {
    return component_of_.values()[regions_.values()[cell]];
  }
  std::uint32_t component_count() const noexcept { return graph_.component_count(); }
  std::size_t open_cells() const noexcept { return open_cells_; }

  /// Returns the newest state as an immutable version. Cost: O(1).
  ComponentMap publish() noexcept;
  /// Saves the next edit copies of whole arrays, see VersionedArray::prepare.
  void prepare() {
    regions_.prepare();
    component_of_.prepare();
    block_regions_.prepare();
  }

  std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::size_t kSide = TileRuns::kSide;

  // Lines are contiguous in the padded layout: rows, or columns on hexagonal grids. A place
  // is the position of a cell in its line.
  struct Tile {
    std::size_t line;
    std::size_t place;
    std::size_t lines;
    std::size_t places;
  };
  /// Where cells of a tile changed their regions.
  struct Changes {
    bool any = false;
    bool first_line = false;
    bool last_line = false;
    bool first_place = false;
    bool last_place = false;
  };
  struct LinkEnd {
    std::uint32_t tile;
    std::uint32_t link;
  };

  struct TileRow;
  using Edges = std::pmr::vector<RegionGraph::Edge>;

  CellIndex cell(std::size_t line, std::size_t place) const noexcept {
    const std::size_t shift = hexagonal_ ? line / 2 : 0;
    return static_cast<CellIndex>((line + 1) * stride_ + shift + place + 1);
  }
  CellIndex cell(Position p) const noexcept;
  std::uint32_t key(std::size_t line, std::size_t place) const noexcept;
  std::size_t tile_of(Position p) const noexcept;
  Tile tile(std::size_t number) const noexcept;
  LineJoin join(std::size_t line) const noexcept { return joins_[line % 2]; }

  bool number_all(std::span<const std::uint8_t> open, Crew& crew);
  bool number_again(std::span<const std::uint8_t> open);
  void find_row(std::size_t row, std::span<const std::uint8_t> open,
                std::span<Region> regions, TileRow& found);
  void write_tile(const Tile& tile, const TileRuns& runs, std::span<Region> regions,
                  TileRow& found) const;
  void renumber_row(std::size_t row, Region before, std::span<Region> regions,
                    std::span<Region> blocks) const;
  void find_row_edges(std::size_t row, TileRow& found) const;
  void add_row(std::size_t row, Region before, const TileRow& found);
  void add_row_edges(std::size_t row, const TileRow& found);

  void find_runs(const Tile& tile, std::span<const std::uint8_t> open,
                 TileRuns& runs) const;
  void list_tiles(const Rectangle& edited);
  void update_tile(std::size_t number, std::span<const std::uint8_t> open);
  void name_regions(std::size_t number, const Tile& tile);
  Region claim(const Tile& tile, std::size_t line, const TileRuns::Run& run);
  Changes write_regions(const Tile& tile);
  void write_blocks(const Tile& tile);
  std::size_t block(std::size_t line, std::size_t place) const noexcept {
    return line / kBlock * blocks_across_ + place / kBlock;
  }
  Region region_of_block(std::size_t line, std::size_t place) const noexcept;
  void touch_lists(std::size_t number, const Changes& changes);
  void touch(std::size_t list);
  void find_edges(std::size_t list, Edges& edges) const;
  void find_side_edges(const Tile& tile, Edges& edges) const;
  void find_next_edges(const Tile& tile, Edges& edges) const;
  void add_edge(CellIndex a, CellIndex b, Edges& edges) const;

  // Lists of edges: 2 * t, from tile t to the next tile along its lines; 2 * t + 1, from
  // tile t to the tiles of the next lines; 2 * tiles_ + k, of link k.
  std::size_t side_list(std::size_t tile) const noexcept { return 2 * tile; }
  std::size_t next_list(std::size_t tile) const noexcept { return 2 * tile + 1; }

  bool hexagonal_;
  std::array<LineJoin, 2> joins_;  ///< by parity of the line
  std::size_t lines_;
  std::size_t length_;  ///< places of a line
  std::size_t stride_;
  std::size_t across_;  ///< tiles along a line
  std::size_t tiles_;

  VersionedArray<Region> regions_;              ///< by cell of the padded map
  VersionedArray<std::uint32_t> component_of_;  ///< by region
  std::size_t blocks_across_;                   ///< blocks along a line
  VersionedArray<Region> block_regions_;        ///< by block
  std::size_t open_cells_ = 0;
  RegionGraph graph_;
  std::pmr::vector<Region> first_in_tile_;  ///< by tile: a list through next_in_tile_
  std::pmr::vector<Region> next_in_tile_;   ///< by region
  std::pmr::vector<std::uint8_t> claimed_;  ///< by region: 0 between calls
  std::pmr::vector<Link> links_;
  std::pmr::vector<std::uint8_t> link_open_;  ///< by link
  std::pmr::vector<LinkEnd> link_ends_;       ///< ordered by tile

  // Of update():
  TileRuns runs_;
  std::array<Region, kSide * kSide / 2> names_;  ///< by region of runs_
  std::pmr::vector<std::uint32_t> edited_;       ///< tiles
  std::pmr::vector<std::uint8_t> is_edited_;     ///< by tile
  std::pmr::vector<std::uint32_t> touched_;      ///< lists of edges to find again
  std::pmr::vector<std::uint8_t> is_touched_;    ///< by list
  Edges edges_;
};

}  // namespace throng
