#include "step_weights.hpp"

#include "../core/position_text.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <limits>
#include <string>

namespace throng {
namespace {

constexpr std::size_t kCellsPerBlock = 1 << 14;
constexpr std::uint64_t kMostStepWeight = std::numeric_limits<std::uint16_t>::max();
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

Failure too_heavy(const Grid& grid, std::size_t cell) {
  const Position at = grid.position(static_cast<CellIndex>(cell));
  return fail(Code::unsupported,
              "a step from " + text(at) + " weighs more than " +
                  std::to_string(kMostStepWeight) +
                  " (weights of cells under the model mean count twice)");
}

}  // namespace

std::uint64_t step_weight(const Ground& ground, CellIndex from, CellIndex to) {
  std::uint64_t weight = ground.weights[to];
  if (!ground.enter) weight += ground.weights[from];
  if (!ground.enter && !ground.halves) weight /= 2;  // all cells are plain
  if (!ground.altitude.empty()) {
    const std::int32_t rise = ground.altitude[to] - ground.altitude[from];
    const std::uint64_t unit = ground.halves ? 2 : 1;
    weight += unit * ground.climb * static_cast<std::uint64_t>(std::max(rise, 0));
  }
  return weight;
}

void weigh_line(const Grid& grid, const Ground& ground, std::span<const std::uint8_t> moves,
                CellIndex first, std::span<std::uint16_t> weights) {
  THRONG_ASSERT(weights.size() == moves.size() * kMoves);
  if (!ground.altitude.empty()) {
    std::ranges::fill(weights, std::uint16_t{0});
    for (std::size_t k = 0; k < moves.size(); ++k)
      for (unsigned bits = moves[k]; bits != 0; bits &= bits - 1) {
        const auto d = static_cast<unsigned>(std::countr_zero(bits));
        const auto from = static_cast<CellIndex>(first + k);
        weights[k * kMoves + d] = static_cast<std::uint16_t>(
            step_weight(ground, from, from + grid.offset(static_cast<Move>(d))));
      }
    return;
  }
  // Without branches. Where a step is not legal, its cell may lie outside of the layout.
  std::array<CellIndex, kMoves> offsets{};
  for (std::size_t d = 0; d < kMoves; ++d) offsets[d] = grid.offset(static_cast<Move>(d));
  const unsigned own_share = ground.enter ? 0 : 1;
  const unsigned halved = ground.enter || ground.halves ? 0 : 1;
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const auto from = static_cast<CellIndex>(first + k);
    const unsigned own = own_share * ground.weights[from];
    for (unsigned d = 0; d < kMoves; ++d) {
      const unsigned legal = moves[k] >> d & 1U;
      const CellIndex to = from + legal * offsets[d];
      weights[k * kMoves + d] =
          static_cast<std::uint16_t>((ground.weights[to] + own) * legal >> halved);
    }
  }
}

Outcome weigh_steps(const Grid& grid, const Ground& ground, Crew& crew,
                    std::span<std::uint16_t> weights) {
  const std::span<const std::uint8_t> moves = grid.moves();
  THRONG_ASSERT(weights.size() == moves.size() * kMoves);
  std::atomic<std::size_t> first_too_heavy = kNone;
  crew.for_each_block(
      moves.size(), kCellsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t cell = begin; cell < end; ++cell)
          for (unsigned bits = moves[cell]; bits != 0; bits &= bits - 1) {
            const auto d = static_cast<unsigned>(std::countr_zero(bits));
            const auto from = static_cast<CellIndex>(cell);
            const std::uint64_t weight =
                step_weight(ground, from, from + grid.offset(static_cast<Move>(d)));
            weights[cell * kMoves + d] = static_cast<std::uint16_t>(weight);
            if (weight <= kMostStepWeight) continue;
            std::size_t known = first_too_heavy;
            while (cell < known && !first_too_heavy.compare_exchange_weak(known, cell)) {
            }
          }
      });
  if (first_too_heavy != kNone) return too_heavy(grid, first_too_heavy);
  return ok();
}

Outcome add_influence(const Grid& grid, std::span<const Weight> influence,
                      std::uint32_t weight_unit, std::span<std::uint16_t> step_weights) {
  const auto width = static_cast<std::size_t>(grid.width());
  for (Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x) {
      const std::uint64_t added =
          std::uint64_t{influence[static_cast<std::size_t>(p.y) * width +
                                  static_cast<std::size_t>(p.x)]} *
          weight_unit;
      if (added == 0 || !grid.open(p)) continue;
      for (std::size_t d = 0; d < kMoves; ++d) {
        const CellIndex from = grid.cell(p) - grid.offset(static_cast<Move>(d));
        if ((grid.moves()[from] >> d & 1U) == 0) continue;
        std::uint16_t& weight = step_weights[from * kMoves + d];
        if (weight + added > kMostStepWeight) return too_heavy(grid, from);
        weight = static_cast<std::uint16_t>(weight + added);
      }
    }
  return ok();
}

}  // namespace throng
