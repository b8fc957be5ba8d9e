#pragma once

#include "../batch/slot_finder.hpp"
#include "../core/bytes.hpp"
#include "../core/crew.hpp"
#include "../core/flat_table.hpp"
#include "../core/key_order.hpp"
#include "backlog.hpp"

#include <throng/column.hpp>
#include <throng/frame_scheduler.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng {

/// Answers that wait until they are polled, and the answers of requests that have more
/// slots to come.
class Outbox {
 public:
  /// memory_of_answers: as that of Answers, which may then take over the arrays.
  Outbox(Memory memory, std::pmr::memory_resource* memory_of_answers)
      : slots_(memory),
        finished_(memory),
        moves_(memory_of_answers),
        points_(memory),
        grids_(memory),
        place_of_(memory),
        agents_(memory),
        slots_by_ticket_(memory),
        finished_by_ticket_(memory),
        handed_(memory),
        kept_(memory),
        reported_(memory),
        ready_(memory_of_answers) {}

  /// Adds a grid for the slots to come. Returns its number. The grid is kept until it was
  /// released, and as long as slots refer to it.
  std::uint32_t add_grid(std::shared_ptr<const Grid> grid);
  void release_grid(std::uint32_t grid) { drop_use(grid); }

  /// Makes room for so many calls of put(), and of finish() or discard(). To be called
  /// before these, and before add_paths().
  void reserve(std::size_t slots, std::size_t requests);
  /// From now on, answers have columns for straight lines.
  void add_lines() noexcept { has_lines_ = true; }

  /// Where moves and points begin in paths() and points().
  struct Begin {
    std::uint64_t moves = 0;
    std::uint64_t points = 0;
  };
  /// Makes room for the moves and the points of slots to come. Returns where they begin.
  Begin add_paths(std::uint64_t moves, std::uint64_t points);
  /// The moves and the points of all slots. Valid until the next add_paths().
  Move* paths() noexcept { return moves_.data(); }
  Position* points() noexcept { return points_.data(); }

  /// The path of a slot and its straight line.
  struct Path {
    std::uint64_t moves_begin = 0, points_begin = 0;
    std::uint32_t moves = 0, points = 0;
    double length = 0;  ///< of the line
  };

  // Pre of these three: reserve(). They cannot fail, so that a request and its answers
  // never disagree, even if memory runs out.
  /// Stores the answer to a slot: the slots of a request in their order.
  void put(const Waiting& one, const SlotAnswer& answer, std::uint32_t grid,
           const Path& path) noexcept;
  /// Marks the request as complete. current: whether its agent has no newer request, as
  /// far as known.
  void finish(const Waiting& one, std::uint32_t frame, bool current = true) noexcept;
  /// Forgets the answers to the first slots of a request that will not be completed.
  void discard(const Waiting& one) noexcept;

  /// Answers to requests that are older than one of `newer` of their agent are no longer
  /// current.
  void supersede(std::span<const Waiting> newer);

  /// Writes what hand_over() hands over, on all threads. Leaves that to hand_over() if its
  /// memory runs out, and if what it wrote last was not handed over: where nobody polls,
  /// each run would write the answers of all runs.
  void prepare(Crew& crew);
  /// Moves all complete requests to `to`, which is overwritten. If memory runs out, `to` is
  /// empty and the next call hands them over. Cost: O(requests) if nothing was added since
  /// prepare() and `to` has memory_of_answers.
  void hand_over(Answers& to);

  /// The number of requests that hand_over() would hand over.
  std::size_t complete() const noexcept;
  /// Whether all paths lead over the same cells on these grids.
  bool fits(std::span<const std::uint32_t> grid_of_class) const;
  /// Writes the answers of requests that have more slots to come. Pre: nothing was
  /// completed or discarded since hand_over().
  void write(ByteWriter& out) const;
  /// Reads what write() wrote, lines included if they were added. Makes the reader fail
  /// unless these are the answers to the first slots of the waiting requests.
  /// grid_of_class: the grids of their paths from now on. Pre: there are no answers.
  void read(ByteReader& in, const Backlog& waiting,
            std::span<const std::uint32_t> grid_of_class);

  /// Bytes of memory_of_answers.
  std::size_t bytes_of_answers() const noexcept;

 private:
  struct Slot {
    Ticket ticket;
    SearchResult search;
    Position start, end;
    Cost end_cost;
    Path path;
    std::uint32_t grid;
    std::uint32_t movement;
  };
  struct Finished {
    Ticket ticket;
    AgentId agent;
    std::uint32_t frame;
    std::uint32_t slots;
    bool reported = true;  ///< false: its slots are discarded
    bool current = true;
  };

  /// A grid without uses is null, and its number is free.
  struct KeptGrid {
    std::shared_ptr<const Grid> grid;
    std::uint64_t uses = 0;
  };

  void drop_use(std::uint32_t grid) {
    if (--grids_[grid].uses == 0) grids_[grid].grid.reset();
  }
  /// Writes the complete requests to ready_. for_blocks: as Crew::for_each_block.
  template <class ForBlocks>
  void write(const ForBlocks& for_blocks);
  /// Writes what lies one behind the other, by request and by slot, and all places.
  void lay_out();
  void lay_out_lines(std::size_t slots);
  void write_slot(const Slot& slot, std::size_t to_slot);
  std::span<const Move> moves_of(const Slot& slot) const noexcept {
    if (slot.path.moves == 0) return {};
    return std::span(moves_).subspan(slot.path.moves_begin, slot.path.moves);
  }
  std::span<const Position> points_of(const Slot& slot) const noexcept {
    if (slot.path.points == 0) return {};
    return std::span(points_).subspan(slot.path.points_begin, slot.path.points);
  }
  void write_line(const Slot& slot, ByteWriter& out) const;
  void read_line(ByteReader& in, Slot& slot);
  bool has_sound_line(const Slot& slot) const;
  bool leads(const Slot& slot, const Grid& grid, std::vector<Position>& cells) const;
  /// The number of a grid in Answers::grids.
  std::uint32_t place_in_answers(std::uint32_t grid);
  /// Takes back the moves that ready_ has.
  void forget_ready() noexcept;
  void mark_current() noexcept;
  /// Keeps only kept_: the others were handed over.
  void keep_others() noexcept;

  std::pmr::vector<Slot> slots_;  ///< in the order in which they were answered
  std::pmr::vector<Finished> finished_;
  Column<Move> moves_;       ///< of all slots, in their order
  Column<Position> points_;  ///< the same
  std::pmr::vector<KeptGrid> grids_;
  std::pmr::vector<std::uint32_t> place_of_;  ///< of place_in_answers()
  FlatTable agents_;                          ///< of supersede(): finds agents in finished_
  KeyOrder slots_by_ticket_, finished_by_ticket_;
  // Indices, by ticket:
  std::pmr::vector<std::uint32_t> handed_;    ///< in slots_: by slot of ready_
  std::pmr::vector<std::uint32_t> kept_;      ///< in slots_: of incomplete requests
  std::pmr::vector<std::uint32_t> reported_;  ///< in finished_: by request of ready_
  Answers ready_;                             ///< what hand_over() hands over, if is_ready_
  bool is_ready_ = false;
  bool gives_moves_ = false;  ///< ready_.moves were moves_
  bool was_taken_ = true;     ///< what prepare() wrote last
  bool has_lines_ = false;
};

}  // namespace throng
