#include "outbox.hpp"

#include "../batch/answer_query.hpp"
#include "../batch/batch_loop.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

namespace throng {

std::uint32_t Outbox::add_grid(std::shared_ptr<const Grid> grid) {
  grids_.push_back(std::move(grid));
  return static_cast<std::uint32_t>(grids_.size() - 1);
}

void Outbox::forget_grids() {
  THRONG_ASSERT(slots_.empty());
  grids_.clear();
}

std::uint64_t Outbox::put(const Waiting& one, const SlotAnswer& answer, std::uint32_t grid,
                          std::uint32_t moves) {
  const std::uint64_t begin = moves_.size();
  moves_.resize(begin + moves);
  slots_.push_back({.ticket = one.ticket,
                    .moves_begin = begin,
                    .search = answer.search,
                    .start = answer.start,
                    .end = answer.end,
                    .end_cost = answer.end_cost,
                    .index = one.slot,
                    .moves = moves,
                    .grid = grid});
  return begin;
}

void Outbox::finish(const Waiting& one, std::uint32_t frame) {
  finished_.push_back({one.ticket, one.agent, frame, one.slots()});
}

void Outbox::hand_over(FinishedRequests& to) {
  const auto by_ticket = [&](std::uint32_t a, std::uint32_t b) {
    const Slot &x = slots_[a], &y = slots_[b];
    return x.ticket != y.ticket ? x.ticket < y.ticket : x.index < y.index;
  };
  order_.resize(slots_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
  if (!std::ranges::is_sorted(order_, by_ticket)) std::ranges::sort(order_, by_ticket);
  std::ranges::sort(finished_, {}, &Finished::ticket);

  const std::size_t count = finished_.size();
  to.ticket.resize(count);
  to.agent.resize(count);
  to.frame.resize(count);
  std::pmr::vector<std::size_t>& first = to.answers.first;
  first.resize(count + 1);
  first[0] = 0;
  for (std::size_t i = 0; i < count; ++i) {
    to.ticket[i] = finished_[i].ticket;
    to.agent[i] = finished_[i].agent;
    to.frame[i] = finished_[i].frame;
    first[i + 1] = first[i] + finished_[i].slots;
  }
  to.grids = grids_;
  to.grid_of.resize(first.back());
  to.answers.end.resize(first.back());
  to.answers.end_cost.resize(first.back());
  make_room(to.answers.answers, first.back(), {});

  kept_.clear();
  std::size_t next = 0, slot = 0;
  for (const std::uint32_t i : order_) {
    while (next < count &&
           (finished_[next].slots == 0 || finished_[next].ticket < slots_[i].ticket))
      ++next;
    if (next < count && finished_[next].ticket == slots_[i].ticket) {
      hand_over(slots_[i], slot++, to);
    } else {
      kept_.push_back(i);
    }
  }
  THRONG_ASSERT(slot == first.back());
  finished_.clear();
  keep(kept_);
}

void Outbox::hand_over(const Slot& slot, std::size_t to_slot, FinishedRequests& to) const {
  BatchResult& answers = to.answers.answers;
  put_down(slot.search, to_slot, answers);
  answers.start[to_slot] = slot.start;
  const auto from = moves_.begin() + static_cast<std::ptrdiff_t>(slot.moves_begin);
  answers.moves.insert(answers.moves.end(), from, from + slot.moves);
  answers.path_begin[to_slot + 1] = answers.moves.size();
  answers.topology = grids_[slot.grid]->rules().topology;
  to.answers.end[to_slot] = slot.end;
  to.answers.end_cost[to_slot] = slot.end_cost;
  to.grid_of[to_slot] = slot.grid;
}

void Outbox::keep(const std::pmr::vector<std::uint32_t>& slots) {
  order_ = slots;
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
