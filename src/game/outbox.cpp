#include "outbox.hpp"

#include "../batch/answer_columns.hpp"
#include "../batch/answer_query.hpp"
#include "../batch/batch_loop.hpp"
#include "line_points.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNoPlace = 0xFFFF'FFFF;
constexpr std::size_t kSlotsPerBlock = 128;

}  // namespace

std::uint32_t Outbox::add_grid(std::shared_ptr<const Grid> grid) {
  auto place = std::ranges::find(grids_, std::uint64_t{0}, &KeptGrid::uses);
  if (place == grids_.end()) place = grids_.emplace(place);
  *place = {std::move(grid), 1};
  return static_cast<std::uint32_t>(place - grids_.begin());
}

void Outbox::reserve(std::size_t slots, std::size_t requests) {
  forget_ready();
  reserve_more(slots_, slots);
  reserve_more(finished_, requests);
}

Outbox::Begin Outbox::add_paths(std::uint64_t moves, std::uint64_t points) {
  const Begin begin{.moves = moves_.size(), .points = points_.size()};
  moves_.resize(begin.moves + moves);
  points_.resize(begin.points + points);
  return begin;
}

void Outbox::put(const Waiting& one, const SlotAnswer& answer, std::uint32_t grid,
                 const Path& path) noexcept {
  THRONG_ASSERT(slots_.size() < slots_.capacity());
  ++grids_[grid].uses;
  slots_.push_back({.ticket = one.ticket,
                    .search = answer.search,
                    .start = answer.start,
                    .end = answer.end,
                    .end_cost = answer.end_cost,
                    .path = path,
                    .grid = grid,
                    .movement = one.movement});
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
  if (finished_.empty() || newer.empty()) return;
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

void Outbox::prepare(Crew& crew) {
  if (is_ready_ || finished_.empty() || !was_taken_) return;
  try {
    write([&](std::size_t count, std::size_t block, const auto& body) {
      crew.for_each_block(count, block, body);
    });
    was_taken_ = false;
  } catch (...) {  // of memory, or of the executor: all answers are in slots_
    ready_.clear();
  }
}

void Outbox::hand_over(Answers& to) {
  try {
    if (!is_ready_)
      write([](std::size_t count, std::size_t, const auto& body) { body(0, 0, count); });
    mark_current();
    if (to.moves.get_allocator() == ready_.moves.get_allocator()) {
      // The next answers need as much memory. What is kept for more goes with these.
      for_each_column([](auto& mine, const auto& ready) { mine.reserve(ready.size()); }, to,
                      ready_);
      std::swap(to, ready_);
    } else {
      to = ready_;
    }
  } catch (...) {
    if (!is_ready_) ready_.clear();
    to.clear();
    throw;
  }
  // Only now, since each of these happens once.
  ready_.clear();
  is_ready_ = gives_moves_ = false;
  was_taken_ = true;
  finished_.clear();
  keep_others();
}

template <class ForBlocks>
void Outbox::write(const ForBlocks& for_blocks) {
  lay_out();
  for_blocks(handed_.size(), kSlotsPerBlock, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) write_slot(slots_[handed_[k]], k);
  });
  if (gives_moves_) std::swap(ready_.moves, moves_);
  is_ready_ = true;
}

void Outbox::lay_out() {
  const auto by_ticket = [](const auto& list) {
    return [&](std::uint32_t i) {
      return KeyOrder::Item{static_cast<std::uint64_t>(list[i].ticket), i};
    };
  };
  const auto slots = slots_by_ticket_(slots_.size(), by_ticket(slots_));
  const auto finished = finished_by_ticket_(finished_.size(), by_ticket(finished_));
  std::size_t requests = 0, slot_count = 0;
  for (const Finished& one : finished_) {
    requests += one.reported ? 1 : 0;
    slot_count += one.reported ? one.slots : 0;
  }
  make_room(ready_, slot_count, {});
  ready_.end.resize(slot_count);
  ready_.end_cost.resize(slot_count);
  ready_.grid_of.resize(slot_count);
  ready_.ticket.resize(requests);
  ready_.agent.resize(requests);
  ready_.frame.resize(requests);
  ready_.current.resize(requests);
  ready_.first.resize(requests + 1);
  handed_.resize(slot_count);
  kept_.resize(slots_.size());
  reported_.resize(requests);
  place_of_.assign(grids_.size(), kNoPlace);

  std::size_t request = 0, slot = 0, kept = 0;
  std::uint64_t moves = 0;
  bool one_piece = true;  // the moves of these slots, in their order, and nothing between
  auto next = slots.begin();
  ready_.first[0] = 0;
  for (const auto [ticket, f] : finished) {
    for (; next != slots.end() && next->key < ticket; ++next) kept_[kept++] = next->index;
    const Finished& one = finished_[f];
    for (; next != slots.end() && next->key == ticket; ++next) {
      if (!one.reported) continue;
      const Slot& from = slots_[next->index];
      one_piece &= from.path.moves == 0 || from.path.moves_begin == moves;
      moves += from.path.moves;
      handed_[slot] = next->index;
      ready_.grid_of[slot] = place_in_answers(from.grid);
      ready_.path_begin[++slot] = moves;
    }
    if (!one.reported) continue;
    reported_[request] = f;
    ready_.ticket[request] = one.ticket;
    ready_.agent[request] = one.agent;
    ready_.frame[request] = one.frame;
    ready_.first[++request] = slot;
  }
  for (; next != slots.end(); ++next) kept_[kept++] = next->index;
  kept_.resize(kept);
  THRONG_ASSERT(slot == slot_count);
  // Where these are all the moves, their memory is handed over, for as much as they need.
  gives_moves_ = one_piece && moves == moves_.size();
  if (gives_moves_)
    ready_.moves.reserve(moves_.size());
  else
    ready_.moves.resize(moves);
  if (has_lines_) lay_out_lines(slot_count);
}

void Outbox::lay_out_lines(std::size_t slots) {
  ready_.length.resize(slots);
  ready_.scale.resize(slots);
  ready_.point_begin.resize(slots + 1);
  std::uint64_t points = ready_.point_begin[0] = 0;
  for (std::size_t k = 0; k < slots; ++k)
    ready_.point_begin[k + 1] = points += slots_[handed_[k]].path.points;
  ready_.points.resize(points);
}

std::uint32_t Outbox::place_in_answers(std::uint32_t grid) {
  std::uint32_t& place = place_of_[grid];
  if (place != kNoPlace) return place;
  place = static_cast<std::uint32_t>(ready_.grids.size());
  ready_.grids.push_back(grids_[grid].grid);
  ready_.topology = grids_[grid].grid->rules().topology;
  return place;
}

void Outbox::write_slot(const Slot& slot, std::size_t to_slot) {
  put_down(slot.search, to_slot, ready_);
  ready_.start[to_slot] = slot.start;
  ready_.end[to_slot] = slot.end;
  ready_.end_cost[to_slot] = slot.end_cost;
  if (!gives_moves_)
    std::ranges::copy(moves_of(slot), ready_.moves.data() + ready_.path_begin[to_slot]);
  if (!has_lines_) return;
  ready_.length[to_slot] = slot.path.length;
  ready_.scale[to_slot] =
      static_cast<std::uint8_t>(scale_of_lines(*grids_[slot.grid].grid));
  std::ranges::copy(points_of(slot), ready_.points.data() + ready_.point_begin[to_slot]);
}

void Outbox::mark_current() noexcept {
  for (std::size_t k = 0; k < reported_.size(); ++k)
    ready_.current[k] = finished_[reported_[k]].current ? 1 : 0;
}

void Outbox::forget_ready() noexcept {
  if (gives_moves_ && is_ready_) std::swap(ready_.moves, moves_);
  is_ready_ = false;
  ready_.clear();
}

void Outbox::keep_others() noexcept {
  std::ranges::sort(kept_);
  for (const std::uint32_t i : kept_) ++grids_[slots_[i].grid].uses;
  for (const Slot& slot : slots_) drop_use(slot.grid);
  std::size_t count = 0;
  Begin end;
  for (const std::uint32_t i : kept_) {
    Slot slot = slots_[i];
    std::ranges::copy(moves_of(slot), moves_.data() + end.moves);
    std::ranges::copy(points_of(slot), points_.data() + end.points);
    slot.path.moves_begin = end.moves;
    slot.path.points_begin = end.points;
    end.moves += slot.path.moves;
    end.points += slot.path.points;
    slots_[count++] = slot;
  }
  slots_.resize(count);
  moves_.resize(end.moves);
  points_.resize(end.points);
}

std::size_t Outbox::bytes_of_answers() const noexcept {
  std::size_t bytes = moves_.capacity() * sizeof(Move);
  for_each_column(
      [&](const auto& column) { bytes += column.capacity() * sizeof(column[0]); }, ready_);
  return bytes;
}

}  // namespace throng
