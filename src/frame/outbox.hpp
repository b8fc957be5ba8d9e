#pragma once

#include "../request/slot_finder.hpp"
#include "backlog.hpp"

#include <throng/frame_scheduler.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace throng {

/// Answers that wait to be polled, and the first answers of requests that have several.
class Outbox {
 public:
  explicit Outbox(Memory memory)
      : slots_(memory),
        finished_(memory),
        moves_(memory),
        grids_(memory),
        order_(memory),
        kept_(memory) {}

  /// A grid on which slots will be answered. Gives its number.
  std::uint32_t add_grid(std::shared_ptr<const Grid> grid);

  /// Answers a slot; `moves` moves are to be written at path() + what it returns.
  std::uint64_t put(const Waiting& one, const SlotAnswer& answer, std::uint32_t grid,
                    std::uint32_t moves);
  /// After all put()s of a round; valid until the next one.
  Move* paths() noexcept { return moves_.data(); }
  /// The request has all its answers.
  void finish(const Waiting& one, std::uint32_t frame);

  void hand_over(FinishedRequests& to);

  /// Numbers begin anew. Pre: nothing is waiting here.
  void forget_grids();
  std::size_t grid_count() const noexcept { return grids_.size(); }
  bool empty() const noexcept { return slots_.empty(); }

 private:
  struct Slot {
    Ticket ticket;
    std::uint64_t moves_begin;
    SearchResult search;
    Position start, end;
    Cost end_cost;
    std::uint32_t index;  ///< of those of its request
    std::uint32_t moves;
    std::uint32_t grid;
  };
  struct Finished {
    Ticket ticket;
    AgentId agent;
    std::uint32_t frame;
    std::uint32_t slots;
  };

  void hand_over(const Slot& slot, std::size_t to_slot, FinishedRequests& to) const;
  /// Of those that were not handed over.
  void keep(const std::pmr::vector<std::uint32_t>& slots);

  std::pmr::vector<Slot> slots_;  ///< in the order in which they were answered
  std::pmr::vector<Finished> finished_;
  std::pmr::vector<Move> moves_;  ///< of all slots, in their order
  std::pmr::vector<std::shared_ptr<const Grid>> grids_;
  std::pmr::vector<std::uint32_t> order_;  ///< of hand_over()
  std::pmr::vector<std::uint32_t> kept_;   ///< likewise
};

}  // namespace throng
