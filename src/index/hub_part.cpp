#include "../labels/subgoal_graph.hpp"
#include "../labels/turn_corners.hpp"
#include "check_hubs.hpp"
#include "damaged.hpp"
#include "index_part.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace throng {
namespace {

constexpr std::array kHubOptions{
    flag_row<&IndexOptions::hub_labels, &HubLabelOptions::build>(
        "hubs", "", "Hub labels: a query is a lookup. For static maps, octile or tile"),
    choice_row<&IndexOptions::hub_labels, &HubLabelOptions::cells>(
        "cell_labels", "hubs", "corners|cells", "--hub-labels",
        "Labels of the corners of obstacles only, or of all cells too if memory allows, "
        "which is faster",
        "hub_labels"),
    bytes_row<&IndexOptions::hub_labels, &HubLabelOptions::memory>(
        "hub_memory", "hubs", "Memory limit of the labels; beyond it, there are none")};

/// The labels of corners, and of the cells that see them.
class HubPart final : public IndexPart {
 public:
  HubPart()
      : IndexPart(Part::hub_labels,
                  {"hub labels", "hub labels", "hub_memory", Algorithm::hub,
                   SectionId::hubs_skipped_because, &FileHeader::hub_memory_exceeded}) {}

  std::span<const IndexOption> options() const noexcept override { return kHubOptions; }

  bool wanted(const IndexOptions& options) const noexcept override {
    return options.hub_labels.build;
  }
  void imply(IndexOptions& options) const noexcept override { options.jump_graph = true; }

  Outcome build(Index::Parts& parts, Workers::Impl& workers,
                Monitor* monitor) const override {
    PartRecord& record = parts.record(id());
    const Grid& grid = *parts.grid;
    if (!allow_legs(grid.rules()) || !grid.plain()) {
      record.refusal =
          "hub labels need a grid of squares on plain ground (topology octile or tile, no "
          "weights, no links)";
      return ok();
    }
    if (JumpLine(grid.width(), grid.height()).cost(leg_costs(grid)) >=
        HubViews::kMostAway) {
      record.refusal = "the map is too large for hub labels: ways across it may cost " +
                       std::to_string(HubViews::kMostAway) + " or more";
      return ok();
    }
    if (!JumpMap::allowed(grid.rules()))
      return build_on_corners(parts, workers.crew, monitor);
    const JumpGraph& jumps = *parts.jump_graph;
    const NodesByCell node_of = parts.node_of();
    const SubgoalScan scan(grid, jumps.cells());
    return build({{jumps.cells(), jumps.places()},
                  node_of,
                  scan,
                  look_by_jumps(grid, *parts.jump_map, jumps, node_of)},
                 {}, parts, workers.crew, monitor);
  }

  bool present(const Index::Parts& parts) const noexcept override {
    return parts.hubs != nullptr;
  }
  void add_facts(const Index::Parts& parts, std::vector<PartFact>& facts) const override {
    facts.push_back({"corners", parts.hubs->labels.subgoals()});
    facts.push_back({"entries", parts.hubs->labels.size()});
    facts.push_back({"cell labels", parts.hubs->views.has_labels() ? 1U : 0U});
  }
  std::size_t bytes(const Index::Parts& parts) const noexcept override {
    if (!parts.hubs) return 0;
    return parts.hubs->labels.memory_bytes() + parts.hubs->views.memory_bytes() +
           (parts.hubs->corners ? parts.hubs->corners->memory_bytes() : 0);
  }

  void write(const Index::Parts& parts, IndexImage& image) const override {
    image.header.has_cell_labels = parts.hubs->views.has_labels() ? 1 : 0;
    const HubLabels::Arrays& labels = parts.hubs->labels.arrays();
    const HubViews::Arrays& views = parts.hubs->views.arrays();
    SectionWriter& sections = image.sections;
    sections.add(SectionId::hub_begin, labels.begin.values());
    sections.add(SectionId::hub_order, labels.order.values());
    sections.add(SectionId::hub_ranks, labels.hubs.values());
    sections.add(SectionId::hub_costs, labels.costs.values());
    sections.add(SectionId::hub_first_steps, labels.step_of.values());
    sections.add(SectionId::hub_steps, labels.steps.values());
    sections.add(SectionId::view_of_cell, views.view_of.values());
    sections.add(SectionId::view_begin, views.begins.values());
    sections.add(SectionId::view_subgoals, views.seen.values());
    sections.add(SectionId::view_labels, views.blocks.values());
  }

  Outcome read(const PartFile& file, Index::Parts& parts) const override {
    const Grid& grid = *parts.grid;
    std::optional<TurnCorners> corners;
    if (allow_legs(grid.rules()) && !JumpMap::allowed(grid.rules()) && grid.plain())
      corners.emplace(grid);
    if (!corners && parts.jump_graph == nullptr)
      return damaged(SectionId::hub_begin, "hub labels without a jump graph");
    const std::size_t subgoals =
        corners ? corners->subgoals().cells.size() : parts.jump_graph->cells().size();
    HubLabels::Arrays labels;
    HubViews::Arrays views;
    views.has_labels = file.header().has_cell_labels != 0;
    for (const Outcome& done : {file.get(SectionId::hub_begin, labels.begin),
                                file.get(SectionId::hub_order, labels.order),
                                file.get(SectionId::hub_ranks, labels.hubs),
                                file.get(SectionId::hub_costs, labels.costs),
                                file.get(SectionId::hub_first_steps, labels.step_of),
                                file.get(SectionId::hub_steps, labels.steps),
                                file.get(SectionId::view_of_cell, views.view_of),
                                file.get(SectionId::view_begin, views.begins),
                                file.get(SectionId::view_subgoals, views.seen),
                                file.get(SectionId::view_labels, views.blocks)})
      if (!done) return done;
    if (file.checks_ranges())
      if (Outcome good = check_hubs(grid, subgoals, labels, views); !good) return good;
    parts.hubs = std::make_shared<const Index::Hubs>(Index::Hubs{
        HubLabels(std::move(labels)), HubViews(std::move(views)), std::move(corners)});
    return ok();
  }

 private:
  /// The subgoals of a map, and how they are seen.
  struct Subgoals {
    SubgoalPlaces places;
    NodesByCell node_of;
    const SubgoalScan& scan;
    HubViews::LookAround look;
  };

  static Outcome build_on_corners(Index::Parts& parts, Crew& crew, Monitor* monitor) {
    const Grid& grid = *parts.grid;
    TurnCorners corners(grid);
    const SubgoalPlaces places = corners.subgoals();
    const NumberedCells numbers(grid.cell_count(), places.cells);
    const NodesByCell node_of(numbers);
    const SubgoalScan scan(grid, places.cells);
    const Subgoals subgoals{places, node_of, scan, look_by_turns(grid, node_of)};
    return build(subgoals, std::move(corners), parts, crew, monitor);
  }

  static Outcome build(const Subgoals& subgoals, std::optional<TurnCorners> corners,
                       Index::Parts& parts, Crew& crew, Monitor* monitor) {
    const Grid& grid = *parts.grid;
    const SubgoalGraph graph(grid, subgoals.places.cells, subgoals.node_of, subgoals.scan,
                             crew);
    const std::size_t most = parts.options.hub_labels.memory;
    Result<HubLabels> labels =
        HubLabels::build(grid, graph, subgoals.places, most, crew, monitor);
    if (!labels) return parts.record(Part::hub_labels).skip(labels.error());
    const std::size_t left = most - std::min(most, labels->memory_bytes());
    HubViews views(grid, subgoals.places.places, subgoals.look,
                   parts.options.hub_labels.cells ? &*labels : nullptr, left, crew);
    if (views.has_labels()) labels->forget_costs();
    parts.hubs = std::make_shared<const Index::Hubs>(
        Index::Hubs{*std::move(labels), std::move(views), std::move(corners)});
    return ok();
  }
};

}  // namespace

const IndexPart& hub_part() noexcept {
  static const HubPart part;
  return part;
}

}  // namespace throng
