// How Regions finds the regions of a whole map, one row of tiles at a time and several rows
// at once. Regions are numbered as if one thread had found them tile by tile: first each
// row numbers its own from 1, then adds the number of regions in the rows before it.

#include "regions.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace throng {
namespace {

constexpr auto kBitOf = [] {
  std::array<TileRuns::Line, TileRuns::kSide> bits{};
  for (std::size_t k = 0; k < bits.size(); ++k) bits[k] = TileRuns::Line{1} << k;
  return bits;
}();

/// Names the cells of a line whose bits are set. Pre: they were kNoRegion. Whole vectors
/// instead of run by run: Grid::make takes 0.8 of the time in caves of 1024 x 1024.
void write_name(Region* cells, TileRuns::Line bits, std::size_t places, Region name) {
  static_assert(kNoRegion == 0);
  for (std::size_t k = 0; k < places; ++k)
    cells[k] |= (bits & kBitOf[k]) != 0 ? name : kNoRegion;
}

}  // namespace

/// What was found in one row of tiles.
struct Regions::TileRow {
  std::vector<std::uint32_t> keys;       ///< by region of the row
  std::vector<RegionGraph::Edge> edges;  ///< of all lists of its tiles, one after the other
  std::vector<std::uint32_t> ends;       ///< by list: the number of edges up to its end
  std::size_t open_cells = 0;
};

/// Finds all regions. Returns whether the table of components changed. Pre: the graph is
/// empty.
bool Regions::number_all(std::span<const std::uint8_t> open, Crew& crew) {
  const std::size_t rows = tiles_ / across_;
  std::vector<TileRow> found(rows);
  const std::span<Region> regions = regions_.write(0, regions_.size());
  crew.for_each_block(rows, 1, [&](int, std::size_t row, std::size_t) {
    find_row(row, open, regions, found[row]);
  });

  std::vector<Region> before(rows);
  Region count = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    before[row] = count;
    count += static_cast<Region>(found[row].keys.size());
  }
  if (count >= next_in_tile_.size()) {
    next_in_tile_.resize(count + 1);
    claimed_.resize(count + 1);
  }
  for (std::size_t row = 0; row < rows; ++row) add_row(row, before[row], found[row]);

  const std::span<Region> blocks = block_regions_.write(0, block_regions_.size());
  crew.for_each_block(rows, 1, [&](int, std::size_t row, std::size_t) {
    renumber_row(row, before[row], regions, blocks);
  });
  crew.for_each_block(
      rows, 1, [&](int, std::size_t row, std::size_t) { find_row_edges(row, found[row]); });
  for (std::size_t row = 0; row < rows; ++row) add_row_edges(row, found[row]);
  for (std::size_t link = 0; link < links_.size(); ++link) {
    find_edges(2 * tiles_ + link, edges_);
    graph_.set_edges(2 * tiles_ + link, edges_);
  }
  return graph_.number(component_of_);
}

/// The same for a map that has regions, after an edit.
bool Regions::number_again(std::span<const std::uint8_t> open) {
  for (const std::uint32_t tile : edited_) is_edited_[tile] = 0;
  edited_.clear();
  for (const std::uint32_t list : touched_) is_touched_[list] = 0;
  touched_.clear();
  open_cells_ = 0;
  graph_.clear();
  Crew crew(1);
  return number_all(open, crew);
}

/// Finds the regions of a row of tiles, numbered from 1. first_in_tile_ receives how many
/// each tile has.
void Regions::find_row(std::size_t row, std::span<const std::uint8_t> open,
                       std::span<Region> regions, TileRow& found) {
  const std::size_t begin = row == 0 ? 0 : cell(row * kSide, 0);
  const std::size_t end =
      row + 1 == tiles_ / across_ ? regions.size() : cell((row + 1) * kSide, 0);
  std::ranges::fill(regions.subspan(begin, end - begin), kNoRegion);  // the border too
  TileRuns runs;
  for (std::size_t number = row * across_; number < (row + 1) * across_; ++number) {
    const Tile at = tile(number);
    find_runs(at, open, runs);
    write_tile(at, runs, regions, found);
    first_in_tile_[number] = runs.regions();
  }
}

void Regions::write_tile(const Tile& tile, const TileRuns& runs, std::span<Region> regions,
                         TileRow& found) const {
  const std::size_t first = found.keys.size();
  found.keys.resize(first + runs.regions(), std::numeric_limits<std::uint32_t>::max());
  for (std::size_t line = 0; line < tile.lines; ++line) {
    Region* const cells = &regions[cell(tile.line + line, tile.place)];
    const std::span<const TileRuns::Run> line_runs = runs.runs(line);
    for (auto run = line_runs.begin(); run != line_runs.end();) {
      const unsigned region = run->region;
      std::uint32_t& least = found.keys[first + region];
      least = std::min(least, key(tile.line + line, tile.place + run->first()));
      TileRuns::Line bits = 0;  // of all runs up to that of another region
      for (; run != line_runs.end() && run->region == region; ++run) bits |= run->bits;
      write_name(cells, bits, tile.places, static_cast<Region>(first + region + 1));
      found.open_cells += static_cast<std::size_t>(std::popcount(bits));
    }
  }
}

/// Adds the regions of a row of tiles to the graph and to the lists of their tiles.
void Regions::add_row(std::size_t row, Region before, const TileRow& found) {
  open_cells_ += found.open_cells;
  Region region = before;
  for (const std::uint32_t key : found.keys) graph_.add(key);
  for (std::size_t number = row * across_; number < (row + 1) * across_; ++number) {
    Region last = kNoRegion;
    for (std::uint32_t count = first_in_tile_[number]; count > 0; --count) {
      next_in_tile_[++region] = last;
      last = region;
    }
    first_in_tile_[number] = last;
  }
}

/// before: the number of regions in the rows of tiles before this one.
void Regions::renumber_row(std::size_t row, Region before, std::span<Region> regions,
                           std::span<Region> blocks) const {
  const std::size_t begin = row * kSide, end = std::min(begin + kSide, lines_);
  for (std::size_t line = begin; line < end; line += kBlock) {
    for (std::size_t l = line; before != 0 && l < std::min(line + kBlock, end); ++l)
      for (Region& region : regions.subspan(cell(l, 0), length_))
        region += region == kNoRegion ? 0 : before;
    for (std::size_t place = 0; place < length_; place += kBlock)
      blocks[block(line, place)] = region_of_block(line, place);
  }
}

void Regions::find_row_edges(std::size_t row, TileRow& found) const {
  Edges edges(heap_memory());
  const auto add = [&](std::size_t list) {
    find_edges(list, edges);
    found.edges.insert(found.edges.end(), edges.begin(), edges.end());
  };
  for (std::size_t column = 0; column < across_; ++column) {
    const std::size_t number = row * across_ + column;
    if (column + 1 < across_) add(side_list(number));
    found.ends.push_back(static_cast<std::uint32_t>(found.edges.size()));
    if (number + across_ < tiles_) add(next_list(number));
    found.ends.push_back(static_cast<std::uint32_t>(found.edges.size()));
  }
}

void Regions::add_row_edges(std::size_t row, const TileRow& found) {
  const std::span<const RegionGraph::Edge> edges = found.edges;
  std::size_t begin = 0, list = 2 * row * across_;
  for (const std::uint32_t end : found.ends) {
    graph_.set_edges(list++, edges.subspan(begin, end - begin));
    begin = end;
  }
}

}  // namespace throng
