#include "../core/saved_state.hpp"
#include "backlog.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace throng {
namespace {

void write_tickets(std::span<const Ticket> tickets, ByteWriter& out) {
  out.add_count(tickets.size());
  for (const Ticket one : tickets) out.add(static_cast<std::uint64_t>(one));
}

void read_tickets(ByteReader& in, std::pmr::vector<Ticket>& tickets) {
  tickets.resize(in.get_count(sizeof(std::uint64_t)));
  for (Ticket& one : tickets) one = Ticket{in.get<std::uint64_t>()};
}

constexpr std::size_t kRequestBytes = 66;                       // at least
constexpr std::uint64_t kMostTickets = std::uint64_t{1} << 63;  // they must not wrap

}  // namespace

void Backlog::write(const Waiting& one, std::span<const Position> goals, ByteWriter& out) {
  out.add(static_cast<std::uint64_t>(one.ticket));
  out.add(static_cast<std::uint32_t>(one.agent));
  out.add(one.movement);
  out.add(one.since);
  out.add(std::bit_cast<std::uint64_t>(one.radius));
  out.add(one.max_cost);
  out.add(one.max_expansions);
  throng::write(one.start, out);
  out.add(one.slot);
  out.add(static_cast<std::uint8_t>(one.priority));
  out.add(static_cast<std::uint8_t>(one.visit));
  for (const bool flag : {one.approach, one.escape_blocked_start, one.done, one.is_long})
    out.add(flag);
  out.add(one.needed);
  out.add_count(one.goals_count);
  for (const Position goal : goals.subspan(one.goals_begin, one.goals_count))
    throng::write(goal, out);
}

Waiting Backlog::read(ByteReader& in, std::pmr::vector<Position>& goals) {
  Waiting one;
  one.ticket = Ticket{in.get<std::uint64_t>()};
  one.agent = AgentId{in.get<std::uint32_t>()};
  one.movement = in.get<std::uint32_t>();
  one.since = in.get<std::uint32_t>();
  one.radius = std::bit_cast<double>(in.get<std::uint64_t>());
  one.max_cost = in.get<Cost>();
  one.max_expansions = in.get<std::uint32_t>();
  one.start = read_position(in);
  one.slot = in.get<std::uint32_t>();
  one.priority = in.get_word<Priority>(kPriorities);
  one.visit = in.get_word<Visit>(3);
  for (bool* const flag :
       {&one.approach, &one.escape_blocked_start, &one.done, &one.is_long})
    *flag = in.get_bool();
  one.needed = in.get<std::uint32_t>();
  one.goals_begin = static_cast<std::uint32_t>(goals.size());
  one.goals_count = static_cast<std::uint32_t>(in.get_count(kPositionBytes));
  for (std::uint32_t k = 0; k < one.goals_count; ++k) goals.push_back(read_position(in));
  return one;
}

void Backlog::write(ByteWriter& out) const {
  const Lock lock(mutex_);
  out.add(next_ticket_);
  out.add(static_cast<std::uint64_t>(next_fetched_));
  out.add_count(waiting_.size() - removed_);
  for (const Waiting& one : waiting_)
    if (!one.done) write(one, goals_, out);
  out.add_count(to_take_in());
  for (const std::uint32_t i : std::span(order_).subspan(taken_))
    write(fetched_.requests[i], fetched_.goals, out);
  out.add_count(inbox_.requests.size());
  for (const Waiting& one : inbox_.requests) write(one, inbox_.goals, out);
  write_tickets(inbox_.cancelled, out);
  write_tickets(cancelled_, out);
}

void Backlog::read(ByteReader& in, std::size_t movements, std::uint32_t frame) {
  const auto read_all = [&](auto& requests, auto& goals) {
    const std::size_t count = in.get_count(kRequestBytes);
    requests.reserve(count);
    for (std::size_t i = 0; i < count; ++i) requests.push_back(read(in, goals));
  };
  const Lock lock(mutex_);
  next_ticket_ = in.get<std::uint64_t>();
  next_fetched_ = Ticket{in.get<std::uint64_t>()};
  read_all(waiting_, goals_);
  read_all(fetched_.requests, fetched_.goals);
  read_all(inbox_.requests, inbox_.goals);
  read_tickets(in, inbox_.cancelled);
  read_tickets(in, cancelled_);
  if (!in.good() || !is_sound(movements, frame)) return in.fail();
  for (std::uint32_t i = 0; i < fetched_.requests.size(); ++i) order_.push_back(i);
  fetched_done_ =
      static_cast<std::size_t>(std::ranges::count(fetched_.requests, true, &Waiting::done));
  reserve_more(latest_, waiting_.size());
  forget_agents();
}

/// Whether the requests that were read could be those of a scheduler. What submit() takes
/// without a check is not checked here either.
bool Backlog::is_sound(std::size_t movements, std::uint32_t frame) const {
  std::vector<Ticket> tickets;
  std::vector<AgentId> agents;
  const auto sound = [&](const Waiting& one, bool taken_in) {
    tickets.push_back(one.ticket);
    if (taken_in && one.agent != kNoAgent) agents.push_back(one.agent);
    const bool fits = one.movement < movements && one.max_cost < kUnreachable &&
                      one.since <= frame && one.slot <= one.slots() &&
                      std::isfinite(one.radius) && one.radius >= 0;
    const bool begun = one.slot != 0 || one.is_long || one.needed != 0;
    const bool waits = one.slot < one.slots() || one.slots() == 0;
    return fits && (taken_in ? waits && !one.done : one.done || !begun);
  };
  const auto all_sound = [&](const auto& requests, bool taken_in) {
    return std::ranges::all_of(requests,
                               [&](const Waiting& one) { return sound(one, taken_in); });
  };
  const auto differ = [](auto& list) {
    std::ranges::sort(list);
    return std::ranges::adjacent_find(list) == list.end();
  };
  return all_sound(waiting_, true) && all_sound(fetched_.requests, false) &&
         all_sound(inbox_.requests, false) &&
         std::ranges::none_of(inbox_.requests, &Waiting::done) && differ(tickets) &&
         (tickets.empty() || tickets.back() < Ticket{next_ticket_}) && differ(agents) &&
         next_fetched_ <= Ticket{next_ticket_} && next_ticket_ <= kMostTickets &&
         std::ranges::is_sorted(cancelled_);
}

}  // namespace throng
