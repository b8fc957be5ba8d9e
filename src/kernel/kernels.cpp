#include "kernels.hpp"

#include "../grid/link_graph.hpp"
#include "../index/index_part.hpp"
#include "choose.hpp"
#include "engines.hpp"

#include <throng/links.hpp>

#include <string>

namespace throng {
namespace {

/// Whether algorithm front searches, since edits put the fronts out of date.
bool has_stale_fronts(const Index::Parts* index) {
  return index != nullptr && index->fronts_stale;
}

/// The exact distance on an open map.
Heuristic open_distance(Topology topology) {
  if (is_hexagonal(topology)) return Heuristic::hex;
  return topology == Topology::tile ? Heuristic::manhattan : Heuristic::octile;
}

/// Whether the heuristic is a lower bound on grids of this topology.
Outcome check_topology(Heuristic heuristic, Topology topology) {
  const bool hexagonal = is_hexagonal(topology);
  const bool wrong =
      (heuristic == Heuristic::octile && topology != Topology::octile) ||
      (heuristic == Heuristic::hex && !hexagonal) ||
      (hexagonal && (heuristic == Heuristic::manhattan || heuristic == Heuristic::euclid));
  if (!wrong) return ok();
  return fail(Code::unsupported, "heuristic " + std::string(name(heuristic)) +
                                     " is not admissible on " +
                                     std::string(name(topology)) + " grids; use " +
                                     std::string(name(open_distance(topology))));
}

/// Whether the heuristic is a lower bound if the grid has links.
Outcome check_links(Heuristic heuristic, const Grid& grid) {
  if (grid.links() == nullptr || heuristic == Heuristic::zero ||
      heuristic == Heuristic::landmark)
    return ok();
  const Heuristic open = open_distance(grid.rules().topology);
  const std::string what = "heuristic " + std::string(name(heuristic));
  if (heuristic == Heuristic::manhattan || heuristic == Heuristic::euclid)
    if (heuristic != open)
      return fail(Code::unsupported,
                  what + " is not admissible with links; use " + std::string(name(open)));
  if (heuristic != open || grid.links()->graph().measured()) return ok();
  return fail(Code::unsupported,
              what + " supports at most " + std::to_string(LinkGraph::kMostMeasured) +
                  " links and no distances near 2^32; use zero or landmark");
}

/// Whether the index has the part from which the algorithm reads its answers.
Outcome check_part(const SolverOptions& options, const Grid& grid,
                   const Index::Parts* index) {
  const IndexPart* const part = part_of(options.algorithm);
  if (part == nullptr) return ok();
  const PartWords& words = part->words();
  const std::string algorithm = "algorithm " + std::string(name(options.algorithm));
  if (index == nullptr || !part->present(*index)) {
    if (index == nullptr || index->record(part->id()).refusal.empty())
      return fail(Code::bad_argument,
                  algorithm + " needs an index with " + std::string(words.noun));
    return fail(Code::unsupported, index->record(part->id()).refusal);
  }
  if (options.heuristic == open_distance(grid.rules().topology)) return ok();
  return fail(Code::unsupported, algorithm + " " + std::string(words.own_bound) +
                                     ": it cannot use heuristic " +
                                     std::string(name(options.heuristic)));
}

/// Whether the index contains what the heuristic reads. The baseline reads nothing.
Outcome check_index(const SolverOptions& options, const Index::Parts* index) {
  const auto needs = [&](Heuristic heuristic, bool held, const char* what) -> Outcome {
    if (options.heuristic != heuristic) return ok();
    if (options.algorithm == Algorithm::textbook)
      return fail(
          Code::unsupported,
          "algorithm textbook is the baseline: it does not use " + std::string(what));
    if (held) return ok();
    return fail(Code::bad_argument, "heuristic " + std::string(name(heuristic)) +
                                        " needs an index with " + what);
  };
  const bool guided =
      options.heuristic == Heuristic::landmark || options.heuristic == Heuristic::best;
  if (guided && index != nullptr && index->jump_point_rows() &&
      (options.algorithm != Algorithm::jps || options.heuristic == Heuristic::best))
    return fail(Code::unsupported,
                "landmarks at jump points serve algorithm jps with heuristic landmark; "
                "others need storage exact");
  Outcome outcome =
      needs(Heuristic::landmark, index != nullptr && index->landmarks, "landmarks");
  const bool areas = index != nullptr && index->areas != nullptr;
  if (outcome) outcome = needs(Heuristic::deadend, areas, "areas");
  if (outcome) outcome = needs(Heuristic::best, areas, "areas");
  if (outcome)
    outcome =
        needs(Heuristic::gateway, index != nullptr && index->gates != nullptr, "gates");
  return outcome;
}

/// The requirements of the rest of the family.
Outcome check_family(const SolverOptions& options, const Grid& grid,
                     const Index::Parts* index) {
  if (options.weight_percent < 100 || options.weight_percent > kMaxWeightPercent)
    return fail(Code::bad_argument,
                "the weight must be 100 to " + std::to_string(kMaxWeightPercent) +
                    " percent, not " + std::to_string(options.weight_percent));
  if (options.beam_width < 1)
    return fail(Code::bad_argument, "the beam must be at least 1 wide, not " +
                                        std::to_string(options.beam_width));
  if (options.algorithm == Algorithm::idastar && !grid.plain())
    return fail(Code::unsupported, "algorithm idastar requires plain ground without links");
  if (options.algorithm != Algorithm::bidirectional) return ok();
  const Heuristic heuristic = options.heuristic;
  const bool landmark = heuristic == Heuristic::landmark;
  const bool needs_areas = heuristic == Heuristic::deadend ||
                           heuristic == Heuristic::gateway || heuristic == Heuristic::best;
  if (needs_areas)
    return fail(
        Code::unsupported,
        "algorithm bidirectional needs a consistent heuristic, such as plain or landmark");
  if (landmark && index->landmarks_back)
    return fail(Code::unsupported,
                "algorithm bidirectional uses landmarks only where steps cost the same "
                "there and back");
  return ok();
}

}  // namespace

Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid,
                              const JumpMap* jump_map, const Index::Parts* index) {
  const Topology topology = grid.rules().topology;
  SolverOptions resolved = options;
  const bool stale = resolved.algorithm == Algorithm::front && has_stale_fronts(index);
  if (resolved.algorithm == Algorithm::automatic || stale)
    resolved.algorithm = choose_algorithm(grid, jump_map, index, options.heuristic);
  if (resolved.algorithm == Algorithm::jps && jump_map == nullptr)
    return fail(Code::unsupported,
                "algorithm jps needs an octile grid on plain ground on which no corner is "
                "cut (topology octile, corners never_cut, no weights, no links)");
  if (resolved.algorithm == Algorithm::textbook &&
      (is_hexagonal(topology) || !grid.plain()))
    return fail(Code::unsupported,
                "algorithm textbook is the baseline: it supports only grids of squares "
                "on plain ground without links");

  if (resolved.heuristic == Heuristic::automatic)
    resolved.heuristic = choose_heuristic(resolved.algorithm, grid, jump_map, index);
  if (resolved.heuristic == Heuristic::plain) {
    const bool known = grid.links() == nullptr || grid.links()->graph().measured();
    resolved.heuristic = known ? open_distance(topology) : Heuristic::zero;
  }
  if (const Outcome held = check_part(resolved, grid, index); !held) return held.failure();
  if (const Outcome right = check_topology(resolved.heuristic, topology); !right)
    return right.failure();
  if (const Outcome right = check_links(resolved.heuristic, grid); !right)
    return right.failure();
  if (const Outcome held = check_index(resolved, index); !held) return held.failure();
  if (const Outcome right = check_family(resolved, grid, index); !right)
    return right.failure();
  return resolved;
}

Kernel find_kernel(const Problem& problem) {
  if (problem.options.algorithm == Algorithm::textbook) return textbook_kernel();
  if (problem.options.algorithm == Algorithm::hub) return hub_kernel();
  if (problem.options.algorithm == Algorithm::front) return front_kernel();
  if (problem.options.algorithm == Algorithm::hierarchy) return hierarchy_kernel();
  if (is_family(problem.options.algorithm)) return family_kernel(problem);
  if (problem.linked) return linked_kernel();
  if (!problem.grid.plain()) return weighted_kernel();
  if (is_hexagonal(problem.grid.rules().topology)) return hex_kernel();
  if (problem.options.algorithm == Algorithm::astar) return astar_kernel();
  const bool graph = problem.index != nullptr && problem.index->jump_graph != nullptr;
  return graph ? graph_kernel() : scan_kernel();
}

}  // namespace throng
