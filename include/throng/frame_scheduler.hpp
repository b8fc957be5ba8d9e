#pragma once

#include <throng/answers.hpp>
#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// The work that a frame may do.
class FrameBudget {
 public:
  /// `count` expansions, of all threads together. The same tickets finish on every machine
  /// and for every number of threads. Other work is charged, too:
  /// - each slice of a search, and each query that needs no search: 16;
  /// - each query to fronts: what one takes in the mean on the map;
  /// - each Edit of a LivingMap, for each class: 500, and 2 for each cell that it changed,
  ///   all of them up to a quarter of the budget. A DangerEdit concerns one class;
  /// - every four submitted requests: 1, up to half of the budget;
  /// - a shared sweep, the paths read from its field, and straight lines: expansions that
  ///   take as long.
  static FrameBudget expansions(std::uint64_t count) noexcept { return {count, false}; }
  /// `count` microseconds of wall time, for all that run() does. Which tickets finish
  /// depends on the machine and on timing; their results do not. New requests are taken
  /// over in the order of submission, for at most half of the time. The others wait for the
  /// next frame.
  static FrameBudget microseconds(std::uint64_t count) noexcept { return {count, true}; }
  /// No limit: finishes all requests.
  static FrameBudget unlimited() noexcept { return expansions(kUnlimited); }

  std::uint64_t amount() const noexcept { return amount_; }
  bool is_time() const noexcept { return is_time_; }
  bool is_unlimited() const noexcept { return !is_time_ && amount_ == kUnlimited; }

 private:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  FrameBudget(std::uint64_t amount, bool is_time) : amount_(amount), is_time_(is_time) {}

  std::uint64_t amount_;
  bool is_time_;
};

struct SchedulerOptions {
  /// Frames after which a waiting request rises to the next priority. At least 1.
  std::uint32_t ageing = 8;
  /// The most long searches to keep paused between runs. Each uses the memory of one
  /// search: 4 to 16 bytes a cell. At least 1. Use more than the number of threads if most
  /// searches need more than a sixteenth of a frame's budget.
  std::size_t paused_searches = 4;
  /// Work shared by requests that wait at the same time, as in BatchOptions. Sharing::goals
  /// applies to requests with one goal and without a radius or limits. Requests that have
  /// only their start in common are answered one by one.
  Sharing sharing = Sharing::none;
  /// Whether poll() also reports requests that were dropped: cancelled or superseded before
  /// they were answered. Their slots without a result have Status::cancelled.
  bool report_dropped = false;
  /// On a LivingMap: the work that run() gives to LivingMap::settle, for each class of the
  /// map. Charged to a budget of expansions; with the edits never more than half of it. Of
  /// a budget of microseconds, it gets about half of what the edits leave. Classes with
  /// fronts need more: their fronts are not used until all is settled. If FrameReport::debt
  /// keeps rising, this is too little; or the map changes too fast to be settled, and then
  /// a small value leaves more of the budget to searches.
  std::uint64_t settle_work = 500;
  /// As in BatchOptions.
  std::uint32_t max_moves = std::numeric_limits<std::uint32_t>::max();
  /// Whether answers also have straight lines: see Answers::line(). They are those of
  /// solve_lines() between the ends of each path, in all movement classes whose index has
  /// Part::lines (LivingClass::lines on a LivingMap); in others there are none.
  ///
  /// The line of a slot is found when its path is final, on the version of the map that
  /// Answers::grid reports. Equal requests share it. It is charged to a budget as
  /// expansions that take as long, and may use the part of a slice that its search has
  /// left. A line that exceeds the first slice makes its request long, and then pauses
  /// between slices; if the map changes meanwhile, it begins again. Uses up to 4 bytes a
  /// cell and 32 a corner of the map for each thread and each paused search.
  bool lines = false;
};

/// Statistics of one run().
struct FrameReport {
  std::uint32_t frame = 0;            ///< 0, 1, 2, ...
  std::size_t taken_in = 0;           ///< requests submitted since the previous run
  std::size_t dropped = 0;            ///< cancelled or superseded requests; charged nothing
  std::size_t finished = 0;           ///< requests that are answered completely
  std::size_t waiting = 0;            ///< FrameScheduler::waiting() after the run
  std::size_t paused = 0;             ///< paused searches
  std::uint64_t spent = 0;            ///< charged to the FrameBudget, in expansions
  std::uint64_t repeated = 0;         ///< expansions of searches that had to restart
  std::size_t answered_by_sweep = 0;  ///< requests answered from a shared sweep
  std::size_t copied = 0;             ///< requests answered by an equal one
  std::size_t edits = 0;              ///< of the LivingMap, applied in this run
  /// Edits that edit() accepted, but that LivingMap::edit rejected in this run, because the
  /// program itself had edited the map in between. If one is rejected, no edit of the run
  /// is applied. Always 0 if LivingMap::fits_always().
  std::size_t refused_edits = 0;
  std::uint64_t settled = 0;           ///< work of LivingMap::settle
  std::uint64_t debt = 0;              ///< LivingMap::debt() after the run
  std::uint64_t map_spent = 0;         ///< the part of `spent` for edits and settling
  std::uint64_t map_microseconds = 0;  ///< wall time to edit, settle and serve the map
  std::uint64_t microseconds = 0;      ///< wall time of the run, map_microseconds included
  std::size_t confirmed = 0;           ///< paused searches whose answer holds after edits
  std::size_t outdated = 0;            ///< paused searches that edits made start again
};

/// Spreads path requests over the frames of a game. submit() requests at any time, spend a
/// budget on them each frame with run(), and collect the finished ones with poll().
///
/// Results equal those of Solver::solve, however a search was split: statuses and costs
/// always; paths and counters unless sharing changes them. With budgets in expansions, the
/// frame in which a request finishes depends only on which requests were submitted between
/// which runs. It does not depend on the number of threads, nor on the order in which
/// agents submit. Order matters between requests of one agent, where the latest counts, and
/// for cancel().
///
/// Order of service:
/// - By priority, then frame of submission, then agent. A request rises by one priority
///   after each `ageing` frames.
/// - Each search starts with a slice of expansions. A search that exceeds its first slice
///   moves to the long queue. All searches of a movement class move there at once if most
///   would exceed a slice.
/// - The long queue gets half of a frame's budget, and all that other requests leave. So a
///   class whose searches are long does not keep others waiting.
/// - At most `paused_searches` long searches pause, since each needs its own memory. They
///   resume where they stopped, before others of their priority begin. Where all places are
///   taken, a request of a higher priority takes the place of the last one, which restarts
///   later.
/// - Only astar and jps without a radius can pause. Other searches restart with twice the
///   slice. They may exceed a frame's budget once they need more than half of it.
///
/// Maps that change (make() with a LivingMap; edit()): each slot of a request is answered
/// on the newest version of the map at that time, and Answers::grid is its grid.
/// - A paused search goes on, on the version on which it began. At its end, its answer is
///   confirmed if the path is still legal at the same cost, and no opened step is close
///   enough for a cheaper path. Otherwise the search starts again with twice the slice, so
///   in the end it fits into one frame. That frame may exceed its budget.
/// - Requests with a radius, with approach or from a blocked start, and searches that ended
///   at a limit on expansions, always start again if the map changed meanwhile.
/// - A limit on expansions counts those of the search that found the answer. The newest
///   version might have taken more.
/// - A long search begins only while paused searches of its class and at least its priority
///   hold fewer than two other versions of the map, or one of them holds the newest. For an
///   edit copies more, the more versions are held. Others are kept alive only by answers
///   that were not polled.
/// - If most of the latest searches that paused had to start again, fewer of them share a
///   round, so that each may end in its first frame.
///
/// Otherwise run() spends at most its budget. While requests wait, it leaves less unspent
/// than one slice and 16 expansions. A slice is at most a sixteenth of the budget, but at
/// least 64 expansions. With Sharing::goals it may exceed the budget by one field, and by
/// the last path read from a field. With a budget of microseconds, run() estimates what
/// searches take, and stops when about an eighth of the time is left.
///
/// If memory runs out, a call throws std::bad_alloc. Then submit(), submit_all(), cancel(),
/// edit(), replace_solver() and poll() have changed nothing. A run() has done part of its
/// work: no request is lost or answered twice, and the next run() continues. Whether the
/// LivingMap of the scheduler may still be used: see LivingMap.
///
/// Thread safety: submit(), submit_all() and cancel() may be called concurrently at any
/// time. All other members: one thread at a time.
class FrameScheduler {
 public:
  /// solvers: one for each movement class, all with the same topology.
  /// memory: used for the backlog, results, paused searches and fields. Must outlive the
  /// scheduler. Must be thread-safe, unless no two threads, workers included, run at once.
  /// Errors: bad_argument; unsupported if lines are asked for and no class could have them.
  THRONG_API static Result<FrameScheduler> make(
      std::vector<Solver> solvers, const SchedulerOptions& options = {},
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  /// Serves the classes of a living map, always on its newest version. The scheduler edits
  /// and settles the map during run(). The program may do so as well, but only between the
  /// calls of this scheduler: run() serves whatever the newest version is.
  ///
  /// map: must outlive the scheduler, in its place.
  /// solvers: options for each class of the map, or one for all. What `automatic` selects
  ///          at first remains selected. If links appear that the selected algorithm or
  ///          heuristic does not support, all become automatic.
  /// memory:  as above. Versions of the map and their solvers do not use it.
  /// Errors:  bad_argument; those of Solver::make; unsupported as above.
  THRONG_API static Result<FrameScheduler> make(
      LivingMap& map, std::span<const SolverOptions> solvers,
      const SchedulerOptions& options = {},
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  THRONG_API ~FrameScheduler();
  THRONG_API FrameScheduler(FrameScheduler&&) noexcept;
  THRONG_API FrameScheduler& operator=(FrameScheduler&&) noexcept;

  /// Submits a request. Cost: a copy under a lock, about 0.06 us.
  /// Pre: request.movement < number of solvers; request.priority is one of Priority;
  /// request.max_cost < kUnreachable. Builds without checks answer a request of an unknown
  /// movement class with Status::out_of_map and the start {-1, -1}, and serve an unknown
  /// priority as Priority::low.
  THRONG_API Ticket submit(const Request& request);
  /// Submits requests. They get consecutive tickets; returns the first one. Cost: a copy of
  /// each under one lock, about 0.02 us a request. Either all are submitted or, if memory
  /// runs out, none. Pre: as of submit(), for each request.
  THRONG_API Ticket submit_all(std::span<const Request> requests);
  /// Cancels a request, at no further cost. Has no effect on a finished request, even if it
  /// was not polled yet.
  THRONG_API void cancel(Ticket ticket);

  /// Replaces the solver of a movement class from the next run on, for example after a
  /// change of the map. Paused searches of this class restart. Results that were not polled
  /// remain. Pre: movement < number of solvers; the new solver has the same topology; the
  /// scheduler was made from solvers. Otherwise builds without checks keep the old solver.
  THRONG_API void replace_solver(std::size_t movement, const Solver& solver);

  /// Edits the LivingMap of the scheduler at the beginning of the next run(), in one batch
  /// with the edits of other calls since the last one. Cost: a copy, also of the blocks.
  /// Errors (then none of these edits is applied): those of LivingMap::edit; bad_argument
  /// if the scheduler was made from solvers.
  THRONG_API Outcome edit(std::span<const Edit> edits);

  /// As Solver::reserve for the solver of each class, and for the memory of paused
  /// searches, which is the scheduler's: so that the first frames take no longer than later
  /// ones. Else it is made when it is first used. Cost: that of Solver::reserve for each
  /// class, with `paused_searches` more threads. If memory runs out, no request has
  /// changed.
  THRONG_API void reserve(Workers& workers);

  /// Spends `work` on the submitted requests, on the threads of `workers`.
  /// Cost: `work`, and O(requests) for the order, which a budget of microseconds includes.
  ///       Allocates nothing once the backlog, paths and paused searches have been as
  ///       large.
  THRONG_API FrameReport run(FrameBudget work, Workers& workers);

  /// Moves all requests that finished since the last call to `finished`, by ticket; none:
  /// empties it. `links` stays null: Answers::path() uses the grid of each slot.
  /// If memory runs out, `finished` is empty, and the next call returns them.
  /// Dropped requests are not reported, unless SchedulerOptions::report_dropped.
  /// Cost: a few ns for each finished request, and for each one submitted since the last
  ///       run. run() has written the answers, on all threads, if all of those before it
  ///       were polled. Where `finished` has the memory resource of the scheduler, the two
  ///       exchange their arrays, those of `finished` being made large enough for the same
  ///       answers first. Else the answers are written here, or copied.
  THRONG_API void poll(Answers& finished);

  /// Writes all that later frames depend on: waiting requests, tickets, edits for the next
  /// run, options, what was learnt of typical searches. To save a game, save its LivingMap
  /// and its RouteBooks too. A restored scheduler answers the same requests in the same
  /// frames as this one from now on, with budgets in expansions and on any number of
  /// threads.
  ///
  /// Paused searches and fields that requests share begin again, in this scheduler as in
  /// the restored one, so the next frame may exceed its budget. Therefore all players of a
  /// lockstep game must save in the same frame, also when one of them joins late from the
  /// bytes of another.
  ///
  /// After a restore, slots that were answered before the save report the newest grid of
  /// the save as Answers::grid.
  ///
  /// Cost: O(requests): 66 bytes for each waiting one, 8 for each goal, 57 and one a move
  /// for each slot that is answered, and 16 and 8 a point for its line; on one thread. If
  /// memory runs out, paused searches may begin again, and nothing else has changed.
  /// Errors, after which nothing has changed:
  /// - bad_argument: finished requests were not polled.
  /// - unsupported: a waiting request has a slot whose path the newest grid cannot show,
  ///   because a link of the path is gone. Save in a later frame.
  THRONG_API Result<std::string> save();
  /// A scheduler that continues where save() was called. solvers: as in make(), in the same
  /// order; equal ones give equal answers. memory: as in make().
  /// Errors: bad_format if the bytes are damaged or those of something else; bad_argument
  /// for another number of solvers, or if the scheduler was made with a LivingMap.
  THRONG_API static Result<FrameScheduler> restore(
      std::string_view saved, std::vector<Solver> solvers,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  /// The same for a scheduler that was made with a LivingMap. map: restored from bytes that
  /// were saved together with the scheduler; must outlive it, in its place. The options of
  /// the solvers are restored.
  /// Errors: as above; bad_argument if the map has another version or number of classes.
  THRONG_API static Result<FrameScheduler> restore(
      std::string_view saved, LivingMap& map,
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());

  /// The number of requests that are not finished, those included that were submitted since
  /// the last run(), even if the next run() drops them.
  THRONG_API std::size_t waiting() const noexcept;
  /// Bytes of the backlog, results not polled, paused searches and shared fields. Grows to
  /// a high-water mark and never shrinks, but that poll() may give memory of results away
  /// and keep as much as the last ones needed.
  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  explicit FrameScheduler(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
