#pragma once

#include "../areas/gate_matrix.hpp"
#include "../areas/gates.hpp"
#include "bound.hpp"
#include "gateway_scratch.hpp"
#include "plain.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// The gateway heuristic, or the distance on an open map where that is larger. For a cell n
/// of area A and a goal g of another area B it is the least
///
///   o(n, i) + H(i, j) + o(j, g)
///
/// over the gates i out of A and j into B, where o is the distance on an open map from a
/// cell to the nearest cell of a gate. In the goal's area it is the distance on an open
/// map.
///
/// Admissible, see fill_gate_rows. Not consistent: a gate just passed may lead to the goal
/// at a higher cost than the gate whose nearest cell determined the bound before.
///
/// For each area that the search enters, the costs from the gates out of it are computed
/// once, as a (min, +) product, and sorted, so that gates that are too expensive to matter
/// are skipped: 9 to 14 ns a cell on game maps, half of the cost of scanning all gates. The
/// products take 1 to 7 % of a query's time (64room_000, AR0700SR, brc202d). That is why
/// queries into one area are not combined into a product of two matrices: with 16 of them
/// in a row, which share as much as possible, queries took some 3, 1 and 4 % longer on
/// these maps, because of columns that no search needed. Pre: start and goal are in one
/// component. Source: Y. Björnsson, K. Halldórsson, "Improved Heuristics for Optimal
/// Pathfinding on Game Maps", AIIDE 2006, which minimises over all pairs of gates at each
/// node.
class GatewayBound {
 public:
  static constexpr bool kAtLeastOctile = true;
  static constexpr bool kConsistent = false;
  static constexpr bool kPrunes = false;

  /// area_of: by the search's numbers of cells. plain: the distance on an open map. One
  /// bound at a time may use `scratch`.
  GatewayBound(const Gates& gates, const GateMatrix& matrix, OctileBound plain,
               const std::uint32_t* area_of, std::uint32_t goal_area, Position goal,
               GatewayScratch& scratch)
      : gates_(gates),
        matrix_(matrix),
        plain_(plain),
        area_of_(area_of),
        goal_area_(goal_area),
        goal_(goal),
        scratch_(scratch) {
    scratch.forget(gates);
    const Gates::Range columns = gates.into(goal_area);
    scratch.ends_.resize(columns.size());
    for (std::uint32_t j = 0; j < columns.size(); ++j)
      scratch.ends_[j] =
          open_distance(gates[gates.row_of(columns.first + j)], goal, plain.metric);
  }

  /// The rise for which the open list makes room; not a strict limit. Past a border the
  /// bound can rise by the width of the adjacent areas, 60 to 100 steps on game maps. With
  /// room for 16, one or two cells a query fall beyond the ring and are expanded too early.
  /// Room for 256 makes buckets so wide that 10 to 40 % more cells are expanded.
  Cost excess() const noexcept { return kRoom * plain_.metric.straight; }

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const {
    const Cost plain = plain_(at, dx, dy);
    const std::uint32_t area = area_of_[at];
    if (area == goal_area_) return plain;
    if (scratch_.stamps_[area] != scratch_.generation_) [[unlikely]]
      enter(area);
    return std::max(plain, least(gates_.out_of(area), {goal_.x + dx, goal_.y + dy}));
  }

 private:
  Cost least(Gates::Range rows, Position p) const noexcept {
    Cost least = kUnreachable;
    for (std::uint32_t row = rows.first; row < rows.last; ++row) {
      const GatewayScratch::Exit& exit = scratch_.exits_[row];
      if (exit.cost >= least) break;
      const Cost to_gate = open_distance(exit.gate, p, plain_.metric);
      if (to_gate < least - exit.cost) least = exit.cost + to_gate;
    }
    return least;
  }

  [[gnu::noinline]] void enter(std::uint32_t area) const {
    const Gates::Range rows = gates_.out_of(area);
    std::pmr::vector<Cost>& costs = scratch_.costs_;
    const std::pmr::vector<Cost>& ends = scratch_.ends_;
    matrix_.find_exits(rows, gates_.into(goal_area_), ends, costs);
    for (std::uint32_t i = 0; i < rows.size(); ++i)
      scratch_.exits_[rows.first + i] = {costs[i], gates_[rows.first + i]};
    std::sort(scratch_.exits_.begin() + rows.first, scratch_.exits_.begin() + rows.last,
              [](const auto& a, const auto& b) { return a.cost < b.cost; });
    scratch_.stamps_[area] = scratch_.generation_;
  }

  static constexpr Cost kRoom = 16;  ///< in steps

  const Gates& gates_;
  const GateMatrix& matrix_;
  OctileBound plain_;
  const std::uint32_t* area_of_;
  std::uint32_t goal_area_;
  Position goal_;
  GatewayScratch& scratch_;
};

static_assert(Bound<GatewayBound>);

}  // namespace throng
