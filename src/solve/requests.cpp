#include "answer_query.hpp"
#include "batch_loop.hpp"
#include "order.hpp"
#include "request_scratch.hpp"

#include <throng/solver.hpp>

#include <algorithm>
#include <memory>

namespace throng {
namespace {

/// What one call of solve() needs everywhere.
struct Job {
  const Problem& problem;
  Kernel kernel;
  /// In units of Grid::costs(): no more than any path costs, if it takes no link.
  OpenBound distance;
  std::span<const Request> requests;
  const BatchOptions& options;
  RequestResult& result;

  Position place(Position p) const { return axial(problem.grid.rules().topology, p); }
  Limits limits() const { return {options.max_expansions, options.max_cost}; }
};

/// What became of one slot. Its path is the moves appended.
struct Answer {
  SearchResult search;
  Position end;
  Cost end_cost = 0;
};

/// Statuses without a path, the one that leaves least hope first.
int hope(Status status) noexcept {
  switch (status) {
    case Status::out_of_map:
      return 0;
    case Status::goal_blocked:
      return 1;
    case Status::unreachable:
      return 2;
    case Status::over_max_cost:
      return 3;
    default:
      return 4;
  }
}

void add_counts(const SearchResult& more, SearchResult& sum) noexcept {
  sum.expanded += more.expanded;
  sum.generated += more.generated;
  sum.reopened += more.reopened;
}

/// Finds the path of one slot: from `start` to any of `goals`.
class Finder {
 public:
  Finder(const Job& job, Scratch& scratch, std::vector<Move>& paths)
      : job_(job),
        grid_(job.problem.grid),
        scratch_(scratch),
        own_(*scratch.requests),
        paths_(paths),
        begin_(paths.size()) {}

  Answer find(Position start, std::span<const Position> goals, const Request& request) {
    start_ = start;
    if (!grid_.contains(start)) return ended(Status::out_of_map);
    if (!grid_.open(start)) return ended(Status::start_blocked);
    Answer answer = request.radius == 0 ? find_cheapest(goals, job_.limits())
                                        : find_near_enough(goals, request.radius);
    const Status status = answer.search.status;
    if (request.approach && status != Status::found && answer.end == start)
      approach(goals, request.radius, answer);
    if (!request.approach && answer.search.status != Status::found) drop_path(answer);
    return answer;
  }

 private:
  Answer ended(Status status) const { return {{.status = status}, start_}; }

  void drop_path(Answer& answer) {
    paths_.resize(begin_);
    answer.end = start_;
    answer.end_cost = 0;
  }

  using Ranked = RequestScratch::Ranked;

  static bool comes_after(const Ranked& a, const Ranked& b) noexcept {
    return a.distance != b.distance ? a.distance > b.distance : a.index > b.index;
  }

  /// The goals that lie in the map, as a heap with the nearest on an open map on top: of
  /// many goals few are looked at.
  void rank(std::span<const Position> goals) {
    own_.ranking.clear();
    for (std::size_t i = 0; i < goals.size(); ++i)
      if (grid_.contains(goals[i]))
        own_.ranking.push_back(
            {job_.distance(job_.place(start_), job_.place(goals[i])), i});
    std::ranges::make_heap(own_.ranking, comes_after);
  }

  /// What a path to a goal costs at least, so far away as it is on an open map.
  Cost at_least(Cost distance) const noexcept {
    return grid_.links() == nullptr ? distance : 0;
  }

  Ranked next_ranked() {
    std::ranges::pop_heap(own_.ranking, comes_after);
    const Ranked next = own_.ranking.back();
    own_.ranking.pop_back();
    return next;
  }

  /// Asks for one goal after the other, the nearest first, each search cut off at the cost
  /// of the best path before it. Of goals as cheap the first counts.
  Answer find_cheapest(std::span<const Position> goals, Limits rest) {
    rank(goals);
    Answer best = ended(goals.empty() ? Status::unreachable : Status::out_of_map);
    SearchResult& sum = best.search;
    std::size_t best_index = goals.size();
    Cost lower = kUnreachable;
    bool found = false;
    while (!own_.ranking.empty()) {
      const auto [distance, index] = next_ranked();
      if (found && at_least(distance) > best.end_cost) break;
      if (found && index > best_index) {
        if (at_least(distance) == best.end_cost) continue;
        rest.max_cost = best.end_cost - 1;
      } else if (found) {
        rest.max_cost = best.end_cost;
      }
      const SearchResult one = ask({start_, goals[index]}, rest);
      rest.max_expansions -= one.expanded;
      add_counts(one, sum);
      sum.upper = std::min(sum.upper, one.upper);
      if (one.status == Status::found) {
        found = true;
        best_index = index;
        best.end = goals[index];
        best.end_cost = one.cost;
        continue;
      }
      if (!found && hope(one.status) > hope(sum.status)) sum.status = one.status;
      lower = std::min(lower, one.cost);
      if (one.status != Status::out_of_budget) continue;
      sum.status = one.status;
      if (!own_.ranking.empty())
        lower = std::min(lower, at_least(own_.ranking.front().distance));
      break;
    }
    const bool proven = found && sum.status != Status::out_of_budget;
    if (proven) sum.status = Status::found;
    sum.cost = proven ? best.end_cost : std::min(lower, found ? best.end_cost : lower);
    if (found) sum.upper = best.end_cost;
    return best;
  }

  /// The answer to a query; its path, if it has one, replaces the one before.
  SearchResult ask(const Query& query, const Limits& limits) {
    SearchResult one = settle_without_search(grid_, query);
    if (one.status == Status::found) paths_.resize(begin_);
    if (one.status != Status::unreachable) return one;
    const std::size_t end = paths_.size();
    one = search_within_component(job_.problem, job_.kernel, query, limits, scratch_,
                                  &paths_);
    const auto at = [&](std::size_t k) {
      return paths_.begin() + static_cast<std::ptrdiff_t>(k);
    };
    if (one.status == Status::found) paths_.erase(at(begin_), at(end));
    return one;
  }

  /// One search for all goals that have a cell near enough in the component of the start.
  Answer find_near_enough(std::span<const Position> goals, Cost radius) {
    Answer answer = ended(goals.empty() ? Status::unreachable : Status::out_of_map);
    own_.toward.clear();
    for (const Position goal : goals) {
      if (!grid_.contains(goal)) continue;
      answer.search.status = Status::unreachable;
      own_.nearest.distance = radius;
      own_.nearest.cells.clear();
      add_nearest_cells(grid_, grid_.cell(start_), goal, job_.distance, own_.nearest);
      if (!own_.nearest.cells.empty()) aim_at(goal);
    }
    if (own_.toward.empty()) return answer;
    const TargetResult result = search_targets(radius);
    answer.search = result.search;
    if (result.target == kNoCell) return answer;
    // Out of budget a path may have been found that is not proven to be a cheapest one.
    append_path_to(result.target);
    answer.end = grid_.position(result.target);
    answer.end_cost = result.search.upper;
    return answer;
  }

  void aim_at(Position goal) {
    own_.toward.emplace_back(job_.problem.space, grid_.cell(goal), job_.distance);
  }

  /// A* to a cell within `radius` of a goal that was aimed at.
  TargetResult search_targets(Cost radius) {
    using Goals = LeastBound<RequestScratch::Toward>;
    const Goals goals(own_.toward);
    const Within<Goals> target{goals, radius};
    const WithinBound<Goals> bound{goals, radius};
    const CellIndex start = grid_.cell(start_);
    const Problem& problem = job_.problem;
    const auto run = [&](const auto& space, const auto& h) {
      return best_first(space, start, target, h, AStarPriority(), job_.limits(),
                        own_.search);
    };
    if (problem.linked) return run(*problem.linked, NoBound());
    const SearchSpace& plain = problem.space;
    return grid_.plain() ? run(plain, bound) : run(problem.weighted_space, bound);
  }

  void append_path_to(CellIndex cell) {
    const CellIndex start = grid_.cell(start_);
    if (job_.problem.linked)
      append_path(*job_.problem.linked, start, cell, own_.search.nodes, paths_);
    else
      append_path(job_.problem.space, start, cell, own_.search.nodes, paths_);
  }

  /// Finds another end for an answer that has no path.
  void approach(std::span<const Position> goals, Cost radius, Answer& answer) {
    switch (answer.search.status) {
      case Status::unreachable:
      case Status::goal_blocked:
        if (go_to_nearest(goals, answer)) return;
        break;
      case Status::out_of_budget:
      case Status::over_max_cost:
        break;
      default:
        return;
    }
    own_.toward.clear();
    for (const Position goal : goals)
      if (grid_.contains(goal)) aim_at(goal);
    if (own_.toward.empty()) return;
    const TargetResult result = search_targets(radius);
    add_counts(result.search, answer.search);
    if (result.search.status == Status::found) {
      answer.search.status = Status::found;
      answer.search.cost = answer.search.upper = result.search.cost;
    }
    append_path_to(result.nearest);
    answer.end = grid_.position(result.nearest);
    answer.end_cost = result.nearest_cost;
  }

  /// Goes to the nearest cell of the component; false when that takes more than the limits
  /// allow, or one-way steps or fences are in the way.
  bool go_to_nearest(std::span<const Position> goals, Answer& answer) {
    NearestCells& nearest = own_.nearest;
    nearest.distance = kUnreachable;
    nearest.cells.clear();
    for (const Position goal : goals)
      if (grid_.contains(goal))
        add_nearest_cells(grid_, grid_.cell(start_), goal, job_.distance, nearest);
    std::ranges::sort(nearest.cells);
    own_.places.clear();
    for (const CellIndex cell : nearest.cells) own_.places.push_back(grid_.position(cell));
    const Answer there = find_cheapest(own_.places, job_.limits());
    add_counts(there.search, answer.search);
    if (there.search.status != Status::found) {
      paths_.resize(begin_);
      return own_.places.empty();
    }
    answer.end = there.end;
    answer.end_cost = there.end_cost;
    return true;
  }

  const Job& job_;
  const Grid& grid_;
  Scratch& scratch_;
  RequestScratch& own_;
  std::vector<Move>& paths_;
  std::size_t begin_;
  Position start_;
};

/// Answers one slot; gives where the unit is then.
Position answer_slot(const Job& job, std::size_t slot, Position start,
                     std::span<const Position> goals, const Request& request,
                     Scratch& scratch, std::vector<Move>& paths) {
  const std::size_t begin = paths.size();
  BatchResult& answers = job.result.answers;
  Answer answer{{.status = Status::cancelled, .cost = 0}, start};
  timed(job.options, answers, slot, [&] {
    if (!cancelled(job.options.monitor))
      answer = Finder(job, scratch, paths).find(start, goals, request);
  });
  put_down(answer.search, slot, answers);
  answers.start[slot] = start;
  if (!job.options.paths) paths.resize(begin);
  answers.path_begin[slot + 1] = paths.size() - begin;  // a length until the batch is done
  job.result.end[slot] = answer.end;
  job.result.end_cost[slot] = answer.end_cost;
  return answer.end;
}

void answer(const Job& job, std::size_t i, Scratch& scratch, std::vector<Move>& paths) {
  if (scratch.requests == nullptr) scratch.requests = std::make_unique<RequestScratch>();
  const Request& request = job.requests[i];
  const std::size_t slot = job.result.first[i];
  if (request.visit == Visit::any) {
    answer_slot(job, slot, request.start, request.goals, request, scratch, paths);
    return;
  }
  Position at = request.start;
  for (std::size_t k = 0; k < request.goals.size(); ++k) {
    const Position end = answer_slot(job, slot + k, at, request.goals.subspan(k, 1),
                                     request, scratch, paths);
    if (request.visit == Visit::in_turn) at = end;
  }
}

}  // namespace

void Solver::solve(std::span<const Request> requests, Workers& workers,
                   RequestResult& result, const BatchOptions& options) const {
  THRONG_ASSERT(options.max_cost < kUnreachable);
  Workers::Impl& own = workers.impl();
  result.first.resize(requests.size() + 1);
  result.first[0] = 0;
  for (std::size_t i = 0; i < requests.size(); ++i)
    result.first[i + 1] =
        result.first[i] + (requests[i].visit == Visit::any ? 1 : requests[i].goals.size());
  make_room(result.answers, result.first.back(), options);
  result.answers.topology = grid_->rules().topology;
  result.answers.links = grid_->links();
  result.end.resize(result.first.back());
  result.end_cost.resize(result.first.back());

  const Problem problem = this->problem();
  const Job job{problem,
                find_kernel(problem),
                OpenBound(grid_->rules().topology, grid_->costs()),
                requests,
                options,
                result};
  run_batch(
      {own, requests.size(), result.answers, options.monitor},
      [&] {
        order_longest_first(requests.size(), own.order, [&](std::size_t i) {
          const Request& request = requests[i];
          std::uint64_t sum = 0;
          for (const Position goal : request.goals) {
            const std::uint64_t far = span_of(request.start, goal);
            sum = request.visit == Visit::any ? std::max(sum, far) : sum + far;
          }
          return sum;
        });
      },
      [&](std::size_t i) { return result.first[i]; },
      [&](std::size_t i, Scratch& scratch, std::vector<Move>& paths) {
        answer(job, i, scratch, paths);
      });
}

}  // namespace throng
