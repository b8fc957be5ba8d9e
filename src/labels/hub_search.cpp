#include "hub_search.hpp"

#include "hub_join.hpp"
#include "path_writer.hpp"

#include <algorithm>

namespace throng {

void HubScratch::fit(const HubLabels& labels, const HubViews& views) {
  if (start_away.size() < views.most_seen()) start_away.resize(views.most_seen());
  if (goal_away.size() < views.most_seen()) goal_away.resize(views.most_seen());
  if (!views.has_labels()) {
    if (start_bound.size() < views.most_seen()) start_bound.resize(views.most_seen());
    if (goal_bound.size() < views.most_seen()) goal_bound.resize(views.most_seen());
    if (to_hub.size() < labels.subgoals()) to_hub.resize(labels.subgoals(), kUnknown);
    return;
  }
  if (start_label.size() < views.most_blocks()) start_label.resize(views.most_blocks());
  if (goal_label.size() < views.most_blocks()) goal_label.resize(views.most_blocks());
}

HubWay HubSearch::find(CellIndex start, CellIndex goal, HubScratch& scratch) const {
  const PaddedPosition from = map_.place(start), to = map_.place(goal);
  const std::uint32_t start_view = map_.views.view(start),
                      goal_view = map_.views.view(goal);
  map_.views.prefetch(start_view);
  map_.views.prefetch(goal_view);
  HubWay& way = scratch.way;
  if (map_.sees(from, map_.grid.moves()[start], to)) {
    way = {HubWay::Kind::direct, map_.open_cost(from, to), 0};
    return way;
  }
  scratch.fit(map_.labels, map_.views);
  map_.measure(from, start_view, scratch.start_away);
  map_.measure(to, goal_view, scratch.goal_away);
  way = meet(start_view, goal_view, from, to, scratch);
  if (map_.corners == nullptr)
    look_for_turn(start_view, to, map_.grid.moves()[goal], scratch, way);
  return way;
}

HubWay HubSearch::meet(std::uint32_t start_view, std::uint32_t goal_view,
                       PaddedPosition start, PaddedPosition goal,
                       HubScratch& scratch) const {
  HubWay way{HubWay::Kind::hub, kUnreachable, 0};
  if (map_.views.has_labels()) {
    const HubMeeting meeting = join_labels(
        {map_.views.label(start_view), scratch.start_away.data(),
         scratch.start_label.data()},
        {map_.views.label(goal_view), scratch.goal_away.data(), scratch.goal_label.data()});
    way.cost = meeting.cost;
    way.at = meeting.hub;
    return way;
  }
  return meet_corners(map_.views.seen(start_view), map_.views.seen(goal_view), start, goal,
                      scratch);
}

HubWay HubSearch::meet_corners(std::span<const SeenSubgoal> from_start,
                               std::span<const SeenSubgoal> from_goal, PaddedPosition start,
                               PaddedPosition goal, HubScratch& scratch) const {
  HubWay way{HubWay::Kind::hub, kUnreachable, 0};
  HubScratch::Nearest* const to_hub = scratch.to_hub.data();
  scratch.labels_read = 0;
  if (from_start.empty() || from_goal.empty()) return way;
  Cost* const start_bound = scratch.start_bound.data();
  Cost* const goal_bound = scratch.goal_bound.data();
  for (std::size_t i = 0; i < from_start.size(); ++i)
    start_bound[i] = scratch.start_away[i] +
                     map_.open_cost(map_.place_of(from_start[i].subgoal()), goal);
  for (std::size_t i = 0; i < from_goal.size(); ++i)
    goal_bound[i] =
        scratch.goal_away[i] + map_.open_cost(start, map_.place_of(from_goal[i].subgoal()));
  const auto scatter = [&](std::size_t i) {
    ++scratch.labels_read;
    const HubScratch::Nearest away = HubScratch::Nearest{scratch.start_away[i]} << 32 | i;
    map_.labels.for_each(from_start[i].subgoal(), [&](std::uint32_t hub, Cost cost) {
      to_hub[hub] = std::min(to_hub[hub], away + (HubScratch::Nearest{cost} << 32));
    });
  };
  const auto gather = [&](std::size_t i) {
    ++scratch.labels_read;
    const Cost away = scratch.goal_away[i];
    map_.labels.for_each(from_goal[i].subgoal(), [&](std::uint32_t hub, Cost cost) {
      const HubScratch::Nearest nearest = to_hub[hub];
      const auto known = static_cast<Cost>(nearest >> 32);
      const Cost beyond = cost + away;
      if (known >= way.cost || beyond >= way.cost - known) return;
      way.cost = known + beyond;
      way.at = hub;
      way.near = static_cast<std::uint32_t>(nearest);
      way.far = static_cast<std::uint32_t>(i);
    });
  };
  const auto least = [](const Cost* bounds, std::size_t count) {
    return static_cast<std::size_t>(std::min_element(bounds, bounds + count) - bounds);
  };
  // The cost of the most promising pair rules out many of the others.
  const std::size_t first = least(start_bound, from_start.size());
  scatter(first);
  gather(least(goal_bound, from_goal.size()));
  const Cost known = way.cost;
  const auto rest = [&](const auto& visit) {
    for (std::size_t i = 0; i < from_start.size(); ++i)
      if (i == first || start_bound[i] < known) visit(i);
  };
  rest([&](std::size_t i) {
    if (i != first) scatter(i);
  });
  for (std::size_t i = 0; i < from_goal.size(); ++i)
    if (goal_bound[i] < way.cost) gather(i);
  rest([&](std::size_t i) {
    for (const std::uint32_t hub : map_.labels.hubs(from_start[i].subgoal()))
      to_hub[hub] = HubScratch::kUnknown;
  });
  return way;
}

void HubSearch::look_for_turn(std::uint32_t start_view, PaddedPosition goal,
                              unsigned goal_moves, const HubScratch& scratch,
                              HubWay& way) const {
  const std::span<const SeenSubgoal> seen = map_.views.seen(start_view);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const PaddedPosition at = map_.place_of(seen[i].subgoal());
    const JumpLine line(goal.x - at.x, goal.y - at.y);
    const Cost cost = scratch.start_away[i] + line.cost(map_.costs);
    if (cost >= way.cost) continue;
    // On a cheapest way that turns there, jump point search would continue towards the
    // goal.
    const bool tries = (line.straight != 0 && seen[i].tries(2 * line.along)) ||
                       (line.diagonal != 0 && seen[i].tries(2 * (line.across - 4) + 1));
    if (!tries) continue;
    if (map_.sees(goal, goal_moves, at))
      way = {HubWay::Kind::turn, cost, seen[i].subgoal()};
  }
}

std::uint32_t HubSearch::find_nearest(std::uint32_t view, std::span<const Cost> away,
                                      std::uint32_t hub) const {
  std::uint32_t nearest = 0;
  Cost best = kUnreachable;
  for (const HubBlock& block : map_.views.label(view)) {
    if (block.key.back() >> HubBlock::kSeenBits < hub) continue;
    if (block.key.front() >> HubBlock::kSeenBits > hub) break;
    for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
      const std::uint32_t seen = block.key[i] & (HubBlock::kMostSeen - 1);
      const Cost cost = block.cost[i] + away[seen];
      const bool better = (block.key[i] >> HubBlock::kSeenBits == hub) & (cost < best);
      best = better ? cost : best;
      nearest = better ? seen : nearest;
    }
  }
  return nearest;
}

void HubSearch::append_path(CellIndex start, CellIndex goal, const HubScratch& scratch,
                            Column<Move>& moves) const {
  if (map_.grid.rules().topology == Topology::tile)
    append<Topology::tile>(start, goal, scratch, moves);
  else
    append<Topology::octile>(start, goal, scratch, moves);
}

/// Not inlined: with both topologies in one function, paths take 1.08 times as long.
template <Topology kTopology>
[[gnu::noinline]] void HubSearch::append(CellIndex start, CellIndex goal,
                                         const HubScratch& scratch,
                                         Column<Move>& moves) const {
  const HubWay& way = scratch.way;
  PathWriter<kTopology> writer(moves, way.cost / map_.grid.costs().straight);
  const PaddedPosition from = map_.place(start), to = map_.place(goal);
  const auto leg = [](PaddedPosition a, PaddedPosition b) {
    return JumpLine(b.x - a.x, b.y - a.y);
  };
  switch (way.kind) {
    case HubWay::Kind::direct:
      writer.put(leg(from, to));
      return;
    case HubWay::Kind::turn:
      writer.put(leg(from, map_.place_of(way.at)));
      writer.put_from_goal(leg(to, map_.place_of(way.at)));
      return;
    case HubWay::Kind::hub:
      break;
  }
  const std::uint32_t start_view = map_.views.view(start),
                      goal_view = map_.views.view(goal);
  std::uint32_t near = way.near, far = way.far;
  if (map_.views.has_labels()) {
    near = find_nearest(start_view, scratch.start_away, way.at);
    far = find_nearest(goal_view, scratch.goal_away, way.at);
  }
  const std::uint32_t first = map_.views.seen(start_view)[near].subgoal();
  const std::uint32_t last = map_.views.seen(goal_view)[far].subgoal();
  writer.put(leg(from, map_.place_of(first)));
  writer.put_from_goal(leg(to, map_.place_of(last)));
  const std::size_t entry = map_.labels.find(first, way.at);
  const std::size_t back_entry = map_.labels.find(last, way.at);
  if (entry == map_.labels.hubs(first).size() ||
      back_entry == map_.labels.hubs(last).size())
    return;  // only with labels from a forged file, whose ways may not end either
  // A local pointer: each store of a move may change a member, as far as g++ can tell.
  const HubStep* const steps = map_.labels.steps();
  const HubStep* step = steps + map_.labels.first_step(first, entry);
  const HubStep* back = steps + map_.labels.first_step(last, back_entry);
  for (; step->next != HubStep::kAtHub; step = steps + step->next)
    if (!writer.put(step->leg)) return;
  for (; back->next != HubStep::kAtHub; back = steps + back->next)
    if (!writer.put_from_goal(back->leg)) return;
}

}  // namespace throng
