#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <memory_resource>
#include <vector>

namespace throng {

/// Names a request of a FrameScheduler: Ticket{0}, Ticket{1}, ... in the order of
/// submission.
enum class Ticket : std::uint64_t {};

/// Names a unit of the game. Of one agent only the latest request counts.
enum class AgentId : std::uint32_t {};

/// Nobody: such a request is superseded by no other.
inline constexpr AgentId kNoAgent{std::numeric_limits<std::uint32_t>::max()};

/// What is served first. Requests that wait rise, so that nothing starves.
enum class Priority : std::uint8_t { urgent, high, normal, low };
inline constexpr int kPriorities = 4;

/// A request of a unit.
struct FrameRequest {
  AgentId agent = kNoAgent;
  Request request = {};      ///< its goals are copied
  std::size_t movement = 0;  ///< class of the unit: which solver
  Priority priority = Priority::normal;
  /// As in BatchOptions, for this request alone.
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  Cost max_cost = kUnreachable - 1;
};

/// What a frame may spend.
class FrameBudget {
 public:
  /// So many expansions, those of all threads together: the same tickets finish on every
  /// machine and for every number of threads. What else takes time counts, too: each slice
  /// of a search as 16, and so does a query that needs none; each four requests taken in as
  /// one, up to half of the work; a sweep and the paths read off it as what takes as long.
  static FrameBudget expansions(std::uint64_t count) noexcept { return {count, false}; }
  /// So much time on the clock. Which tickets finish then depends on the machine and on
  /// chance; their answers do not.
  static FrameBudget microseconds(std::uint64_t count) noexcept { return {count, true}; }
  /// All that there is to do.
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
  /// Frames after which a request that waits rises to the next priority. At least 1.
  std::uint32_t ageing = 8;
  /// How many long searches go on at a time, kept half done from one run to the next, each
  /// with the memory of one search: 4 to 16 bytes a cell. At least 1; more than there are
  /// threads where most searches are longer than a sixteenth of a frame's work.
  std::size_t paused_searches = 4;
  /// What requests that wait at the same time share, as in BatchOptions. goals applies to
  /// those for one goal, without a radius and limits.
  Sharing sharing = Sharing::none;
  /// As in BatchOptions.
  std::uint32_t max_moves = std::numeric_limits<std::uint32_t>::max();
};

/// What one run() did.
struct FrameReport {
  std::uint32_t frame = 0;     ///< 0, 1, 2, ...
  std::size_t taken_in = 0;    ///< requests submitted since the run before
  std::size_t dropped = 0;     ///< requests cancelled or superseded, as if they had no cost
  std::size_t finished = 0;    ///< requests that have their answers
  std::size_t waiting = 0;     ///< the backlog
  std::size_t paused = 0;      ///< of them, searches that are half done
  std::uint64_t spent = 0;     ///< of the FrameBudget, in expansions
  std::uint64_t repeated = 0;  ///< of these, of searches that had to begin anew
  std::size_t answered_by_sweep = 0;  ///< requests answered by a shared sweep
  std::size_t copied = 0;             ///< requests that had an equal one
};

/// Requests that are finished, by ticket. Made by FrameScheduler::poll, which reuses the
/// memory of the object it is given.
class FinishedRequests {
 public:
  /// memory: of all that is in it; must outlive this.
  explicit FinishedRequests(
      std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : ticket(memory),
        agent(memory),
        frame(memory),
        answers(memory),
        grid_of(memory),
        grids(memory) {}

  std::size_t size() const noexcept { return ticket.size(); }

  std::pmr::vector<Ticket> ticket;  ///< ascending
  std::pmr::vector<AgentId> agent;
  std::pmr::vector<std::uint32_t> frame;  ///< of the run in which they finished
  /// Request i of them is the i-th here. Those cancelled and superseded have the status
  /// cancelled in all slots that had no answer yet. `answers.links` is null: see path().
  RequestResult answers;

  /// The grid on which a slot was answered. Pre: it is one of answers.
  const Grid& grid(std::size_t slot) const noexcept { return *grids[grid_of[slot]]; }
  /// The path of a slot.
  PathView path(std::size_t slot) const noexcept {
    return {answers.answers.topology, answers.answers.start[slot],
            answers.answers.path(slot).moves(), grid(slot).links().get()};
  }

  std::pmr::vector<std::uint32_t> grid_of;  ///< by slot, an index into grids
  std::pmr::vector<std::shared_ptr<const Grid>> grids;
};

/// Spreads path requests over the frames of a game: submit() them as they come, spend a
/// budget on them each frame with run(), collect what is finished with poll().
///
/// Answers are those of Solver::solve (statuses, costs; paths and counters, too, unless
/// sharing says otherwise), however a search was spread. Which requests finish in which
/// frame depends on what was submitted between which runs, and on nothing else, when work
/// is counted in expansions: not on the number of threads, not on the order in which
/// several agents submit. Order matters between two requests of one agent, where the later
/// one counts, and for cancel().
///
/// In which order: by priority, a request rising by one after each `ageing` frames; among
/// equals by the frame of submission, then by agent. Every search begins with a slice of
/// expansions; one that this does not suffice for joins the long ones, as all do where a
/// slice would be of no use as a rule, and to these goes half of the work of a frame, and
/// all that the others leave. The first `paused_searches` of them
/// in order go on where they stopped; what loses its place begins anew. (That a search goes
/// on needs algorithm astar or jps, and no radius; others begin anew with twice the slice,
/// and may overspend a frame's work when they have grown larger than half of it.)
/// So run() spends no more than its work otherwise, and leaves less than a slice, at most a
/// sixteenth, undone. With Sharing::goals it may spend more, by one sweep and by the last
/// path that is read off a field.
///
/// Why not always begin anew: a search longer than a frame's work would never end. Why not
/// always go on: each search that is kept needs memory of its own.
///
/// Thread safety: submit() and cancel() may be called by any thread at any time; all else
/// by one thread at a time.
class FrameScheduler {
 public:
  /// solvers: one for each class of movement, all of one topology.
  /// memory: of the backlog, answers, paused searches and fields; must outlive this, and be
  /// synchronized unless all threads take turns, those of the workers too.
  /// Errors: bad_argument.
  static Result<FrameScheduler> make(
      std::vector<Solver> solvers, const SchedulerOptions& options = {},
      std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  ~FrameScheduler();
  FrameScheduler(FrameScheduler&&) noexcept;
  FrameScheduler& operator=(FrameScheduler&&) noexcept;

  /// Pre: request.movement is one of the solvers, request.max_cost < kUnreachable.
  /// Cost: a copy under a lock.
  Ticket submit(const FrameRequest& request);
  /// The request is done, and costs nothing more. Nothing happens when it is finished.
  void cancel(Ticket ticket);

  /// From the next run on a class of movement is served by another solver: the map was
  /// changed, say. Searches of that class that are half done begin anew; answers that are
  /// waiting to be polled stay. Pre: of the same topology.
  void replace_solver(std::size_t movement, Solver solver);

  /// Spends `work` on what was submitted, on the threads of `workers`.
  /// Cost: the work, and O(requests) for the order. Nothing is allocated once the backlog,
  /// paths and paused searches have been as large.
  FrameReport run(FrameBudget work, Workers& workers);

  /// Hands over what has finished since the last call, also if that is nothing.
  void poll(FinishedRequests& finished);

  std::size_t waiting() const noexcept;  ///< as the last run() left it
  /// Bytes of the backlog, answers not polled, paused searches and shared fields. Grows to
  /// a high-water mark and stays.
  std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  explicit FrameScheduler(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng
