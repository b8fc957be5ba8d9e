#include "backlog.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <tuple>

namespace throng {

Ticket Backlog::submit(std::span<const Request> requests, std::size_t movements) {
  std::size_t goals = 0;
  for (const Request& request : requests) goals += request.goals.size();
  const Lock lock(mutex_);
  // First, so that the rest happens as a whole or not.
  reserve_more(inbox_.requests, requests.size());
  reserve_more(inbox_.goals, goals);
  const Ticket first{next_ticket_};
  for (const Request& request : requests) {
    THRONG_ASSERT(request.max_cost < kUnreachable);
    THRONG_ASSERT(request.movement < movements);
    THRONG_ASSERT(static_cast<int>(request.priority) < kPriorities);
    const bool is_known = request.movement < movements;
    inbox_.requests.push_back({
        .ticket = Ticket{next_ticket_++},
        .agent = request.agent,
        .goals_begin = static_cast<std::uint32_t>(inbox_.goals.size()),
        .goals_count = static_cast<std::uint32_t>(request.goals.size()),
        .movement = is_known ? static_cast<std::uint32_t>(request.movement) : 0,
        .radius = request.radius,
        .max_cost = request.max_cost,
        .max_expansions = request.max_expansions,
        .start = is_known ? request.start : Position{-1, -1},
        .priority = std::min(request.priority, Priority::low),
        .visit = request.visit,
        .approach = request.approach,
        .escape_blocked_start = request.escape_blocked_start,
    });
    inbox_.goals.insert(inbox_.goals.end(), request.goals.begin(), request.goals.end());
  }
  return first;
}

void Backlog::cancel(Ticket ticket) {
  const Lock lock(mutex_);
  if (ticket < Ticket{next_ticket_}) inbox_.cancelled.push_back(ticket);
}

std::size_t Backlog::fetch(bool by_agent) {
  const bool all_taken = to_take_in() == 0;
  if (all_taken) {
    fetched_.requests.clear();
    fetched_.goals.clear();
    order_.clear();
    taken_ = 0;
  }
  {
    const Lock lock(mutex_);
    reserve_more(cancelled_, inbox_.cancelled.size());
    if (all_taken) {
      order_.resize(inbox_.requests.size());
      std::swap(inbox_.requests, fetched_.requests);
      std::swap(inbox_.goals, fetched_.goals);
      next_fetched_ = Ticket{next_ticket_};
    }
    cancelled_.insert(cancelled_.end(), inbox_.cancelled.begin(), inbox_.cancelled.end());
    inbox_.cancelled.clear();
  }
  std::ranges::sort(cancelled_);
  if (all_taken) std::iota(order_.begin(), order_.end(), 0U);
  if (by_agent) sort_fetched();
  return all_taken ? order_.size() : 0;
}

void Backlog::sort_fetched() {
  const auto rest = std::span(order_).subspan(taken_);
  const std::pmr::vector<Waiting>& requests = fetched_.requests;
  // By agent, and for one agent by ticket, as they were submitted.
  const auto by_agent = by_agent_(rest.size(), [&](std::uint32_t k) {
    const std::uint32_t i = rest[k];
    return KeyOrder::Item{static_cast<std::uint64_t>(requests[i].agent), i};
  });
  std::ranges::transform(by_agent, rest.begin(), &KeyOrder::Item::index);
  // Requests without an agent are last, sorted by their contents. Requests with equal
  // contents have equal answers, so their order does not matter.
  static_assert(kNoAgent == AgentId{std::numeric_limits<std::uint32_t>::max()});
  const auto without = std::ranges::lower_bound(
      rest, kNoAgent, {}, [&](std::uint32_t i) { return requests[i].agent; });
  std::sort(without, rest.end(), [&](std::uint32_t i, std::uint32_t k) {
    const Waiting &a = requests[i], &b = requests[k];
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
  });
}

std::uint32_t Backlog::enter(AgentId agent) {
  reserve_more(latest_, 1);
  const auto added = static_cast<std::uint32_t>(latest_.size());
  const std::uint32_t known =
      agents_.add(static_cast<std::uint64_t>(agent), added,
                  [&](std::uint32_t k) { return latest_[k].agent == agent; });
  if (known == added) latest_.push_back({agent, FlatTable::kEmpty});
  return known;
}

void Backlog::forget_agents() {
  latest_.clear();  // it and the table have had as many agents before: nothing allocates
  for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
    Waiting& one = waiting_[i];
    if (one.done || one.agent == kNoAgent) continue;
    one.latest = static_cast<std::uint32_t>(latest_.size());
    latest_.push_back({one.agent, i});
  }
  agents_.clear(latest_.size());
  for (std::uint32_t k = 0; k < latest_.size(); ++k)
    agents_.add_new(static_cast<std::uint64_t>(latest_[k].agent), k);
  most_agents_ = std::max(kFewAgents, 2 * latest_.size());
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
