#include "../index/index_parts.hpp"
#include "index_image.hpp"
#include "map_identity.hpp"
#include "stored_options.hpp"

#include <throng/index.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace throng {
namespace {

void add_hubs(const Index::Hubs& hubs, SectionWriter& writer) {
  const HubLabels::Arrays& labels = hubs.labels.arrays();
  writer.add(SectionId::hub_begin, labels.begin.values());
  writer.add(SectionId::hub_order, labels.order.values());
  writer.add(SectionId::hub_ranks, labels.hubs.values());
  writer.add(SectionId::hub_costs, labels.costs.values());
  writer.add(SectionId::hub_first_steps, labels.step_of.values());
  writer.add(SectionId::hub_steps, labels.steps.values());
  const HubViews::Arrays& views = hubs.views.arrays();
  writer.add(SectionId::view_of_cell, views.view_of.values());
  writer.add(SectionId::view_begin, views.begins.values());
  writer.add(SectionId::view_subgoals, views.seen.values());
  writer.add(SectionId::view_labels, views.blocks.values());
}

std::vector<FrontSize> sizes_of(const FrontTree& tree) {
  std::vector<FrontSize> sizes;
  sizes.reserve(tree.fronts.size());
  for (const Front& front : tree.fronts) sizes.push_back({front.own, front.boundary});
  return sizes;
}

void add_fronts(const Fronts& fronts, std::span<const FrontSize> sizes,
                SectionWriter& writer) {
  writer.add(SectionId::front_sizes, sizes);
  writer.add(SectionId::front_bounds, std::span<const Rank>(fronts.tree().bounds));
  writer.add(SectionId::front_ranks, fronts.shape()->rank_of.values());
  writer.add(SectionId::front_costs, fronts.all_costs());
  writer.add(SectionId::front_ways, fronts.all_ways());
  if (const FrontRows* const rows = fronts.rows()) {
    writer.add(SectionId::front_row_costs, rows->all_costs());
    writer.add(SectionId::front_row_nexts, rows->all_nexts());
  }
}

void add_hierarchy(const Hierarchy::Arrays& arrays, SectionWriter& writer) {
  writer.add(SectionId::hierarchy_places, arrays.places.values());
  writer.add(SectionId::hierarchy_first_arcs, arrays.first.values());
  writer.add(SectionId::hierarchy_arcs, arrays.arcs.values());
  writer.add(SectionId::hierarchy_rows, arrays.rows.values());
  writer.add_optional(SectionId::hierarchy_ways, arrays.ways.ways().values());
  writer.add_optional(SectionId::hierarchy_runs, arrays.ways.runs().values());
}

}  // namespace

Result<IndexImage> image_of(const Index& index) {
  const Index::Parts& parts = index.parts();
  if (parts.costlier)
    return fail(Code::unsupported,
                "an index of with_costlier_grid() cannot be saved: save the index from "
                "which it was made");
  if (parts.living_nodes.data() != nullptr ||
      (parts.landmarks != nullptr && parts.landmarks->living()))
    return fail(Code::unsupported,
                "an index of a living map cannot be saved: use LivingMap::save()");
  IndexImage image;
  FileHeader& header = image.header;
  describe(*parts.grid, header);
  describe(parts.options, header);
  header.hub_memory_exceeded = parts.hub_memory_exceeded ? 1 : 0;
  header.front_memory_exceeded = parts.front_memory_exceeded ? 1 : 0;
  header.hierarchy_memory_exceeded = parts.hierarchy_memory_exceeded ? 1 : 0;
  SectionWriter& writer = image.sections;
  writer.add(SectionId::hubs_skipped_because, std::span<const char>(parts.hub_refusal));
  if (parts.jump_graph != nullptr) {
    writer.add(SectionId::jump_nodes, parts.jump_graph->nodes());
    writer.add(SectionId::jump_edges, parts.jump_graph->edges());
    writer.add(SectionId::jump_shortcuts, parts.jump_shortcuts->shortcuts());
  }
  if (parts.landmarks != nullptr) {
    writer.add(SectionId::landmark_cells, std::span<const CellIndex>(parts.landmark_cells));
    writer.add(SectionId::landmarks, parts.landmarks->exact_values());
    if (parts.landmarks_back != nullptr)
      writer.add(SectionId::landmarks_back, parts.landmarks_back->exact_values());
  }
  if (parts.gates != nullptr)
    writer.add(SectionId::gate_costs, parts.gates->matrix.costs());
  if (parts.hubs != nullptr) {
    header.has_cell_labels = parts.hubs->views.has_labels() ? 1 : 0;
    add_hubs(*parts.hubs, writer);
  }
  writer.add(SectionId::fronts_skipped_because, std::span<const char>(parts.front_refusal));
  if (parts.fronts != nullptr) {
    image.front_sizes = sizes_of(parts.fronts->tree());
    add_fronts(*parts.fronts, image.front_sizes, writer);
  }
  writer.add(SectionId::hierarchy_skipped_because,
             std::span<const char>(parts.hierarchy_refusal));
  if (parts.hierarchy != nullptr) {
    header.hierarchy_core = static_cast<std::uint32_t>(parts.hierarchy->core());
    add_hierarchy(parts.hierarchy->arrays(), writer);
  }
  writer.complete(header);
  return image;
}

Outcome Index::save(const std::string& path) const {
  const Result<IndexImage> image = image_of(*this);
  return image ? image->sections.write(image->header, path) : image.failure();
}

}  // namespace throng
