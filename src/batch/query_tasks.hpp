#pragma once

#include "../core/flat_table.hpp"
#include "answer_query.hpp"
#include "order.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// A batch of queries, one task each. run_batch.hpp lists the members that tasks must have.
struct QueryTasks {
  const Problem& problem;
  std::span<const Query> queries;
  const BatchOptions& options;
  Answers& answers;

  std::size_t count() const noexcept { return queries.size(); }
  std::size_t slot(std::size_t i) const noexcept { return i; }
  Position start(std::size_t i) const noexcept { return queries[i].start; }
  std::uint64_t length(std::size_t i) const noexcept {
    return span_of(queries[i].start, queries[i].goal);
  }

  void answer(std::size_t i, Scratch& scratch, Column<Move>& paths) const {
    timed(options, answers, i, [&] {
      const Query& query = queries[i];
      const std::size_t begin = paths.size();
      SearchResult found{.status = Status::cancelled, .cost = 0};
      if (!cancelled(options.monitor)) {
        found = settle_without_search(problem.grid, query);
        if (found.status == Status::unreachable)
          found = search_within_component(problem, query,
                                          {.max_expansions = options.max_expansions,
                                           .max_cost = options.max_cost,
                                           .cancel = cancel_flag(options.monitor)},
                                          scratch, options.paths ? &paths : nullptr);
        if (found.status == Status::out_of_budget && cancelled(options.monitor))
          found = {.status = Status::cancelled, .cost = 0};
      }
      finish_path(problem, query.start, lane(i), begin, options.max_moves, scratch, paths);
      put_down(found, i, answers);
      answers.start[i] = query.start;
      answers.path_begin[i + 1] = paths.size() - begin;
    });
  }

  std::uint32_t lane(std::size_t i) const noexcept {
    return lane_of(kNoAgent, queries[i].start);
  }

  std::uint64_t kind(std::size_t i) const noexcept { return bits_of(queries[i].goal); }
  bool same_kind(std::size_t i, std::size_t k) const noexcept {
    return queries[i].goal == queries[k].goal;
  }
  bool equal(std::size_t i, std::size_t k) const noexcept {
    return queries[i].start == queries[k].start;
  }
  std::optional<Position> goal(std::size_t i) const noexcept { return queries[i].goal; }
  bool approaches(std::size_t) const noexcept { return false; }
  void put_end(std::size_t, Position, Cost) const noexcept {}
  void copy_end(std::size_t, std::size_t) const noexcept {}
};

}  // namespace throng
