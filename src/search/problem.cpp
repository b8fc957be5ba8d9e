#include "problem.hpp"

#include "../index/index_access.hpp"
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

Solver::Problem::Problem(const Index& with, const SolverOptions& resolved,
                         std::shared_ptr<const JumpMap> jumps)
    : owned_index(with),
      owned_jump_map(std::move(jumps)),
      grid(*with.grid()),
      space(grid),
      weighted_space(grid),
      options(resolved),
      jump_map(owned_jump_map.get()),
      index(IndexAccess::parts(with)),
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
