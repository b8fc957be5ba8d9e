#include "backlog.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <tuple>

namespace throng {
Ticket Backlog::submit(const FrameRequest& wanted) {
  THRONG_ASSERT(wanted.max_cost < kUnreachable);
  const Request& request = wanted.request;
  const Lock lock(mutex_);
  Waiting one{
      .ticket = Ticket{next_ticket_++},
      .agent = wanted.agent,
      .goals_begin = static_cast<std::uint32_t>(inbox_.goals.size()),
      .goals_count = static_cast<std::uint32_t>(request.goals.size()),
      .movement = static_cast<std::uint32_t>(wanted.movement),
      .radius = request.radius,
      .max_cost = wanted.max_cost,
      .max_expansions = wanted.max_expansions,
      .start = request.start,
      .priority = wanted.priority,
      .visit = request.visit,
      .approach = request.approach,
      .escape_blocked_start = request.escape_blocked_start,
  };
  inbox_.goals.insert(inbox_.goals.end(), request.goals.begin(), request.goals.end());
  inbox_.requests.push_back(one);
  return one.ticket;
}

void Backlog::cancel(Ticket ticket) {
  const Lock lock(mutex_);
  if (ticket < Ticket{next_ticket_}) inbox_.cancelled.push_back(ticket);
}

std::size_t Backlog::fetch(bool by_agent) {
  const bool all_taken = fetched().empty();
  if (all_taken) {
    fetched_.requests.clear();
    fetched_.goals.clear();
    taken_ = 0;
    std::erase_if(cancelled_, [&](Ticket one) { return one < next_fetched_; });
  }
  {
    const Lock lock(mutex_);
    if (all_taken) {
      std::swap(inbox_.requests, fetched_.requests);
      std::swap(inbox_.goals, fetched_.goals);
      next_fetched_ = Ticket{next_ticket_};
    }
    cancelled_.insert(cancelled_.end(), inbox_.cancelled.begin(), inbox_.cancelled.end());
    inbox_.cancelled.clear();
  }
  std::ranges::sort(cancelled_);
  if (by_agent) sort_fetched();
  return all_taken ? fetched().size() : 0;
}

void Backlog::sort_fetched() {
  // Requests without an agent are sorted by their contents. Requests with equal contents
  // have equal answers, so their order does not matter.
  const auto before = [&](const Waiting& a, const Waiting& b) {
    if (a.agent != b.agent) return a.agent < b.agent;
    if (a.agent != kNoAgent) return a.ticket < b.ticket;
    const auto what = [](const Waiting& one) {
      return std::tuple(one.start, one.movement, one.priority, one.visit, one.approach,
                        one.escape_blocked_start, one.radius, one.max_cost,
                        one.max_expansions);
    };
    if (what(a) != what(b)) return what(a) < what(b);
    const auto goals = [&](const Waiting& one) {
      return std::span(fetched_.goals).subspan(one.goals_begin, one.goals_count);
    };
    const auto order = std::lexicographical_compare_three_way(
        goals(a).begin(), goals(a).end(), goals(b).begin(), goals(b).end());
    return order != 0 ? order < 0 : a.ticket < b.ticket;
  };
  const auto requests = std::span(fetched_.requests).subspan(taken_);
  if (!std::ranges::is_sorted(requests, before)) std::ranges::sort(requests, before);
}

bool Backlog::is_cancelled(Ticket ticket) const {
  return std::ranges::binary_search(cancelled_, ticket);
}

std::uint32_t Backlog::enter(AgentId agent) {
  std::uint32_t& slot =
      agents_.find(static_cast<std::uint64_t>(agent),
                   [&](std::uint32_t k) { return latest_[k].agent == agent; });
  if (slot == FlatTable::kEmpty) {
    slot = static_cast<std::uint32_t>(latest_.size());
    latest_.push_back({agent, FlatTable::kEmpty});
  }
  return slot;
}

void Backlog::make_room(std::size_t more) {
  const std::size_t count = waiting_.size() - removed_;
  if (latest_.size() > 2 * count) {
    latest_.clear();
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
      Waiting& one = waiting_[i];
      if (one.done || one.agent == kNoAgent) continue;
      one.latest = static_cast<std::uint32_t>(latest_.size());
      latest_.push_back({one.agent, i});
    }
  }
  room_ = latest_.size() + std::max(more, latest_.size());
  latest_.reserve(room_);
  agents_.clear(room_);
  for (std::uint32_t k = 0; k < latest_.size(); ++k)
    agents_.find(static_cast<std::uint64_t>(latest_[k].agent),
                 [](std::uint32_t) { return false; }) = k;
}

void Backlog::put_in_order(std::uint32_t frame, std::uint32_t ageing,
                           std::pmr::vector<std::uint32_t>& order) {
  constexpr std::uint8_t kDone = kPriorities;
  const auto level = [&](const Waiting& one) {
    const auto own = static_cast<std::uint32_t>(one.priority);
    return static_cast<std::uint8_t>(own - std::min(own, (frame - one.since) / ageing));
  };
  std::array<std::uint32_t, kPriorities + 2> begin{};
  levels_.resize(waiting_.size());
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    levels_[i] = waiting_[i].done ? kDone : level(waiting_[i]);
    ++begin[levels_[i] + std::size_t{1}];
  }
  for (std::size_t k = 1; k < begin.size(); ++k) begin[k] += begin[k - 1];
  order.resize(begin[kPriorities]);
  for (std::uint32_t i = 0; i < waiting_.size(); ++i)
    if (levels_[i] != kDone) order[begin[levels_[i]]++] = i;
}

}  // namespace throng
