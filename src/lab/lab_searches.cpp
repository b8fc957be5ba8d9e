#include "../core/search_table.hpp"
#include "../search/astar.hpp"
#include "../search/lab_door.hpp"
#include "family_engine.hpp"
#include "lab.hpp"
#include "textbook.hpp"

#include <memory>

namespace throng {
namespace {

// These are separate functions, so that they are compiled once and not once per bound.

SearchResult search_by(const AnyBound& h, const Problem& problem, Ends ends,
                       const Limits& limits, SearchScratch& scratch) {
  return in_space(problem, ends, limits, [&](const auto& task) {
    return search_by_family(task, h, family(scratch));
  });
}

SearchResult search_between(const AnyConsistentBound& forward,
                            const AnyConsistentBound& backward, const Problem& problem,
                            Ends ends, const Limits& limits, SearchScratch& scratch) {
  return in_space(problem, ends, limits, [&](const auto& task) {
    return search_both_ways(task, forward, backward, family(scratch));
  });
}

SearchResult search_one_way(const Problem& problem, CellIndex start, CellIndex goal,
                            const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_bound(problem, ends, scratch, [&](const auto& h) {
    return search_by(AnyBound(h), problem, ends, limits, scratch);
  });
}

/// The second half of the choice below: adds the bound for the start to the bound for the
/// goal.
SearchResult search_towards(const AnyConsistentBound& forward, const Problem& problem,
                            Ends ends, const Limits& limits, SearchScratch& scratch) {
  const Ends back{ends.goal, ends.start, true};
  return visit_bound(problem, back, scratch, [&]<class Bound>(const Bound& h) {
    if constexpr (Bound::kConsistent) {
      return search_between(forward, AnyConsistentBound(h), problem, ends, limits, scratch);
    } else {
      THRONG_ASSERT(false);  // resolve() admits only consistent bounds
      return SearchResult{};
    }
  });
}

SearchResult search_from_both(const Problem& problem, CellIndex start, CellIndex goal,
                              const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_bound(problem, ends, scratch, [&]<class Bound>(const Bound& h) {
    if constexpr (Bound::kConsistent) {
      return search_towards(AnyConsistentBound(h), problem, ends, limits, scratch);
    } else {
      THRONG_ASSERT(false);  // as above
      return SearchResult{};
    }
  });
}

const WideNodeTable& nodes_of(const Problem& problem, const FamilyScratch& scratch) {
  switch (problem.options.algorithm) {
    case Algorithm::fringe:
      return scratch.fringe.nodes;
    case Algorithm::beam:
      return scratch.beam.nodes;
    default:
      return scratch.by_key.nodes;
  }
}

void read_one_way(const Problem& problem, CellIndex start, CellIndex goal,
                  const SearchScratch& scratch, Column<Move>& moves) {
  const FamilyScratch& family = *scratch.lab.find<FamilyScratch>();
  if (problem.options.algorithm == Algorithm::idastar) return family.ida.append_path(moves);
  const WideNodeTable& nodes = nodes_of(problem, family);
  problem.linked ? append_path(*problem.linked, start, goal, nodes, moves)
                 : append_path(problem.space, start, goal, nodes, moves);
}

void read_both_halves(const Problem& problem, CellIndex start, CellIndex goal,
                      const SearchScratch& scratch, Column<Move>& moves) {
  const FamilyScratch& family = *scratch.lab.find<FamilyScratch>();
  const auto append = [&](const auto& space, const auto& reverse) {
    append_bidirectional_path(space, reverse, start, goal, family.meeting, family.two_sided,
                              moves);
  };
  problem.linked ? append(*problem.linked, *reverse_of(problem).linked)
                 : append(problem.space, problem.space);
}

SearchResult search_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                             const Limits& limits, SearchScratch& scratch) {
  return textbook(problem.grid, start, goal, problem.options.heuristic, limits,
                  scratch.lab.of<TextbookScratch>());
}

void read_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                   const SearchScratch& scratch, Column<Move>& moves) {
  append_textbook_path(problem.grid, start, goal, *scratch.lab.find<TextbookScratch>(),
                       moves);
}

std::shared_ptr<const void> prepare_reverse(const Problem& problem) {
  return std::make_shared<const ReverseSpaces>(problem);
}

constexpr LabSearch kTextbook{nullptr, {search_textbook, read_textbook}};
constexpr LabSearch kFamily{nullptr, {search_one_way, read_one_way}};
constexpr LabSearch kBothWays{prepare_reverse, {search_from_both, read_both_halves}};

}  // namespace

void add_lab_searches() noexcept {
  for (const AlgorithmRow& row : kAlgorithmTable) {
    if (!row.lab) continue;
    set_lab_search(row.algorithm, row.algorithm == Algorithm::textbook        ? kTextbook
                                  : row.algorithm == Algorithm::bidirectional ? kBothWays
                                                                              : kFamily);
  }
}

}  // namespace throng
