#include "hub_join.hpp"

#include "../core/processor.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace throng {
namespace {

constexpr std::size_t kLanes = HubBlock::kEntries;

/// Eight numbers at a time; without registers that wide the compiler splits the operations.
using Lanes = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

/// Stored costs from the start are lowered by this. Both costs of a sum are below half of
/// it, so the sum for a common hub is negative, and without one it is not.
constexpr std::int32_t kShift = 2 * HubBlock::kNever;

struct Best {
  Lanes cost{};  ///< lowered by kShift; 0: none
  Lanes hub{};
};

/// Replaces keys by hubs, and costs from the view's subgoals by costs from the end of the
/// query, minus `shift`.
void prepare(const ViewLabel& label, std::int32_t shift) noexcept {
  const Cost* const away = label.away;
  HubBlock* const room = label.room;
  for (std::size_t b = 0; b < label.blocks.size(); ++b) {
    const HubBlock& block = label.blocks[b];
    for (std::size_t i = 0; i < kLanes; ++i) {
      room[b].key[i] = block.key[i] >> HubBlock::kSeenBits;
      room[b].cost[i] = block.cost[i] + away[block.key[i] & (HubBlock::kMostSeen - 1)] -
                        static_cast<Cost>(shift);
    }
  }
}

/// First finds, for each hub of b, its least cost from the start: the eight comparisons are
/// independent of each other.
[[gnu::always_inline]] inline void meet(const HubBlock& a, const HubBlock& b, Best& best) {
  Lanes hubs, costs, nearest{};
  std::memcpy(&hubs, b.key.data(), sizeof hubs);
  std::memcpy(&costs, b.cost.data(), sizeof costs);
  for (std::size_t k = 0; k < kLanes; ++k) {
    const Lanes match = hubs == static_cast<std::int32_t>(a.key[k]);
    const Lanes cost = match & static_cast<std::int32_t>(a.cost[k]);
    nearest = cost < nearest ? cost : nearest;
  }
  const Lanes sum = nearest + costs;
  best.hub = sum < best.cost ? hubs : best.hub;
  best.cost = sum < best.cost ? sum : best.cost;
}

/// Visits pairs of blocks in rising order, like merging two sorted lists. If the same hub
/// ends a block of both, the following blocks may continue with it. Pre: both are prepared.
[[gnu::always_inline]] inline HubMeeting join(const ViewLabel& start,
                                              const ViewLabel& goal) {
  Best best;
  const HubBlock* s = start.room;
  const HubBlock* g = goal.room;
  const HubBlock* const s_end = s + start.blocks.size();
  const HubBlock* const g_end = g + goal.blocks.size();
  while (s != s_end && g != g_end) {
    meet(*s, *g, best);
    const std::uint32_t last = s->key[kLanes - 1];
    if (last > g->key[kLanes - 1]) {
      ++g;
      continue;
    }
    if (last == g->key[kLanes - 1])
      for (const HubBlock* next = g + 1; next != g_end && next->key[0] == last; ++next)
        meet(*s, *next, best);
    ++s;
  }
  // The least cost, then the least hub.
  std::int64_t least = 0;
  for (std::size_t i = 0; i < kLanes; ++i)
    least =
        std::min(least, std::int64_t{best.cost[i]} * (std::int64_t{1} << 32) + best.hub[i]);
  if (least >= 0) return {};
  return {static_cast<Cost>((least >> 32) + kShift), static_cast<std::uint32_t>(least)};
}

#if defined(__x86_64__)
/// Like prepare(), with the gather instruction that compilers do not generate here.
[[gnu::target("avx2")]] void prepare_avx2(const ViewLabel& label,
                                          std::int32_t shift) noexcept {
  const auto* const away = reinterpret_cast<const int*>(label.away);
  const __m256i less = _mm256_set1_epi32(shift);
  const __m256i low = _mm256_set1_epi32(HubBlock::kMostSeen - 1);
  HubBlock* room = label.room;
  for (const HubBlock& block : label.blocks) {
    const auto* const from = reinterpret_cast<const __m256i*>(&block);
    auto* const to = reinterpret_cast<__m256i*>(room++);
    const __m256i keys = _mm256_load_si256(from);
    const __m256i costs = _mm256_i32gather_epi32(away, _mm256_and_si256(keys, low), 4);
    _mm256_store_si256(to, _mm256_srli_epi32(keys, HubBlock::kSeenBits));
    const __m256i sums = _mm256_add_epi32(costs, _mm256_load_si256(from + 1));
    _mm256_store_si256(to + 1, _mm256_sub_epi32(sums, less));
  }
}
static_assert(sizeof(HubBlock) == 2 * sizeof(__m256i), "keys, then costs");

[[gnu::target("avx2")]] HubMeeting join_avx2(const ViewLabel& start,
                                             const ViewLabel& goal) noexcept {
  prepare_avx2(start, kShift);
  prepare_avx2(goal, 0);
  return join(start, goal);
}
#endif

HubMeeting join_portably(const ViewLabel& start, const ViewLabel& goal) noexcept {
  prepare(start, kShift);
  prepare(goal, 0);
  return join(start, goal);
}

struct Joins {
  std::array<LabelJoin, 2> all{join_portably};
  std::size_t count = 1;
};

Joins runnable_joins() noexcept {
  Joins joins;
#if defined(__x86_64__)
  if (has_avx2()) joins.all[joins.count++] = join_avx2;
#endif
  return joins;
}

}  // namespace

std::span<const LabelJoin> label_joins() noexcept {
  static const Joins joins = runnable_joins();
  return std::span(joins.all).first(joins.count);
}

HubMeeting join_labels(const ViewLabel& start, const ViewLabel& goal) noexcept {
  static const LabelJoin fastest = label_joins().back();
  return fastest(start, goal);
}

}  // namespace throng
