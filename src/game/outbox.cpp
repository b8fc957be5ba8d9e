#include "outbox.hpp"

#include "../batch/answer_query.hpp"
#include "../batch/batch_loop.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNoPlace = 0xFFFF'FFFF;

}  // namespace

std::uint32_t Outbox::add_grid(std::shared_ptr<const Grid> grid) {
  auto place = std::ranges::find(grids_, std::uint64_t{0}, &KeptGrid::uses);
  if (place == grids_.end()) place = grids_.emplace(place);
  *place = {std::move(grid), 1};
  return static_cast<std::uint32_t>(place - grids_.begin());
}

void Outbox::reserve(std::size_t slots, std::size_t requests) {
  reserve_more(slots_, slots);
  reserve_more(finished_, requests);
}

std::uint64_t Outbox::add_moves(std::uint64_t moves) {
  const std::uint64_t begin = moves_.size();
  moves_.resize(begin + moves);
  return begin;
}

void Outbox::put(const Waiting& one, const SlotAnswer& answer, std::uint32_t grid,
                 std::uint64_t begin, std::uint32_t moves) noexcept {
  THRONG_ASSERT(slots_.size() < slots_.capacity());
  ++grids_[grid].uses;
  slots_.push_back({.ticket = one.ticket,
                    .moves_begin = begin,
                    .search = answer.search,
                    .start = answer.start,
                    .end = answer.end,
                    .end_cost = answer.end_cost,
                    .index = one.slot,
                    .moves = moves,
                    .grid = grid});
}

void Outbox::finish(const Waiting& one, std::uint32_t frame, bool current) noexcept {
  THRONG_ASSERT(finished_.size() < finished_.capacity());
  finished_.push_back({.ticket = one.ticket,
                       .agent = one.agent,
                       .frame = frame,
                       .slots = one.slots(),
                       .current = current});
}

void Outbox::discard(const Waiting& one) noexcept {
  if (one.slot == 0) return;
  THRONG_ASSERT(finished_.size() < finished_.capacity());
  finished_.push_back({.ticket = one.ticket,
                       .agent = one.agent,
                       .frame = 0,
                       .slots = one.slot,
                       .reported = false});
}

void Outbox::supersede(std::span<const Waiting> newer) {
  if (finished_.empty()) return;
  agents_.clear(finished_.size());
  const auto key = [](AgentId agent) { return static_cast<std::uint64_t>(agent); };
  const auto is_of = [&](AgentId agent) {
    return [this, agent](std::uint32_t k) { return finished_[k].agent == agent; };
  };
  for (std::uint32_t i = 0; i < finished_.size(); ++i) {
    Finished& one = finished_[i];
    if (one.agent == kNoAgent) continue;
    std::uint32_t& latest = agents_.add(key(one.agent), i, is_of(one.agent));
    if (latest == i) continue;
    const bool is_newer = one.ticket > finished_[latest].ticket;
    (is_newer ? finished_[latest] : one).current = false;
    if (is_newer) latest = i;
  }
  for (const Waiting& one : newer) {
    if (one.agent == kNoAgent) continue;
    const std::uint32_t latest = agents_.find(key(one.agent), is_of(one.agent));
    if (latest != FlatTable::kEmpty && finished_[latest].ticket < one.ticket)
      finished_[latest].current = false;
  }
}

void Outbox::hand_over(Answers& to) {
  try {
    copy_finished(to);
  } catch (...) {
    to.clear();
    throw;
  }
  // Only now, since each of these happens once.
  std::size_t kept = 0;
  for (const std::uint32_t i : order_) {
    if (kept < kept_.size() && kept_[kept] == i)
      ++kept;
    else
      drop_use(slots_[i].grid);
  }
  finished_.clear();
  keep(kept_);
}

void Outbox::copy_finished(Answers& to) {
  const auto by_ticket = [&](std::uint32_t a, std::uint32_t b) {
    const Slot &x = slots_[a], &y = slots_[b];
    return x.ticket != y.ticket ? x.ticket < y.ticket : x.index < y.index;
  };
  order_.resize(slots_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  const bool in_order = std::ranges::is_sorted(order_, by_ticket);
  if (!in_order) std::ranges::sort(order_, by_ticket);
  std::ranges::sort(finished_, {}, &Finished::ticket);

  std::size_t slots = 0;
  for (const Finished& one : finished_) slots += one.reported ? one.slots : 0;
  make_room(to, slots, {});
  // Where all slots are handed over in the order of their moves, so is the memory of these,
  // for as much of it.
  const bool gives_moves = in_order && slots == slots_.size() && is_one_piece() &&
                           to.moves.get_allocator() == moves_.get_allocator();
  if (gives_moves) to.moves.reserve(moves_.capacity());
  to.first.push_back(0);
  for (const Finished& one : finished_) {
    if (!one.reported) continue;
    to.ticket.push_back(one.ticket);
    to.agent.push_back(one.agent);
    to.frame.push_back(one.frame);
    to.current.push_back(one.current ? 1 : 0);
    to.first.push_back(to.first.back() + one.slots);
  }
  place_of_.assign(grids_.size(), kNoPlace);
  to.grid_of.resize(slots);
  to.end.resize(slots);
  to.end_cost.resize(slots);

  kept_.clear();
  std::size_t next = 0, slot = 0;
  for (const std::uint32_t i : order_) {
    while (next < finished_.size() && finished_[next].ticket < slots_[i].ticket) ++next;
    if (next == finished_.size() || finished_[next].ticket != slots_[i].ticket)
      kept_.push_back(i);
    else if (finished_[next].reported)
      hand_over(slots_[i], slot++, gives_moves, to);
  }
  THRONG_ASSERT(slot == slots);
  if (gives_moves) std::swap(to.moves, moves_);
}

bool Outbox::is_one_piece() const noexcept {
  std::uint64_t end = 0;
  for (const Slot& slot : slots_) {
    if (slot.moves != 0 && slot.moves_begin != end) return false;
    end += slot.moves;
  }
  return end == moves_.size();
}

void Outbox::hand_over(const Slot& slot, std::size_t to_slot, bool gives_moves,
                       Answers& to) {
  put_down(slot.search, to_slot, to);
  to.start[to_slot] = slot.start;
  if (!gives_moves) {
    const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(slot.moves_begin);
    to.moves.insert(to.moves.end(), from, from + slot.moves);
  }
  THRONG_ASSERT(!gives_moves || slot.moves == 0 ||
                slot.moves_begin == to.path_begin[to_slot]);
  to.path_begin[to_slot + 1] = to.path_begin[to_slot] + slot.moves;
  const std::shared_ptr<const Grid>& grid = grids_[slot.grid].grid;
  to.topology = grid->rules().topology;
  to.end[to_slot] = slot.end;
  to.end_cost[to_slot] = slot.end_cost;
  std::uint32_t& place = place_of_[slot.grid];
  if (place == kNoPlace) {
    place = static_cast<std::uint32_t>(to.grids.size());
    to.grids.push_back(grid);
  }
  to.grid_of[to_slot] = place;
}

void Outbox::keep(const std::pmr::vector<std::uint32_t>& slots) noexcept {
  order_ = slots;  // it has held more: nothing allocates
  std::ranges::sort(order_);
  std::size_t count = 0;
  std::uint64_t end = 0;
  for (const std::uint32_t i : order_) {
    Slot slot = slots_[i];
    const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(slot.moves_begin);
    std::copy(from, from + slot.moves, moves_.begin() + static_cast<std::ptrdiff_t>(end));
    slot.moves_begin = end;
    end += slot.moves;
    slots_[count++] = slot;
  }
  slots_.resize(count);
  moves_.resize(end);
}

}  // namespace throng
