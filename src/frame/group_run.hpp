#pragma once

#include "../core/workers.hpp"
#include "budget.hpp"
#include "schedule.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The group orders of a frame: finds them, decides which are answered by a sweep, sweeps.
/// Which ones depends on the backlog and the work alone. Their members are held: nobody
/// else serves them in this frame, unless they are released.
class GroupRun {
 public:
  GroupRun(Schedule& schedule, Workers::Impl& own, Budget& budget)
      : all_(schedule), own_(own), budget_(budget) {}

  /// Fills schedule.groups from those in schedule.order that have had no slice yet, and
  /// holds the members.
  void find();

  /// Appends the pilots of groups without a field to schedule.tasks; releases groups for
  /// whose pilots `work` does not suffice.
  void choose_pilots(std::uint32_t slice, std::uint64_t work);
  /// To be told how each of these tasks went.
  void note_pilot(const RoundTask& task);

  /// Takes fields for groups for which they pay and `work` suffices, sweeps them, and
  /// releases the groups for which they do not. first: the first time in this frame, when
  /// the first sweep may spend more. False: no group has a field now.
  bool sweep(std::uint64_t work, bool first);

  /// Appends some members of a group that has a field to schedule.tasks, as many as `work`
  /// suffices for, but at least one; false when there are none left.
  bool choose_walks(std::uint64_t work);

  /// Those groups are done with; their fields may serve others.
  void leave_fields();

 private:
  static constexpr std::size_t kFields = 4;
  static constexpr std::size_t kWalksPerRound = 1024;

  std::span<const std::uint32_t> members(const GroupOrder& group) const {
    return std::span(all_.members).subspan(group.begin, group.size);
  }
  bool is_of_group(std::uint32_t waiting) const;
  OrderField* field_of(const GroupOrder& group);
  OrderField* free_field();
  void release(const GroupOrder& group);
  std::uint64_t cost(const GroupOrder& group) const;
  static std::uint64_t cost_of_walk(const GroupOrder& group, Cost distance);

  Schedule& all_;
  Workers::Impl& own_;
  Budget& budget_;
  std::array<OrderField*, kFields> chosen_{};  ///< to be swept
  std::size_t walked_groups_ = 0;              ///< of schedule.groups
  std::size_t walked_members_ = 0;             ///< of the group that is next
};

}  // namespace throng
