#include "line_hubs.hpp"

#include "../core/progress.hpp"
#include "../labels/pruned_search.hpp"
#include "../labels/sampled_trees.hpp"

namespace throng {

/// The entry of a corner that the search from a hub reached from `parent`.
LineEntry LineHubs::entry(const TautGraph& graph, std::uint32_t hub, std::uint32_t at,
                          std::uint32_t parent, LineLength cost) const {
  if (cost == 0) return {hub, LineEntry::kAtHub, 0, 0};
  const LineEntry& before = labels[parent].back();  // of this search
  const bool turns_well =
      before.parent == LineEntry::kAtHub || graph.may_turn(before.parent, parent, at);
  const bool apart = before.apart != 0 || !turns_well;
  return {hub, parent & LineEntry::kAtHub, apart ? 1U : 0U, cost};
}

Result<LineHubs> LineHubs::build(const TautGraph& graph, std::size_t most_entries,
                                 Crew& crew, const Monitor* monitor) {
  LineHubs hubs;
  const std::size_t count = graph.size();
  if (count > most_entries) return fail(Code::over_limit, "");
  hubs.labels.resize(count);
  hubs.order.reserve(count);
  if (count == 0) return hubs;
  SampledTrees<TautGraph> trees(graph, most_entries * sizeof(LineEntry), crew);
  PrunedSearch<TautGraph> search(count);
  for (std::uint32_t hub = 0; hub < count; ++hub) {
    const std::uint32_t corner = trees.take();
    hubs.order.push_back(corner);
    search.run(graph, hubs.labels, corner,
               [&](std::uint32_t at, std::uint32_t parent, LineLength cost) {
                 hubs.labels[at].push_back(hubs.entry(graph, hub, at, parent, cost));
                 ++hubs.entries;
               });
    if (hubs.entries > most_entries) return fail(Code::over_limit, "");
    if (cancelled(monitor)) return fail(Code::cancelled, "");
    trees.remove(corner, hubs.labels);
  }
  return hubs;
}

}  // namespace throng
