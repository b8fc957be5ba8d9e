#include "trace.hpp"

#include "../batch/answer_query.hpp"
#include "../core/search_table.hpp"
#include "../hierarchy/hierarchy_find.hpp"
#include "../lab/family_engine.hpp"
#include "../lab/textbook.hpp"
#include "../search/astar_engine.hpp"
#include "../search/engines.hpp"
#include "../search/graph_bound.hpp"
#include "../search/hierarchy_engine.hpp"
#include "../search/jump_search.hpp"
#include "../search/scan_jumps.hpp"
#include "../sweep/far_queue.hpp"
#include "recorder.hpp"

#include <functional>
#include <optional>

namespace throng {
namespace {

/// A search to be traced.
struct Task {
  const Problem& problem;
  Ends ends;
  Limits limits;
  SearchScratch& scratch;
  std::size_t most_events;
  SearchTrace& trace;

  Recorder<CellPlaces> cell_recorder() const {
    return {{&problem.grid}, most_events, trace};
  }
};

/// The bound of a query, called through a pointer.
struct TracedBound {
  AnyBound any;
  std::optional<AnyConsistentBound> consistent;  ///< if the bound is
};

/// h: outlives the result.
template <class Bound>
TracedBound traced_bound(const Bound& h) {
  TracedBound traced{AnyBound(h), std::nullopt};
  if constexpr (Bound::kConsistent) traced.consistent.emplace(h);
  return traced;
}

/// visit_bound(), compiled once for all searches here and not once per search.
SearchResult visit_traced_bound(
    const Problem& problem, Ends ends, SearchScratch& scratch,
    const std::function<SearchResult(const TracedBound&)>& use) {
  return visit_bound(problem, ends, scratch,
                     [&](const auto& h) { return use(traced_bound(h)); });
}

/// Calls use(bound) with an AnyConsistentBound or an AnyBound.
template <class Use>
SearchResult visit_any_bound(const Task& task, const Use& use) {
  return visit_traced_bound(
      task.problem, task.ends, task.scratch,
      [&](const TracedBound& h) { return h.consistent ? use(*h.consistent) : use(h.any); });
}

template <class Jumps, class H>
SearchResult trace_jumps(const Task& task, const Jumps& jumps, const H& h,
                         const Limits& tight) {
  const Recorder<NodePlaces<Jumps>> recorder(
      {&jumps, jumps.ends(task.ends.start, task.ends.goal)}, task.most_events, task.trace);
  return jump_search(jumps, task.ends.start, task.ends.goal, h, tight, task.scratch.jumps,
                     task.scratch.jump_open, recorder);
}

SearchResult trace_jps(const Task& task) {
  const Problem& problem = task.problem;
  if (problem.index == nullptr || problem.index->jump_graph == nullptr) {
    const ScanJumps jumps(problem.grid, problem.space, *problem.jump_map);
    const Limits tight = tightened(problem, task.ends, task.limits);
    return visit_traced_bound(
        task.problem, task.ends, task.scratch,
        [&](const TracedBound& h) { return trace_jumps(task, jumps, h.any, tight); });
  }
  const GraphJumps jumps = graph_jumps(problem);
  return visit_graph_bound(
      problem, jumps, task.ends, task.limits, task.scratch,
      [&](const auto& h, const Limits& tight) {
        const AnyBound any(h);
        if constexpr (requires { h.of_start(); }) {
          const auto nodes = static_cast<std::uint32_t>(jumps.nodes());
          return trace_jumps(task, jumps, KnownStartBound(any, nodes, h.of_start()), tight);
        } else {
          return trace_jumps(task, jumps, any, tight);
        }
      });
}

SearchResult trace_hierarchy(const Task& task) {
  const Problem& problem = task.problem;
  const Grid& grid = problem.grid;
  const Hierarchy& hierarchy = *problem.index->hierarchy;
  const Recorder<HierarchyPlaces> recorder(
      {&hierarchy, {grid.position(task.ends.start), grid.position(task.ends.goal)}},
      task.most_events, task.trace);
  return climb_hierarchy(problem, task.ends, task.limits, task.scratch, recorder);
}

SearchResult trace_textbook(const Task& task) {
  return textbook(task.problem.grid, task.ends.start, task.ends.goal,
                  task.problem.options.heuristic, task.limits,
                  task.scratch.lab.of<TextbookScratch>(), task.cell_recorder());
}

SearchResult trace_both_ways(const Task& task) {
  const Ends back{task.ends.goal, task.ends.start, true};
  return visit_traced_bound(
      task.problem, task.ends, task.scratch, [&](const TracedBound& forward) {
        return visit_traced_bound(
            task.problem, back, task.scratch, [&](const TracedBound& backward) {
              // resolve() admits only consistent bounds
              THRONG_ASSERT(forward.consistent && backward.consistent);
              return in_space(
                  task.problem, task.ends, task.limits,
                  [&](const auto& family_task) {
                    return search_both_ways(family_task, *forward.consistent,
                                            *backward.consistent, family(task.scratch));
                  },
                  task.cell_recorder());
            });
      });
}

SearchResult trace_family(const Task& task) {
  return visit_traced_bound(
      task.problem, task.ends, task.scratch, [&](const TracedBound& h) {
        return in_space(
            task.problem, task.ends, task.limits,
            [&](const auto& family_task) {
              return search_by_family(family_task, h.any, family(task.scratch));
            },
            task.cell_recorder());
      });
}

SearchResult trace_linked(const Task& task, const auto& space, auto& near) {
  const Limits tight = tightened(task.problem, task.ends, task.limits);
  return visit_any_bound(task, [&](const auto& h) {
    FarQueue open(near, task.scratch.far);
    return astar(space, task.ends.start, task.ends.goal, h, tight, task.scratch.wide_nodes,
                 open, task.cell_recorder());
  });
}

SearchResult trace_weighted(const Task& task) {
  const Limits tight = tightened(task.problem, task.ends, task.limits);
  return visit_any_bound(task, [&](const auto& h) {
    return astar(task.problem.weighted_space, task.ends.start, task.ends.goal, h, tight,
                 task.scratch.wide_nodes, task.scratch.fine(), task.cell_recorder());
  });
}

template <class Space>
SearchResult trace_plain(const Task& task) {
  return visit_any_bound(task, [&](const auto& h) {
    return plain_astar<Space>(task.problem, task.ends, h, task.limits, task.scratch,
                              task.cell_recorder());
  });
}

/// As find_kernel() chooses.
SearchResult trace_kernel(const Task& task) {
  const Problem& problem = task.problem;
  const Algorithm algorithm = problem.options.algorithm;
  if (algorithm == Algorithm::hub || algorithm == Algorithm::front)
    return problem.kernel.search(problem, task.ends.start, task.ends.goal, task.limits,
                                 task.scratch);
  if (algorithm == Algorithm::textbook) return trace_textbook(task);
  if (algorithm == Algorithm::hierarchy) return trace_hierarchy(task);
  if (algorithm == Algorithm::bidirectional) return trace_both_ways(task);
  if (row_of(algorithm).lab) return trace_family(task);
  if (problem.plain_linked)
    return trace_linked(task, *problem.plain_linked, task.scratch.open);
  if (problem.linked) return trace_linked(task, *problem.linked, task.scratch.fine());
  if (!problem.grid.plain()) return trace_weighted(task);
  if (is_hexagonal(problem.grid.rules().topology)) return trace_plain<SearchSpace>(task);
  if (algorithm == Algorithm::astar) return trace_plain<SquareSpace>(task);
  return trace_jps(task);
}

}  // namespace

SearchTrace trace_search(const Solver& solver, const Query& query,
                         const TraceLimits& most) {
  const Problem& problem = solver.problem();
  const Limits limits{most.expansions, BatchOptions().max_cost};
  const Grid& grid = problem.grid;
  SearchTrace trace;
  if (!needs_search(grid, query)) {
    trace.result = settle_without_search(grid, query);
    return trace;
  }
  SearchScratch scratch{Memory()};
  const Ends ends{grid.cell(query.start), grid.cell(query.goal)};
  trace.result = trace_kernel({problem, ends, limits, scratch, most.events, trace});
  return trace;
}

std::vector<Cost> bound_field(const Solver& solver, Position start, Position goal) {
  const Problem& problem = solver.problem();
  const Grid& grid = problem.grid;
  const Ends ends{grid.cell(start), grid.cell(goal)};
  SearchScratch scratch{Memory()};
  std::vector<Cost> field(
      static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.height()),
      kUnreachable);
  const auto fill = [&](const auto& h) {
    std::size_t slot = 0;
    for (Position at{0, 0}; at.y < grid.height(); ++at.y)
      for (at.x = 0; at.x < grid.width(); ++at.x, ++slot) {
        const CellIndex cell = grid.cell(at);
        if (grid.component(cell) == grid.component(ends.goal) && worth_a_look(h, cell))
          field[slot] = h(cell);
      }
    return SearchResult{};
  };
  visit_traced_bound(problem, ends, scratch, [&](const TracedBound& h) {
    return problem.linked ? fill(GoalBound(*problem.linked, ends.goal, h.any))
                          : fill(GoalBound(problem.space, ends.goal, h.any));
  });
  return field;
}

}  // namespace throng
