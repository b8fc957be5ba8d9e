#include "sweep_space.hpp"

#include "../core/large_vector.hpp"
#include "../grid/changed_cells.hpp"

#include <atomic>
#include <bit>
#include <cstring>

namespace throng {
namespace {

constexpr unsigned kStraightMoves = 0x0F;

/// Lines are faster where cells have fewer turns than this on average. Open game maps have
/// 0.07 to 0.2, and lines save a tenth to a third of the time. Branchy maps and wide mazes
/// have 0.2 to 0.5, and lines save a fifth or nothing. Interiors and caves have 0.5 to 1,
/// and lines take up to twice as long on small maps, a twentieth more on large ones. Small
/// rooms, noise and narrow mazes have 0.7 to 2.5, and lines take up to twice as long.
constexpr double kMostTurns = 0.5;

/// Tile grids with more turns past corners, or fewer steps between cells, than these for
/// each open cell are swept by the FIFO. Game maps, rooms and wide mazes have 0.001 to 0.2
/// turns, and the FIFO takes 1.4 to 2 times as long. Noise has 0.31 (10 % closed) to 0.54,
/// and `tiles` takes 5 % less to 45 % longer. Mazes of corridors one or two cells wide have
/// 1 to 1.5 steps, others and game maps 1.65 or more; there are few cells in a level, and
/// `tiles` takes a tenth longer to twice as long.
constexpr double kManyCorners = 0.32, kFewSteps = 1.55;

/// Calls body(begin, end) for parts of [0, cells). crew: null: on the calling thread.
template <class Body>
void for_each_part(std::size_t cells, Crew* crew, const Body& body) {
  constexpr std::size_t kCellsTogether = std::size_t{1} << 15;
  if (crew == nullptr) return body(std::size_t{0}, cells);
  crew->for_each_block(cells, kCellsTogether,
                       [&](int, std::size_t begin, std::size_t end) { body(begin, end); });
}

/// The sum of count(begin, end) over parts of [0, cells).
template <class Count>
std::size_t sum_of_parts(std::size_t cells, Crew* crew, const Count& count) {
  std::atomic<std::size_t> sum{0};  // relaxed: it orders nothing
  for_each_part(cells, crew, [&](std::size_t begin, std::size_t end) {
    sum.fetch_add(count(begin, end), std::memory_order_relaxed);
  });
  return sum.load();
}

bool has_long_lines(std::span<const std::uint8_t> moves, std::size_t open_cells,
                    const std::array<std::uint8_t, 256>& turn_table, Crew* crew) {
  std::array<std::uint8_t, 256> counts{};
  for (std::size_t some = 0; some < counts.size(); ++some)
    counts[some] =
        static_cast<std::uint8_t>(std::popcount(turn_table[some] & kStraightMoves));
  const auto count = [&](std::size_t begin, std::size_t end) {
    std::size_t turns = 0;
    for (const std::uint8_t some : moves.subspan(begin, end - begin)) turns += counts[some];
    return turns;
  };
  return static_cast<double>(sum_of_parts(moves.size(), crew, count)) <
         kMostTurns * static_cast<double>(open_cells);
}

/// Whether the FIFO sweeps a tile grid faster: it has many corners or narrow passages.
/// Takes the moves of eight cells at once, and leaves out a few at the end.
bool is_rough(std::span<const std::uint8_t> moves, std::size_t open_cells, CellIndex east,
              Crew* crew) {
  using Eight = std::uint64_t;
  const auto bits_of = [](Move move) {
    return Eight{0x0101'0101'0101'0101} << static_cast<unsigned>(move);
  };
  const auto eight_at = [&](std::size_t cell) {
    Eight bits = 0;
    std::memcpy(&bits, moves.data() + cell, sizeof bits);
    return bits;
  };
  const auto sum = [&](const auto& count) {
    const auto of_part = [&](std::size_t begin, std::size_t end) {
      std::size_t found = 0;
      for (std::size_t cell = begin; cell + 8 <= end && cell + 8 + east <= moves.size();
           cell += 8)
        found += static_cast<std::size_t>(count(eight_at(cell), eight_at(cell + east)));
      return found;
    };
    return static_cast<double>(sum_of_parts(moves.size(), crew, of_part));
  };
  const Eight to_north = bits_of(Move::north), to_east = bits_of(Move::east);
  const auto steps = [&](Eight own, Eight /*next*/) {
    return std::popcount(own & (to_north | to_east));
  };
  const auto corners = [&](Eight own, Eight next) {
    constexpr int kSouth = static_cast<int>(Move::south);
    const auto turns = [&](Eight bits) {  // one for each cell that may turn
      return std::popcount((bits | bits >> kSouth) & to_north & own >> 1U);
    };
    return turns(next & ~own) + turns(own & ~next);
  };
  const auto cells = static_cast<double>(open_cells);
  return sum(steps) < kFewSteps * cells || sum(corners) > kManyCorners * cells;
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
  tile = grid.rules().topology == Topology::tile;
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
    plain_kind = best_kind(grid.open_cells(), crew);
  use(grid.plain() ? plain_kind : SweepKind::weighted, crew);
}

void SweepSpace::choose_again(std::size_t open_cells) {
  if (kind == SweepKind::weighted) return;
  use(best_kind(open_cells, nullptr));
}

SweepKind SweepSpace::best_kind(std::size_t open_cells, Crew* crew) const {
  const std::span all(moves, blank.size());
  if (tile) {
    const CellIndex east = offsets[static_cast<std::size_t>(Move::east)];
    return is_rough(all, open_cells, east, crew) ? SweepKind::fifo : SweepKind::tiles;
  }
  return has_long_lines(all, open_cells, turn_table, crew) ? SweepKind::lines
                                                           : SweepKind::steps;
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
