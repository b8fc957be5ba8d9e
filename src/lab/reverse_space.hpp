#pragma once

#include "../grid/link_graph.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A space with every step and every link reversed, for searches from the goal: move d
/// leads from v to u, at the same cost, if the opposite move leads from u to v in the other
/// space. A space in which each step has an opposite step of the same cost is its own
/// reverse and does not need this class. Memory: a byte per cell. Cost of construction:
/// O(cells).
template <class Space>
class ReverseSpace {
 public:
  /// forward: outlives this.
  explicit ReverseSpace(const Space& forward)
      : cell_count(forward.cell_count),
        steps(forward.steps),
        links(links_in(forward)),
        forward_(&forward),
        turned_(forward.cell_count) {
    for (CellIndex cell = 0; cell < cell_count; ++cell)
      for (unsigned bits = forward.moves[cell]; bits != 0; bits &= bits - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(bits));
        turned_[cell + steps[d].offset] |= static_cast<std::uint8_t>(1U << back(d));
      }
    moves = turned_.data();
  }

  ReverseSpace(const ReverseSpace&) = delete;
  ReverseSpace& operator=(const ReverseSpace&) = delete;

  Position place(CellIndex cell) const noexcept { return forward_->place(cell); }
  Cost step_cost(CellIndex from, unsigned move) const noexcept {
    return forward_->step_cost(from + steps[move].offset, back(move));
  }
  Cost most_step() const noexcept { return forward_->most_step(); }
  Cost least_edge() const noexcept { return forward_->least_edge(); }
  Cost most_edge() const noexcept { return forward_->most_edge(); }

  // As in LinkedSpace, where Space has links.
  static constexpr bool kLinks = Space::kLinks;
  std::span<const LinkGraph::Way> links_of(CellIndex cell) const noexcept {
    return links->backward().of(cell);
  }
  std::uint32_t mark(CellIndex cell) const noexcept { return links->forward().mark(cell); }
  CellIndex link_begin(std::uint32_t link) const noexcept { return links->way(link).to; }

  const std::uint8_t* moves = nullptr;
  std::size_t cell_count;
  decltype(Space::steps) steps;  ///< by move
  const LinkGraph* links;        ///< null: none

 private:
  static const LinkGraph* links_in(const Space& space) noexcept {
    if constexpr (Space::kLinks) {
      return space.links;
    } else {
      return nullptr;
    }
  }
  static unsigned back(unsigned move) noexcept {
    return static_cast<unsigned>(opposite(static_cast<Move>(move)));
  }

  const Space* forward_;  ///< never null
  std::vector<std::uint8_t> turned_;
};

}  // namespace throng
