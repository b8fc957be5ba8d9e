#include "hub_search.hpp"

#include "hub_join.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

/// Appends a path from both of its ends, a store of 16 moves at a time: how many moves
/// there are is known only once both halves meet.
class HubSearch::PathWriter {
 public:
  /// most: no path is longer.
  PathWriter(std::pmr::vector<Move>& moves, std::size_t most)
      : moves_(moves), begin_(moves.size()) {
    moves_.resize(begin_ + most + 2 * kStore);
    front_ = moves_.data() + begin_;
    back_ = moves_.data() + moves_.size();
  }
  /// Moves the second half to where the first one ends.
  ~PathWriter() {
    const Move* const end = moves_.data() + moves_.size();
    front_ = std::copy(static_cast<const Move*>(back_), end, front_);
    moves_.resize(static_cast<std::size_t>(front_ - moves_.data()));
  }
  PathWriter(const PathWriter&) = delete;
  PathWriter& operator=(const PathWriter&) = delete;

  /// Goes on from the start: some diagonal moves, then straight ones.
  void put(HubLeg leg) {
    put_front(leg.across(), leg.diagonal());
    put_front(leg.along(), leg.straight());
  }
  /// Goes on from the goal, by a leg that leads away from it: the way back is opposite
  /// moves, straight ones first.
  void put_from_goal(HubLeg leg) {
    put_back(4 + ((leg.across() - 4) ^ 2U), leg.diagonal());
    put_back(leg.along() ^ 2U, leg.straight());
  }

 private:
  static constexpr std::ptrdiff_t kStore = 16;

  void put_front(unsigned move, std::int32_t count) {
    for (std::int32_t done = 0; done < count; done += kStore)
      std::memset(front_ + done, static_cast<int>(move), kStore);
    front_ += count;
  }
  void put_back(unsigned move, std::int32_t count) {
    for (std::int32_t done = 0; done < count; done += kStore)
      std::memset(back_ - done - kStore, static_cast<int>(move), kStore);
    back_ -= count;
  }

  std::pmr::vector<Move>& moves_;
  std::size_t begin_;
  Move* front_;
  Move* back_;
};

void HubScratch::fit(const HubLabels& labels, const HubViews& views) {
  if (start_away.size() < views.most_seen()) start_away.resize(views.most_seen());
  if (goal_away.size() < views.most_seen()) goal_away.resize(views.most_seen());
  if (!views.has_labels()) {
    if (to_hub.size() < labels.subgoals()) to_hub.resize(labels.subgoals(), kUnreachable);
    return;
  }
  if (start_label.size() < views.most_blocks()) start_label.resize(views.most_blocks());
  if (goal_label.size() < views.most_blocks()) goal_label.resize(views.most_blocks());
}

HubWay HubSearch::find(CellIndex start, CellIndex goal, HubScratch& scratch) const {
  const JumpGoal from = place(start), to = place(goal);
  const std::uint32_t start_view = views_.view(start), goal_view = views_.view(goal);
  views_.prefetch(start_view);
  views_.prefetch(goal_view);
  HubWay& way = scratch.way;
  if (walker_.sees(from.x, from.y, grid_.moves()[start], to)) {
    way = {HubWay::Kind::direct, open_cost(from, to), 0};
    return way;
  }
  scratch.fit(labels_, views_);
  measure(from, start_view, scratch.start_away);
  measure(to, goal_view, scratch.goal_away);
  way = meet(start_view, goal_view, from, scratch);
  look_for_turn(start_view, to, grid_.moves()[goal], scratch, way);
  return way;
}

void HubSearch::measure(JumpGoal from, std::uint32_t view,
                        std::pmr::vector<Cost>& away) const {
  const std::span<const SeenSubgoal> seen = views_.seen(view);
  for (std::size_t i = 0; i < seen.size(); ++i)
    away[i] = open_cost(from, place_of(seen[i].subgoal()));
}

HubWay HubSearch::meet(std::uint32_t start_view, std::uint32_t goal_view, JumpGoal start,
                       HubScratch& scratch) const {
  HubWay way{HubWay::Kind::hub, kUnreachable, 0};
  if (views_.has_labels()) {
    const HubMeeting meeting = join_labels(
        {views_.label(start_view), scratch.start_away.data(), scratch.start_label.data()},
        {views_.label(goal_view), scratch.goal_away.data(), scratch.goal_label.data()});
    way.cost = meeting.cost;
    way.at = meeting.hub;
    return way;
  }
  Cost* const to_hub = scratch.to_hub.data();
  const std::span<const SeenSubgoal> from_start = views_.seen(start_view);
  const std::span<const SeenSubgoal> from_goal = views_.seen(goal_view);
  const auto scatter = [&](std::size_t i) {
    const Cost away = scratch.start_away[i];
    for (const HubEntry& entry : labels_.of(from_start[i].subgoal()))
      to_hub[entry.hub] = std::min(to_hub[entry.hub], entry.cost + away);
  };
  const auto gather = [&](std::size_t i) {
    const Cost away = scratch.goal_away[i];
    for (const HubEntry& entry : labels_.of(from_goal[i].subgoal())) {
      const Cost known = to_hub[entry.hub], beyond = entry.cost + away;
      if (known >= way.cost || beyond > way.cost - known) continue;
      if (known + beyond == way.cost && entry.hub >= way.at) continue;
      way.cost = known + beyond;
      way.at = entry.hub;
    }
  };
  for (std::size_t i = 0; i < from_start.size(); ++i) scatter(i);
  for (std::size_t i = 0; i < from_goal.size(); ++i)
    if (scratch.goal_away[i] + open_cost(start, place_of(from_goal[i].subgoal())) <=
        way.cost)
      gather(i);
  for (const SeenSubgoal seen : from_start)
    for (const HubEntry& entry : labels_.of(seen.subgoal()))
      to_hub[entry.hub] = kUnreachable;
  return way;
}

void HubSearch::look_for_turn(std::uint32_t start_view, JumpGoal goal, unsigned goal_moves,
                              const HubScratch& scratch, HubWay& way) const {
  const std::span<const SeenSubgoal> seen = views_.seen(start_view);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const JumpGoal at = place_of(seen[i].subgoal());
    const JumpLine line(goal.x - at.x, goal.y - at.y);
    const Cost cost = scratch.start_away[i] + line.cost(grid_.costs());
    if (cost >= way.cost) continue;
    // On a cheapest way that turns there, jump point search would go on towards the goal.
    const bool tries = (line.straight != 0 && seen[i].tries(2 * line.along)) ||
                       (line.diagonal != 0 && seen[i].tries(2 * (line.across - 4) + 1));
    if (!tries) continue;
    if (walker_.sees(goal.x, goal.y, goal_moves, at))
      way = {HubWay::Kind::turn, cost, seen[i].subgoal()};
  }
}

HubSearch::FirstStep HubSearch::find_first_step(std::uint32_t view,
                                                std::span<const Cost> away,
                                                std::uint32_t hub) const {
  FirstStep first;
  Cost best = kUnreachable;
  if (views_.has_labels()) {
    std::uint32_t nearest = 0;
    for (const HubBlock& block : views_.label(view)) {
      if (block.key.back() >> HubBlock::kSeenBits < hub) continue;
      if (block.key.front() >> HubBlock::kSeenBits > hub) break;
      for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
        const std::uint32_t seen = block.key[i] & (HubBlock::kMostSeen - 1);
        if (block.key[i] >> HubBlock::kSeenBits != hub) continue;
        if (block.cost[i] + away[seen] >= best) continue;
        best = block.cost[i] + away[seen];
        nearest = seen;
      }
    }
    first.subgoal = views_.seen(view)[nearest].subgoal();
    first.step = labels_.first_step(first.subgoal, labels_.find(first.subgoal, hub));
    return first;
  }
  const std::span<const SeenSubgoal> seen = views_.seen(view);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (away[i] >= best) continue;
    const std::uint32_t subgoal = seen[i].subgoal();
    const std::span<const HubEntry> label = labels_.of(subgoal);
    const std::size_t at = labels_.find(subgoal, hub);
    if (at == label.size() || label[at].cost >= best - away[i]) continue;
    best = label[at].cost + away[i];
    first = {subgoal, labels_.first_step(subgoal, at)};
  }
  return first;
}

void HubSearch::append_path(CellIndex start, CellIndex goal, const HubScratch& scratch,
                            std::pmr::vector<Move>& moves) const {
  const JumpGoal from = place(start), to = place(goal);
  const HubWay& way = scratch.way;
  PathWriter writer(moves, way.cost / grid_.costs().straight);
  const auto leg = [&](JumpGoal a, JumpGoal b) {
    return HubLeg(JumpLine(b.x - a.x, b.y - a.y));
  };
  switch (way.kind) {
    case HubWay::Kind::direct:
      return writer.put(leg(from, to));
    case HubWay::Kind::turn:
      writer.put(leg(from, place_of(way.at)));
      return writer.put_from_goal(leg(to, place_of(way.at)));
    case HubWay::Kind::hub:
      break;
  }
  const FirstStep near = find_first_step(views_.view(start), scratch.start_away, way.at);
  const FirstStep far = find_first_step(views_.view(goal), scratch.goal_away, way.at);
  writer.put(leg(from, place_of(near.subgoal)));
  writer.put_from_goal(leg(to, place_of(far.subgoal)));
  const HubStep* step = &labels_.step(near.step);
  const HubStep* back = &labels_.step(far.step);
  for (; step->next != HubStep::kAtHub; step = &labels_.step(step->next))
    writer.put(step->leg);
  for (; back->next != HubStep::kAtHub; back = &labels_.step(back->next))
    writer.put_from_goal(back->leg);
}

}  // namespace throng
