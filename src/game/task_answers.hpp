#pragma once

#include "../lines/line_path.hpp"
#include "round.hpp"
#include "schedule.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// Finds the answers to the tasks of a round. Any thread may find any of them.
class TaskAnswers {
 public:
  explicit TaskAnswers(const Schedule& schedule) : all_(schedule) {}

  /// Searches, or reads the path off a field, within the slice of the task. Appends the
  /// path to `paths`, and behind it the points of its line, if lines are asked for. An
  /// answer that was found on an older version is proved right on the newest one, or
  /// outdated. Leaves a task alone that is the same as another.
  void find(RoundTask& task, Scratch& scratch, Column<Move>& paths) const;

  /// The work of one slot where it is known before: a query to fronts for each goal. Else
  /// 0.
  std::uint32_t known_work(const Waiting& one) const;

  /// Whether the answer to a request may have a line.
  bool has_line(const Waiting& one) const {
    return all_.options.lines && class_of(one).lines.board != nullptr;
  }

  /// Whether the current slot is searched on an older version of its map.
  bool is_old(const Waiting& one) const;

 private:
  const ServedClass& class_of(const Waiting& one) const;
  Seat* seat_of(const Waiting& one) const;  ///< null: it has none
  void search(RoundTask& task, Scratch& scratch, Column<Move>& paths) const;
  void read_off(RoundTask& task, Scratch& scratch, Column<Move>& paths) const;
  LinePath find_line(RoundTask& task, Seat* seat, Scratch& scratch) const;
  bool path_holds(const Waiting& one, Seat& seat, std::span<const Move> moves,
                  SlotAnswer& answer) const;
  bool line_holds(const Waiting& one, const Seat& seat, const LinePath& line) const;

  const Schedule& all_;
};

}  // namespace throng
