#include "redraw.hpp"

#include "../grid/link_graph.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

namespace throng {
namespace {

/// A leg with more cells in its lattice is cut before a search in the lattice.
constexpr std::int64_t kMostLatticeCells = std::int64_t{1} << 13;
/// How often a leg is cut where an obstacle keeps it from its line.
constexpr int kMostCuts = 8;
/// The farthest lane of Ties::lanes, in cells from the straight line.
constexpr std::int64_t kFarthestLane = 12;

/// A sum of prices that no way has.
constexpr std::uint64_t kNoWay = std::numeric_limits<std::uint64_t>::max() / 2;

/// What a way in a lattice costs; of equal costs, the one with the least price is best.
struct CostAndPrice {
  std::uint64_t cost = kNoWay;
  std::uint64_t price = 0;

  static CostAndPrice nothing() noexcept { return {0, 0}; }
  bool none() const noexcept { return cost == kNoWay; }
  void add(std::uint64_t more_cost, std::uint64_t more_price) noexcept {
    cost += more_cost;
    price += more_price;
  }
  friend bool operator<(const CostAndPrice& a, const CostAndPrice& b) noexcept {
    return std::tie(a.cost, a.price) < std::tie(b.cost, b.price);
  }
};

/// The same where all ways cost as much.
struct PriceAlone {
  std::uint64_t price = kNoWay;

  static PriceAlone nothing() noexcept { return {0}; }
  bool none() const noexcept { return price >= kNoWay; }
  void add(std::uint64_t, std::uint64_t more_price) noexcept { price += more_price; }
  friend bool operator<(PriceAlone a, PriceAlone b) noexcept { return a.price < b.price; }
};

/// Memory of one thread.
struct RedrawScratch {
  explicit RedrawScratch(Memory memory)
      : cells(memory),
        prices(memory),
        values(memory),
        turns(memory),
        values_by_kind(memory),
        from(memory) {}

  using Sizes = std::array<std::size_t, 6>;
  Sizes sizes() const noexcept {
    return {cells.capacity(), prices.capacity(),         values.capacity(),
            turns.capacity(), values_by_kind.capacity(), from.capacity()};
  }
  void reserve(const Sizes& sizes) {
    cells.reserve(sizes[0]);
    prices.reserve(sizes[1]);
    values.reserve(sizes[2]);
    turns.reserve(sizes[3]);
    values_by_kind.reserve(sizes[4]);
    from.reserve(sizes[5]);
  }

  std::pmr::vector<CellIndex> cells;  ///< of the path
  // A row of a lattice, by the number of steps of kind 1:
  std::pmr::vector<PriceAlone> prices;
  std::pmr::vector<CostAndPrice> values;
  // The same, by kind of the last step:
  std::pmr::vector<std::array<PriceAlone, 2>> turns;
  std::pmr::vector<std::array<CostAndPrice, 2>> values_by_kind;
  /// How the best way comes to a cell of the lattice. For the nearest way, the kind of the
  /// last step. For few turns, bit k is the kind of the step before a last step of kind k.
  std::pmr::vector<std::uint8_t> from;
};

/// A part of a path with `count[k]` steps of the direction `kind[k]`, in any order. The
/// cell i, j of its lattice is reached after i steps of kind 0 and j steps of kind 1.
struct Leg {
  CellIndex start = 0;
  std::array<Move, 2> kind{};
  std::array<std::int64_t, 2> count{};

  std::int64_t steps() const noexcept { return count[0] + count[1]; }
  bool straight() const noexcept { return count[0] == 0 || count[1] == 0; }
  /// Whether its lattice is too large for a search in it.
  bool is_large() const noexcept {
    return (count[0] + 1) * (count[1] + 1) > kMostLatticeCells;
  }
  /// The number of cells that i, j lies off the straight line between the ends, times
  /// steps(): measured along the diagonal of the lattice; positive: to the side of kind 0.
  std::int64_t side(std::int64_t i, std::int64_t j) const noexcept {
    return i * count[1] - j * count[0];
  }
};

class PathRedrawer {
 public:
  PathRedrawer(const Grid& grid, Ties ties, std::uint32_t lane, std::span<Move> moves,
               RedrawScratch& own)
      : grid_(grid),
        ties_(ties),
        lane_(static_cast<std::int32_t>(lane)),
        moves_(moves),
        own_(own) {}

  /// Forwards, then backwards: legs of the second pass end within legs of the first.
  void run(CellIndex start) {
    const std::size_t count = moves_.size();
    find_cells(start);
    for (std::size_t first = 0, last = 0; first < count; first = last) {
      last = cut_between(first, end_of_leg(first));
      redraw(first, last);
    }
    shifts_ = ties_ == Ties::lanes;
    for (std::size_t last = count, first = 0; last > 0; last = first) {
      first = begin_of_leg(last);
      redraw(first, last);
    }
  }

 private:
  void find_cells(CellIndex start) {
    own_.cells.resize(moves_.size() + 1);
    own_.cells[0] = start;
    find_cells(0, moves_.size());
  }
  /// The cells after the moves first to last.
  void find_cells(std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k)
      own_.cells[k + 1] = is_link(moves_[k])
                              ? grid_.links()->graph().way(own_.cells[k], moves_[k])->to
                              : own_.cells[k] + grid_.offset(moves_[k]);
  }

  /// The directions of a leg that grows step by step.
  struct Kinds {
    std::array<Move, 2> kind{};
    std::size_t count = 0;

    bool admit(Move move) noexcept {
      if (is_link(move)) return false;
      for (std::size_t k = 0; k < count; ++k)
        if (kind[k] == move) return true;
      if (count == 2 || (count == 1 && opposite(kind[0]) == move)) return false;
      kind[count++] = move;
      return true;
    }
  };

  /// The end of the longest leg that begins with a move; of a link, the next move.
  std::size_t end_of_leg(std::size_t first) const {
    Kinds kinds;
    std::size_t last = first;
    while (last < moves_.size() && kinds.admit(moves_[last])) ++last;
    return std::max(last, first + 1);
  }

  std::size_t begin_of_leg(std::size_t last) const {
    Kinds kinds;
    std::size_t first = last;
    while (first > 0 && kinds.admit(moves_[first - 1])) --first;
    return std::min(first, last - 1);
  }

  /// Steps in one direction at the end of a leg may also belong to the next leg, which
  /// receives half of them.
  std::size_t cut_between(std::size_t first, std::size_t last) const {
    if (ties_ == Ties::few_turns || last == moves_.size() || is_link(moves_[last]))
      return last;
    std::size_t run = last;
    while (run > first && moves_[run - 1] == moves_[last - 1]) --run;
    return last - (last - run) / 2;
  }

  /// Redraws the moves first to last, which form a leg.
  void redraw(std::size_t first, std::size_t last) {
    if (ties_ == Ties::few_turns)
      redraw_turns(first, last);
    else
      redraw_line(first, last, 0);
  }

  void redraw_turns(std::size_t first, std::size_t last) {
    const Leg leg = leg_of(first, last);
    if (leg.straight() || bend_once(leg, first, last)) return;
    if (!leg.is_large()) return draw_bends(leg, first, last);
    const std::size_t middle = first + (last - first) / 2;
    redraw_turns(first, middle);
    redraw_turns(middle, last);
  }

  /// Where an obstacle keeps the leg from its line, both sides of the farthest cell have
  /// lines of their own. Lanes lie beside the last lines.
  void redraw_line(std::size_t first, std::size_t last, int cuts) {
    const Leg leg = leg_of(first, last);
    if (leg.straight()) return;
    std::size_t far = first;
    if (!draw_line(leg, 0, first, last)) {
      if (leg.is_large())
        far = first + (last - first) / 2;
      else if (draw_nearest(leg, 0, first, last), cuts < kMostCuts)
        far = farthest(leg, first, last);
    }
    if (far != first) {
      redraw_line(first, far, cuts + 1);
      redraw_line(far, last, cuts + 1);
    } else if (const std::int64_t shift = shift_of(leg);
               shifts_ && !draw_line(leg, shift, first, last) && !leg.is_large()) {
      draw_nearest(leg, shift, first, last);
    }
  }

  /// Kind 1 lies clockwise of kind 0, so that a lane is on the same side of all legs.
  Leg leg_of(std::size_t first, std::size_t last) const {
    Leg leg{.start = own_.cells[first], .kind = {moves_[first], moves_[first]}};
    for (std::size_t k = first; k < last; ++k)
      if (moves_[k] != moves_[first])
        leg.kind[1] = moves_[k];
      else
        ++leg.count[0];
    leg.count[1] = static_cast<std::int64_t>(last - first) - leg.count[0];
    if (leg.straight()) return leg;  // also a link, which has no direction
    const auto a = static_cast<std::size_t>(leg.kind[0]),
               b = static_cast<std::size_t>(leg.kind[1]);
    if (kMoveX[a] * kMoveY[b] < kMoveY[a] * kMoveX[b]) {
      std::swap(leg.kind[0], leg.kind[1]);
      std::swap(leg.count[0], leg.count[1]);
    }
    return leg;
  }

  /// How far the lane lies off the line between the ends, as Leg::side().
  std::int64_t shift_of(const Leg& leg) const {
    const std::int64_t most =
        std::min(leg.count[0] * leg.count[1], kFarthestLane * leg.steps());
    return most * (lane_ / 65536) / 32768;
  }

  bool legal(CellIndex cell, Move move) const {
    return (grid_.moves()[cell] >> static_cast<unsigned>(move) & 1U) != 0;
  }

  std::uint64_t cost_of(std::size_t first, std::size_t last) const {
    std::uint64_t cost = 0;
    for (std::size_t k = first; k < last; ++k)
      cost += grid_.step_cost(own_.cells[k], moves_[k]);
    return cost;
  }

  /// Walks by kind_at(k, i): the kind of step k after i steps of kind 0. Replaces the leg
  /// if the walk is legal and costs as much.
  template <class KindAt>
  bool try_walk(const Leg& leg, std::size_t first, std::size_t last,
                const KindAt& kind_at) {
    CellIndex cell = leg.start;
    std::uint64_t cost = 0;
    std::int64_t i = 0;
    for (std::int64_t k = 0; k < leg.steps(); ++k) {
      const unsigned kind = kind_at(k, i);
      const Move move = leg.kind[kind];
      if (!legal(cell, move)) return false;
      cost += grid_.step_cost(cell, move);
      cell += grid_.offset(move);
      i += kind == 0 ? 1 : 0;
    }
    if (!grid_.uniform_steps() && cost != cost_of(first, last)) return false;
    i = 0;
    for (std::int64_t k = 0; k < leg.steps(); ++k) {
      const unsigned kind = kind_at(k, i);
      moves_[first + static_cast<std::size_t>(k)] = leg.kind[kind];
      i += kind == 0 ? 1 : 0;
    }
    find_cells(first, last);
    return true;
  }

  /// Draws the walk that is nearest to the shifted line, as if nothing were in its way:
  /// after each step, the nearest cell of the lattice.
  bool draw_line(const Leg& leg, std::int64_t shift, std::size_t first, std::size_t last) {
    const std::int64_t a = leg.count[0], b = leg.count[1];
    const std::int64_t n = a + b;
    return try_walk(leg, first, last, [&](std::int64_t k, std::int64_t i) {
      const std::int64_t twice = 2 * ((k + 1) * a + shift) + n;
      const std::int64_t nearest = twice < 0 ? 0 : twice / (2 * n);
      const std::int64_t wanted =
          std::clamp(nearest, std::max<std::int64_t>(0, k + 1 - b), std::min(a, k + 1));
      return wanted > i ? 0U : 1U;
    });
  }

  std::size_t turns_at_ends(std::size_t first, std::size_t last, Move begin,
                            Move end) const {
    return static_cast<std::size_t>(first > 0 && moves_[first - 1] != begin) +
           static_cast<std::size_t>(last < moves_.size() && moves_[last] != end);
  }

  /// Draws the leg with one turn in it. Fewer turns are impossible.
  bool bend_once(const Leg& leg, std::size_t first, std::size_t last) {
    const auto bend = [&](unsigned begin) {
      return try_walk(leg, first, last, [&](std::int64_t k, std::int64_t) {
        return k < leg.count[begin] ? begin : 1 - begin;
      });
    };
    const std::size_t turns = turns_at_ends(first, last, leg.kind[0], leg.kind[1]);
    const std::size_t others = turns_at_ends(first, last, leg.kind[1], leg.kind[0]);
    if (turns < others) return bend(0);
    if (others < turns) return bend(1);
    return bend(0) || bend(1);
  }

  /// Replaces the leg by the way in its lattice that is nearest to the shifted line of the
  /// cheapest ones, if that costs as much as the leg.
  void draw_nearest(const Leg& leg, std::int64_t shift, std::size_t first,
                    std::size_t last) {
    if (grid_.uniform_steps()) {
      find_nearest(leg, shift, own_.prices);
    } else {
      find_nearest(leg, shift, own_.values);
      if (own_.values.back().cost != cost_of(first, last)) return;
    }
    auto i = static_cast<std::size_t>(leg.count[0]),
         j = static_cast<std::size_t>(leg.count[1]);
    const std::size_t width = j + 1;
    while (i + j > 0) {
      const unsigned kind = own_.from[i * width + j];
      moves_[first + i + j - 1] = leg.kind[kind];
      (kind == 0 ? i : j) -= 1;
    }
    find_cells(first, last);
  }

  /// Finds the values of the cells of a lattice, row by row; in the end `row` holds those
  /// of the last row. arrive(cell, side, above, left, here) finds the value `here` of a
  /// cell, which is no way at first, and `begin` in the first cell, from those of the cells
  /// before it. It may overwrite `left`. It returns what own_.from records. side: see
  /// Leg::side().
  template <class Value, class Arrive>
  void walk_lattice(const Leg& leg, std::pmr::vector<Value>& row, const Value& begin,
                    const Arrive& arrive) {
    const std::int64_t a = leg.count[0], b = leg.count[1];
    row.assign(static_cast<std::size_t>(b + 1), Value());
    own_.from.resize(static_cast<std::size_t>((a + 1) * (b + 1)));
    const CellIndex down = grid_.offset(leg.kind[0]), right = grid_.offset(leg.kind[1]);
    CellIndex head = leg.start;
    std::uint8_t* from = own_.from.data();
    for (std::int64_t i = 0; i <= a; ++i, head += down) {
      CellIndex cell = head;
      std::int64_t side = leg.side(i, 0);
      Value left{};
      const auto visit = [&](Value& here, const Value& at_first) {
        const Value above = std::exchange(here, at_first);
        *from++ = arrive(cell, side, above, left, here);
        left = here;
        cell += right;
        side -= a;
      };
      visit(row.front(), i == 0 ? begin : Value());
      for (auto here = row.begin() + 1; here != row.end(); ++here) visit(*here, Value());
    }
  }

  template <class Value>
  void find_nearest(const Leg& leg, std::int64_t shift, std::pmr::vector<Value>& row) {
    const CellIndex down = grid_.offset(leg.kind[0]), right = grid_.offset(leg.kind[1]);
    const auto arrive = [&](CellIndex cell, std::int64_t side, const Value& above,
                            Value& left, Value& here) -> std::uint8_t {
      const std::int64_t off = side - shift;
      const auto price = static_cast<std::uint64_t>(off < 0 ? -off : off);
      if (!above.none() && legal(cell - down, leg.kind[0])) {
        here = above;
        here.add(grid_.step_cost(cell - down, leg.kind[0]), price);
      }
      if (left.none() || !legal(cell - right, leg.kind[1])) return 0;
      left.add(grid_.step_cost(cell - right, leg.kind[1]), price);
      if (!(left < here)) return 0;
      here = left;
      return 1;
    };
    walk_lattice(leg, row, Value::nothing(), arrive);
  }

  /// Replaces the leg by the way in its lattice that has the fewest turns of the cheapest
  /// ones, if that costs as much as the leg.
  void draw_bends(const Leg& leg, std::size_t first, std::size_t last) {
    unsigned kind = 0;
    if (grid_.uniform_steps()) {
      kind = find_bends(leg, first, last, own_.turns);
    } else {
      kind = find_bends(leg, first, last, own_.values_by_kind);
      if (own_.values_by_kind.back()[kind].cost != cost_of(first, last)) return;
    }
    auto i = static_cast<std::size_t>(leg.count[0]),
         j = static_cast<std::size_t>(leg.count[1]);
    const std::size_t width = j + 1;
    while (i + j > 0) {
      moves_[first + i + j - 1] = leg.kind[kind];
      const unsigned from = own_.from[i * width + j];
      (kind == 0 ? i : j) -= 1;
      kind = from >> kind & 1U;
    }
    find_cells(first, last);
  }

  template <class Value>
  using ByKind = std::array<Value, 2>;  ///< of the last step

  /// Returns the kind of the last step of the best way.
  template <class Value>
  unsigned find_bends(const Leg& leg, std::size_t first, std::size_t last,
                      std::pmr::vector<ByKind<Value>>& row) {
    const CellIndex down = grid_.offset(leg.kind[0]), right = grid_.offset(leg.kind[1]);
    const auto arrive = [&](CellIndex cell, std::int64_t, const ByKind<Value>& above,
                            const ByKind<Value>& left, ByKind<Value>& here) {
      std::uint8_t from = 0;
      come_by(leg.kind[0], 0, above, cell - down, here, from);
      come_by(leg.kind[1], 1, left, cell - right, here, from);
      return from;
    };
    walk_lattice(leg, row, before_leg<Value>(leg, first), arrive);
    ByKind<Value> end = row.back();
    if (last < moves_.size())
      for (unsigned kind = 0; kind < 2; ++kind)
        end[kind].price += moves_[last] == leg.kind[kind] ? 0 : 1;
    return end[1] < end[0] ? 1 : 0;
  }

  /// A step of a kind from the cell `origin`, which has these values, to a cell.
  template <class Value>
  void come_by(Move move, unsigned kind, const ByKind<Value>& values, CellIndex origin,
               ByKind<Value>& here, std::uint8_t& from) const {
    const unsigned turn = 1 - kind;
    Value by_turn = values[turn];
    by_turn.price += 1;
    const bool turns = by_turn < values[kind];
    Value best = turns ? by_turn : values[kind];
    if (best.none() || !legal(origin, move)) return;
    best.add(grid_.step_cost(origin, move), 0);
    here[kind] = best;
    from = static_cast<std::uint8_t>(from | (turns ? turn : kind) << kind);
  }

  /// The values at the beginning of a leg: a first step of the kind of the step before is
  /// no turn. Any first step after other steps is.
  template <class Value>
  ByKind<Value> before_leg(const Leg& leg, std::size_t first) const {
    ByKind<Value> values{Value::nothing(), Value::nothing()};
    if (first == 0) return values;
    if (moves_[first - 1] == leg.kind[0]) values[1] = {};
    if (moves_[first - 1] == leg.kind[1]) values[0] = {};
    return values;
  }

  /// The move before which the leg is farthest from its line; `first` if it is everywhere
  /// within a cell.
  std::size_t farthest(const Leg& leg, std::size_t first, std::size_t last) const {
    std::size_t far = first;
    std::int64_t most = leg.steps();
    std::int64_t i = 0, j = 0;
    for (std::size_t k = first; k < last; ++k) {
      const std::int64_t off = leg.side(i, j);
      if ((off < 0 ? -off : off) > most) {
        most = off < 0 ? -off : off;
        far = k;
      }
      (moves_[k] == leg.kind[0] ? i : j) += 1;
    }
    return far;
  }

  const Grid& grid_;
  const Ties ties_;
  const std::int64_t lane_;
  const std::span<Move> moves_;
  RedrawScratch& own_;
  bool shifts_ = false;  ///< whether lines are lanes by now
};

/// The link from `cell` back along a way; null: there is none.
const LinkGraph::Way* link_back(const LinkGraph& graph, CellIndex cell,
                                const LinkGraph::Way& way) {
  for (const LinkGraph::Way& other : graph.forward().of(cell))
    if (other.to == way.at && other.cost == way.cost) return &other;
  return nullptr;
}

}  // namespace

void level_redraws(std::span<Scratch> threads) {
  RedrawScratch::Sizes most{};
  for (const Scratch& scratch : threads)
    if (const auto* const one = scratch.find<RedrawScratch>())
      for (std::size_t k = 0; k < most.size(); ++k)
        most[k] = std::max(most[k], one->sizes()[k]);
  for (const Scratch& scratch : threads)
    if (auto* const one = scratch.find<RedrawScratch>()) one->reserve(most);
}

void redraw(const Grid& grid, Ties ties, std::uint32_t lane, Position start,
            std::span<Move> moves, Scratch& scratch) {
  if (ties == Ties::canonical || ties == Ties::same_way_back || moves.size() < 2) return;
  PathRedrawer(grid, ties, lane, moves, scratch.of<RedrawScratch>()).run(grid.cell(start));
}

void turn_round(const Grid& grid, CellIndex start, std::span<Move> moves) {
  for (Move& move : moves) {
    if (!is_link(move)) {
      start += grid.offset(move);
      move = opposite(move);
      continue;
    }
    const LinkGraph& graph = grid.links()->graph();
    const LinkGraph::Way& way = *graph.way(start, move);
    start = way.to;
    move = graph.move(link_back(graph, start, way)->link);
  }
  std::ranges::reverse(moves);
}

}  // namespace throng
