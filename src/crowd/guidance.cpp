#include "guidance.hpp"

#include <utility>

namespace throng {

Guidance::Guidance(const Grid& grid, Memory memory)
    : space_(grid, FieldMetric::cost, SweepKind::automatic, SweepDirection::to_sources,
             memory),
      narrow_(grid, memory),
      closed_(memory),
      moves_(memory) {
  space_.links = nullptr;
}

void Guidance::follow(const Grid& grid, const MapChanges& changes) {
  space_.follow(grid, changes);
  narrow_.follow(grid, changes);
  take_lanes(grid);
}

void Guidance::set_lanes(const Grid& grid, std::pmr::vector<std::uint8_t> closed) {
  moves_.reserve(closed.size());
  try {
    space_.follow(grid, {});
  } catch (...) {
    take_lanes(grid);
    throw;
  }
  closed_ = std::move(closed);
  take_lanes(grid);
}

/// Steps that lead one way only need the kernel for any graph.
void Guidance::take_lanes(const Grid& grid) noexcept {
  space_.links = nullptr;
  if (closed_.empty()) return;
  moves_.resize(closed_.size());  // within its capacity
  for (std::size_t cell = 0; cell < closed_.size(); ++cell)
    moves_[cell] = static_cast<std::uint8_t>(grid.moves()[cell] & ~closed_[cell]);
  space_.moves = moves_.data();
  space_.kind = SweepKind::weighted;
}

std::size_t Guidance::memory_bytes() const noexcept {
  return space_.blank.capacity() * sizeof(Cost) + space_.turns.capacity() +
         narrow_.memory_bytes() + closed_.capacity() + moves_.capacity();
}

}  // namespace throng
