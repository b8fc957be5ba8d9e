#include "../../src/labels/hub_join.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace throng::hub_join_test {

namespace {

constexpr std::uint32_t kSeen = 12;

struct Label {
  std::vector<HubBlock> blocks;
  std::vector<HubBlock> room;
  std::array<Cost, kSeen> away{};
  std::vector<std::pair<std::uint32_t, Cost>> ways;  ///< hub, cost from the end

  ViewLabel view() { return {blocks, away.data(), room.data()}; }
};

/// Up to `count` entries of `hubs` hubs, so that few hubs have many entries each. No cost
/// is below `least`.
Label random_label(SplitMix64& random, std::uint32_t count, std::uint32_t hubs,
                   Cost least) {
  Label label;
  for (Cost& away : label.away) away = least + random.below(50);
  std::set<std::uint32_t> keys;
  for (std::uint32_t i = 0; i < count; ++i)
    keys.insert(random.below(hubs) << HubBlock::kSeenBits | random.below(kSeen));
  std::size_t filled = HubBlock::kEntries;
  const auto put = [&](std::uint32_t key, Cost cost) {
    if (filled == HubBlock::kEntries) {
      label.blocks.emplace_back();
      filled = 0;
    }
    label.blocks.back().key[filled] = key;
    label.blocks.back().cost[filled++] = cost;
  };
  for (const std::uint32_t key : keys) {
    const Cost cost = least + random.below(30);
    put(key, cost);
    label.ways.emplace_back(key >> HubBlock::kSeenBits,
                            cost + label.away[key & (HubBlock::kMostSeen - 1)]);
  }
  while (filled < HubBlock::kEntries)
    put(HubBlock::kMostHubs << HubBlock::kSeenBits, HubBlock::kNever);
  label.room.resize(label.blocks.size());
  return label;
}

HubMeeting expected(const Label& a, const Label& b) {
  HubMeeting best;
  for (const auto& [hub, cost] : a.ways)
    for (const auto& [other, rest] : b.ways)
      if (hub == other && std::pair(cost + rest, hub) < std::pair(best.cost, best.hub))
        best = {cost + rest, hub};
  return best.cost == kUnreachable ? HubMeeting{} : best;
}

}  // namespace

TEST_CASE("a join finds the cheapest hub in common, however many entries each has") {
  SplitMix64 random(3);
  for (int round = 0; round < 4000; ++round) {
    const std::uint32_t hubs = 1 + random.below(1 + static_cast<std::uint32_t>(round) % 60);
    // Small ones, and the largest there may be.
    const Cost least = round % 3 == 0 ? HubBlock::kNever / 2 - 50 : 0;
    Label a = random_label(random, random.below(60), hubs, least);
    Label b = random_label(random, random.below(60), hubs, least);
    const HubMeeting right = expected(a, b);
    CAPTURE(round);
    for (const LabelJoin join : label_joins()) {
      const HubMeeting found = join(a.view(), b.view());
      REQUIRE(found.cost == right.cost);
      if (right.cost != kUnreachable) REQUIRE(found.hub == right.hub);
    }
  }
}

}  // namespace throng::hub_join_test
