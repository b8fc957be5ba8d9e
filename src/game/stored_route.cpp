#include "stored_route.hpp"

#include "../batch/route_access.hpp"
#include "../grid/link_graph.hpp"

#include <throng/assert.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace throng {
namespace {

bool is_legal(const Grid& grid, CellIndex cell, Move move) {
  return (grid.moves()[cell] >> static_cast<unsigned>(move) & 1U) != 0;
}

/// Grid::offset of each move: a table is faster than the products.
std::array<CellIndex, kMoves> offsets_of(const Grid& grid) {
  std::array<CellIndex, kMoves> offsets{};
  for (std::size_t d = 0; d < kMoves; ++d) offsets[d] = grid.offset(static_cast<Move>(d));
  return offsets;
}

/// Pre: every legal step costs Grid::costs().
std::uint64_t cost_of(const Grid& grid, std::size_t moves, std::size_t diagonals) noexcept {
  const StepCosts costs = grid.costs();
  return (moves - diagonals) * std::uint64_t{costs.straight} + diagonals * costs.diagonal;
}

/// Pre: every legal step costs Grid::costs(), and the route has no link.
RouteWalk walk_uniform(const Grid& grid, const Route& route) {
  const std::array<CellIndex, kMoves> offsets = offsets_of(grid);
  const std::span<const Move> moves = route.reversed();
  const std::uint8_t* const legal = grid.moves().data();
  CellIndex cell = grid.cell(route.position());
  std::uint64_t diagonals = 0;
  for (std::size_t left = moves.size(); left-- > 0;) {
    const auto d = static_cast<unsigned>(moves[left]);
    if ((legal[cell] >> d & 1U) == 0) return {false, 0};
    diagonals += d >> 2U;
    cell += offsets[d];
  }
  return {true, cost_of(grid, moves.size(), diagonals)};
}

RouteWalk walk_any(const Grid& grid, StoredRoute& stored) {
  const std::array<CellIndex, kMoves> offsets = offsets_of(grid);
  const std::span<const Move> moves = stored.route.reversed();
  std::size_t links = stored.link_ends.size();
  CellIndex cell = grid.cell(stored.route.position());
  std::uint64_t cost = 0;
  for (std::size_t left = moves.size(); left-- > 0;) {
    const Move move = moves[left];
    if (is_link(move)) {
      if (links == 0) return {false, 0};  // no memory was left to store its end
      const CellIndex to = grid.cell(stored.link_ends[--links]);
      const std::optional<LinkWay> way = cheapest_link(grid, cell, to);
      if (!way) return {false, 0};
      RouteAccess::set_move(stored.route, left, way->move);
      cost += way->cost;
      cell = to;
      continue;
    }
    if (!is_legal(grid, cell, move)) return {false, 0};
    cost += grid.step_cost(cell, move);
    cell += offsets[static_cast<std::size_t>(move)];
  }
  return {true, cost};
}

/// Pre: moves are all below kMoves but those of links. No branches: vector code.
bool have_links(std::span<const Move> moves) noexcept {
  std::uint8_t all = 0;
  for (const Move move : moves) all |= static_cast<std::uint8_t>(move);
  return is_link(static_cast<Move>(all));
}

/// Pre: no links. No branches: vector code.
std::size_t diagonals_of(std::span<const Move> moves) noexcept {
  std::size_t diagonals = 0;
  for (const Move move : moves) diagonals += static_cast<std::uint8_t>(move) >> 2U;
  return diagonals;
}

/// x + y * 2^32, modulo 2^64: a move is one addition, and one comparison tells tiles apart.
/// That makes trace_uniform() a tenth faster.
using PackedPosition = std::uint64_t;
constexpr PackedPosition packed(Position p) noexcept {
  return (static_cast<PackedPosition>(p.y) << 32) + static_cast<PackedPosition>(p.x);
}
/// Pre: x is not negative.
constexpr Position unpacked(PackedPosition p) noexcept {
  return {static_cast<std::int32_t>(p & 0xFFFF'FFFF), static_cast<std::int32_t>(p >> 32)};
}
/// What each move adds.
constexpr std::array<PackedPosition, kMoves> kPackedMoves = [] {
  std::array<PackedPosition, kMoves> moves{};
  for (std::size_t d = 0; d < kMoves; ++d) moves[d] = packed({kMoveX[d], kMoveY[d]});
  return moves;
}();

std::size_t count_links(std::span<const Move> moves) noexcept {
  if (!have_links(moves)) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(moves, is_link));
}

/// Where the moves of a route lead, one after the other.
class Steps {
 public:
  Steps(const StoredRoute& stored, Topology topology)
      : stored_(stored),
        topology_(topology),
        moves_(stored.route.size()),
        links_(stored.link_ends.size()) {}

  /// Pre: there is another move.
  Position next(Position at) noexcept {
    const Move move = stored_.route.reversed()[--moves_];
    if (!is_link(move)) return step(topology_, at, move);
    return links_ != 0 ? stored_.link_ends[--links_] : at;  // no memory was left for it
  }

 private:
  const StoredRoute& stored_;
  Topology topology_;
  std::size_t moves_, links_;
};

/// Appends the cells where the links of a path end, the last link first.
void add_link_ends(const PathView& path, std::pmr::vector<Position>& ends) {
  if (!have_links(path.moves())) return;
  const auto first = static_cast<std::ptrdiff_t>(ends.size());
  Position at = path.start();
  for (const Move move : path.moves()) {
    at = path.step(at, move);
    if (is_link(move)) ends.push_back(at);
  }
  std::reverse(ends.begin() + first, ends.end());
}

std::size_t waypoints_of(std::size_t moves) noexcept {
  return moves == 0 ? 0 : (moves - 1) / StoredRoute::kLeg;
}

/// Makes room for the links and waypoints of a route of so many moves. Then only the change
/// of Route itself can fail, which leaves it unchanged.
void make_room(StoredRoute& stored, std::size_t moves, std::size_t links) {
  stored.link_ends.reserve(links);
  stored.waypoints.reserve(waypoints_of(moves));
}

/// For trace(), which allocates nothing. Pre: there is room.
void resize_waypoints(StoredRoute& stored) {
  stored.waypoints.resize(waypoints_of(stored.route.size()));
}

/// trace() where a move of the route is not legal, is a link, or costs what others do not.
RouteTrace trace_any(const Grid& grid, StoredRoute& stored, const SignatureTiles& tiles,
                     SignatureTiles::Mask& mask) noexcept {
  const Topology topology = grid.rules().topology;
  const std::span<const Move> moves = stored.route.reversed();
  std::size_t links = stored.link_ends.size();
  Position at = stored.route.position();
  SignatureTiles::add(mask, tiles.tile(at));
  for (std::size_t left = moves.size(); left-- > 0;) {
    if (!is_link(moves[left]))
      at = step(topology, at, moves[left]);
    else if (links != 0)  // else no memory was left to store its end
      at = stored.link_ends[--links];
    SignatureTiles::add(mask, tiles.tile(at));
    if (left % StoredRoute::kLeg == 0 && left != 0)
      stored.waypoints[left / StoredRoute::kLeg - 1] = at;
  }
  return {at, walk(grid, stored)};
}

/// trace() where every legal step costs Grid::costs(), in one pass. Nothing if trace_any()
/// has to do it.
std::optional<RouteTrace> trace_uniform(const Grid& grid, StoredRoute& stored,
                                        const SignatureTiles& tiles,
                                        SignatureTiles::Mask& mask) noexcept {
  const Position start = stored.route.position();
  const std::span<const Move> moves = stored.route.reversed();
  if (!grid.uniform_steps() || is_hexagonal(grid.rules().topology) || have_links(moves) ||
      !grid.contains(start))
    return std::nullopt;
  const std::array<CellIndex, kMoves> offsets = offsets_of(grid);
  const std::uint8_t* const legal = grid.moves().data();
  CellIndex cell = grid.cell(start);
  PackedPosition at = packed(start);
  PackedPosition added = at;  // its tile is in the mask
  const PackedPosition tile_bits = packed({tiles.tile_bits(), tiles.tile_bits()});
  SignatureTiles::add(mask, tiles.tile(start));
  for (std::size_t left = moves.size(); left != 0;) {
    const std::size_t behind = (left - 1) / StoredRoute::kLeg * StoredRoute::kLeg;
    while (left != behind) {
      const auto d = static_cast<unsigned>(moves[--left]);
      if ((legal[cell] >> d & 1U) == 0) return std::nullopt;
      cell += offsets[d];
      at += kPackedMoves[d];
      if (((at ^ added) & tile_bits) == 0) continue;
      added = at;
      SignatureTiles::add(mask, tiles.tile(unpacked(at)));
    }
    if (behind != 0) stored.waypoints[behind / StoredRoute::kLeg - 1] = unpacked(at);
  }
  return RouteTrace{unpacked(at), {true, cost_of(grid, moves.size(), diagonals_of(moves))}};
}

/// Walks a leg on both grids. Returns what it costs more now; nothing if a move is not
/// legal now.
std::optional<std::int64_t> walk_leg(const Grid& before, const Grid& now, Position from,
                                     std::span<const Move> moves) {
  const bool equal_costs = before.uniform_steps() && now.uniform_steps();
  const std::uint8_t* const legal = now.moves().data();
  CellIndex cell = now.cell(from);
  std::int64_t more = 0;
  for (std::size_t left = moves.size(); left-- > 0;) {
    const Move move = moves[left];
    if ((legal[cell] >> static_cast<unsigned>(move) & 1U) == 0) return std::nullopt;
    if (!equal_costs)
      more += std::int64_t{now.step_cost(cell, move)} - before.step_cost(cell, move);
    cell += now.offset(move);
  }
  return more;
}

}  // namespace

std::optional<LinkWay> cheapest_link(const Grid& grid, CellIndex from, CellIndex to) {
  std::optional<LinkWay> best;
  if (grid.links() == nullptr) return best;
  const LinkGraph& graph = grid.links()->graph();  // has no closed links, but moves do
  for (const LinkGraph::Way& way : graph.forward().of(from))
    if (way.to == to && (!best || way.cost < best->cost))
      best = LinkWay{graph.move(way.link), way.cost};
  return best;
}

void reserve(StoredRoute& stored, const PathView& path) {
  make_room(stored, path.moves().size(), count_links(path.moves()));
  RouteAccess::reserve(stored.route, path.moves().size());
}

void store(StoredRoute& stored, const PathView& path) {
  stored.route.assign(path);
  stored.link_ends.clear();
  add_link_ends(path, stored.link_ends);
  resize_waypoints(stored);
}

void restore(StoredRoute& stored, Position at, std::span<const Move> reversed,
             std::span<const Position> link_ends) {
  make_room(stored, reversed.size(), link_ends.size());
  RouteAccess::assign(stored.route, at, reversed);
  stored.link_ends.assign(link_ends.begin(), link_ends.end());
  resize_waypoints(stored);
}

bool append(StoredRoute& stored, Position last, const PathView& more) {
  if (more.start() != last) return false;
  const std::size_t links = stored.link_ends.size();
  make_room(stored, stored.route.size() + more.moves().size(),
            links + count_links(more.moves()));
  stored.route.append(more);
  add_link_ends(more, stored.link_ends);  // behind the others, but reached after them
  std::rotate(stored.link_ends.begin(),
              stored.link_ends.begin() + static_cast<std::ptrdiff_t>(links),
              stored.link_ends.end());  // clang 14 rejects what std::ranges::rotate returns
  resize_waypoints(stored);
  return true;
}

bool splice(StoredRoute& stored, Topology topology, std::size_t moves,
            const PathView& head) {
  moves = std::min(moves, stored.route.size());
  const std::size_t links =
      count_links(stored.route.reversed().first(stored.route.size() - moves));
  const Position joint = ahead(stored, topology, moves);
  Position end = head.start();
  for (const Move move : head.moves()) end = head.step(end, move);
  const bool whole = moves == stored.route.size();
  if (head.start() != stored.route.position() || (end != joint && !whole)) return false;
  make_room(stored, stored.route.size() - moves + head.moves().size(),
            links + count_links(head.moves()));
  stored.route.splice(moves, head);
  stored.link_ends.resize(links);
  add_link_ends(head, stored.link_ends);
  resize_waypoints(stored);
  return true;
}

void truncate(StoredRoute& stored, std::size_t moves) noexcept {
  const std::span<const Move> old = stored.route.reversed();
  const std::size_t links =
      count_links(old.first(old.size() - std::min(moves, old.size())));
  stored.link_ends.erase(stored.link_ends.begin(),
                         stored.link_ends.begin() + static_cast<std::ptrdiff_t>(links));
  stored.route.truncate(moves);
  resize_waypoints(stored);
}

Position ahead(const StoredRoute& stored, Topology topology, std::size_t moves) noexcept {
  Position at = stored.route.position();
  Steps steps(stored, topology);
  for (moves = std::min(moves, stored.route.size()); moves != 0; --moves)
    at = steps.next(at);
  return at;
}

std::size_t next_cells(const StoredRoute& stored, Topology topology,
                       std::span<Position> cells) noexcept {
  Position at = stored.route.position();
  Steps steps(stored, topology);
  const std::size_t count = std::min(cells.size(), stored.route.size());
  for (Position& cell : cells.first(count)) cell = at = steps.next(at);
  return count;
}

std::optional<std::size_t> moves_to(const StoredRoute& stored, Topology topology,
                                    Position cell) noexcept {
  Position at = stored.route.position();
  Steps steps(stored, topology);
  for (std::size_t k = 0; k < stored.route.size(); ++k) {
    if (at == cell) return k;
    at = steps.next(at);
  }
  return at == cell ? std::optional(stored.route.size()) : std::nullopt;
}

bool place(StoredRoute& stored, Topology topology, Position at) noexcept {
  const auto passed = moves_to(stored, topology, at);
  const std::size_t left = passed ? stored.route.size() - *passed : 0;
  stored.link_ends.resize(count_links(stored.route.reversed().first(left)));
  RouteAccess::place(stored.route, at, left);
  resize_waypoints(stored);
  return passed.has_value();
}

void reserve_join(StoredRoute& stored, std::size_t kept, const PathView& path) {
  const std::size_t moves = kept + path.moves().size();
  make_room(stored, moves,
            count_links(stored.route.reversed().last(kept)) + count_links(path.moves()));
  RouteAccess::reserve(stored.route, moves);
}

void join(StoredRoute& stored, std::size_t kept, const PathView& path) {
  truncate(stored, kept);
  append(stored, path.start(), path);
}

RouteTrace trace(const Grid& grid, StoredRoute& stored, const SignatureTiles& tiles,
                 SignatureTiles::Mask& mask) noexcept {
  const auto traced = trace_uniform(grid, stored, tiles, mask);
  return traced ? *traced : trace_any(grid, stored, tiles, mask);
}

RouteWalk walk(const Grid& grid, StoredRoute& stored) {
  if (!grid.contains(stored.route.position())) return {stored.route.empty(), 0};
  return grid.uniform_steps() && stored.link_ends.empty() ? walk_uniform(grid, stored.route)
                                                          : walk_any(grid, stored);
}

RouteWalk walk_near(const Grid& before, const Grid& now, std::span<const MapRect> boxes,
                    const StoredRoute& stored, Position last, std::uint64_t rest) {
  THRONG_ASSERT(boxes.size() <= MapBoxes::kMost);
  const std::span<const Move> moves = stored.route.reversed();
  Position from = stored.route.position();
  std::array<std::int32_t, MapBoxes::kMost> steps{};  // to each box
  for (std::size_t box = 0; box < boxes.size(); ++box)
    steps[box] = steps_to(boxes[box], from);
  for (std::size_t left = moves.size(); left != 0;) {
    const std::size_t legs = (left - 1) / StoredRoute::kLeg;  // behind this one
    const Position to = legs == 0 ? last : stored.waypoints[legs - 1];
    const std::size_t behind = legs * StoredRoute::kLeg;
    const auto length = static_cast<std::int32_t>(left - behind);
    bool near = false;
    for (std::size_t box = 0; box < boxes.size(); ++box) {
      const std::int32_t before_leg = std::exchange(steps[box], steps_to(boxes[box], to));
      near |= before_leg + steps[box] <= length;
    }
    if (near) {
      const auto more = walk_leg(before, now, from, moves.subspan(behind, left - behind));
      if (!more) return {false, 0};
      rest += static_cast<std::uint64_t>(*more);  // modulo 2^64
    }
    from = to;
    left = behind;
  }
  return {true, rest};
}

Cost advance(const Grid& grid, StoredRoute& stored) {
  const Position from = stored.route.position();
  const Move move = stored.route.next();
  const bool inside = grid.contains(from);  // moves that are not legal may leave the map
  Cost cost = 0;
  Position to;
  if (is_link(move)) {
    to = stored.link_ends.back();
    stored.link_ends.pop_back();
    const auto way =
        inside ? cheapest_link(grid, grid.cell(from), grid.cell(to)) : std::nullopt;
    if (way) cost = way->cost;
  } else {
    to = grid.step(from, move);
    if (inside && is_legal(grid, grid.cell(from), move))
      cost = grid.step_cost(grid.cell(from), move);
  }
  RouteAccess::advance_to(stored.route, to);
  return cost;
}

}  // namespace throng
