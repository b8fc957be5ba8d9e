#pragma once

#include "../core/workers.hpp"
#include "budget.hpp"
#include "round.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The group orders of a frame: finds groups, decides which of them a sweep answers, and
/// sweeps. The decision depends only on the backlog and the work. Members of groups are
/// held: nothing else serves them in this frame, unless they are released.
class GroupRun {
 public:
  GroupRun(Schedule& schedule, Round& round, Workers::Impl& own, Budget& budget)
      : all_(schedule), round_(round), own_(own), budget_(budget) {}

  /// Fills round.groups from the requests in round.order that have had no slice yet,
  /// and holds the members.
  void find();

  /// Appends the pilots of groups without a field to round.tasks, for slices of
  /// round.first. Releases groups whose pilots exceed `work`.
  void choose_pilots(std::uint64_t work);
  /// Call this with each of these tasks after it has run.
  void note_pilot(const RoundTask& task);

  /// Assigns fields to groups for which a sweep pays and `work` suffices, and sweeps them.
  /// Releases the groups for which a sweep does not pay.
  /// first: the first call in this frame; its first sweep may exceed `work`.
  /// False: no group has a field now.
  bool sweep(std::uint64_t work, bool first);

  /// Appends members of a group that has a field to round.tasks: as many as `work`
  /// allows, but at least one in a frame, and without lines at least one in a call. False
  /// if there are none.
  bool choose_walks(std::uint64_t work);

  /// Finishes the groups that have a field. The fields may serve other groups.
  void leave_fields();

 private:
  static constexpr std::size_t kFields = Schedule::kFields;
  static constexpr std::size_t kWalksPerRound = 1024;

  /// A field that is to be swept.
  struct Chosen {
    OrderField* field = nullptr;
    const ServedClass* solver = nullptr;
  };

  std::span<const std::uint32_t> members(const GroupOrder& group) const {
    return std::span(round_.members).subspan(group.begin, group.size);
  }
  bool is_of_group(std::uint32_t waiting) const;
  OrderField* field_of(const GroupOrder& group);
  OrderField* free_field();
  void release(const GroupOrder& group);
  std::uint64_t cost(const GroupOrder& group) const;
  static std::uint64_t cost_of_walk(const GroupOrder& group, Cost distance);

  Schedule& all_;
  Round& round_;
  Workers::Impl& own_;
  Budget& budget_;
  std::array<Chosen, kFields> chosen_{};
  std::size_t walked_groups_ = 0;   ///< of round.groups
  std::size_t walked_members_ = 0;  ///< of the next group
  bool walks_ = false;              ///< a task read its path off a field in this frame
};

}  // namespace throng
