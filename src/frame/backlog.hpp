#pragma once

#include "../core/flat_table.hpp"

#include <throng/frame_scheduler.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace throng {

/// A waiting request and its progress.
struct Waiting {
  static constexpr std::uint32_t kNoSeat = 0xFFFF'FFFF;

  Ticket ticket{};
  AgentId agent = kNoAgent;
  std::uint32_t goals_begin = 0;  ///< in the goals of the list that contains the request
  std::uint32_t goals_count = 0;
  std::uint32_t movement = 0;
  std::uint32_t since = 0;  ///< frame in which the scheduler took it in
  double radius = 0;        ///< in straight steps
  Cost max_cost = 0;
  std::uint32_t max_expansions = 0;
  Position start;          ///< of the current slot
  std::uint32_t slot = 0;  ///< the current slot; those before it are answered
  Priority priority = Priority::normal;
  Visit visit = Visit::any;
  bool approach = false;
  bool escape_blocked_start = false;
  bool done = false;             ///< to be removed
  bool is_long = false;          ///< the current slot has exceeded its first slice
  std::uint32_t needed = 0;      ///< smaller slices are useless; 0: any slice helps
  std::uint32_t seat = kNoSeat;  ///< where its search pauses

  std::uint32_t slots() const noexcept { return visit == Visit::any ? 1 : goals_count; }
};

/// The waiting requests, in the order of their submission: by frame, and within a frame by
/// agent, so that the order does not depend on which agent submits first.
class Backlog {
 public:
  explicit Backlog(Memory memory)
      : inbox_(memory),
        taking_(memory),
        agents_(memory),
        waiting_(memory),
        goals_(memory) {}

  /// Any thread may call this at any time.
  Ticket submit(const FrameRequest& request);
  void cancel(Ticket ticket);

  /// The result of take_in().
  struct TakenIn {
    std::size_t requests = 0;
    std::size_t dropped = 0;
  };

  /// Calls body(requests) with the requests that are submitted but not fetched yet.
  template <class Body>
  void read_inbox(const Body& body) const {
    const std::lock_guard lock(mutex_);
    body(std::span<const Waiting>(inbox_.requests));
  }

  /// Fetches what was submitted. Returns these requests, valid until take_in().
  std::span<const Waiting> fetch();
  /// Takes in what was fetched. Calls drop(waiting) for each request that is cancelled or
  /// superseded.
  template <class Drop>
  TakenIn take_in(std::uint32_t frame, const Drop& drop);

  /// The indices of all waiting requests, most urgent first. ageing: see SchedulerOptions.
  void put_in_order(std::uint32_t frame, std::uint32_t ageing,
                    std::pmr::vector<std::uint32_t>& order) const;

  /// Removes the requests that are done. Calls moved(from, to) for each request whose index
  /// changes.
  template <class Moved>
  void compact(const Moved& moved);

  std::size_t size() const noexcept { return waiting_.size(); }
  Waiting& operator[](std::size_t i) noexcept { return waiting_[i]; }
  const Waiting& operator[](std::size_t i) const noexcept { return waiting_[i]; }

  /// The goals of the current slot.
  std::span<const Position> goals(const Waiting& one) const noexcept {
    const auto all = std::span(goals_).subspan(one.goals_begin, one.goals_count);
    return one.visit == Visit::any ? all : all.subspan(one.slot, 1);
  }

 private:
  /// What was submitted but not taken in yet.
  struct Inbox {
    explicit Inbox(Memory memory) : requests(memory), goals(memory), cancelled(memory) {}

    std::pmr::vector<Waiting> requests;
    std::pmr::vector<Position> goals;
    std::pmr::vector<Ticket> cancelled;
  };

  bool is_cancelled(Ticket ticket) const;
  /// Whether `taking_` contains a later request of the same agent.
  bool is_superseded(const Waiting& one);

  mutable std::mutex mutex_;  ///< guards the next two
  Inbox inbox_;
  std::uint64_t next_ticket_ = 0;

  Inbox taking_;
  FlatTable agents_;  ///< finds agents in taking_.requests
  std::pmr::vector<Waiting> waiting_;
  std::pmr::vector<Position> goals_;
};

template <class Drop>
Backlog::TakenIn Backlog::take_in(std::uint32_t frame, const Drop& drop) {
  TakenIn sum{.requests = taking_.requests.size()};
  const auto drop_one = [&](const Waiting& one) {
    ++sum.dropped;
    drop(one);
  };
  if (!taking_.requests.empty() || !taking_.cancelled.empty())
    for (Waiting& one : waiting_) {
      if (!is_cancelled(one.ticket) && !is_superseded(one)) continue;
      drop_one(one);
      one.done = true;
    }
  for (std::size_t i = 0; i < taking_.requests.size(); ++i) {
    Waiting one = taking_.requests[i];
    one.since = frame;
    const bool last_of_agent = one.agent == kNoAgent || i + 1 == taking_.requests.size() ||
                               taking_.requests[i + 1].agent != one.agent;
    if (!last_of_agent || is_cancelled(one.ticket)) {
      drop_one(one);
      continue;
    }
    const auto goals = std::span(taking_.goals).subspan(one.goals_begin, one.goals_count);
    one.goals_begin = static_cast<std::uint32_t>(goals_.size());
    goals_.insert(goals_.end(), goals.begin(), goals.end());
    waiting_.push_back(one);
  }
  taking_.requests.clear();
  taking_.goals.clear();
  taking_.cancelled.clear();
  return sum;
}

template <class Moved>
void Backlog::compact(const Moved& moved) {
  std::size_t kept = 0, goals_kept = 0;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (waiting_[i].done) continue;
    Waiting one = waiting_[i];
    for (std::uint32_t k = 0; k < one.goals_count; ++k)
      goals_[goals_kept + k] = goals_[one.goals_begin + k];
    one.goals_begin = static_cast<std::uint32_t>(goals_kept);
    goals_kept += one.goals_count;
    waiting_[kept] = one;
    if (kept != i) moved(one, kept);
    ++kept;
  }
  waiting_.resize(kept);
  goals_.resize(goals_kept);
}

}  // namespace throng
