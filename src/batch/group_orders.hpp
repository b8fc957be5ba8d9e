#pragma once

#include "../core/flat_table.hpp"
#include "../field/front_price.hpp"
#include "../search/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

// Decides whether one field of a goal or a start is cheaper than many queries to it or from
// it. Some of the queries, the pilots, are answered one by one to measure their cost.

inline constexpr std::uint32_t kSmallestGroup = 16;
inline constexpr std::uint32_t kPilots = 4;

/// Whether a field has the answers of a search: it has not if limits can stop the search,
/// if the algorithm need not find a cheapest path, or if the way back must be the same.
inline bool field_answers(const Problem& problem, std::uint32_t max_expansions,
                          Cost max_cost) noexcept {
  const BatchOptions none;
  return max_expansions == none.max_expansions && max_cost == none.max_cost &&
         guarantee(problem.options.algorithm) == Guarantee::optimal &&
         problem.options.ties != Ties::same_way_back;
}

/// The index of pilot k among `size` queries.
inline std::size_t pilot(std::uint32_t k, std::size_t size) noexcept {
  return k * size / kPilots;
}

/// Measured times in nanoseconds.
struct Rates {
  std::uint64_t expansion;        ///< with everything that it causes, typically
  std::uint64_t quick_expansion;  ///< the same, at least
  std::uint64_t field;            ///< between a cell and all cells
  std::uint64_t step = 1;         ///< of a path read from a field, or copied from one
  std::uint64_t query = 0;        ///< apart from its expansions, where these are few
  std::uint64_t move = 0;         ///< of the path of a query, apart from its expansions
};

/// The fronts that compute the field of a cell; null: a sweep takes less time.
inline const Fronts* fronts_of_field(const Problem& problem) noexcept {
  const Fronts* const fronts =
      problem.index == nullptr ? nullptr : problem.index->fronts.get();
  return front_field_pays(fronts, problem.grid, 1, kUnreachable - 1) ? fronts : nullptr;
}

inline Rates rates(const Problem& problem) {
  const std::uint64_t cells = problem.grid.open_cells();
  const Fronts* const fronts = fronts_of_field(problem);
  const std::uint64_t field = fronts != nullptr      ? front_field_time(*fronts, 1)
                              : problem.grid.plain() ? 4 * cells
                                                     : 40 * cells;
  if (problem.options.algorithm == Algorithm::front && problem.index->fronts != nullptr)
    return {.expansion = 0,  // a query does not search
            .quick_expansion = 100,
            .field = field,
            .query = 60 * problem.index->fronts->query_work(),
            .move = 5};
  if (!problem.grid.plain())
    return {.expansion = 80, .quick_expansion = 60, .field = field};
  switch (problem.options.algorithm) {
    case Algorithm::astar:
      return {.expansion = 25, .quick_expansion = 20, .field = field};
    case Algorithm::jps:
      if (problem.index != nullptr && problem.index->jump_graph != nullptr)
        return {.expansion = 60, .quick_expansion = 50, .field = field, .query = 1000};
      return {.expansion = 200, .quick_expansion = 50, .field = field};
    case Algorithm::textbook:
      return {.expansion = 250, .quick_expansion = 100, .field = field};
    default:
      return {.expansion = 80, .quick_expansion = 40, .field = field};
  }
}

/// The work of all pilots of a group together.
struct Pilots {
  std::uint64_t expanded = 0;
  std::uint64_t moves = 0;
};

/// rest: the number of unanswered queries of the group.
inline bool field_pays(const Rates& rate, std::uint64_t rest,
                       const Pilots& pilots) noexcept {
  const std::uint64_t one_by_one = rest * (rate.expansion * pilots.expanded +
                                           rate.query * kPilots + rate.move * pilots.moves);
  const std::uint64_t walks = rest * rate.step * pilots.moves;
  return one_by_one >= walks + kPilots * rate.field;
}

/// Writes the members of the groups one group after the other, in the order of `all`, and
/// removes groups with fewer than `least` members.
/// Pre: the sizes of the groups are right.
/// group_of: the group of each index, or FlatTable::kEmpty.
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
