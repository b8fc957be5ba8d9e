#pragma once

#include "../core/flat_table.hpp"
#include "../kernel/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

// Whether many queries to one goal are better answered by one sweep from it: some of them,
// pilots, are answered one by one to see what they take.

inline constexpr std::uint32_t kSmallestGroup = 16;
inline constexpr std::uint32_t kPilots = 4;

/// Which of `size` queries is pilot k.
inline std::size_t pilot(std::uint32_t k, std::size_t size) noexcept {
  return k * size / kPilots;
}

/// What things take, in nanoseconds, as measured (see the README): an expansion with all
/// that comes with it, as a rule and at least; a swept cell; a step of a path, which
/// is read off a field or copied from one that was; a query besides its expansions, where
/// these are few.
struct Rates {
  std::uint64_t expansion;
  std::uint64_t quick_expansion;
  std::uint64_t cell;
  std::uint64_t step = 1;
  std::uint64_t query = 0;
};

inline Rates rates(const Problem& problem) {
  if (!problem.grid.plain()) return {.expansion = 80, .quick_expansion = 60, .cell = 40};
  switch (problem.options.algorithm) {
    case Algorithm::astar:
      return {.expansion = 25, .quick_expansion = 20, .cell = 4};
    case Algorithm::jps:
      if (problem.index != nullptr && problem.index->jump_graph != nullptr)
        return {.expansion = 60, .quick_expansion = 50, .cell = 4, .query = 1000};
      return {.expansion = 200, .quick_expansion = 50, .cell = 4};
    case Algorithm::textbook:
      return {.expansion = 250, .quick_expansion = 100, .cell = 4};
    default:
      return {.expansion = 80, .quick_expansion = 40, .cell = 4};
  }
}

/// What the pilots of a group took, all of them together.
struct Pilots {
  std::uint64_t expanded = 0;
  std::uint64_t moves = 0;
};

/// rest: queries of the group that are not answered yet.
inline bool sweep_pays(const Rates& rate, std::size_t open_cells, std::uint64_t rest,
                       const Pilots& pilots) noexcept {
  const std::uint64_t one_by_one =
      rest * (rate.expansion * pilots.expanded + rate.query * kPilots);
  const std::uint64_t walks = rest * rate.step * pilots.moves;
  return one_by_one >= walks + kPilots * rate.cell * open_cells;
}

/// Lays the members of groups out one behind the other, in the order of `all`, and drops
/// the groups of less than `least`. Pre: their sizes are right.
/// group_of: by index, which group, or FlatTable::kEmpty.
template <class Groups, class Indices, class GroupOf, class Members>
void gather_members(Groups& groups, const Indices& all, const GroupOf& group_of,
                    std::uint32_t least, Members& members) {
  std::uint32_t begin = 0;
  for (auto& group : groups) {
    group.begin = begin;
    begin += group.size;
    group.size = 0;
  }
  members.resize(begin);
  for (const std::uint32_t i : all) {
    if (group_of[i] == FlatTable::kEmpty) continue;
    auto& group = groups[group_of[i]];
    members[group.begin + group.size++] = i;
  }
  std::erase_if(groups, [&](const auto& group) { return group.size < least; });
}

}  // namespace throng
