#include "slot_finder.hpp"

#include "../search/astar.hpp"
#include "answer_query.hpp"
#include "request_scratch.hpp"

#include <throng/column.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <memory>

namespace throng {
namespace {

/// Ranks statuses without a path, the most conclusive failure first.
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
  Finder(const Problem& problem, const SlotQuestion& question, const Limits& limits,
         Slice& slice, Scratch& scratch, Column<Move>& paths)
      : problem_(problem),
        grid_(problem.grid),
        start_(question.start),
        goals_(question.goals),
        radius_(question.radius),
        limits_(limits),
        slice_(slice),
        scratch_(scratch),
        own_(scratch.of<RequestScratch>()),
        paths_(paths),
        begin_(paths.size()) {}

  SlotAnswer find(bool approaches, bool leaves_blocked) {
    if (!grid_.contains(start_)) return ended(Status::out_of_map);
    if (!grid_.open(start_) && leaves_blocked) start_ = nearest_open_cell();
    if (!grid_.open(start_)) return ended(Status::start_blocked);
    SlotAnswer answer = radius_ == 0 ? find_cheapest(goals_, limits_) : find_near_enough();
    const bool is_answered = answer.search.status == Status::found || slice_.ran_out;
    if (approaches && !is_answered && answer.end == start_) approach(answer);
    if (slice_.ran_out || (!approaches && answer.search.status != Status::found))
      drop_path(answer);
    return answer;
  }

 private:
  SlotAnswer ended(Status status) const { return {{.status = status}, start_, start_}; }

  /// The start itself if there is no open cell.
  Position nearest_open_cell() {
    NearestCells& nearest = own_.nearest;
    nearest.distance = kUnreachable;
    nearest.cells.clear();
    add_nearest_open_cells(grid_, start_, problem_.distance, nearest);
    return nearest.cells.empty() ? start_
                                 : grid_.position(*std::ranges::min_element(nearest.cells));
  }

  void drop_path(SlotAnswer& answer) {
    paths_.resize(begin_);
    answer.end = start_;
    answer.end_cost = 0;
  }

  using Ranked = RequestScratch::Ranked;

  static bool comes_after(const Ranked& a, const Ranked& b) noexcept {
    return a.distance != b.distance ? a.distance > b.distance : a.index > b.index;
  }

  /// Collects the goals that lie in the map, as a heap with the nearest on top. Distances
  /// are estimates without a search. Of many goals few are examined.
  void rank(std::span<const Position> goals) {
    own_.ranking.clear();
    for (std::size_t i = 0; i < goals.size(); ++i)
      if (grid_.contains(goals[i])) own_.ranking.push_back({at_least_to(goals[i]), i});
    std::ranges::make_heap(own_.ranking, comes_after);
  }

  Position place(Position p) const { return axial(grid_.rules().topology, p); }

  /// A lower bound on the cost of a path to `goal` without links. Not from landmarks at
  /// jump points, whose bounds take microseconds.
  Cost at_least_to(Position goal) const {
    const Cost open = problem_.distance(place(start_), place(goal));
    const Index::Parts* const index = problem_.index;
    const CellIndex from = grid_.cell(start_), to = grid_.cell(goal);
    if (index == nullptr || !index->landmarks || index->jump_point_rows() ||
        grid_.component(from) != grid_.component(to))
      return open;
    return std::max(open, index->landmark_lower(from, to));
  }

  /// A lower bound on the cost of a path to a goal at this distance.
  Cost at_least(Cost distance) const noexcept {
    return grid_.links() == nullptr ? distance : 0;
  }

  Ranked next_ranked() {
    std::ranges::pop_heap(own_.ranking, comes_after);
    const Ranked next = own_.ranking.back();
    own_.ranking.pop_back();
    return next;
  }

  SlotAnswer find_one(Position goal) {
    const SearchResult one = ask({start_, goal}, limits_);
    if (one.status != Status::found) return {one, start_, start_};
    return {one, start_, goal, one.cost};
  }

  /// Searches for one goal after the other, the nearest first. Each search is limited to
  /// the cost of the best path so far. Of goals with equal costs, the first one wins.
  SlotAnswer find_cheapest(std::span<const Position> goals, Limits rest) {
    if (goals.size() == 1) return find_one(goals.front());
    rank(goals);
    SlotAnswer best = ended(goals.empty() ? Status::unreachable : Status::out_of_map);
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
      if (slice_.ran_out) return best;
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

  /// The answer to a query. If it has a path, that path replaces the previous one.
  SearchResult ask(const Query& query, Limits limits) {
    SlotProgress* const progress = slice_.progress;
    const bool known = progress != nullptr && asked_ < progress->done.size();
    if (known) {
      const SearchResult& one = progress->done[asked_++];
      if (one.status == Status::found) {
        paths_.resize(begin_);
        paths_.insert(paths_.end(), progress->path.begin(), progress->path.end());
      }
      return one;
    }
    const SearchResult one = ask_anew(query, limits, progress);
    if (progress == nullptr || slice_.ran_out) return one;
    progress->pause = {};
    progress->done.push_back(one);
    if (one.status == Status::found) progress->path.assign(at(begin_), paths_.end());
    ++asked_;
    return one;
  }

  SearchResult ask_anew(const Query& query, Limits limits, SlotProgress* progress) {
    SearchResult one = settle_without_search(grid_, query);
    if (one.status == Status::found) paths_.resize(begin_);
    if (one.status != Status::unreachable) return one;
    const std::size_t end = paths_.size();
    if (progress != nullptr) limits.pause = &progress->pause;
    one = in_slice(limits, [&](const Limits& sliced) {
      return search_within_component(problem_, query, sliced, scratch_, &paths_);
    });
    if (one.status == Status::found) paths_.erase(at(begin_), at(end));
    return one;
  }

  Column<Move>::iterator at(std::size_t k) {
    return paths_.begin() + static_cast<std::ptrdiff_t>(k);
  }

  /// Runs search(limits) with at most as many expansions as the slice has left.
  template <class Search>
  SearchResult in_slice(Limits limits, const Search& search) {
    const std::uint32_t before = limits.resumes() ? limits.pause->spent() : 0;
    const std::uint32_t allowed = limits.max_expansions;
    limits.max_expansions = before + std::min(allowed - before, slice_.left);
    const SearchResult one = search(limits);
    slice_.left -= one.expanded - before;
    // A beam search may end with status out_of_budget although it has expansions left.
    slice_.ran_out = one.status == Status::out_of_budget &&
                     one.expanded == limits.max_expansions &&
                     limits.max_expansions < allowed;
    return one;
  }

  /// One search for all goals that have a cell within the radius in the component of the
  /// start.
  SlotAnswer find_near_enough() {
    SlotAnswer answer = ended(goals_.empty() ? Status::unreachable : Status::out_of_map);
    own_.toward.clear();
    for (const Position goal : goals_) {
      if (!grid_.contains(goal)) continue;
      answer.search.status = Status::unreachable;
      own_.nearest.distance = radius_;
      own_.nearest.cells.clear();
      add_nearest_cells(grid_, grid_.cell(start_), goal, problem_.distance, own_.nearest);
      if (!own_.nearest.cells.empty()) aim_at(goal);
    }
    if (own_.toward.empty()) return answer;
    const TargetResult result = search_targets();
    answer.search = result.search;
    if (result.target == kNoCell || slice_.ran_out) return answer;
    // A search that is out of budget may have found a path without proof that it is
    // cheapest.
    append_path_to(result.target);
    answer.end = grid_.position(result.target);
    answer.end_cost = result.search.upper;
    return answer;
  }

  void aim_at(Position goal) {
    own_.toward.emplace_back(problem_.space, grid_.cell(goal), problem_.distance);
  }

  /// A* to a cell within the radius of one of the targets in own_.toward.
  TargetResult search_targets() {
    using Goals = LeastBound<RequestScratch::Toward>;
    const Goals goals(own_.toward);
    const Within<Goals> target{goals, radius_};
    const WithinBound<Goals> bound{goals, radius_};
    const CellIndex start = grid_.cell(start_);
    TargetResult result;
    in_slice(limits_, [&](const Limits& sliced) {
      const auto run = [&](const auto& space, const auto& h) {
        result = best_first(space, start, target, h, AStarPriority(), sliced, own_.search);
      };
      const SearchSpace& plain = problem_.space;
      if (problem_.linked)
        run(*problem_.linked, NoBound());
      else if (grid_.plain())
        run(plain, bound);
      else
        run(problem_.weighted_space, bound);
      return result.search;
    });
    return result;
  }

  void append_path_to(CellIndex cell) {
    const CellIndex start = grid_.cell(start_);
    if (problem_.linked)
      append_path(*problem_.linked, start, cell, own_.search.nodes, paths_);
    else
      append_path(problem_.space, start, cell, own_.search.nodes, paths_);
  }

  /// Finds another end for a search that found no path.
  void approach(SlotAnswer& answer) {
    switch (answer.search.status) {
      case Status::unreachable:
      case Status::goal_blocked:
        if (go_to_nearest(answer) || slice_.ran_out) return;
        break;
      case Status::out_of_budget:
      case Status::over_max_cost:
        break;
      default:
        return;
    }
    own_.toward.clear();
    for (const Position goal : goals_)
      if (grid_.contains(goal)) aim_at(goal);
    if (own_.toward.empty()) return;
    const TargetResult result = search_targets();
    if (slice_.ran_out) return;
    add_counts(result.search, answer.search);
    if (result.search.status == Status::found) {
      answer.search.status = Status::found;
      answer.search.cost = answer.search.upper = result.search.cost;
    }
    append_path_to(result.nearest);
    answer.end = grid_.position(result.nearest);
    answer.end_cost = result.nearest_cost;
  }

  /// Goes to the nearest cell of the component. False if that exceeds the limits, or if
  /// one-way steps or fences prevent it.
  bool go_to_nearest(SlotAnswer& answer) {
    find_nearest();
    const SlotAnswer there = find_cheapest(own_.places, limits_);
    if (slice_.ran_out) return false;
    add_counts(there.search, answer.search);
    if (there.search.status != Status::found) {
      paths_.resize(begin_);
      return own_.places.empty();
    }
    answer.end = there.end;
    answer.end_cost = there.end_cost;
    return true;
  }

  /// Fills own_.places. Units of a group that cannot reach their goal need the same places
  /// one after the other, so the last ones are kept.
  void find_nearest() {
    const CellIndex start = grid_.cell(start_);
    RequestScratch::Nearest wanted;
    if (goals_.size() == 1) wanted = {problem_.number, grid_.component(start), goals_[0]};
    if (wanted.problem != 0 && wanted == own_.known) return;
    own_.known = {};
    NearestCells& nearest = own_.nearest;
    nearest.distance = kUnreachable;
    nearest.cells.clear();
    for (const Position goal : goals_)
      if (grid_.contains(goal))
        add_nearest_cells(grid_, start, goal, problem_.distance, nearest);
    std::ranges::sort(nearest.cells);
    own_.places.clear();
    for (const CellIndex cell : nearest.cells) own_.places.push_back(grid_.position(cell));
    own_.known = wanted;
  }

  const Problem& problem_;
  const Grid& grid_;
  Position start_;
  const std::span<const Position> goals_;
  const Cost radius_;
  const Limits& limits_;
  Slice& slice_;
  Scratch& scratch_;
  RequestScratch& own_;
  Column<Move>& paths_;
  const std::size_t begin_;
  std::size_t asked_ = 0;  ///< number of queries so far
};

}  // namespace

SlotAnswer find_slot(const Problem& problem, const SlotQuestion& question,
                     const Limits& limits, Slice& slice, Scratch& scratch,
                     Column<Move>& paths) {
  return Finder(problem, question, limits, slice, scratch, paths)
      .find(question.approach, question.escape_blocked_start);
}

}  // namespace throng
