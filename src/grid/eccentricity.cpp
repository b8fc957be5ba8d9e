#include "eccentricity.hpp"

#include "grid_access.hpp"
#include "link_graph.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <bit>

namespace throng {

namespace {

constexpr std::size_t kWord = 64;
constexpr std::size_t kNoBucket = std::numeric_limits<std::size_t>::max();

}  // namespace

Eccentricity::Eccentricity(const Grid& grid, std::span<const std::uint32_t> part_of)
    : grid_(grid),
      moves_(grid.moves()),
      weights_(GridAccess::step_weights(grid)),
      part_of_(part_of),
      shift_(static_cast<unsigned>(std::bit_width(grid.min_edge_cost())) - 1),
      distance_(grid.cell_count(), kUnknown) {
  const StepCosts unit = GridAccess::unit(grid);
  for (std::size_t d = 0; d < kMoves; ++d) {
    const auto move = static_cast<Move>(d);
    offset_[d] = grid.offset(move);
    cost_[d] = is_diagonal(move) ? unit.diagonal : unit.straight;
  }
  const std::size_t reach = std::size_t{grid.max_edge_cost() >> shift_} + 2;
  ring_.resize(std::bit_ceil(std::max(reach, kWord)));
  filled_.resize(ring_.size() / kWord);
}

/// Calls visit(next, cost) for each step and link that leaves `cell`, or that enters it
/// from `next`, without leaving the part.
template <bool kBackward, class Visit>
void Eccentricity::for_each_edge(CellIndex cell, const Visit& visit) const {
  const auto enters = [&](CellIndex next) {
    return part_of_.empty() || part_of_[next] == part_of_[cell];
  };
  const auto step = [&](CellIndex begin, CellIndex next, std::size_t d) {
    if (!enters(next)) return;
    visit(next, weights_.empty() ? cost_[d] : cost_[d] * weights_[begin * kMoves + d]);
  };
  if constexpr (kBackward) {
    for (std::size_t d = 0; d < kMoves; ++d) {
      const CellIndex begin = cell - offset_[d];
      if ((moves_[begin] >> d & 1U) != 0) step(begin, begin, d);
    }
  } else {
    for (unsigned bits = moves_[cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<std::size_t>(std::countr_zero(bits));
      step(cell, cell + offset_[d], d);
    }
  }
  if (grid_.links() == nullptr) return;
  const LinkGraph& graph = grid_.links()->graph();
  for (const LinkGraph::Way& way :
       (kBackward ? graph.backward() : graph.forward()).of(cell))
    if (enters(way.to)) visit(way.to, std::uint64_t{way.cost});
}

void Eccentricity::push(CellIndex cell, std::uint64_t distance) {
  if (distance_[cell] == kUnknown) reached_.push_back(cell);
  distance_[cell] = distance;
  const std::size_t slot = distance >> shift_ & (ring_.size() - 1);
  ring_[slot].push_back(cell);
  filled_[slot / kWord] |= std::uint64_t{1} << slot % kWord;
}

/// The first bucket from `from` on, around the ring, that is not empty; kNoBucket: none.
std::size_t Eccentricity::next_bucket(std::size_t from) const noexcept {
  std::size_t word = from / kWord;
  std::uint64_t bits = filled_[word] & ~std::uint64_t{0} << from % kWord;
  for (std::size_t k = 0; k <= filled_.size(); ++k) {
    if (bits != 0) return word * kWord + static_cast<std::size_t>(std::countr_zero(bits));
    word = word + 1 == filled_.size() ? 0 : word + 1;
    bits = filled_[word];
  }
  return kNoBucket;
}

template <bool kBackward>
Eccentricity::Farthest Eccentricity::sweep(CellIndex source) {
  for (const CellIndex cell : reached_) distance_[cell] = kUnknown;
  reached_.clear();
  Farthest farthest{0, source};
  push(source, 0);
  for (std::size_t slot = next_bucket(0); slot != kNoBucket; slot = next_bucket(slot)) {
    // Nothing is added to this bucket: no edge is shorter than it is wide.
    for (const CellIndex cell : ring_[slot]) {
      const std::uint64_t distance = distance_[cell];
      if ((distance >> shift_ & (ring_.size() - 1)) != slot) continue;  // at a lower cost
      if (distance > farthest.distance ||
          (distance == farthest.distance && cell < farthest.cell))
        farthest = {distance, cell};
      for_each_edge<kBackward>(cell, [&](CellIndex next, std::uint64_t cost) {
        if (distance + cost < distance_[next]) push(next, distance + cost);
      });
    }
    ring_[slot].clear();
    filled_[slot / kWord] &= ~(std::uint64_t{1} << slot % kWord);
  }
  return farthest;
}

template Eccentricity::Farthest Eccentricity::sweep<false>(CellIndex);
template Eccentricity::Farthest Eccentricity::sweep<true>(CellIndex);

CellIndex Eccentricity::middle(CellIndex end) const {
  const std::uint64_t half = distance_[end] / 2;
  CellIndex cell = end;
  while (distance_[cell] > half) {
    CellIndex former = cell;
    for_each_edge<true>(cell, [&](CellIndex before, std::uint64_t cost) {
      if (distance_[before] != kUnknown && distance_[before] + cost == distance_[cell] &&
          former == cell)
        former = before;
    });
    cell = former;
  }
  return cell;
}

}  // namespace throng
