#include "hub_labels.hpp"

#include "../core/megabytes.hpp"
#include "../core/memory.hpp"
#include "hub_steps.hpp"
#include "hub_views.hpp"
#include "label_builder.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace throng {
namespace {

constexpr std::size_t kBytesPerEntry =
    sizeof(HubEntry) + sizeof(std::uint32_t) + sizeof(HubStep);

Failure too_many_entries(std::size_t subgoals, std::size_t hubs, std::size_t most_bytes) {
  return fail(Code::over_limit,
              "the hub labels of " + std::to_string(subgoals) +
                  " corners need more than the " + in_megabytes(most_bytes) +
                  " allowed: that was full after " + std::to_string(hubs) + " hubs");
}

/// Distances that labels have room for.
constexpr Cost kMostDistance = HubBlock::kNever / 2;

/// The greatest step costs of a list with which the labels have room for all distances of
/// a map: approximations of sqrt(2), each the best of its size. longest: the greatest
/// distance in a label under other costs, so that no two corners lie twice as far apart.
StepCosts fitting_costs(StepCosts other, std::uint64_t longest) {
  constexpr std::array kNearRoot2{StepCosts{2378, 3363}, StepCosts{985, 1393},
                                  StepCosts{408, 577},   StepCosts{169, 239},
                                  StepCosts{70, 99},     StepCosts{29, 41}};
  for (const StepCosts& costs : kNearRoot2) {
    // A path costs at most as many times as much as the dearer of its steps.
    const std::uint64_t straight = 2 * longest * costs.straight / other.straight;
    const std::uint64_t diagonal = 2 * longest * costs.diagonal / other.diagonal;
    if (std::max(straight, diagonal) + 1 < kMostDistance) return costs;
  }
  return {5, 7};
}

/// Checks that distances and legs fit into entries and steps.
Outcome check_lengths(const SubgoalGraph& graph, std::span<const PaddedPosition> places,
                      std::span<const HubEntry> entries) {
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const PaddedPosition from = places[i];
    for (const SubgoalEdge& edge : graph.edges(i)) {
      const PaddedPosition to = places[edge.to];
      const JumpLine line(to.x - from.x, to.y - from.y);
      if (std::max(line.diagonal, line.straight) > HubLeg::kMostSteps)
        return fail(Code::unsupported, "hub labels have room for legs of " +
                                           std::to_string(HubLeg::kMostSteps) +
                                           " steps; corners lie farther apart");
    }
  }
  Cost longest = 0;
  for (const HubEntry& entry : entries) longest = std::max(longest, entry.cost);
  if (longest < kMostDistance) return ok();
  std::string what = "hub labels have room for distances below " +
                     std::to_string(kMostDistance) + "; corners lie farther apart";
  if (const StepCosts costs = fitting_costs(graph.costs(), longest);
      costs.straight < graph.costs().straight)
    what += ", but not with costs " + std::to_string(costs.straight) + "/" +
            std::to_string(costs.diagonal);
  return fail(Code::unsupported, what);
}

/// Returns the entries of all labels, one label after the other. begin: out, the first
/// entry of each label, and the end of the last one.
std::vector<HubEntry> join(GrowingLabels&& growing, std::vector<std::uint32_t>& begin) {
  std::size_t count = 0;
  for (const auto& label : growing) count += label.size();
  std::vector<HubEntry> entries;
  entries.reserve(count);
  begin.reserve(growing.size() + 1);
  begin.push_back(0);
  for (auto& label : growing) {
    entries.insert(entries.end(), label.begin(), label.end());
    begin.push_back(static_cast<std::uint32_t>(entries.size()));
    release(label);
  }
  return entries;
}

struct Steps {
  std::vector<std::uint32_t> first;  ///< by entry
  std::vector<HubStep> all;
};

Steps lay_out_steps(const SubgoalGraph& graph, std::span<const std::uint32_t> begin,
                    std::span<const HubEntry> entries,
                    std::span<const PaddedPosition> places, Crew& crew) {
  const std::vector<std::uint32_t> next = find_next_entries(graph, begin, entries, crew);
  StepLayout layout(begin, entries, next, places);
  Steps steps{std::vector<std::uint32_t>(entries.size()),
              std::vector<HubStep>(entries.size())};
  // The first hubs are in most labels; blocks of several would keep one thread busy
  // longest.
  constexpr std::size_t kHubsPerBlock = 1;
  crew.for_each_block(
      graph.size(), kHubsPerBlock, [&](int, std::size_t first, std::size_t last) {
        for (std::size_t hub = first; hub < last; ++hub)
          layout.lay_out(static_cast<std::uint32_t>(hub), steps.first, steps.all);
      });
  return steps;
}

}  // namespace

Result<HubLabels> HubLabels::build(const Grid& grid, const SubgoalGraph& graph,
                                   const SubgoalPlaces& subgoals, std::size_t most_bytes,
                                   Crew& crew, const Monitor* monitor) {
  const std::size_t count = graph.size();
  if (count >= SeenSubgoal::kMostSubgoals)
    return fail(Code::unsupported, "hub labels can number " +
                                       std::to_string(SeenSubgoal::kMostSubgoals) +
                                       " corners; the map has " + std::to_string(count));
  RemainingGraph remaining(grid, subgoals.cells, graph, crew);
  const std::size_t most_entries =
      std::min<std::size_t>(most_bytes / kBytesPerEntry, HubStep::kAtHub - 1);
  LabelBuilder built(remaining, most_entries, crew, monitor);
  if (const Outcome good = built.run(); !good) {
    if (good.error().code == Code::over_limit)
      return too_many_entries(count, built.hubs(), most_bytes);
    return fail(Code::cancelled, "the building of hub labels was cancelled");
  }
  std::vector<std::uint32_t> begin;
  const std::vector<HubEntry> entries_of_all = join(std::move(built.labels), begin);
  const std::span<const HubEntry> all(entries_of_all);
  if (const Outcome short_enough = check_lengths(graph, subgoals.places, all);
      !short_enough)
    return short_enough.failure();
  Steps steps = lay_out_steps(graph, begin, all, subgoals.places, crew);
  std::vector<std::uint32_t> hubs(all.size());
  std::vector<Cost> costs(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    hubs[i] = all[i].hub;
    costs[i] = all[i].cost;
  }
  return HubLabels(
      Arrays{SharedArray(std::move(begin)), SharedArray(std::move(built.order)),
             SharedArray(std::move(hubs)), SharedArray(std::move(costs)),
             SharedArray(std::move(steps.first)), SharedArray(std::move(steps.all))});
}

}  // namespace throng
