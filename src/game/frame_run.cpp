#include "frame_run.hpp"

#include "../batch/batch_loop.hpp"
#include "../batch/order.hpp"
#include "../lines/line_path.hpp"
#include "../search/redraw.hpp"
#include "group_run.hpp"
#include "line_points.hpp"
#include "long_searches.hpp"
#include "task_answers.hpp"

#include <throng/assert.hpp>
#include <throng/column.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace throng {
namespace {

/// A first slice is this multiple of the typical work of a search,
constexpr std::uint64_t kTypicalSlices = 8;
/// but at most 1 / kSlicesPerFrame of the frame, and never less than kSmallestSlice.
constexpr std::uint64_t kSlicesPerFrame = 16;
constexpr std::uint64_t kSmallestSlice = 64;
/// If the largest first slice is less than this multiple of the typical work of a class,
/// most slices would be wasted, so all its searches count as long.
constexpr std::uint64_t kLeastSlices = 2;
/// Number of searches of a class in a round if its typical work is not known yet.
constexpr std::uint32_t kScouts = 4;

/// If the budget is a time, this number of requests is taken in between two looks at the
/// clock.
constexpr std::size_t kTakenInAtOnce = 128;

constexpr std::size_t kLinesPerBlock = 256;

constexpr std::uint32_t kNobody = 0xFFFF'FFFF;

class FrameRun {
 public:
  FrameRun(Schedule& schedule, Round& round, FrameBudget work, Workers::Impl& own)
      : all_(schedule),
        round_(round),
        own_(own),
        paths_(own.common.of<GatheredPaths>()),
        kept_(own.common.of<BatchScratch>()),
        answers_(schedule),
        budget_(work, schedule.pace),
        longs_(schedule, round) {}

  FrameReport run() {
    report_.frame = all_.frame;
    report_.repeated = std::exchange(all_.lost_lines, 0);
    whole_ = budget_.left();
    take_in();
    [[maybe_unused]] const StepTimer step("search");
    choose_slices();
    if (all_.options.sharing == Sharing::goals) serve_groups();
    for (first_round_ = true; compose(); first_round_ = false) {
      run_tasks();
      conclude_tasks();
    }
    report_.spent = budget_.spent();
    report_.waiting = all_.backlog.waiting();
    for (const auto& seat : all_.seats) report_.paused += seat->holder != Seat::kFree;
    ++all_.frame;
    return report_;
  }

 private:
  bool has_lanes(const Waiting& one) const {
    return all_.classes[one.movement]->problem.options.ties == Ties::lanes;
  }

  Waiting& waiting(const RoundTask& task) { return all_.backlog[task.waiting]; }

  /// Takes in what was submitted, and puts all requests in order.
  void take_in() {
    [[maybe_unused]] const StepTimer step("take in");
    compact();  // not at the end, when the time is over
    take_in_submitted();
    all_.backlog.put_in_order(all_.frame, all_.options.ageing, round_.order);
    sort_out();
  }

  void compact() {
    all_.backlog.compact([&](const Waiting& one, std::size_t to) {
      if (one.seat != Waiting::kNoSeat)
        all_.seats[one.seat]->holder = static_cast<std::uint32_t>(to);
    });
  }

  /// Half of a frame is reserved for searches, however many requests are submitted: if the
  /// budget is a time, the rest waits for the next frame.
  void take_in_submitted() {
    Backlog& backlog = all_.backlog;
    const bool was_behind = backlog.to_take_in() > 0;
    fetch();
    take_in_fetched();
    if (was_behind && backlog.to_take_in() == 0) {
      fetch();
      take_in_fetched();
    }
    budget_.charge(std::min<std::uint64_t>(report_.taken_in / kTakenInForOne, whole_ / 2));
  }

  void fetch() {
    report_.taken_in += all_.backlog.fetch(!budget_.is_time());
    report_.dropped += all_.backlog.drop_cancelled([&](Waiting& one) { drop(one, true); });
    all_.outbox.supersede(all_.backlog.last_fetched());
  }

  /// Takes in all, or some requests if the budget is a time of which half is over.
  void take_in_fetched() {
    Backlog& backlog = all_.backlog;
    const std::size_t most = budget_.is_time() ? kTakenInAtOnce : backlog.to_take_in();
    while (backlog.to_take_in() > 0) {
      report_.dropped +=
          backlog.take_in(most, all_.frame, [&](Waiting& one) { drop(one, false); });
      if (budget_.is_time() && budget_.half_over()) return;
    }
  }

  /// Answers the remaining slots of a request with status cancelled, or forgets it.
  /// current: whether its agent has no newer request, as far as known.
  void drop(Waiting& one, bool current) {
    const bool reported = all_.options.report_dropped;
    all_.outbox.reserve(reported ? one.slots() - one.slot : 0, 1);
    all_.leave_seat(one);
    if (!reported) return all_.outbox.discard(one);
    const std::uint32_t grid = all_.grid_of_class[one.movement];
    for (; one.slot < one.slots(); ++one.slot)
      all_.outbox.put(one, {{.status = Status::cancelled, .cost = 0}, one.start, one.start},
                      grid, {});
    all_.outbox.finish(one, all_.frame, current);
  }

  /// Requests that had their first slice in an earlier frame join the long ones. A visit to
  /// each goal of an empty list has no answers, and is finished.
  void sort_out() {
    round_.rank.resize(all_.backlog.size());
    round_.again.clear();
    round_.longs.clear();
    round_.longs.reserve(round_.order.size());
    next_ = next_again_ = 0;
    for (std::uint32_t k = 0; k < round_.order.size(); ++k) {
      const std::uint32_t i = round_.order[k];
      Waiting& one = all_.backlog[i];
      round_.rank[i] = {all_.backlog.level(i), one.seat == Waiting::kNoSeat, k};
      if (one.slots() == 0) {
        all_.outbox.reserve(0, 1);
        finish(one);
        continue;
      }
      one.place = one.is_long ? Place::longs : Place::order;
      if (one.is_long) round_.longs.push_back(i);
    }
    longs_.put_in_order();
  }

  void finish(Waiting& one) {
    all_.backlog.remove(one);
    all_.outbox.finish(one, all_.frame);
    ++report_.finished;
  }

  /// The sizes of first slices in this round.
  void choose_slices() {
    round_.first.assign(all_.classes.size(), {.size = kWholeSearch, .line = kWholeSearch});
    least_ = kWholeSearch;
    if (budget_.unlimited()) return;
    const std::uint64_t most = std::max(whole_ / kSlicesPerFrame, kSmallestSlice);
    for (std::size_t k = 0; k < round_.first.size(); ++k) {
      FirstSlice& first = round_.first[k];
      const Typical& typical = all_.typical[k];
      const std::uint64_t wanted = typical.known() ? kTypicalSlices * typical.mean() : most;
      first.size = clamped(std::clamp(wanted, kSmallestSlice, most));
      first.too_small = typical.known() && kLeastSlices * typical.mean() > most;
      first.line = first.too_small ? clamped(kLeastSlices * typical.mean()) : first.size;
      first.scouts = typical.known() ? kWholeSearch : kScouts;
      least_ = std::min(least_, first.size);
    }
  }

  /// The first slice of a request.
  FirstSlice& first_slice(std::uint32_t i) {
    return round_.first[all_.backlog[i].movement];
  }

  /// Serves group orders. If other requests wait, groups get at most half of the work.
  void serve_groups() {
    GroupRun groups(all_, round_, own_, budget_);
    groups.find();
    if (round_.groups.empty()) return;
    const std::uint64_t keep =
        next_new() == kNobody && round_.longs.empty() ? 0 : whole_ / 2;
    const auto rest = [&] {
      const std::uint64_t left = budget_.left();
      return std::min(budget_.share(), left - std::min(left, keep));
    };
    round_.tasks.clear();
    groups.choose_pilots(rest());
    run_tasks();
    conclude_tasks();
    for (const RoundTask& task : round_.tasks) groups.note_pilot(task);
    round_.tasks.clear();
    for (bool first = true; groups.sweep(rest(), first); first = false) {
      while (rest() > 0 && groups.choose_walks(rest())) {
        run_tasks();
        conclude_tasks();
        report_.answered_by_sweep += static_cast<std::size_t>(
            std::ranges::count(round_.tasks, false, &RoundTask::ran_out));
        round_.tasks.clear();
      }
      groups.leave_fields();
    }
    next_ = 0;  // some requests are no longer held
  }

  /// The next request whose current slot has had no search yet, or kNobody.
  std::uint32_t next_new() {
    if (next_again_ < round_.again.size()) return round_.again[next_again_];
    while (next_ < round_.order.size() &&
           all_.backlog[round_.order[next_]].place != Place::order)
      ++next_;
    return next_ < round_.order.size() ? round_.order[next_] : kNobody;
  }
  void take_new() { ++(next_again_ < round_.again.size() ? next_again_ : next_); }

  /// Chooses the tasks of a round. False if no request or no work is left.
  bool compose() {
    round_.tasks.clear();
    choose_slices();
    const std::uint64_t left = budget_.share();
    if (left == 0 || (!first_round_ && left < least_ + kPerSlice)) return false;
    std::uint32_t next = next_new();
    while (next != kNobody && goes_without(next)) next = next_new();
    const std::uint64_t for_long =
        next == kNobody || left / 2 <= first_slice(next).size
            ? left
            : std::min(left / 2, whole_ / 2 - std::min(whole_ / 2, long_spent_));
    if (!round_.longs.empty() && for_long > 0)
      report_.repeated +=
          longs_.choose(budget_.unlimited() ? kNoLimit : for_long, first_round_);
    std::uint64_t rest = left;
    for (const RoundTask& task : round_.tasks)
      rest -= std::min(rest, task.slice + kPerSlice);
    choose_new(rest);
    return !round_.tasks.empty();
  }

  /// Makes the next new request long if first slices are too small for its class. So
  /// classes whose searches take little work get half of a frame, whatever others take.
  bool goes_without(std::uint32_t i) {
    if (!first_slice(i).too_small) return false;
    all_.backlog[i].needed = answers_.known_work(all_.backlog[i]);
    longs_.add(i);
    take_new();
    all_.backlog[i].is_long = true;
    return true;
  }

  void choose_new(std::uint64_t rest) {
    if (all_.options.sharing != Sharing::none) {
      // A small table is cleared fast. Rarely it has to grow: if tasks need less than a
      // slice.
      const std::uint64_t all = round_.order.size() + round_.again.size();
      round_.equal.clear(std::min<std::uint64_t>(all, rest / (least_ + kPerSlice) + 1));
    }
    for (std::uint32_t i = next_new(); i != kNobody; i = next_new()) {
      if (goes_without(i)) continue;
      RoundTask task{.waiting = i};
      if (!may_begin(task, rest)) return;
      find_equal(task);
      if (!budget_.unlimited()) rest -= std::min(rest, task.slice + kPerSlice);
      const bool is_again = next_again_ < round_.again.size();
      round_.add_task(all_.backlog, task, is_again ? Place::again : Place::order);
      take_new();
    }
  }

  /// Chooses the first slice of a new search. False if it does not fit into this round.
  bool may_begin(RoundTask& task, std::uint64_t rest) {
    FirstSlice& first = first_slice(task.waiting);
    const std::uint32_t known = answers_.known_work(waiting(task));
    // Of a line no work is known.
    const bool is_known = known != 0 && !answers_.has_line(waiting(task));
    task.slice = known == 0 ? first.size
                 : is_known ? known
                            : clamped(std::uint64_t{known} + first.size);
    if (budget_.unlimited()) return true;
    if (!is_known && first.scouts == 0) return false;
    if (rest < task.slice + kPerSlice) {
      if (!round_.tasks.empty() || !first_round_) return false;
      if (!is_known)  // a frame with very little work
        task.slice = std::max(slice_within(rest), known);
    }
    first.scouts -= is_known ? 0 : 1;
    return true;
  }

  /// Finds an equal task before this one in the same round.
  void find_equal(RoundTask& task) {
    if (all_.options.sharing == Sharing::none) return;
    const Waiting& one = waiting(task);
    const auto goals = all_.backlog.goals(one);
    std::uint64_t key = bits_of(one.start);
    if (has_lanes(one)) key += lane_of(one.agent, one.start);
    for (const Position goal : goals) key = key * 31 + bits_of(goal);
    const auto index = static_cast<std::uint32_t>(round_.tasks.size());
    const std::uint32_t first = round_.equal.add(key, index, [&](std::uint32_t k) {
      const Waiting& other = all_.backlog[round_.tasks[k].waiting];
      return other.start == one.start &&
             std::ranges::equal(all_.backlog.goals(other), goals) &&
             other.movement == one.movement && other.radius == one.radius &&
             other.approach == one.approach &&
             other.escape_blocked_start == one.escape_blocked_start &&
             other.max_cost == one.max_cost && other.max_expansions == one.max_expansions &&
             (!has_lanes(one) || other.agent == one.agent);
    });
    if (first == index) return;
    task.same_as = first;
    task.slice = 0;
  }

  void run_tasks() {
    budget_.begin_round();
    const std::size_t count = round_.tasks.size();
    const auto far = [&](std::size_t k) {
      const Waiting& one = waiting(round_.tasks[k]);
      std::uint64_t most = 0;
      for (const Position goal : all_.backlog.goals(one))
        most = std::max(most, span_of(one.start, goal));
      return most;
    };
    order_tasks(
        all_.classes[0]->problem.grid, count, own_.crew, kept_,
        [&](std::size_t k) { return waiting(round_.tasks[k]).start; }, far);
    begin_batch(own_, count);
    for (Scratch& one : own_.scratch)
      if (auto* const trails = one.find<Trails>()) trails->forget();
    if (all_.options.lines) level_lines(own_.scratch);
    try {
      throng::run_tasks(own_, kept_.order, Progress(nullptr),
                        [&](std::size_t k, Scratch& scratch, Column<Move>& paths) {
                          answers_.find(round_.tasks[k], scratch, paths);
                        });
    } catch (...) {
      // Searches in seats may have stopped anywhere: they have to start again.
      for (const RoundTask& task : round_.tasks) all_.leave_seat(waiting(task));
      throw;
    }
  }

  /// Processes the results of the tasks of a round, in their order. What can run out of
  /// memory comes first: until then the requests wait as before.
  void conclude_tasks() {
    std::uint64_t spent = 0, moves = 0, points = 0;
    for (RoundTask& task : round_.tasks) {
      if (task.same_as != RoundTask::kSearched) copy(task);
      spent += task.spent + kPerSlice;
      if (waiting(task).is_long) long_spent_ += task.spent + kPerSlice;
      task.put = moves;
      task.put_points = points;
      if (task.ran_out) continue;
      moves += task.moves;
      points += task.line.points;
    }
    all_.outbox.reserve(round_.tasks.size(), round_.tasks.size());
    reserve_more(round_.again, round_.tasks.size());
    reserve_more(round_.longs, round_.tasks.size());
    const Outbox::Begin begin = all_.outbox.add_paths(moves, points);
    copy_paths(begin, moves + moves_for_points(points));
    for (RoundTask& task : round_.tasks) {
      Waiting& one = waiting(task);
      THRONG_ASSERT(one.place == Place::round);
      note_typical(one, task);
      if (task.ran_out) {
        make_long(one, task);
        longs_.add(task.waiting);
      } else {
        put_down(task, begin);
      }
    }
    budget_.spend(spent);
  }

  /// Counts complete searches and the beginnings of others, but not answers without a
  /// search, nor what was known before.
  void note_typical(const Waiting& one, const RoundTask& task) {
    const std::uint32_t known = answers_.known_work(one);
    if (task.spent > 0 && task.spent == known) return;
    if (task.field != nullptr || task.same_as != RoundTask::kSearched) return;
    Typical& typical = all_.typical[one.movement];
    const std::uint32_t spent =
        answers_.has_line(one) ? task.spent - std::min(task.spent, known) : task.spent;
    if (!one.is_long && spent > 0) typical.note(spent);
    if (one.is_long && !task.ran_out)
      typical.note(clamped(task.answer.search.expanded + line_work(one, task)));
  }

  /// Of all slices of a line.
  std::uint64_t line_work(const Waiting& one, const RoundTask& task) const {
    const bool has_seat = one.seat != Waiting::kNoSeat;
    return task.line.spent + (has_seat ? all_.seats[one.seat]->line.spent : 0);
  }

  void copy(RoundTask& task) {
    const RoundTask& first = round_.tasks[task.same_as];
    task.answer = first.answer;
    task.ran_out = first.ran_out;
    task.moves = first.moves;
    task.line = first.line;
    paths_.copy_place(task.same_as, static_cast<std::size_t>(&task - round_.tasks.data()));
    if (!task.ran_out) ++report_.copied;
  }

  void make_long(Waiting& one, const RoundTask& task) {
    one.is_long = true;
    if (task.outdated) {
      report_.repeated += longs_.begin_again(one, task.spent);
      ++report_.outdated;
      all_.verdicts.note(false);
      return;
    }
    if (one.seat == Waiting::kNoSeat) {
      report_.repeated += task.spent;
      return;
    }
    Seat& seat = *all_.seats[one.seat];
    seat.line.spent += task.line.spent;
    if (task.line.ran_out && !task.line.resumes) {
      // The path was proved on the newest version, where the line has begun.
      seat.served = all_.classes[one.movement];
      seat.cheaper.clear();
    }
    if (seat.progress.pause.waiting || task.line.ran_out) {
      seat.spent += task.spent;
      return;
    }
    report_.repeated += task.spent;
    one.needed = clamped(2 * std::uint64_t{task.slice});
  }

  /// paths: where the paths of the round begin in the outbox.
  void put_down(const RoundTask& task, Outbox::Begin paths) {
    Waiting& one = waiting(task);
    if (answers_.is_old(one)) {
      ++report_.confirmed;
      all_.verdicts.note(true);
    }
    all_.leave_seat(one);
    all_.outbox.put(one, task.answer, all_.grid_of_class[one.movement],
                    {.moves_begin = paths.moves + task.put,
                     .points_begin = paths.points + task.put_points,
                     .moves = task.moves,
                     .points = task.line.points,
                     .length = task.line.length});
    one.is_long = false;
    one.needed = 0;
    if (one.visit == Visit::in_turn) one.start = task.answer.end;
    if (++one.slot == one.slots()) return finish(one);
    one.place = Place::again;
    round_.again.push_back(task.waiting);
  }

  /// items: in the buffers of all tasks.
  void copy_paths(Outbox::Begin begin, std::uint64_t items) {
    Move* const to = all_.outbox.paths() + begin.moves;
    paths_.copy(own_, round_.tasks.size(), items, [&](std::size_t k) {
      const RoundTask& task = round_.tasks[k];
      return task.ran_out ? GatheredPaths::Target{}
                          : GatheredPaths::Target{to + task.put, task.moves};
    });
    if (!all_.options.lines) return;
    Position* const lines = all_.outbox.points() + begin.points;
    own_.crew.for_each_block(round_.tasks.size(), kLinesPerBlock,
                             [&](int, std::size_t first, std::size_t last) {
                               for (std::size_t k = first; k < last; ++k) {
                                 const RoundTask& task = round_.tasks[k];
                                 if (task.ran_out) continue;
                                 copy_points(paths_.items(k) + task.moves, task.line.points,
                                             lines + task.put_points);
                               }
                             });
  }

  Schedule& all_;
  Round& round_;
  Workers::Impl& own_;
  GatheredPaths& paths_;
  BatchScratch& kept_;
  TaskAnswers answers_;
  Budget budget_;
  LongSearches longs_;
  FrameReport report_;
  std::uint32_t least_ = 0;  ///< size of the smallest first slice
  bool first_round_ = true;
  std::uint64_t whole_ = 0;       ///< work of the frame
  std::uint64_t long_spent_ = 0;  ///< the part that long searches have spent
  std::size_t next_ = 0;          ///< in `order`: none before it has Place::order
  std::size_t next_again_ = 0;    ///< the same in `again`
};

}  // namespace

FrameReport serve_frame(Schedule& schedule, Round& round, FrameBudget work,
                        Workers::Impl& own) {
  const FrameReport report = FrameRun(schedule, round, work, own).run();
  [[maybe_unused]] const StepTimer step("prepare answers");
  schedule.outbox.prepare(own.crew);
  return report;
}

}  // namespace throng
