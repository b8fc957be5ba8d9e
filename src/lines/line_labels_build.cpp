#include "../core/megabytes.hpp"
#include "../core/progress.hpp"
#include "../labels/heavy_paths.hpp"
#include "line_hubs.hpp"
#include "line_labels.hpp"
#include "taut_graph.hpp"
#include "tile_merger.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace throng {
namespace {

constexpr std::size_t kTilesPerRound = 512;
/// Tiles keep fewer of the corners that they see, but not by so much.
constexpr std::size_t kMostViewsPerVia = 8;
constexpr std::size_t kSampledTiles = 64;  ///< of an estimate
constexpr std::size_t kBytesPerEntry = 2 * sizeof(std::uint32_t) + sizeof(LineLabels::Step);
constexpr std::size_t kBytesPerTileEntry =
    sizeof(std::uint32_t) + sizeof(std::uint64_t) + sizeof(LineLength);

Failure too_large(std::size_t corners, std::size_t most_bytes) {
  return fail(Code::over_limit, "the line labels of " + std::to_string(corners) +
                                    " corners need more than the " +
                                    in_megabytes(most_bytes) + " allowed");
}

/// The labels of tiles, one after the other.
struct TileArrays {
  std::vector<LineLabels::Begin> tiles{{}};
  std::vector<LineLabels::Via> vias;
  std::vector<std::uint32_t> keys;
  std::vector<std::uint64_t> cells;
  std::vector<LineLength> costs;

  std::size_t memory_bytes() const noexcept {
    return tiles.size() * sizeof(tiles[0]) + vias.size() * sizeof(vias[0]) +
           keys.size() * kBytesPerTileEntry;
  }

  void add(const TileLabel& label, const TautGraph& graph) {
    for (const std::uint32_t corner : label.vias)
      vias.push_back({corner, graph.place(corner)});
    for (const TileLabel::Entry& entry : label.entries) {
      keys.push_back(entry.hub << LineLabels::kViaBits | entry.via);
      cells.push_back(entry.cells);
      costs.push_back(entry.cost);
    }
    tiles.push_back(
        {static_cast<std::uint32_t>(vias.size()), static_cast<std::uint32_t>(keys.size())});
  }
};

/// Makes the labels of all tiles. mergers: one a thread. Errors: as LineLabels::build();
/// the message of over_limit is the caller's.
Outcome merge_tiles(const LineViews& views, const TautGraph& graph,
                    std::vector<TileMerger> mergers, std::size_t most_bytes, Crew& crew,
                    const Monitor* monitor, TileArrays& arrays) {
  std::vector<TileLabel> round;
  for (std::size_t first = 0; first < views.tiles(); first += kTilesPerRound) {
    round.assign(std::min(kTilesPerRound, views.tiles() - first), {});
    crew.for_each_block(round.size(), 1, [&](int thread, std::size_t i, std::size_t) {
      round[i] =
          mergers[static_cast<std::size_t>(thread)].run(first + i, views.seen(first + i));
    });
    for (const TileLabel& label : round) {
      if (label.vias.size() > LineLabels::kMostVias)
        return fail(Code::unsupported,
                    "line labels have room for " + std::to_string(LineLabels::kMostVias) +
                        " corners in view of 8 x 8 cells; some see more");
      arrays.add(label, graph);
    }
    if (arrays.memory_bytes() > most_bytes) return fail(Code::over_limit, "");
    if (cancelled(monitor)) return fail(Code::cancelled, "");
  }
  return ok();
}

/// What the labels of all tiles take, as far as some of them tell.
std::size_t estimate(const LineViews& views, TileMerger& merger) {
  const std::size_t step = std::max<std::size_t>(views.tiles() / kSampledTiles, 1);
  std::size_t entries = 0;
  for (std::size_t tile = step / 2; tile < views.tiles(); tile += step)
    entries += merger.run(tile, views.seen(tile)).entries.size();
  return entries * step * kBytesPerTileEntry;
}

template <class T>
SharedArray<T> without_spare(std::vector<T>& values) {
  values.shrink_to_fit();
  return SharedArray(std::move(values));
}

/// Writes the labels of corners: of their entries those on the ways from the corners that
/// tiles see.
class CornerLabelWriter {
 public:
  CornerLabelWriter(const LineHubs& hubs, const TileArrays& tiles)
      : hubs_(hubs), corners_of_(hubs.labels.size()), step_of_(hubs.labels.size()) {
    for (std::size_t corner = 0; corner < hubs.labels.size(); ++corner)
      step_of_[corner].resize(hubs.labels[corner].size(), kUnused);
    for (std::size_t tile = 0; tile + 1 < tiles.tiles.size(); ++tile) {
      const LineLabels::Begin begin = tiles.tiles[tile], end = tiles.tiles[tile + 1];
      for (std::uint32_t i = begin.entry; i < end.entry; ++i) {
        const std::uint32_t via = tiles.keys[i] & (LineLabels::kMostVias - 1);
        use(tiles.vias[begin.via + via].corner, tiles.keys[i] >> LineLabels::kViaBits);
      }
    }
  }

  std::size_t memory_bytes() const noexcept {
    return used_ * kBytesPerEntry + (step_of_.size() + 1) * sizeof(std::uint32_t);
  }

  void write(LineLabels::Arrays& to) {
    std::vector<LineLabels::Step> steps;
    steps.reserve(used_);
    for (std::uint32_t hub = 0; hub < corners_of_.size(); ++hub) lay_out(hub, steps);
    std::vector<std::uint32_t> begin{0}, hubs, step_of;
    begin.reserve(step_of_.size() + 1);
    hubs.reserve(used_);
    step_of.reserve(used_);
    for (std::size_t corner = 0; corner < step_of_.size(); ++corner) {
      for (std::size_t k = 0; k < step_of_[corner].size(); ++k) {
        if (step_of_[corner][k] == kUnused) continue;
        hubs.push_back(hubs_.labels[corner][k].hub);
        step_of.push_back(step_of_[corner][k]);
      }
      begin.push_back(static_cast<std::uint32_t>(hubs.size()));
    }
    to.begin = SharedArray(std::move(begin));
    to.hubs = SharedArray(std::move(hubs));
    to.step_of = SharedArray(std::move(step_of));
    to.steps = SharedArray(std::move(steps));
  }

 private:
  static constexpr std::uint32_t kUnused = 0xFFFF'FFFF;

  std::size_t find(std::uint32_t corner, std::uint32_t hub) const {
    const std::vector<LineEntry>& label = hubs_.labels[corner];
    return static_cast<std::size_t>(
        std::ranges::lower_bound(label, hub, {}, &LineEntry::hub) - label.begin());
  }

  /// Marks the entries of a hub on the way from a corner.
  void use(std::uint32_t corner, std::uint32_t hub) {
    while (corner != LineEntry::kAtHub) {
      const std::size_t k = find(corner, hub);
      if (step_of_[corner][k] != kUnused) return;
      step_of_[corner][k] = 0;
      corners_of_[hub].push_back(corner);
      ++used_;
      corner = hubs_.labels[corner][k].parent;
    }
  }

  /// Appends the steps to a hub, and notes where they are.
  void lay_out(std::uint32_t hub, std::vector<LineLabels::Step>& steps) {
    std::vector<std::uint32_t>& corners = corners_of_[hub];
    if (corners.empty()) return;
    const auto entry = [&](std::uint32_t corner) -> const LineEntry& {
      return hubs_.labels[corner][find(corner, hub)];
    };
    std::ranges::sort(corners, [&](std::uint32_t a, std::uint32_t b) {
      const LineLength one = entry(a).cost, other = entry(b).cost;
      return one != other ? one < other : a < b;  // parents before children
    });
    const auto count = static_cast<std::uint32_t>(corners.size());
    for (std::uint32_t i = 0; i < count; ++i)
      step_of_[corners[i]][find(corners[i], hub)] = i;
    std::vector<std::uint32_t> parent(count, 0);
    for (std::uint32_t i = 1; i < count; ++i) {
      const std::uint32_t above = entry(corners[i]).parent;
      parent[i] = step_of_[above][find(above, hub)];
    }
    const std::vector<std::uint32_t> place = heavy_places(parent);
    const auto first = static_cast<std::uint32_t>(steps.size());
    steps.resize(steps.size() + count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t next =
          i == 0 ? LineLabels::Step::kAtHub : first + place[parent[i]];
      steps[first + place[i]] = {next, corners[i]};
      step_of_[corners[i]][find(corners[i], hub)] = first + place[i];
    }
  }

  const LineHubs& hubs_;
  std::vector<std::vector<std::uint32_t>> corners_of_;  ///< by hub: those that use it
  /// By corner and entry: its step; while one hub is laid out, its number in corners_of_.
  std::vector<std::vector<std::uint32_t>> step_of_;
  std::size_t used_ = 0;
};

}  // namespace

Result<LineLabels> LineLabels::build(const LineBoard& board, const LineCorners& corners,
                                     const TautGraph& graph, std::size_t most_bytes,
                                     Crew& crew, const Monitor* monitor) {
  if (corners.size() >= kMostCorners)
    return fail(Code::unsupported, "line labels can number " +
                                       std::to_string(kMostCorners - 1) +
                                       " corners; the map has more");
  const auto failure = [&](const Outcome& outcome) -> Failure {
    if (outcome.error().code == Code::over_limit)
      return too_large(corners.size(), most_bytes);
    if (outcome.error().code == Code::cancelled)
      return fail(Code::cancelled, "the building of line labels was cancelled");
    return outcome.failure();
  };
  const LineTiles tiles(board);
  if (tiles.size() * sizeof(Begin) > most_bytes)
    return too_large(corners.size(), most_bytes);
  const Result<LineViews> views = LineViews::build(
      board, corners, tiles, most_bytes / sizeof(Via) * kMostViewsPerVia, crew, monitor);
  if (!views) return failure(views.failure());
  // Tiles take more bytes than the labels of corners, on maps of all kinds: if those do not
  // fit while they are built, all will not.
  constexpr std::size_t kMostEntries = 0xFFFF'FFFE;
  const std::size_t most_entries = std::min(most_bytes / sizeof(LineEntry), kMostEntries);
  const Result<LineHubs> hubs = LineHubs::build(graph, most_entries, crew, monitor);
  if (!hubs) return failure(hubs.failure());
  std::vector<TileMerger> mergers(static_cast<std::size_t>(crew.size()),
                                  TileMerger(graph, *hubs, tiles));
  if (estimate(*views, mergers.front()) / 2 > most_bytes)
    return too_large(corners.size(), most_bytes);
  const std::size_t most_tile_bytes =
      std::min(most_bytes, kMostEntries * kBytesPerTileEntry);
  TileArrays merged;
  if (const Outcome done = merge_tiles(*views, graph, std::move(mergers), most_tile_bytes,
                                       crew, monitor, merged);
      !done)
    return failure(done);
  Arrays arrays;
  CornerLabelWriter writer(*hubs, merged);
  if (writer.memory_bytes() + merged.memory_bytes() + corners.memory_bytes() > most_bytes)
    return too_large(corners.size(), most_bytes);
  writer.write(arrays);
  arrays.tiles = without_spare(merged.tiles);
  arrays.vias = without_spare(merged.vias);
  arrays.keys = without_spare(merged.keys);
  arrays.cells = without_spare(merged.cells);
  arrays.costs = without_spare(merged.costs);
  return LineLabels(board, corners, std::move(arrays));
}

}  // namespace throng
