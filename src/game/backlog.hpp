#pragma once

#include "../core/bytes.hpp"
#include "../core/flat_table.hpp"
#include "../core/key_order.hpp"
#include "../core/threads.hpp"

#include <throng/assert.hpp>
#include <throng/frame_scheduler.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Where a waiting request is in a frame. It is in one place only, and a task of a round
/// takes it from there: so no two tasks ever serve one request.
enum class Place : std::uint8_t {
  none,   ///< not in this frame: it waits for the next one, or is removed
  order,  ///< in Round::order; its current slot has had no search yet
  again,  ///< in Round::again
  longs,  ///< in Round::longs
  group,  ///< in a group order, and only that may serve it
  round,  ///< it has a task of the current round
};

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
  bool done = false;  ///< to be removed
  Place place = Place::none;
  bool is_long = false;          ///< the current slot has exceeded its first slice
  std::uint32_t needed = 0;      ///< smaller slices are useless; 0: any slice helps
  std::uint32_t seat = kNoSeat;  ///< where its search pauses
  std::uint32_t latest = 0;      ///< of its agent, if any: see Backlog

  std::uint32_t slots() const noexcept { return visit == Visit::any ? 1 : goals_count; }
};

/// The waiting requests, in the order in which they were taken in: by frame, and within a
/// frame by agent or by submission.
class Backlog {
 public:
  explicit Backlog(Memory memory)
      : inbox_(memory),
        fetched_(memory),
        order_(memory),
        cancelled_(memory),
        waiting_(memory),
        goals_(memory),
        latest_(memory),
        agents_(memory),
        levels_(memory),
        by_agent_(memory) {}

  // Any thread may call these two at any time.
  /// The requests get consecutive tickets. Returns the first one. Those of a movement class
  /// from `movements` on are submitted as if they began outside of the map.
  Ticket submit(std::span<const Request> requests, std::size_t movements);
  void cancel(Ticket ticket);

  /// Calls body(requests) with the requests that were submitted but not fetched yet.
  template <class Body>
  void read_inbox(const Body& body) const {
    const Lock lock(mutex_);
    body(std::span<const Waiting>(inbox_.requests));
  }

  /// Fetches what was submitted, unless fetched requests still have to be taken in; and all
  /// cancelled tickets. Returns the number of requests that it fetched.
  /// by_agent: the order of these requests does not depend on which agent submits first.
  ///           Takes O(n log n) time for requests without an agent.
  std::size_t fetch(bool by_agent);
  /// The requests of the last fetch, whether they have been taken in or not.
  std::span<const Waiting> last_fetched() const noexcept { return fetched_.requests; }
  /// The number of those that have not been taken in.
  std::size_t to_take_in() const noexcept { return order_.size() - taken_; }

  /// Removes each waiting or fetched request that is cancelled, after drop(waiting).
  /// Returns their number. Pre: drop() changes nothing if it throws; then the next call
  /// goes on.
  template <class Drop>
  std::size_t drop_cancelled(const Drop& drop);
  /// Takes in the next `most` fetched requests. Removes each request that is superseded by
  /// one of these, after drop(waiting). Returns their number. Pre: as above.
  template <class Drop>
  std::size_t take_in(std::size_t most, std::uint32_t frame, const Drop& drop);

  /// The indices of all waiting requests, most urgent first. ageing: see SchedulerOptions.
  void put_in_order(std::uint32_t frame, std::uint32_t ageing,
                    std::pmr::vector<std::uint32_t>& order);
  /// The priority of a waiting request in the last put_in_order(), ageing included.
  std::uint8_t level(std::uint32_t i) const noexcept { return levels_[i]; }

  /// Removes a request. Its index remains valid until compact().
  void remove(Waiting& one) noexcept {
    THRONG_ASSERT(!one.done);
    one.done = true;
    one.place = Place::none;
    ++removed_;
    if (one.agent != kNoAgent) latest_[one.latest].request = FlatTable::kEmpty;
  }
  /// Frees the memory of removed requests, if they are a quarter of the waiting ones, so
  /// that it costs O(1) for each and never much at once. Calls moved(from, to) for each
  /// request whose index changes.
  template <class Moved>
  void compact(const Moved& moved);

  /// Writes all requests, between two frames.
  void write(ByteWriter& out) const;
  /// Reads what write() wrote. Makes the reader fail where no scheduler with so many
  /// movement classes could have written it before this frame. Pre: there is no request.
  void read(ByteReader& in, std::size_t movements, std::uint32_t frame);

  /// The number of requests that wait, those included that were submitted or fetched.
  std::size_t waiting() const noexcept {
    const Lock lock(mutex_);
    return waiting_.size() - removed_ + to_take_in() - fetched_done_ +
           inbox_.requests.size();
  }

  /// All indices are less than size(). Some belong to removed requests.
  std::size_t size() const noexcept { return waiting_.size(); }
  Waiting& operator[](std::size_t i) noexcept { return waiting_[i]; }
  const Waiting& operator[](std::size_t i) const noexcept { return waiting_[i]; }

  /// The goals of the current slot.
  std::span<const Position> goals(const Waiting& one) const noexcept {
    const auto all = std::span(goals_).subspan(one.goals_begin, one.goals_count);
    return one.visit == Visit::any ? all : all.subspan(one.slot, 1);
  }

 private:
  static constexpr std::size_t kFewAgents = 64;

  /// Submitted requests.
  struct Inbox {
    explicit Inbox(Memory memory) : requests(memory), goals(memory), cancelled(memory) {}

    std::pmr::vector<Waiting> requests;
    std::pmr::vector<Position> goals;
    std::pmr::vector<Ticket> cancelled;
  };

  /// The latest request of an agent that was taken in.
  struct Latest {
    AgentId agent;
    std::uint32_t request;  ///< in waiting_; kEmpty: it no longer waits
  };

  static void write(const Waiting& one, std::span<const Position> goals, ByteWriter& out);
  static Waiting read(ByteReader& in, std::pmr::vector<Position>& goals);
  bool is_sound(std::size_t movements, std::uint32_t frame) const;
  void sort_fetched();
  /// Forgets the agents without a waiting request.
  void forget_agents();
  /// The index in latest_ of an agent, which is added if it is new.
  std::uint32_t enter(AgentId agent);

  mutable Mutex mutex_;  ///< guards the next two
  Inbox inbox_;
  std::uint64_t next_ticket_ = 0;

  Inbox fetched_;  ///< without cancelled tickets; done: taken in or cancelled
  /// Of fetched_.requests, in the order in which they are taken in.
  std::pmr::vector<std::uint32_t> order_;
  std::size_t taken_ = 0;               ///< of order_: those before it were taken in
  std::size_t fetched_done_ = 0;        ///< of the others: those that are cancelled
  Ticket next_fetched_{};               ///< all tickets before it were fetched
  std::pmr::vector<Ticket> cancelled_;  ///< sorted
  std::pmr::vector<Waiting> waiting_;
  std::pmr::vector<Position> goals_;
  std::size_t removed_ = 0;  ///< of waiting_
  std::pmr::vector<Latest> latest_;
  FlatTable agents_;                       ///< finds agents in latest_
  std::size_t most_agents_ = kFewAgents;   ///< in latest_, before it is cleaned
  std::pmr::vector<std::uint8_t> levels_;  ///< see level()
  KeyOrder by_agent_;                      ///< of sort_fetched()
};

template <class Drop>
std::size_t Backlog::drop_cancelled(const Drop& drop) {
  std::size_t dropped = 0;
  if (cancelled_.empty()) return dropped;
  const auto is_cancelled = [&](const Waiting& one) {
    return !one.done && std::ranges::binary_search(cancelled_, one.ticket);
  };
  for (Waiting& one : waiting_) {
    if (!is_cancelled(one)) continue;
    drop(one);
    remove(one);
    ++dropped;
  }
  for (Waiting& one : fetched_.requests) {
    if (!is_cancelled(one)) continue;
    drop(one);
    one.done = true;
    ++fetched_done_;
    ++dropped;
  }
  std::erase_if(cancelled_, [&](Ticket one) { return one < next_fetched_; });
  return dropped;
}

template <class Drop>
std::size_t Backlog::take_in(std::size_t most, std::uint32_t frame, const Drop& drop) {
  constexpr std::size_t kFar = 8;  // to read ahead: agents may submit in any order
  const std::size_t end = taken_ + std::min(most, to_take_in());
  if (latest_.size() > most_agents_) forget_agents();
  std::size_t dropped = 0;
  for (; taken_ < end; ++taken_) {
    if (taken_ + kFar < order_.size())
      __builtin_prefetch(&fetched_.requests[order_[taken_ + kFar]]);
    Waiting& fetched = fetched_.requests[order_[taken_]];
    Waiting one = fetched;
    // What can run out of memory comes first.
    reserve_more(waiting_, 1);
    reserve_more(goals_, one.goals_count);
    if (one.agent != kNoAgent) {
      one.latest = enter(one.agent);
      const std::uint32_t latest = latest_[one.latest].request;
      if (latest != FlatTable::kEmpty) {
        drop(waiting_[latest]);
        remove(waiting_[latest]);
        ++dropped;
      }
    }
    if (one.done) {  // cancelled
      --fetched_done_;
      continue;
    }
    fetched.done = true;
    if (one.agent != kNoAgent)
      latest_[one.latest].request = static_cast<std::uint32_t>(waiting_.size());
    const auto goals = std::span(fetched_.goals).subspan(one.goals_begin, one.goals_count);
    one.goals_begin = static_cast<std::uint32_t>(goals_.size());
    one.since = frame;
    goals_.insert(goals_.end(), goals.begin(), goals.end());
    waiting_.push_back(one);
  }
  return dropped;
}

template <class Moved>
void Backlog::compact(const Moved& moved) {
  if (4 * removed_ < waiting_.size() - removed_ || removed_ == 0) return;
  std::size_t kept = 0, goals_kept = 0;
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (waiting_[i].done) continue;
    Waiting one = waiting_[i];
    if (one.agent != kNoAgent)
      latest_[one.latest].request = static_cast<std::uint32_t>(kept);
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
  removed_ = 0;
}

}  // namespace throng
