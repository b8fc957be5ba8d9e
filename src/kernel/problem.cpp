#include "problem.hpp"

#include "kernels.hpp"
#include "lab_door.hpp"

#include <atomic>
#include <utility>

namespace throng {
namespace {

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Solver::Problem::Problem(std::shared_ptr<const Grid> on, const SolverOptions& resolved,
                         std::shared_ptr<const JumpMap> jumps,
                         std::shared_ptr<const Index> with)
    : owned_grid(std::move(on)),
      owned_jump_map(std::move(jumps)),
      owned_index(std::move(with)),
      grid(*owned_grid),
      space(grid),
      weighted_space(grid),
      options(resolved),
      jump_map(owned_jump_map.get()),
      index(owned_index ? &owned_index->contents() : nullptr),
      distance(grid.rules().topology, grid.costs()),
      number(next_number()) {
  if (grid.links() != nullptr) {
    linked.emplace(grid);
    if (linked->step_weights == nullptr && !linked->hexagonal) plain_linked.emplace(grid);
  }
  kernel = find_kernel(*this);
  if (const LabSearch* const lab = lab_search(options.algorithm);
      lab != nullptr && lab->prepare != nullptr)
    prepared = lab->prepare(*this);
}

}  // namespace throng
