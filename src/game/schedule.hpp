#pragma once

#include "../batch/slot_finder.hpp"
#include "../core/counting_resource.hpp"
#include "../core/scratch.hpp"
#include "../front/front_field.hpp"
#include "../lines/line_search.hpp"
#include "../sweep/sweep_scratch.hpp"
#include "../sweep/value_repair.hpp"
#include "backlog.hpp"
#include "budget.hpp"
#include "openings.hpp"
#include "outbox.hpp"
#include "served_class.hpp"

#include <throng/frame_scheduler.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng {

/// Distances from all cells to the goal of a group order.
struct OrderField {
  explicit OrderField(Memory memory)
      : distance(memory), scratch(memory), front_scratch(memory) {}

  const ServedClass* solver = nullptr;  ///< null: none
  CellIndex goal = 0;
  std::uint32_t used = 0;           ///< in which frame it was last used
  bool in_use = false;              ///< in this frame
  std::pmr::vector<Cost> distance;  ///< in the padded layout
  // Not per thread, so that memory does not depend on threads:
  SweepScratch scratch;
  FrontField::Scratch front_scratch;
};

/// A straight line that is searched for in a seat, and the answer to which it belongs: on
/// the version of the seat.
struct SeatLine {
  explicit SeatLine(Memory memory) : path(memory) {}

  bool waiting = false;  ///< it goes on where it stopped
  SlotAnswer answer;
  Column<Move> path;  ///< of the answer, before finish_path()
  LinePause pause;
  std::uint64_t spent = 0;  ///< expansions of the line so far

  void forget() {
    waiting = false;
    path.clear();
    pause = {};
    spent = 0;
  }
};

/// The memory of a long search, kept between its slices.
struct Seat {
  static constexpr std::uint32_t kFree = 0xFFFF'FFFF;

  explicit Seat(Memory memory)
      : scratch(memory),
        progress(memory),
        line(memory),
        cheaper(memory),
        openings(memory) {}

  /// Whether there is a search for a path that continues where it stopped.
  bool in_progress() const noexcept {
    return progress.pause.waiting || !progress.done.empty();
  }
  /// Whether its memory holds any search that continues.
  bool is_used() const noexcept { return in_progress() || line.waiting; }

  Scratch scratch;
  SlotProgress progress;
  SeatLine line;
  std::uint32_t holder = kFree;  ///< in the backlog
  std::uint64_t spent = 0;       ///< expansions of the searches that it holds
  std::uint32_t since = 0;       ///< the frame in which that search began
  /// The version that it searches, until it ends. Null: free.
  std::shared_ptr<const ServedClass> served;
  /// Where the map of this class has become cheaper since that version.
  std::pmr::vector<MapRect> cheaper;
  Openings openings;  ///< used when the search ends
};

/// What a frame needs for its time; see round.hpp.
struct Round;

/// Average number of expansions of recent first searches for slots.
class Typical {
 public:
  void note(std::uint32_t expansions) noexcept {
    sum_ += expansions;
    if (++count_ < kMemory) return;
    sum_ /= 2;
    count_ /= 2;
  }
  void write(ByteWriter& out) const {
    out.add(sum_);
    out.add(count_);
  }
  void read(ByteReader& in) {
    sum_ = in.get<std::uint64_t>();
    count_ = in.get<std::uint64_t>();
  }
  bool known() const noexcept { return count_ > 0; }
  std::uint64_t mean() const noexcept { return sum_ / count_; }

 private:
  static constexpr std::uint64_t kMemory = 4096;
  std::uint64_t sum_ = 0;
  std::uint64_t count_ = 0;
};

/// How the latest paused searches ended over which the map changed.
class Verdicts {
 public:
  void note(bool confirmed) noexcept {
    ++(confirmed ? confirmed_ : outdated_);
    if (confirmed_ + outdated_ < kMemory) return;
    confirmed_ /= 2;
    outdated_ /= 2;
  }
  /// Whether most had to start again.
  bool mostly_outdated() const noexcept { return outdated_ > confirmed_; }
  void write(ByteWriter& out) const {
    out.add(confirmed_);
    out.add(outdated_);
  }
  void read(ByteReader& in) {
    confirmed_ = in.get<std::uint32_t>();
    outdated_ = in.get<std::uint32_t>();
    if (confirmed_ >= kMemory || outdated_ >= kMemory - confirmed_) in.fail();
  }

 private:
  static constexpr std::uint32_t kMemory = 32;
  std::uint32_t confirmed_ = 0;
  std::uint32_t outdated_ = 0;
};

/// The question of the current slot of a request.
inline SlotQuestion question_of(const Backlog& backlog, const Waiting& one,
                                const Grid& grid) noexcept {
  return {one.start, backlog.goals(one), grid.cost_of_steps(one.radius), one.approach,
          one.escape_blocked_start};
}

/// What a FrameScheduler keeps between frames, apart from a LivingMap.
struct Schedule {
  static constexpr std::size_t kFields = 4;

  explicit Schedule(std::pmr::memory_resource* from)
      : counter(from),
        memory(&counter),
        grid_of_class(memory),
        backlog(memory),
        outbox(memory, from),
        typical(memory),
        fields(memory),
        repair(memory) {}

  void add_class(const std::shared_ptr<const ServedClass>& one);
  /// From now on, `next` serves a class of movement. Searches in seats keep their version.
  /// changes: of its map, so that fields are repaired. Null: unknown; fields are dropped.
  /// If memory runs out, `next` serves the class or nothing has changed, and fields may be
  /// dropped.
  void serve(std::size_t movement, const std::shared_ptr<const ServedClass>& next,
             const MapChanges* changes = nullptr);

  /// Forgets the search of a request, if it has a seat.
  void leave_seat(Waiting& one);
  /// Forgets all searches of a class of movement.
  void leave_seats(std::uint32_t movement);
  /// Begins a line in a seat again, which may not hold its version. From now on its slices
  /// are at least twice as large as what the seat did in a frame: see
  /// LongSearches::begin_again().
  void forget_line(Seat& seat);

  /// Drops all that later frames depend on and write() does not write: paused searches and
  /// shared fields begin again.
  void forget_work(Round& round);
  /// Writes what later frames depend on, besides the classes. Pre: forget_work(); of the
  /// outbox, those of its write().
  void write(ByteWriter& out) const;
  /// Reads what write() wrote. Makes the reader fail where no schedule of these classes
  /// could have written it. with_lines: whether SchedulerOptions::lines was set. Pre: the
  /// classes are there, and no requests.
  void read(ByteReader& in, bool with_lines);

  CountingResource counter;  ///< counts what `memory` allocated, all but answers and paths
  Memory memory;
  SchedulerOptions options;  ///< settle_work: of all classes together
  std::vector<std::shared_ptr<const ServedClass>> classes;  ///< elements are never null
  std::pmr::vector<std::uint32_t> grid_of_class;  ///< by class: grid number in the outbox
  Backlog backlog;
  Outbox outbox;
  std::vector<std::unique_ptr<Seat>> seats;  ///< made on demand
  std::pmr::vector<Typical> typical;         ///< by class
  Verdicts verdicts;
  Pace pace;
  std::uint32_t frame = 0;              ///< the number of the next frame
  std::uint64_t lost_lines = 0;         ///< expansions of lines that begin again in it
  std::pmr::vector<OrderField> fields;  ///< at most kFields, kept between frames
  RepairScratch repair;                 ///< of fields
};

}  // namespace throng
