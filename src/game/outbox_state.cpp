#include "line_points.hpp"
#include "outbox.hpp"
#include "saved_moves.hpp"

#include <throng/assert.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kStatuses = 8;
constexpr std::size_t kSlotBytes = 57;  // at least

}  // namespace

std::size_t Outbox::complete() const noexcept {
  return static_cast<std::size_t>(std::ranges::count(finished_, true, &Finished::reported));
}

void Outbox::write(ByteWriter& out) const {
  THRONG_ASSERT(finished_.empty());
  out.add_count(slots_.size());
  for (const Slot& slot : slots_) {
    out.add(static_cast<std::uint64_t>(slot.ticket));
    out.add(static_cast<std::uint8_t>(slot.search.status));
    for (const std::uint32_t number :
         {slot.search.cost, slot.search.upper, slot.search.expanded, slot.search.generated,
          slot.search.reopened, slot.end_cost})
      out.add(number);
    throng::write(slot.start, out);
    throng::write(slot.end, out);
    throng::write(moves_of(slot), out);
    if (has_lines_) write_line(slot, out);
  }
}

void Outbox::write_line(const Slot& slot, ByteWriter& out) const {
  out.add(std::bit_cast<std::uint64_t>(slot.path.length));
  out.add_count(slot.path.points);
  for (const Position point : points_of(slot)) throng::write(point, out);
}

void Outbox::read_line(ByteReader& in, Slot& slot) {
  slot.path.length = std::bit_cast<double>(in.get<std::uint64_t>());
  slot.path.points = static_cast<std::uint32_t>(in.get_count(kPositionBytes));
  slot.path.points_begin = add_paths(0, slot.path.points).points;
  for (std::uint32_t k = 0; k < slot.path.points; ++k)
    points_[slot.path.points_begin + k] = read_position(in);
}

/// Whether a line leads from the start to the end of its path, inside the map.
bool Outbox::has_sound_line(const Slot& slot) const {
  const double length = slot.path.length;
  const std::span<const Position> points = points_of(slot);
  if (!std::isfinite(length) || length < 0) return false;
  if (points.empty()) return length == 0;
  const Grid& grid = *grids_[slot.grid].grid;
  const std::int32_t scale = scale_of_lines(grid);
  const auto centre = [&](Position p) { return Position{p.x * scale, p.y * scale}; };
  if (!grid.contains(slot.start) || !grid.contains(slot.end)) return false;
  return points.front() == centre(slot.start) && points.back() == centre(slot.end) &&
         std::ranges::all_of(points, [&](Position p) {
           return p.x > -scale && p.y > -scale && p.x < scale * grid.width() &&
                  p.y < scale * grid.height();
         });
}

void Outbox::read(ByteReader& in, const Backlog& waiting,
                  std::span<const std::uint32_t> grid_of_class) {
  std::vector<std::pair<Ticket, std::uint32_t>> by_ticket;
  by_ticket.reserve(waiting.size());
  for (std::uint32_t i = 0; i < waiting.size(); ++i)
    by_ticket.emplace_back(waiting[i].ticket, i);
  std::ranges::sort(by_ticket);
  std::vector<std::uint32_t> answered(waiting.size(), 0);
  std::vector<Position> cells;

  const std::size_t count = in.get_count(kSlotBytes);
  slots_.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    Slot slot{};
    slot.ticket = Ticket{in.get<std::uint64_t>()};
    slot.search.status = in.get_word<Status>(kStatuses);
    for (std::uint32_t* const number :
         {&slot.search.cost, &slot.search.upper, &slot.search.expanded,
          &slot.search.generated, &slot.search.reopened, &slot.end_cost})
      *number = in.get<std::uint32_t>();
    slot.start = read_position(in);
    slot.end = read_position(in);
    const std::vector<Move> moves = read_moves(in);
    slot.path.moves = static_cast<std::uint32_t>(moves.size());
    slot.path.moves_begin = add_paths(moves.size(), 0).moves;
    std::ranges::copy(moves, moves_.data() + slot.path.moves_begin);
    if (has_lines_) read_line(in, slot);
    const auto of = std::ranges::lower_bound(by_ticket, std::pair(slot.ticket, 0U));
    if (!in.good() || of == by_ticket.end() || of->first != slot.ticket) return in.fail();
    slot.movement = waiting[of->second].movement;
    slot.grid = grid_of_class[slot.movement];
    if (!leads(slot, *grids_[slot.grid].grid, cells)) return in.fail();
    if (!has_sound_line(slot)) return in.fail();
    ++answered[of->second];
    ++grids_[slot.grid].uses;
    slots_.push_back(slot);
  }
  for (std::uint32_t i = 0; i < waiting.size(); ++i)
    if (answered[i] != waiting[i].slot) return in.fail();
}

bool Outbox::fits(std::span<const std::uint32_t> grid_of_class) const {
  std::vector<Position> before, now;
  return std::ranges::all_of(slots_, [&](const Slot& slot) {
    const std::uint32_t grid = grid_of_class[slot.movement];
    return grid == slot.grid || (leads(slot, *grids_[slot.grid].grid, before) &&
                                 leads(slot, *grids_[grid].grid, now) && before == now);
  });
}

/// Whether each move of a path leads to a cell of a grid, legal or not. cells: out.
bool Outbox::leads(const Slot& slot, const Grid& grid, std::vector<Position>& cells) const {
  cells.clear();
  const LinkTable* const links = grid.links().get();
  Position at = slot.start;
  const std::span<const Move> moves = moves_of(slot);
  for (const Move move : moves) {
    if (!grid.contains(at)) return false;
    if (!is_link(move))
      at = step(grid.rules().topology, at, move);
    else if (links != nullptr && link_slot(move) < links->from(at).size())
      at = links->end(at, move);
    else
      return false;
    cells.push_back(at);
  }
  return moves.empty() || grid.contains(at);
}

}  // namespace throng
