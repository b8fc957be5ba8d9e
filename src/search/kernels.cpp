#include "kernels.hpp"

#include "../core/search_table.hpp"
#include "../grid/link_graph.hpp"
#include "../index/index_part.hpp"
#include "choose.hpp"
#include "engines.hpp"
#include "lab_door.hpp"

#include <throng/links.hpp>

#include <string>
#include <string_view>

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

Failure unsupported(std::string_view kind, std::string_view word, std::string_view what) {
  return fail(Code::unsupported,
              std::string(kind) + " " + std::string(word) + " " + std::string(what));
}

bool answers_on(GroundNeed need, const Grid& grid, const JumpMap* jump_map) {
  switch (need) {
    case GroundNeed::any:
      return true;
    case GroundNeed::no_links:
      return grid.links() == nullptr;
    case GroundNeed::plain:
      return grid.plain();
    case GroundNeed::plain_squares:
      return grid.plain() && !is_hexagonal(grid.rules().topology);
    case GroundNeed::jumps:
      return jump_map != nullptr;
  }
  return false;
}

/// Whether the heuristic is a lower bound on this grid.
Outcome check_heuristic(const HeuristicRow& row, const Grid& grid) {
  const Topology topology = grid.rules().topology;
  const Heuristic open = open_distance(topology);
  const std::string use = "; use " + std::string(name(open));
  const bool right = is_hexagonal(topology)       ? row.hexagonal
                     : topology == Topology::tile ? row.tile
                                                  : row.octile;
  if (!right)
    return unsupported(
        "heuristic", row.word,
        "is not admissible on " + std::string(name(topology)) + " grids" + use);
  if (!row.weights && !grid.plain())
    return unsupported("heuristic", row.word,
                       "is not admissible on weighted ground or with links" + use);
  if (grid.links() == nullptr || row.links == LinkUse::always) return ok();
  if (row.links == LinkUse::never || row.heuristic != open)
    return unsupported("heuristic", row.word, "is not admissible with links" + use);
  if (grid.links()->graph().measured()) return ok();
  return unsupported("heuristic", row.word,
                     "supports at most " + std::to_string(LinkGraph::kMostMeasured) +
                         " links and no distances near 2^32; use zero or landmark");
}

/// Whether the index has the part from which the algorithm reads its answers.
Outcome check_part(const AlgorithmRow& row, const Index::Parts* index) {
  const IndexPart* const part = part_of(row.algorithm);
  if (part == nullptr || (index != nullptr && part->present(*index))) return ok();
  if (index == nullptr || index->record(part->id()).refusal.empty())
    return fail(Code::bad_argument, "algorithm " + std::string(row.word) +
                                        " needs an index with " +
                                        std::string(part->words().noun));
  return fail(Code::unsupported, index->record(part->id()).refusal);
}

/// What an index calls a part that guides searches, and whether it is there.
struct Guide {
  std::string_view noun;
  bool present;
};

Guide find_guide(GuidePart part, const Index::Parts* index) {
  const auto guide = [&](const IndexPart& found) {
    return Guide{found.words().noun, index != nullptr && found.present(*index)};
  };
  if (part == GuidePart::landmarks) return guide(landmark_part());
  return guide(part == GuidePart::areas ? area_part() : gate_part());
}

/// Whether the heuristic may guide the algorithm, and the index has what it reads.
Outcome check_use(const AlgorithmRow& row, const HeuristicRow& heuristic,
                  const Index::Parts* index) {
  const bool guided = reads(heuristic.heuristic, GuidePart::landmarks);
  if (guided && index != nullptr && index->jump_point_rows() &&
      (row.algorithm != Algorithm::jps || heuristic.heuristic != Heuristic::landmark))
    return fail(Code::unsupported,
                "landmarks at jump points serve algorithm jps with heuristic landmark; "
                "others need storage exact");
  if (heuristic.needs == GuidePart::none) return ok();
  const Guide guide = find_guide(heuristic.needs, index);
  if (row.heuristics == HeuristicUse::no_index)
    return unsupported("algorithm", row.word,
                       "is the baseline: it does not use " + std::string(guide.noun));
  if (!guide.present)
    return fail(Code::bad_argument, "heuristic " + std::string(heuristic.word) +
                                        " needs an index with " + std::string(guide.noun));
  if (row.heuristics != HeuristicUse::consistent) return ok();
  if (heuristic.needs != GuidePart::landmarks)
    return unsupported("algorithm", row.word,
                       "needs a consistent heuristic, such as plain or landmark");
  if (index->landmarks_back)
    return unsupported("algorithm", row.word,
                       "uses landmarks only where steps cost the same there and back");
  return ok();
}

Outcome check_settings(const SolverOptions& options, const Grid& grid) {
  if (options.weight_percent < 100 || options.weight_percent > kMaxWeightPercent)
    return fail(Code::bad_argument,
                "the weight must be 100 to " + std::to_string(kMaxWeightPercent) +
                    " percent, not " + std::to_string(options.weight_percent));
  if (options.beam_width < 1)
    return fail(Code::bad_argument, "the beam must be at least 1 wide, not " +
                                        std::to_string(options.beam_width));
  if (options.ties == Ties::same_way_back && !grid.symmetric())
    return unsupported("ties", name(options.ties),
                       "needs a grid on which every way back costs the same");
  return ok();
}

}  // namespace

Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid,
                              const JumpMap* jump_map, const Index::Parts* index) {
  if (options.algorithm > kAlgorithms.back() || options.heuristic > kHeuristics.back() ||
      options.ties > kTies.back())
    return fail(Code::bad_argument, "no such algorithm, heuristic or choice of ties");
  const Topology topology = grid.rules().topology;
  SolverOptions resolved = options;
  const bool stale = resolved.algorithm == Algorithm::front && has_stale_fronts(index);
  if (resolved.algorithm == Algorithm::automatic || stale)
    resolved.algorithm = choose_algorithm(grid, jump_map, index, options.heuristic);
  const AlgorithmRow& row = row_of(resolved.algorithm);
  if (row.lab && lab_search(row.algorithm) == nullptr)
    return unsupported("algorithm", row.word,
                       "is one of the lab, for research: link throng_lab and call "
                       "use_lab()");
  if (const Outcome held = check_part(row, index); !held) return held.failure();
  if (!answers_on(row.ground, grid, jump_map))
    return unsupported("algorithm", row.word, row.refusal);
  if (resolved.heuristic == Heuristic::automatic)
    resolved.heuristic = choose_heuristic(resolved.algorithm, grid, jump_map, index);
  if (resolved.heuristic == Heuristic::plain) {
    const bool known = grid.links() == nullptr || grid.links()->graph().measured();
    resolved.heuristic = known ? open_distance(topology) : Heuristic::zero;
  }
  const HeuristicRow& heuristic = row_of(resolved.heuristic);
  if (row.heuristics == HeuristicUse::open &&
      heuristic.heuristic != open_distance(topology))
    return unsupported("algorithm", row.word,
                       std::string(row.own_bound) + ": it cannot use heuristic " +
                           std::string(heuristic.word));
  if (const Outcome right = check_heuristic(heuristic, grid); !right)
    return right.failure();
  if (const Outcome right = check_use(row, heuristic, index); !right)
    return right.failure();
  if (const Outcome right = check_settings(resolved, grid); !right) return right.failure();
  return resolved;
}

Kernel find_kernel(const Problem& problem) {
  if (const LabSearch* const lab = lab_search(problem.options.algorithm))
    return lab->kernel;
  if (problem.options.algorithm == Algorithm::hub) return hub_kernel();
  if (problem.options.algorithm == Algorithm::front) return front_kernel();
  if (problem.options.algorithm == Algorithm::hierarchy) return hierarchy_kernel();
  if (problem.linked) return linked_kernel();
  if (!problem.grid.plain()) return weighted_kernel();
  if (is_hexagonal(problem.grid.rules().topology)) return hex_kernel();
  if (problem.options.algorithm == Algorithm::astar) return astar_kernel();
  const bool graph = problem.index != nullptr && problem.index->jump_graph != nullptr;
  return graph ? graph_kernel() : scan_kernel();
}

}  // namespace throng
