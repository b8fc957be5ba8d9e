#pragma once

#include "../batch/answer_query.hpp"
#include "slot_finder.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// A batch of requests, one task each. run_batch.hpp lists the members that tasks must
/// have.
struct RequestTasks {
  const Problem& problem;
  std::span<const Request> requests;
  const BatchOptions& options;
  RequestResult& result;
  BatchResult& answers = result.answers;

  std::size_t count() const noexcept { return requests.size(); }
  std::size_t slot(std::size_t i) const noexcept { return result.first[i]; }
  Position start(std::size_t i) const noexcept { return requests[i].start; }
  /// The length of all searches together, or of the farthest if one goal suffices.
  std::uint64_t length(std::size_t i) const noexcept;

  void answer(std::size_t i, Scratch& scratch, std::pmr::vector<Move>& paths) const;

  std::uint64_t kind(std::size_t i) const noexcept;
  bool same_kind(std::size_t i, std::size_t k) const noexcept;
  bool equal(std::size_t i, std::size_t k) const noexcept {
    const Request& a = requests[i];
    const Request& b = requests[k];
    return a.start == b.start && a.approach == b.approach &&
           a.escape_blocked_start == b.escape_blocked_start;
  }
  std::optional<Position> goal(std::size_t i) const noexcept {
    const Request& request = requests[i];
    if (request.goals.size() != 1 || request.radius != 0) return std::nullopt;
    return request.goals[0];
  }
  bool approaches(std::size_t i) const noexcept { return requests[i].approach; }
  void put_end(std::size_t slot, Position end, Cost cost) const {
    result.end[slot] = end;
    result.end_cost[slot] = cost;
  }
  void copy_end(std::size_t from, std::size_t to) const {
    put_end(to, result.end[from], result.end_cost[from]);
  }

 private:
  Position answer_slot(std::size_t slot, Position start, std::span<const Position> goals,
                       const Request& request, Scratch& scratch,
                       std::pmr::vector<Move>& paths) const;
};

}  // namespace throng
