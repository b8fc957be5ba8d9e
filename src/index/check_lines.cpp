#include "check_lines.hpp"

#include "../lines/line_tiles.hpp"
#include "damaged.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {
namespace {

/// Whether values begin at 0, never fall, and end at `last`. Pre: there is a value.
template <class T, class Projection>
bool are_bounds(std::span<const T> values, std::size_t last, Projection of) {
  return of(values.front()) == 0 && of(values.back()) == last &&
         std::ranges::is_sorted(values, {}, of);
}

bool are_below(std::span<const std::uint32_t> values, std::size_t limit) {
  return std::ranges::all_of(values, [&](std::uint32_t value) { return value < limit; });
}

Outcome check_corner_labels(const LineCorners& corners, const LineLabels::Arrays& labels) {
  using Step = LineLabels::Step;
  if (!are_bounds(labels.begin.values(), labels.hubs.size(),
                  [](std::uint32_t begin) { return begin; }))
    return damaged(SectionId::line_begin, "labels overlap");
  if (!are_below(labels.step_of.values(), labels.steps.size()))
    return damaged(SectionId::line_first_steps, "a step is missing");
  // Each step comes after its next one, so that no way is endless.
  for (std::size_t i = 0; i < labels.steps.size(); ++i) {
    const Step& step = labels.steps[i];
    if (step.corner >= corners.size() || (step.next >= i && step.next != Step::kAtHub))
      return damaged(SectionId::line_steps, i, "leads nowhere");
  }
  return ok();
}

Outcome check_tile(const LineCorners& corners, const LineLabels::Arrays& labels,
                   std::size_t tile) {
  const LineLabels::Begin begin = labels.tiles[tile], end = labels.tiles[tile + 1];
  const std::uint32_t vias = end.via - begin.via;
  for (std::uint32_t i = begin.entry; i < end.entry; ++i) {
    const std::uint32_t key = labels.keys[i];
    if (key >> LineLabels::kViaBits >= corners.size() ||
        (key & (LineLabels::kMostVias - 1)) >= vias)
      return damaged(SectionId::line_keys, i, "is out of range");
    if (labels.costs[i] >= LineLabels::kFar)
      return damaged(SectionId::line_costs, i, "is out of range");
  }
  return ok();
}

/// Whether the distances of neighbours from each landmark differ by no more than the length
/// of the edge, as in a metric. Otherwise a search might expand corners again without end.
Outcome check_rows(const LineCorners& corners, const LineGraph::Arrays& graph) {
  const std::size_t landmarks = graph.landmarks.size();
  for (std::uint32_t corner = 0; corner < corners.size(); ++corner) {
    const auto row = graph.rows.values().subspan(corner * landmarks, landmarks);
    for (std::uint32_t i = graph.begin[corner]; i < graph.begin[corner + 1]; ++i) {
      const std::uint32_t to = graph.edges[i];
      const auto other = graph.rows.values().subspan(to * landmarks, landmarks);
      const LineLength length = line_length(corners[corner].point(), corners[to].point());
      const std::uint64_t most = (length >> graph.shift) + 2;  // both are rounded
      const auto is_near = [&](std::uint32_t a, std::uint32_t b) {
        const bool apart = a == LineGraph::kApart;
        if (apart || b == LineGraph::kApart) return a == b;
        return std::max(a, b) - std::min(a, b) <= most;
      };
      if (!std::ranges::equal(row, other, is_near))
        return damaged(SectionId::line_landmark_rows, corner, "is no distance");
    }
  }
  return ok();
}

}  // namespace

Outcome check_line_sizes(const LineBoard& board, const LineCorners& corners,
                         const LineLabels::Arrays& labels) {
  if (corners.size() >= LineLabels::kMostCorners)
    return damaged(SectionId::line_begin, "the map has too many corners for labels");
  if (labels.begin.size() != corners.size() + std::size_t{1})
    return damaged(SectionId::line_begin, "not one label for each corner of the map");
  if (labels.step_of.size() != labels.hubs.size())
    return damaged(SectionId::line_first_steps, "not one for each entry");
  if (labels.tiles.size() != LineTiles(board).size() + 1)
    return damaged(SectionId::line_tiles, "not one for each tile of the map");
  if (labels.cells.size() != labels.keys.size())
    return damaged(SectionId::line_cells, "not one for each entry");
  if (labels.costs.size() != labels.keys.size())
    return damaged(SectionId::line_costs, "not one for each entry");
  return ok();
}

Outcome check_line_ranges(const LineCorners& corners, const LineLabels::Arrays& labels) {
  using Begin = LineLabels::Begin;
  if (Outcome good = check_corner_labels(corners, labels); !good) return good;
  if (!are_bounds(labels.tiles.values(), labels.vias.size(),
                  [](const Begin& begin) { return begin.via; }) ||
      !are_bounds(labels.tiles.values(), labels.keys.size(),
                  [](const Begin& begin) { return begin.entry; }))
    return damaged(SectionId::line_tiles, "tiles overlap");
  for (std::size_t i = 0; i < labels.vias.size(); ++i)
    if (labels.vias[i].corner >= corners.size())
      return damaged(SectionId::line_vias, i, "is no corner of the map");
  for (std::size_t tile = 0; tile + 1 < labels.tiles.size(); ++tile)
    if (Outcome good = check_tile(corners, labels, tile); !good) return good;
  return ok();
}

Outcome check_line_sizes(const LineCorners& corners, const LineGraph::Arrays& graph) {
  if (graph.begin.size() != corners.size() + std::size_t{1})
    return damaged(SectionId::line_edge_begin, "not one for each corner of the map");
  if (graph.landmarks.size() > LineGraph::kLandmarks)
    return damaged(SectionId::line_landmarks, "there are too many");
  if (graph.rows.size() != corners.size() * graph.landmarks.size())
    return damaged(SectionId::line_landmark_rows, "not one for each corner and landmark");
  if (graph.shift > LineGraph::kMostShift)
    return damaged(SectionId::line_landmark_rows, "their unit is out of range");
  return ok();
}

Outcome check_line_ranges(const LineCorners& corners, const LineGraph::Arrays& graph) {
  if (!are_bounds(graph.begin.values(), graph.edges.size(),
                  [](std::uint32_t begin) { return begin; }))
    return damaged(SectionId::line_edge_begin, "edges overlap");
  if (!are_below(graph.edges.values(), corners.size()))
    return damaged(SectionId::line_edges, "one leads nowhere");
  if (!are_below(graph.landmarks.values(), corners.size()))
    return damaged(SectionId::line_landmarks, "one is no corner of the map");
  return check_rows(corners, graph);
}

}  // namespace throng
