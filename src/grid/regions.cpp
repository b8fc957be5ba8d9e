#include "regions.hpp"

#include "../core/bits_where.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace throng {
namespace {

/// Whether renumbering all regions is faster than updating those of the edited tiles. On
/// brc202d both take the same time if an edit overlaps half of the tiles.
bool renumbering_pays(std::size_t edited, std::size_t tiles) {
  constexpr std::size_t kFew = 32;
  return edited > std::max(kFew, tiles / 2);
}

constexpr std::size_t tiles_along(std::size_t cells) {
  return (cells + TileRuns::kSide - 1) / TileRuns::kSide;
}

/// Neighbours in the next line: see Topology for hexagonal grids.
std::array<LineJoin, 2> joins_of(const Rules& rules) {
  if (is_hexagonal(rules.topology)) return {LineJoin{.after = true}, {.before = true}};
  const bool diagonals =
      rules.topology == Topology::octile && rules.corners == Corners::always;
  return {LineJoin{diagonals, diagonals}, {diagonals, diagonals}};
}

std::size_t padded_cells(bool hexagonal, std::size_t lines, std::size_t stride) {
  // As many as Grid::cell_count.
  return hexagonal ? (lines + 1) * stride + (lines - 1) / 2 + stride + 1
                   : (lines + 2) * stride;
}

}  // namespace

Regions::Regions(const Rules& rules, std::int32_t width, std::int32_t height,
                 std::span<const std::uint8_t> open, std::span<const Link> links,
                 Crew& crew, Memory memory)
    : hexagonal_(is_hexagonal(rules.topology)),
      joins_(joins_of(rules)),
      lines_(static_cast<std::size_t>(hexagonal_ ? width : height)),
      length_(static_cast<std::size_t>(hexagonal_ ? height : width)),
      stride_(length_ + (hexagonal_ ? 1 : 2)),
      across_(tiles_along(length_)),
      tiles_(across_ * tiles_along(lines_)),
      regions_(
          VersionedArray<Region>::unset(padded_cells(hexagonal_, lines_, stride_), memory)),
      component_of_(1, Grid::kNoComponent, memory),
      blocks_across_((length_ + kBlock - 1) / kBlock),
      block_regions_(VersionedArray<Region>::unset(
          (lines_ + kBlock - 1) / kBlock * blocks_across_, memory)),
      graph_(2 * tiles_ + links.size(), lines_ * length_, memory),
      first_in_tile_(tiles_, kNoRegion, memory),
      next_in_tile_(memory),
      claimed_(memory),
      links_(links.begin(), links.end(), memory),
      link_open_(links.size(), std::uint8_t{1}, memory),
      link_ends_(memory),
      edited_(memory),
      is_edited_(tiles_, std::uint8_t{0}, memory),
      touched_(memory),
      is_touched_(2 * tiles_ + links.size(), std::uint8_t{0}, memory),
      edges_(memory) {
  THRONG_ASSERT(open.size() == regions_.size());
  link_ends_.reserve(2 * links_.size());
  for (std::uint32_t link = 0; link < links_.size(); ++link)
    for (const Position end : {links_[link].from, links_[link].to})
      link_ends_.push_back({static_cast<std::uint32_t>(tile_of(end)), link});
  std::ranges::sort(link_ends_, {}, &LinkEnd::tile);
  edited_.reserve(tiles_);
  touched_.reserve(is_touched_.size());
  edges_.reserve(3 * kSide);
  number_all(open, crew);
  graph_.reserve();
  next_in_tile_.reserve(2 * next_in_tile_.size());
  claimed_.reserve(2 * claimed_.size());
}

CellIndex Regions::cell(Position p) const noexcept {
  const auto x = static_cast<std::size_t>(p.x), y = static_cast<std::size_t>(p.y);
  return hexagonal_ ? cell(x, y) : cell(y, x);
}

/// Rank of a cell, row by row.
std::uint32_t Regions::key(std::size_t line, std::size_t place) const noexcept {
  return static_cast<std::uint32_t>(hexagonal_ ? place * lines_ + line
                                               : line * length_ + place);
}

std::size_t Regions::tile_of(Position p) const noexcept {
  const auto x = static_cast<std::size_t>(p.x), y = static_cast<std::size_t>(p.y);
  return (hexagonal_ ? x : y) / kSide * across_ + (hexagonal_ ? y : x) / kSide;
}

Regions::Tile Regions::tile(std::size_t number) const noexcept {
  const std::size_t line = number / across_ * kSide, place = number % across_ * kSide;
  return {line, place, std::min(kSide, lines_ - line), std::min(kSide, length_ - place)};
}

void Regions::set_link(std::size_t link, bool open) {
  link_open_[link] = open ? 1 : 0;
  touch(2 * tiles_ + link);
}

bool Regions::update(std::span<const Rectangle> edited,
                     std::span<const std::uint8_t> open) {
  THRONG_ASSERT(open.size() == regions_.size());
  for (const Rectangle& cells : edited) list_tiles(cells);
  if (renumbering_pays(edited_.size(), tiles_)) return number_again(open);
  for (const std::uint32_t tile : edited_) {
    update_tile(tile, open);
    is_edited_[tile] = 0;
  }
  edited_.clear();
  for (const std::uint32_t list : touched_) {
    find_edges(list, edges_);
    graph_.set_edges(list, edges_);
    is_touched_[list] = 0;
  }
  touched_.clear();
  return graph_.changed() && graph_.number(component_of_);
}

/// Adds the tiles of a rectangle to edited_, each of them once.
void Regions::list_tiles(const Rectangle& edited) {
  const auto lines = static_cast<std::int64_t>(lines_);
  const auto length = static_cast<std::int64_t>(length_);
  const auto clip = [](std::int64_t first, std::int64_t count, std::int64_t most) {
    return std::pair(std::clamp<std::int64_t>(first, 0, most),
                     std::clamp<std::int64_t>(first + count, 0, most));
  };
  const auto [line, last_line] = hexagonal_ ? clip(edited.corner.x, edited.width, lines)
                                            : clip(edited.corner.y, edited.height, lines);
  const auto [place, last_place] = hexagonal_ ? clip(edited.corner.y, edited.height, length)
                                              : clip(edited.corner.x, edited.width, length);
  if (line >= last_line || place >= last_place) return;

  for (std::size_t l = line / kSide; l <= (last_line - 1) / kSide; ++l)
    for (std::size_t p = place / kSide; p <= (last_place - 1) / kSide; ++p) {
      const std::size_t tile = l * across_ + p;
      if (std::exchange(is_edited_[tile], std::uint8_t{1}) == 0)
        edited_.push_back(static_cast<std::uint32_t>(tile));
    }
}

void Regions::find_runs(const Tile& tile, std::span<const std::uint8_t> open,
                        TileRuns& runs) const {
  std::array<TileRuns::Line, kSide> lines;
  for (std::size_t k = 0; k < tile.lines; ++k)
    lines[k] = static_cast<TileRuns::Line>(
        pack_bits(&open[cell(tile.line + k, tile.place)], tile.places));
  runs.find(std::span(lines).first(tile.lines), joins_);
}

void Regions::update_tile(std::size_t number, std::span<const std::uint8_t> open) {
  const Tile at = tile(number);
  find_runs(at, open, runs_);
  name_regions(number, at);
  const Changes changes = write_regions(at);
  if (!changes.any) return;
  write_blocks(at);
  touch_lists(number, changes);
}

/// Finds the number of each region of runs_: that of a former region that shares a cell
/// with it, else a new one. Removes the regions that are left over.
void Regions::name_regions(std::size_t number, const Tile& tile) {
  std::array<std::uint32_t, std::tuple_size_v<decltype(names_)>> keys;
  std::fill_n(names_.begin(), runs_.regions(), kNoRegion);
  std::fill_n(keys.begin(), runs_.regions(), std::numeric_limits<std::uint32_t>::max());
  for (std::size_t line = 0; line < tile.lines; ++line)
    for (const TileRuns::Run& run : runs_.runs(line)) {
      keys[run.region] =
          std::min(keys[run.region], key(tile.line + line, tile.place + run.first()));
      if (names_[run.region] == kNoRegion) names_[run.region] = claim(tile, line, run);
    }

  const Region former = std::exchange(first_in_tile_[number], kNoRegion);
  for (unsigned k = 0; k < runs_.regions(); ++k) {
    if (names_[k] != kNoRegion) {
      graph_.set_key(names_[k], keys[k]);
      continue;
    }
    names_[k] = graph_.add(keys[k]);
    if (names_[k] >= next_in_tile_.size()) {
      next_in_tile_.resize(names_[k] + 1);
      claimed_.resize(names_[k] + 1);
    }
  }
  for (Region region = former; region != kNoRegion; region = next_in_tile_[region])
    if (std::exchange(claimed_[region], std::uint8_t{0}) == 0) graph_.remove(region);
  for (unsigned k = 0; k < runs_.regions(); ++k)
    next_in_tile_[names_[k]] = std::exchange(first_in_tile_[number], names_[k]);
}

/// Claims the former region of the first or last cell of a run. Returns kNoRegion if both
/// were closed or their regions are already claimed.
Region Regions::claim(const Tile& tile, std::size_t line, const TileRuns::Run& run) {
  const Region* const former = &regions_.values()[cell(tile.line + line, tile.place)];
  for (const unsigned place : {run.first(), run.last()}) {
    const Region region = former[place];
    if (region == kNoRegion || claimed_[region] != 0) continue;
    claimed_[region] = 1;
    return region;
  }
  return kNoRegion;
}

Regions::Changes Regions::write_regions(const Tile& tile) {
  Changes changes;
  std::array<Region, kSide> line;
  for (std::size_t k = 0; k < tile.lines; ++k) {
    std::fill_n(line.begin(), tile.places, kNoRegion);
    for (const TileRuns::Run& run : runs_.runs(k))
      std::fill(&line[run.first()], &line[run.last()] + 1, names_[run.region]);
    const CellIndex first = cell(tile.line + k, tile.place);
    const auto fresh = std::span<const Region>(line).first(tile.places);
    const auto former = regions_.values().subspan(first, tile.places);
    if (std::ranges::equal(fresh, former)) continue;
    changes.any = true;
    changes.first_line |= k == 0;
    changes.last_line |= k == tile.lines - 1;
    changes.first_place |= fresh.front() != former.front();
    changes.last_place |= fresh.back() != former.back();
    open_cells_ += static_cast<std::size_t>(std::ranges::count(former, kNoRegion)) -
                   static_cast<std::size_t>(std::ranges::count(fresh, kNoRegion));
    std::ranges::copy(fresh, regions_.write(first, tile.places).begin());
  }
  return changes;
}

void Regions::write_blocks(const Tile& tile) {
  for (std::size_t line = tile.line; line < tile.line + tile.lines; line += kBlock)
    for (std::size_t place = tile.place; place < tile.place + tile.places;
         place += kBlock) {
      const Region found = region_of_block(line, place);
      const std::size_t slot = block(line, place);
      if (block_regions_.values()[slot] != found)
        block_regions_.write(slot, 1).front() = found;
    }
}

/// See ComponentMap::block_regions. line, place: the first cell.
Region Regions::region_of_block(std::size_t line, std::size_t place) const noexcept {
  const std::size_t count = std::min(kBlock, length_ - place);
  Region least = kSeveralRegions, greatest = kNoRegion;
  for (std::size_t l = line; l < std::min(line + kBlock, lines_); ++l)
    for (const Region region : regions_.values().subspan(cell(l, place), count)) {
      least = std::min(least, region - 1);  // closed cells: the greatest value
      greatest = std::max(greatest, region);
    }
  return greatest == kNoRegion || least + 1 == greatest ? greatest : kSeveralRegions;
}

/// Marks the lists of edges that contain changed cells.
void Regions::touch_lists(std::size_t number, const Changes& changes) {
  const std::size_t column = number % across_;
  const bool has_before = column > 0, has_after = column + 1 < across_;
  if (changes.first_line && number >= across_) {
    const std::size_t above = number - across_;
    touch(next_list(above));
    if (changes.first_place && has_before) touch(next_list(above - 1));
    if (changes.last_place && has_after) touch(next_list(above + 1));
  }
  if (changes.last_line && number + across_ < tiles_) touch(next_list(number));
  if (changes.first_place && has_before) touch(side_list(number - 1));
  if (changes.last_place && has_after) touch(side_list(number));
  for (auto end = std::ranges::lower_bound(link_ends_, number, {}, &LinkEnd::tile);
       end != link_ends_.end() && end->tile == number; ++end)
    touch(2 * tiles_ + end->link);
}

void Regions::touch(std::size_t list) {
  if (std::exchange(is_touched_[list], std::uint8_t{1}) == 0)
    touched_.push_back(static_cast<std::uint32_t>(list));
}

void Regions::find_edges(std::size_t list, Edges& edges) const {
  edges.clear();
  if (list >= 2 * tiles_) {
    const Link& link = links_[list - 2 * tiles_];
    if (link_open_[list - 2 * tiles_] != 0) add_edge(cell(link.from), cell(link.to), edges);
  } else if (const Tile at = tile(list / 2); list == side_list(list / 2)) {
    find_side_edges(at, edges);
  } else {
    find_next_edges(at, edges);
  }
}

/// Finds the edges to the next tile along the lines of a tile.
void Regions::find_side_edges(const Tile& tile, Edges& edges) const {
  const std::size_t after = tile.place + kSide;
  for (std::size_t line = tile.line; line < tile.line + tile.lines; ++line) {
    const CellIndex here = cell(line, after - 1);
    add_edge(here, here + 1, edges);
    if (line + 1 == tile.line + tile.lines) break;
    const CellIndex below = cell(line + 1, after - 1);
    if (join(line).after) add_edge(here, below + 1, edges);
    if (join(line).before) add_edge(here + 1, below, edges);
  }
}

/// Finds the edges from the last line of a tile to the next line, which other tiles own.
void Regions::find_next_edges(const Tile& tile, Edges& edges) const {
  const std::size_t line = tile.line + kSide - 1;
  for (std::size_t place = tile.place; place < tile.place + tile.places; ++place) {
    const CellIndex here = cell(line, place), below = cell(line + 1, place);
    add_edge(here, below, edges);
    if (join(line).before) add_edge(here, below - 1, edges);  // the border if place is 0
    if (join(line).after) add_edge(here, below + 1, edges);
  }
}

/// Adds the edge between the regions of two cells if both are open. Omits it if it equals
/// the edge before.
void Regions::add_edge(CellIndex a, CellIndex b, Edges& edges) const {
  const std::span<const Region> regions = regions_.values();
  const RegionGraph::Edge edge{regions[a], regions[b]};
  if (edge.a == kNoRegion || edge.b == kNoRegion) return;
  if (edges.empty() || edges.back() != edge) edges.push_back(edge);
}

ComponentMap Regions::publish() noexcept {
  return {regions_.publish(), component_of_.publish(), block_regions_.publish(),
          component_count(), open_cells_};
}

std::size_t Regions::memory_bytes() const noexcept {
  return sizeof(*this) + regions_.memory_bytes() + component_of_.memory_bytes() +
         block_regions_.memory_bytes() + graph_.memory_bytes() +
         next_in_tile_.capacity() * sizeof(Region) +
         first_in_tile_.capacity() * sizeof(Region) + claimed_.capacity() +
         links_.capacity() * sizeof(Link) + link_open_.capacity() +
         link_ends_.capacity() * sizeof(LinkEnd) + edited_.capacity() * sizeof(edited_[0]) +
         is_edited_.capacity() + touched_.capacity() * sizeof(touched_[0]) +
         is_touched_.capacity() + edges_.capacity() * sizeof(edges_[0]);
}

}  // namespace throng
