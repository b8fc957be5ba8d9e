#pragma once

#include "../batch/slot_finder.hpp"
#include "../core/flat_table.hpp"
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
  /// memory_of_moves: of paths, as that of Answers, which may then take them over.
  Outbox(Memory memory, Memory memory_of_moves)
      : slots_(memory),
        finished_(memory),
        moves_(memory_of_moves),
        grids_(memory),
        place_of_(memory),
        agents_(memory),
        order_(memory),
        kept_(memory) {}

  /// Adds a grid for the slots to come. Returns its number. The grid is kept until it was
  /// released, and as long as slots refer to it.
  std::uint32_t add_grid(std::shared_ptr<const Grid> grid);
  void release_grid(std::uint32_t grid) { drop_use(grid); }

  /// Makes room for so many calls of put(), and of finish() or discard().
  void reserve(std::size_t slots, std::size_t requests);
  /// Makes room for the moves of slots to come. Returns where they begin, in paths().
  std::uint64_t add_moves(std::uint64_t moves);
  /// The moves of all slots. Valid until the next add_moves().
  Move* paths() noexcept { return moves_.data(); }

  // Pre of these three: reserve(). They cannot fail, so that a request and its answers
  // never disagree, even if memory runs out.
  /// Stores the answer to a slot. Its moves are in paths(), from `begin` on.
  void put(const Waiting& one, const SlotAnswer& answer, std::uint32_t grid,
           std::uint64_t begin, std::uint32_t moves) noexcept;
  /// Marks the request as complete. current: whether its agent has no newer request, as
  /// far as known.
  void finish(const Waiting& one, std::uint32_t frame, bool current = true) noexcept;
  /// Forgets the answers to the first slots of a request that will not be completed.
  void discard(const Waiting& one) noexcept;

  /// Answers to requests that are older than one of `newer` of their agent are no longer
  /// current.
  void supersede(std::span<const Waiting> newer);

  /// Moves all complete requests to `to`, which is overwritten. If memory runs out, `to` is
  /// empty and the next call hands them over.
  void hand_over(Answers& to);

  /// Bytes of memory_of_moves.
  std::size_t bytes_of_moves() const noexcept { return moves_.capacity() * sizeof(Move); }

 private:
  struct Slot {
    Ticket ticket;
    std::uint64_t moves_begin;
    SearchResult search;
    Position start, end;
    Cost end_cost;
    std::uint32_t index;  ///< among the slots of its request
    std::uint32_t moves;
    std::uint32_t grid;
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
  void copy_finished(Answers& to);
  /// Whether moves_ has the moves of slots_, in their order, and nothing else: not after a
  /// run that had no memory or whose executor threw.
  bool is_one_piece() const noexcept;
  /// gives_moves: all moves are handed over afterwards, in one piece.
  void hand_over(const Slot& slot, std::size_t to_slot, bool gives_moves, Answers& to);
  /// Keeps only these slots, which were not handed over.
  void keep(const std::pmr::vector<std::uint32_t>& slots) noexcept;

  std::pmr::vector<Slot> slots_;  ///< in the order in which they were answered
  std::pmr::vector<Finished> finished_;
  Column<Move> moves_;  ///< of all slots, in their order
  std::pmr::vector<KeptGrid> grids_;
  std::pmr::vector<std::uint32_t> place_of_;  ///< of hand_over(): of grids
  FlatTable agents_;                          ///< of supersede(): finds agents in finished_
  std::pmr::vector<std::uint32_t> order_;     ///< of hand_over(): all slots, by ticket
  std::pmr::vector<std::uint32_t> kept_;      ///< as above: those of incomplete requests
};

}  // namespace throng
