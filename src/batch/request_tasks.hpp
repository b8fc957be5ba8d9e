#pragma once

#include "../core/memory.hpp"
#include "answer_query.hpp"
#include "slot_finder.hpp"

#include <throng/column.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// A batch of requests whose tasks are known: one for each request, but one for each goal
/// of Visit::each, so that all threads can answer them and sharing sees what they have in
/// common.
struct SplitRequests {
  explicit SplitRequests(Memory memory) : each_(memory), each_first_(memory) {}

  /// Splits a batch. first: as Answers::first. Cost: O(slots).
  void split(std::span<const Request> all, std::span<const std::size_t> all_first);

  std::span<const Request> requests;   ///< by task; none has Visit::each and several goals
  std::span<const std::size_t> first;  ///< by task: its first slot; then the end

 private:
  std::pmr::vector<Request> each_;
  std::pmr::vector<std::size_t> each_first_;
};

/// Whether the request has limits of its own.
inline bool is_limited(const Request& request) noexcept {
  return request.max_expansions != Request{}.max_expansions ||
         request.max_cost != Request{}.max_cost;
}

/// The tasks of a batch of requests. run_batch.hpp lists the members that tasks must have.
struct RequestTasks {
  const Problem& problem;
  const SplitRequests& split;
  const BatchOptions& options;
  Answers& answers;

  std::span<const Request> requests = split.requests;

  std::size_t count() const noexcept { return requests.size(); }
  std::size_t slot(std::size_t i) const noexcept { return split.first[i]; }
  Position start(std::size_t i) const noexcept { return requests[i].start; }
  /// The length of all searches together, or of the farthest if one goal suffices.
  std::uint64_t length(std::size_t i) const noexcept;

  void answer(std::size_t i, Scratch& scratch, Column<Move>& paths) const;

  std::uint32_t lane(std::size_t i) const noexcept {
    return lane_of(requests[i].agent, requests[i].start);
  }

  std::uint64_t kind(std::size_t i) const noexcept;
  bool same_kind(std::size_t i, std::size_t k) const noexcept;
  bool equal(std::size_t i, std::size_t k) const noexcept {
    const Request& a = requests[i];
    const Request& b = requests[k];
    return a.start == b.start && a.approach == b.approach &&
           a.escape_blocked_start == b.escape_blocked_start &&
           a.max_expansions == b.max_expansions && a.max_cost == b.max_cost &&
           (problem.options.ties != Ties::lanes || a.agent == b.agent);
  }
  std::optional<Position> goal(std::size_t i) const noexcept {
    const Request& request = requests[i];
    if (request.goals.size() != 1 || request.radius != 0 || is_limited(request))
      return std::nullopt;
    return request.goals[0];
  }
  bool approaches(std::size_t i) const noexcept { return requests[i].approach; }
  void put_end(std::size_t slot, Position end, Cost cost) const {
    answers.end[slot] = end;
    answers.end_cost[slot] = cost;
  }
  void copy_end(std::size_t from, std::size_t to) const {
    put_end(to, answers.end[from], answers.end_cost[from]);
  }

 private:
  Position answer_slot(std::size_t i, std::size_t slot, Position start,
                       std::span<const Position> goals, Scratch& scratch,
                       Column<Move>& paths) const;
};

}  // namespace throng
