#include "theta_star.hpp"

#include <throng/lab.hpp>

#include <cstdint>
#include <limits>

namespace throng {

struct ThetaMemory::Impl {
  ThetaScratch scratch;
  std::pmr::vector<CellIndex> path;
};

ThetaMemory::ThetaMemory() : impl_(std::make_unique<Impl>()) {}
ThetaMemory::~ThetaMemory() = default;
ThetaMemory::ThetaMemory(ThetaMemory&&) noexcept = default;
ThetaMemory& ThetaMemory::operator=(ThetaMemory&&) noexcept = default;

Result<ThetaPath> theta_path(const Grid& grid, const Query& query, ThetaMemory& memory) {
  if (!grid.uniform())
    return fail(Code::unsupported,
                "Lazy Theta* requires that every step has weight 1 and that there are no "
                "links");
  ThetaPath found;
  if (!grid.contains(query.start) || !grid.contains(query.goal)) return found;
  const CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
  if (!grid.open(query.start) || grid.component(start) != grid.component(goal))
    return found;
  constexpr auto kAnyNumber = std::numeric_limits<std::uint32_t>::max();
  const Legs legs(grid);
  memory.impl_->path.clear();
  if (!theta_star(legs, start, goal, kAnyNumber, memory.impl_->scratch, memory.impl_->path))
    return found;
  for (const CellIndex cell : memory.impl_->path) {
    const Position point = grid.position(cell);
    if (!found.points.empty())
      found.length += legs.drawing().distance(found.points.back(), point);
    found.points.push_back(point);
  }
  return found;
}

}  // namespace throng
