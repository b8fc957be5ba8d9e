#include "core_ways.hpp"

#include "../core/large_vector.hpp"

#include <algorithm>
#include <vector>

namespace throng {
namespace {

using Run = CoreWays::Run;
using Way = CoreWays::Way;

/// Unpacks arcs of the core.
class Unpacker {
 public:
  explicit Unpacker(std::span<const HierarchyArc> arcs) : arcs_(arcs) {}

  Way unpack(std::uint32_t whole) {
    begin_ = runs.size();
    todo_.assign(1, {whole, false});
    while (!todo_.empty()) {
      const auto [number, back] = todo_.back();
      todo_.pop_back();
      const HierarchyArc& arc = arcs_[number];
      if (arc.is_edge()) {
        put(arc.leg(), back);
        continue;
      }
      // Both halves lead away from the middle: the first one is walked back to it.
      todo_.push_back({back ? arc.from() : arc.onward(), false});
      todo_.push_back({back ? arc.onward() : arc.from(), true});
    }
    return {static_cast<std::uint32_t>(begin_),
            static_cast<std::uint32_t>(runs.size() - begin_)};
  }

  LargeVector<Run> runs;

 private:
  struct Part {
    std::uint32_t arc;
    bool back;
  };

  void put(HubLeg leg, bool back) {
    if (back) {
      put(leg.along() ^ 2U, leg.straight());
      put(leg.across() ^ 2U, leg.diagonal());
    } else {
      put(leg.across(), leg.diagonal());
      put(leg.along(), leg.straight());
    }
  }
  void put(unsigned move, std::int32_t count) {
    if (runs.size() > begin_ && runs.back().move() == move) {
      count += runs.back().count();
      runs.pop_back();
    }
    for (; count > Run::kMost; count -= Run::kMost) runs.emplace_back(move, Run::kMost);
    if (count > 0) runs.emplace_back(move, count);
  }

  std::span<const HierarchyArc> arcs_;
  std::size_t begin_ = 0;   ///< of the runs of the arc
  std::vector<Part> todo_;  ///< the next one last
};

}  // namespace

CoreWays::CoreWays(std::span<const std::uint32_t> first,
                   std::span<const HierarchyArc> arcs) {
  const std::size_t core = first.size() - 1;
  const auto arcs_of = [&](std::uint32_t node) {
    return arcs.subspan(first[node], first[node + 1] - first[node]);
  };
  LargeVector<Way> ways;
  ways.reserve(first.back());
  Unpacker unpacker(arcs);
  for (std::uint32_t node = 0; node < core; ++node)
    for (const HierarchyArc& arc : arcs_of(node)) {
      const auto is_way_back = [&](const HierarchyArc& other) {
        return other.to() == node && other.cost() == arc.cost();
      };
      // An edge starts with diagonal steps in both directions.
      const auto others = arc.is_edge() || arc.to() > node ? std::span<const HierarchyArc>{}
                                                           : arcs_of(arc.to());
      const auto found = std::ranges::find_if(others, is_way_back);
      ways.push_back(found != others.end()
                         ? ways[static_cast<std::size_t>(&*found - arcs.data())].back()
                         : unpacker.unpack(static_cast<std::uint32_t>(ways.size())));
    }
  unpacker.runs.shrink_to_fit();
  ways_ = SharedArray(std::move(ways));
  runs_ = SharedArray(std::move(unpacker.runs));
}

}  // namespace throng
