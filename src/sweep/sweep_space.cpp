#include "sweep_space.hpp"

#include "../core/large_vector.hpp"
#include "../grid/changed_cells.hpp"

#include <atomic>
#include <bit>

namespace throng {
namespace {

constexpr unsigned kStraightMoves = 0x0F;

/// Lines are faster where cells have fewer turns than this on average. Open game maps have
/// 0.07 to 0.2, and lines save a tenth to a third of the time. Branchy maps and wide mazes
/// have 0.2 to 0.5, and lines save a fifth or nothing. Interiors and caves have 0.5 to 1,
/// and lines take up to twice as long on small maps, a twentieth more on large ones. Small
/// rooms, noise and narrow mazes have 0.7 to 2.5, and lines take up to twice as long.
constexpr double kMostTurns = 0.5;

/// Calls body(begin, end) for parts of [0, cells). crew: null: on the calling thread.
template <class Body>
void for_each_part(std::size_t cells, Crew* crew, const Body& body) {
  constexpr std::size_t kCellsTogether = std::size_t{1} << 15;
  if (crew == nullptr) return body(std::size_t{0}, cells);
  crew->for_each_block(cells, kCellsTogether,
                       [&](int, std::size_t begin, std::size_t end) { body(begin, end); });
}

bool has_long_lines(std::span<const std::uint8_t> moves, std::size_t open_cells,
                    const std::array<std::uint8_t, 256>& turn_table, Crew* crew) {
  std::array<std::uint8_t, 256> counts{};
  for (std::size_t some = 0; some < counts.size(); ++some)
    counts[some] =
        static_cast<std::uint8_t>(std::popcount(turn_table[some] & kStraightMoves));
  std::atomic<std::size_t> turns{0};  // relaxed: it orders nothing
  for_each_part(moves.size(), crew, [&](std::size_t begin, std::size_t end) {
    std::size_t mine = 0;
    for (const std::uint8_t some : moves.subspan(begin, end - begin)) mine += counts[some];
    turns.fetch_add(mine, std::memory_order_relaxed);
  });
  return static_cast<double>(turns.load()) < kMostTurns * static_cast<double>(open_cells);
}

}  // namespace

std::array<std::uint8_t, 256> make_turn_table(const SuccessorTable& successors) {
  std::array<std::uint8_t, 256> table{};
  for (unsigned moves = 0; moves < table.size(); ++moves) {
    unsigned turns = moves & ~kStraightMoves;
    for (unsigned d = 0; d < 4; ++d)
      if ((successors[d][moves] & ~(1U << d)) != 0) turns |= 1U << d;
    table[moves] = static_cast<std::uint8_t>(turns);
  }
  return table;
}

SweepSpace::SweepSpace(const Grid& grid, FieldMetric metric, SweepKind wanted,
                       SweepDirection wanted_direction, Memory memory)
    : SweepSpace(memory) {
  make(grid, metric, wanted, wanted_direction);
}

SweepSpace::SweepSpace(const Grid& grid, FieldMetric metric,
                       SweepDirection wanted_direction, Crew& crew)
    : SweepSpace(Memory{}) {
  gather(grid, metric, SweepKind::automatic, wanted_direction, &crew);
}

void SweepSpace::make(const Grid& grid, FieldMetric metric, SweepKind wanted,
                      SweepDirection wanted_direction) {
  gather(grid, metric, wanted, wanted_direction, nullptr);
}

void SweepSpace::gather(const Grid& grid, FieldMetric metric, SweepKind wanted,
                        SweepDirection wanted_direction, Crew* crew) {
  const bool steps = metric == FieldMetric::steps;
  plain_kind = wanted;
  moves = grid.moves().data();
  successors = successor_table(grid.rules()).data();
  for (std::size_t d = 0; d < kMoves; ++d) offsets[d] = grid.offset(static_cast<Move>(d));
  straight = steps ? 1 : GridAccess::unit(grid).straight;
  diagonal = steps ? 1 : GridAccess::unit(grid).diagonal;
  step_weights = steps ? nullptr : GridAccess::step_weights(grid).data();
  cheapest_step = steps ? 1 : grid.min_step_costs().straight;
  max_step_cost = steps ? 1 : grid.max_step_cost();
  links = grid.links() == nullptr ? nullptr : &grid.links()->graph();
  link_step = steps ? 1 : 0;
  direction = wanted_direction;
  canonical = grid.rules().topology == Topology::octile &&
              grid.rules().corners == Corners::never_cut;
  turn_table = make_turn_table(successor_table(grid.rules()));
  turns.clear();
  const std::span<const Region> regions = GridAccess::regions(grid);
  grow_empty(blank, regions.size());
  blank.resize(regions.size());
  for_each_part(regions.size(), crew, [&](std::size_t begin, std::size_t end) {
    for (std::size_t cell = begin; cell < end; ++cell)
      blank[cell] = regions[cell] == kNoRegion ? 0 : kUnreachable;
  });
  choose_kind(grid, crew);
}

void SweepSpace::choose_kind(const Grid& grid, Crew* crew) {
  if (grid.plain() && plain_kind == SweepKind::automatic)
    plain_kind = has_long_lines(grid.moves(), grid.open_cells(), turn_table, crew)
                     ? SweepKind::lines
                     : SweepKind::steps;
  use(grid.plain() ? plain_kind : SweepKind::weighted, crew);
}

void SweepSpace::choose_again(std::size_t open_cells) {
  if (kind == SweepKind::weighted) return;
  use(has_long_lines({moves, blank.size()}, open_cells, turn_table, nullptr)
          ? SweepKind::lines
          : SweepKind::steps);
}

void SweepSpace::use(SweepKind wanted) { use(wanted, nullptr); }

void SweepSpace::use(SweepKind wanted, Crew* crew) {
  if (wanted == SweepKind::lines && turns.empty()) {  // first: memory may be missing
    grow_empty(turns, blank.size());
    turns.resize(blank.size());
    for_each_part(turns.size(), crew, [&](std::size_t begin, std::size_t end) {
      for (std::size_t cell = begin; cell < end; ++cell)
        turns[cell] = turn_table[moves[cell]];
    });
  }
  kind = wanted;
}

void SweepSpace::follow(const Grid& grid, const MapChanges& changes) {
  moves = grid.moves().data();
  straight = GridAccess::unit(grid).straight;
  diagonal = GridAccess::unit(grid).diagonal;
  step_weights = GridAccess::step_weights(grid).data();
  cheapest_step = grid.min_step_costs().straight;
  max_step_cost = grid.max_step_cost();
  links = grid.links() == nullptr ? nullptr : &grid.links()->graph();
  for_each_changed(changes, grid, [&](CellIndex cell) {
    blank[cell] = grid.component(cell) == Grid::kNoComponent ? 0 : kUnreachable;
    if (!turns.empty()) turns[cell] = turn_table[moves[cell]];
  });
  choose_kind(grid, nullptr);
}

}  // namespace throng
