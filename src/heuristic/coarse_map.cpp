#include "coarse_map.hpp"

#include "../core/bits_where.hpp"
#include "../core/progress.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace throng {
namespace {

/// Calls visit(k) for each bit k of a mask, in rising order.
template <class Visit>
void for_each_bit(std::uint64_t mask, const Visit& visit) {
  for (; mask != 0; mask &= mask - 1)
    visit(static_cast<std::size_t>(std::countr_zero(mask)));
}

/// Of a block of 8 x 8: the four slots in the middle, then larger squares around them.
constexpr std::array<std::uint64_t, 4> kMiddles{
    0x0000'0018'1800'0000, 0x0000'3C3C'3C3C'0000, 0x007E'7E7E'7E7E'7E00, ~std::uint64_t{0}};

/// kUnreachable if it does not fit.
Cost fit(std::uint64_t cost) noexcept {
  return static_cast<Cost>(std::min<std::uint64_t>(cost, kUnreachable));
}
Cost sum(Cost a, Cost b) noexcept { return fit(std::uint64_t{a} + b); }

}  // namespace

/// A block and the steps of its cells. The end of the map may cut it.
struct CoarseMap::Block {
  CellIndex first;
  std::size_t row;
  std::size_t stride;
  Slots open = 0;
  std::array<Slots, kMoves> inside{};  ///< by move: the slots from which it stays inside
  std::array<Slots, kMoves> out{};     ///< by move: those from which it leads out
  std::array<int, kMoves> offset{};    ///< of a move that stays inside, in slots

  CellIndex cell(std::size_t slot) const noexcept {
    return first + static_cast<CellIndex>(slot / kSide * stride + slot % kSide);
  }
  std::size_t slot(CellIndex cell) const noexcept {
    const std::size_t away = cell - first;
    return away / stride * kSide + away % stride;
  }
  /// Where a move leads from some slots.
  Slots moved(Slots from, std::size_t move) const noexcept {
    from &= inside[move];
    return offset[move] < 0 ? from >> -offset[move] : from << offset[move];
  }
};

CoarseMap::CoarseMap(const Grid& grid, const SweepSpace& space, Crew& crew,
                     const Monitor* monitor)
    : grid_(grid),
      space_(space),
      lines_((grid.cell_count() + grid.stride() - 1) / grid.stride()),
      places_(grid.stride()),
      across_((places_ + kSide - 1) / kSide),
      line_step_(is_hexagonal(grid.rules().topology) ? kMoveX : kMoveY),
      place_step_(is_hexagonal(grid.rules().topology) ? kMoveY : kMoveX),
      straight_joins_(grid.plain() && !is_hexagonal(grid.rules().topology) &&
                      grid.rules().corners != Corners::always),
      diagonal_(static_cast<unsigned>((4 * std::uint64_t{space.diagonal} + space.straight) /
                                      (2 * std::uint64_t{space.straight}))),
      rows_((lines_ + kSide - 1) / kSide),
      number_(grid.cell_count()),
      halves_(grid.cell_count()) {
  crew.for_each_block(rows_.size(), 1, [&](int, std::size_t row, std::size_t) {
    if (!cancelled(monitor)) find_pieces(row);
  });
  if (cancelled(monitor)) return;
  join_rows();
  crew.for_each_block(rows_.size(), 1, [&](int, std::size_t row, std::size_t) {
    if (!cancelled(monitor)) find_edges(row);
  });
  list_components();
}

/// The cost of the cell from the centre of its piece.
Cost CoarseMap::cost(CellIndex cell, const Piece& piece) const noexcept {
  return fit(std::uint64_t{space_.straight} * piece.weight * halves_[cell] / 2);
}

CoarseMap::Block CoarseMap::block(std::size_t row, std::size_t column) const {
  const std::size_t line = row * kSide, place = column * kSide;
  constexpr Slots kPlace = 0x0101'0101'0101'0101, kLine = 0xFF;
  const std::size_t lines = std::min(kSide, lines_ - line);
  const std::size_t places = std::min(kSide, places_ - place);
  Block block{.first = static_cast<CellIndex>(line * places_ + place),
              .row = row,
              .stride = places_};
  for (std::size_t l = 0; l < lines; ++l) {
    const CellIndex first = block.cell(l * kSide);
    if (first >= grid_.cell_count()) break;
    const std::size_t count = std::min<std::size_t>(places, grid_.cell_count() - first);
    block.open |=
        bits_where(count,
                   [&](std::size_t k) { return space_.blank[first + k] == kUnreachable; })
        << l * kSide;
  }
  if (block.open == 0) return block;
  std::array<Slots, kMoves> legal{};
  for (std::size_t l = 0; l < lines; ++l) {
    if ((block.open >> l * kSide & kLine) == 0) continue;
    std::uint64_t moves = 0;  // a byte for each place
    const CellIndex first = block.cell(l * kSide);
    const std::size_t count = std::min<std::size_t>(places, grid_.cell_count() - first);
    for (std::size_t k = 0; k < count; ++k)
      moves |= std::uint64_t{space_.moves[first + k]} << k * 8;
    for (std::size_t d = 0; d < kMoves; ++d)  // the product has byte i in bit 56 + i
      legal[d] |= ((moves >> d & kPlace) * 0x0102'0408'1020'4080 >> 56) << l * kSide;
  }
  const Slots last_line = kLine << (lines - 1) * kSide, last_place = kPlace << (places - 1);
  for (std::size_t d = 0; d < kMoves; ++d) {
    const Slots line_edge = line_step_[d] == 0 ? 0 : line_step_[d] < 0 ? kLine : last_line;
    const Slots place_edge = place_step_[d] == 0  ? 0
                             : place_step_[d] < 0 ? kPlace
                                                  : last_place;
    block.inside[d] = legal[d] & ~(line_edge | place_edge);
    block.out[d] = legal[d] & (d >= kMoves / 2 && straight_joins_ ? line_edge & place_edge
                                                                  : line_edge | place_edge);
    block.offset[d] = line_step_[d] * static_cast<int>(kSide) + place_step_[d];
  }
  return block;
}

/// Finds the pieces of a row of blocks.
void CoarseMap::find_pieces(std::size_t row) {
  Row& mine = rows_[row];
  for (std::size_t column = 0; column < across_; ++column) {
    const Block here = block(row, column);
    for (Slots rest = here.open; rest != 0;) {
      const Slots middle =
          *std::ranges::find_if(kMiddles, [&](Slots slots) { return (rest & slots) != 0; });
      const auto centre = static_cast<std::size_t>(std::countr_zero(rest & middle));
      const Slots piece =
          find_piece(here, rest, centre, static_cast<Node>(mine.pieces.size()));
      mine.pieces.push_back({here.cell(centre), mean_weight(here, piece), {}});
      rest &= ~piece;
    }
    mine.ends.push_back(static_cast<Node>(mine.pieces.size()));
  }
}

/// Returns the piece of a centre among the slots `within`. Dijkstra's algorithm, whose
/// queue has a set of slots for each cost.
CoarseMap::Slots CoarseMap::find_piece(const Block& block, Slots within, std::size_t centre,
                                       Node number) {
  constexpr unsigned kStraight = 2, kRecent = 8;  // halves; a power of two
  std::array<Slots, kRecent> reached{Slots{1} << centre};
  Slots piece = 0;
  for (unsigned halves = 0, idle = 0; idle < kRecent / 2; ++halves) {
    const auto before = [&](unsigned cost) {
      return halves < cost ? Slots{0} : reached[(halves - cost) % kRecent];
    };
    Slots now = halves == 0 ? reached[0] : Slots{0};
    const Slots straight = before(kStraight), diagonal = before(diagonal_);
    for (std::size_t d = 0; d < kMoves / 2; ++d) {
      now |= block.moved(straight, d);
      now |= block.moved(diagonal, d + kMoves / 2);
    }
    now &= within & ~piece;
    reached[halves % kRecent] = now;
    piece |= now;
    idle = now == 0 ? idle + 1 : 0;
    for_each_bit(now, [&](std::size_t slot) {
      number_[block.cell(slot)] = number;
      halves_[block.cell(slot)] = static_cast<std::uint8_t>(halves);
    });
  }
  return piece;
}

std::uint32_t CoarseMap::mean_weight(const Block& block, Slots piece) const {
  if (space_.step_weights == nullptr) return 1;
  std::uint64_t weights = 0, steps = 0;
  for_each_bit(piece, [&](std::size_t slot) {
    for_each_bit(space_.moves[block.cell(slot)], [&](std::size_t d) {
      weights += space_.step_weights[std::size_t{block.cell(slot)} * kMoves + d];
      ++steps;
    });
  });
  return steps == 0 ? 1 : static_cast<std::uint32_t>((weights + steps / 2) / steps);
}

/// Calls visit(slot, cell, its row of blocks, cost) for each step that leads out of a
/// block, and for each link from it.
template <class Visit>
void CoarseMap::for_each_way_out(const Block& block, const Visit& visit) const {
  const std::size_t cells_of_row = kSide * places_, first = block.row * cells_of_row;
  for (std::size_t d = 0; d < kMoves; ++d)
    for_each_bit(block.out[d], [&](std::size_t slot) {
      const CellIndex from = block.cell(slot), to = from + space_.offsets[d];
      const std::size_t row = to < first                  ? block.row - 1
                              : to < first + cells_of_row ? block.row
                                                          : block.row + 1;
      visit(slot, to, row, space_.step_cost(from, static_cast<unsigned>(d)));
    });
  // Where steps lead one way, two pieces of a block may be joined by one.
  for (std::size_t d = 0; !grid_.symmetric_steps() && d < kMoves; ++d)
    for_each_bit(block.inside[d], [&](std::size_t slot) {
      const CellIndex from = block.cell(slot), to = from + space_.offsets[d];
      if (number_[from] != number_[to])
        visit(slot, to, block.row, space_.step_cost(from, static_cast<unsigned>(d)));
    });
  if (space_.links == nullptr) return;
  for_each_bit(block.open, [&](std::size_t slot) {
    for (const LinkGraph::Way& way : space_.links->forward().of(block.cell(slot)))
      visit(slot, way.to, way.to / cells_of_row,
            space_.link_step != 0 ? space_.link_step : way.cost);
  });
}

/// Moves the pieces of all rows together.
void CoarseMap::join_rows() {
  Node count = 0;
  for (Row& row : rows_) {
    row.before = count;
    count += static_cast<Node>(row.pieces.size());
  }
  pieces_.reserve(count);
  for (Row& row : rows_) {
    const std::vector<Piece> pieces = std::move(row.pieces);
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  }
}

/// Finds the edges from the pieces of a row of blocks.
void CoarseMap::find_edges(std::size_t row) {
  struct Found {
    Node from;
    Edge edge;
  };
  std::vector<Found> found;  // in one block: few, so that each is compared with all others
  std::vector<std::size_t> ends;
  Row& mine = rows_[row];
  Node number = 0;
  for (std::size_t column = 0; column < across_; ++column) {
    if (number == mine.ends[column]) continue;
    const Block here = block(row, column);
    found.clear();
    for_each_way_out(here, [&](std::size_t slot, CellIndex to, std::size_t other,
                               Cost step) {
      const CellIndex cell = here.cell(slot);
      const Node from = number_[cell], beyond = rows_[other].before + number_[to];
      const Cost cost = sum(sum(this->cost(cell, pieces_[mine.before + from]), step),
                            this->cost(to, pieces_[beyond]));
      const auto same = std::find_if(found.rbegin(), found.rend(), [&](const Found& one) {
        return one.from == from && one.edge.to == beyond;
      });
      if (same == found.rend())
        found.push_back({from, {beyond, cost}});
      else
        same->edge.cost = std::min(same->edge.cost, cost);
    });
    for (; number < mine.ends[column]; ++number) {
      for (const Found& one : found)
        if (one.from == number) mine.edges.push_back(one.edge);
      ends.push_back(mine.edges.size());
    }
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    pieces_[mine.before + i].edges =
        std::span<const Edge>(mine.edges).subspan(begin, ends[i] - begin);
    begin = ends[i];
  }
}

void CoarseMap::list_components() {
  begin_.assign(std::size_t{grid_.component_count()} + 1, 0);
  const auto component = [&](Node node) { return grid_.component(centre(node)); };
  for (Node node = 0; node < size(); ++node) ++begin_[component(node) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  by_component_.resize(size());
  std::vector<std::uint32_t> next(begin_);
  for (Node node = 0; node < size(); ++node) by_component_[next[component(node)]++] = node;
}

CoarseMap::Block CoarseMap::block_of(Node node) const {
  const std::size_t at = centre(node);
  return block(at / places_ / kSide, at % places_ / kSide);
}

CoarseMap::Slots CoarseMap::slots_of(const Block& block, Node node) const {
  Slots slots = 0;
  for_each_bit(block.open, [&](std::size_t slot) {
    if (this->node(block.cell(slot)) == node) slots |= Slots{1} << slot;
  });
  return slots;
}

void CoarseMap::list_cells(Node node, std::vector<CellIndex>& cells) const {
  const Block here = block_of(node);
  for_each_bit(slots_of(here, node),
               [&](std::size_t slot) { cells.push_back(here.cell(slot)); });
}

CoarseMap::Far CoarseMap::farthest(Node node, std::span<const Cost> nearest,
                                   std::span<const CellIndex> near) const {
  const Block here = block_of(node);
  const Slots piece = slots_of(here, node);
  Costs costs;
  costs.fill(kUnreachable);
  const auto lower = [&](std::size_t slot, Cost cost) {
    costs[slot] = std::min(costs[slot], cost);
  };
  lower(here.slot(centre(node)), nearest[node]);
  for_each_way_out(here, [&](std::size_t slot, CellIndex to, std::size_t, Cost step) {
    // From other pieces of the block ways lead to nodes that another thread may change.
    if ((piece >> slot & 1U) == 0) return;
    lower(slot, sum(sum(nearest[this->node(to)], cost(to)), step));
  });
  for (const CellIndex cell : near)
    if (this->node(cell) == node) lower(here.slot(cell), 0);
  settle(here, piece, costs);
  Far far{here.cell(static_cast<std::size_t>(std::countr_zero(piece))), 0};
  for_each_bit(piece, [&](std::size_t slot) {
    if (costs[slot] > far.cost) far = {here.cell(slot), costs[slot]};
  });
  return far;
}

/// Lowers the costs of some slots to those of the cheapest ways inside of these slots from
/// each other.
void CoarseMap::settle(const Block& block, Slots within, Costs& costs) const {
  for (Slots waiting = within; waiting != 0;) {
    Slots lowered = 0;
    for (std::size_t d = 0; d < kMoves; ++d)
      for_each_bit(waiting & block.inside[d], [&](std::size_t slot) {
        const std::size_t to = slot + static_cast<std::size_t>(block.offset[d]);
        const Cost cost =
            sum(costs[slot], space_.step_cost(block.cell(slot), static_cast<unsigned>(d)));
        if ((within >> to & 1U) == 0 || cost >= costs[to]) return;
        costs[to] = cost;
        lowered |= Slots{1} << to;
      });
    waiting = lowered;
  }
}

}  // namespace throng
