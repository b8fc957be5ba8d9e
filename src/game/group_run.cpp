#include "group_run.hpp"

#include "../batch/answer_query.hpp"
#include "../field/front_fields.hpp"
#include "../sweep/sweep.hpp"
#include "slices.hpp"

#include <algorithm>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNoGroup = FlatTable::kEmpty;

}  // namespace

bool GroupRun::is_of_group(std::uint32_t waiting) const {
  const Waiting& one = all_.backlog[waiting];
  if (one.is_long || one.slots() != 1 || one.radius != 0) return false;
  const auto goals = all_.backlog.goals(one);
  if (goals.size() != 1) return false;
  const Problem& problem = all_.classes[one.movement]->problem;
  return field_answers(problem, one.max_expansions, one.max_cost) &&
         needs_search(problem.grid, {one.start, goals[0]});
}

void GroupRun::find() {
  round_.groups.clear();
  round_.members.clear();
  round_.group_of.assign(all_.backlog.size(), kNoGroup);
  round_.goals.clear(round_.order.size());
  for (const std::uint32_t i : round_.order) {
    if (!is_of_group(i)) continue;
    const Waiting& one = all_.backlog[i];
    const ServedClass* const solver = all_.classes[one.movement].get();
    const CellIndex goal = solver->problem.grid.cell(all_.backlog.goals(one)[0]);
    const auto added = static_cast<std::uint32_t>(round_.groups.size());
    const std::uint32_t group = round_.goals.add(
        goal + std::uint64_t{one.movement} * 0x1'0000'0001U, added, [&](auto g) {
          return round_.groups[g].goal == goal && round_.groups[g].solver == solver;
        });
    if (group == added) round_.groups.push_back({.solver = solver, .goal = goal});
    round_.group_of[i] = group;
    ++round_.groups[group].size;
  }
  gather_members(round_.groups, round_.order, round_.group_of, kSmallestGroup,
                 round_.members);
  for (OrderField& field : all_.fields) field.in_use = false;
  for (std::uint32_t g = 0; g < round_.groups.size(); ++g) {
    GroupOrder& group = round_.groups[g];
    group.field = field_of(group);
    for (const std::uint32_t i : members(group)) {
      all_.backlog[i].place = Place::group;
      round_.group_of[i] = g;
    }
  }
}

OrderField* GroupRun::field_of(const GroupOrder& group) {
  for (OrderField& field : all_.fields) {
    if (field.solver != group.solver || field.goal != group.goal) continue;
    field.used = all_.frame;
    field.in_use = true;
    return &field;
  }
  return nullptr;
}

void GroupRun::release(const GroupOrder& group) {
  for (const std::uint32_t i : members(group))
    if (all_.backlog[i].place == Place::group) all_.backlog[i].place = Place::order;
}

void GroupRun::choose_pilots(std::uint64_t work) {
  for (GroupOrder& group : round_.groups) {
    if (group.field != nullptr) continue;
    const std::uint32_t movement = all_.backlog[members(group).front()].movement;
    const std::uint32_t slice = round_.first[movement].size;
    // kPerSlice is not included: only the largest slices have to fit.
    const std::uint64_t needed = std::uint64_t{kPilots} * slice;
    if (work < needed) {
      release(group);
      group.size = 0;
      continue;
    }
    work -= needed;
    for (std::uint32_t k = 0; k < kPilots; ++k)
      round_.add_task(all_.backlog,
                      {.waiting = members(group)[pilot(k, group.size)], .slice = slice},
                      Place::group);
  }
}

void GroupRun::note_pilot(const RoundTask& task) {
  GroupOrder& group = round_.groups[round_.group_of[task.waiting]];
  group.pilots.expanded += task.spent - task.line.spent;
  group.pilots.moves += task.moves;
}

/// Cost of the field in expansions. Rather too high, so that frame times do not vary.
std::uint64_t GroupRun::cost(const GroupOrder& group) const {
  const Rates rate = rates(group.solver->problem);
  return rate.field / rate.quick_expansion;
}

/// The least recently used field; null: all are in use.
OrderField* GroupRun::free_field() {
  if (all_.fields.size() < kFields) return &all_.fields.emplace_back(all_.memory);
  const auto age = [&](const OrderField& field) {
    return std::pair(field.in_use, field.used);
  };
  OrderField& oldest = *std::ranges::min_element(all_.fields, {}, age);
  return oldest.in_use ? nullptr : &oldest;
}

bool GroupRun::sweep(std::uint64_t work, bool first) {
  all_.fields.reserve(kFields);  // so that it never moves: groups point at its elements
  budget_.begin_round();
  std::uint64_t spent = 0;
  std::uint32_t taken = 0;
  for (GroupOrder& group : round_.groups) {
    if (group.size == 0 || group.field != nullptr) continue;
    if (std::size_t{taken} == kFields) break;
    const Problem& problem = group.solver->problem;
    if (!field_pays(rates(problem), group.size - kPilots, group.pilots)) {
      release(group);
      group.size = 0;
      continue;
    }
    const std::uint64_t price = cost(group);
    if (price > work && !first) continue;
    first = false;
    OrderField* const field = free_field();
    if (field == nullptr) break;
    work -= std::min(work, price);
    spent += price;
    field->solver = nullptr;  // until it is swept
    field->goal = group.goal;
    field->used = all_.frame;
    field->in_use = true;
    group.field = field;
    // Now, while only one thread runs. Edits repair fields in it, also those of fronts.
    group.solver->sweep_space();
    chosen_[taken++] = {field, group.solver};
  }
  for (Scratch& one : own_.scratch) one.of<Trails>().reserve();
  own_.crew.for_each_block(taken, 1, [&](int, std::size_t k, std::size_t) {
    OrderField& field = *chosen_[k].field;
    const ServedClass& solver = *chosen_[k].solver;
    const Problem& problem = solver.problem;
    field.distance.resize(problem.grid.cell_count());
    const Fronts* const fronts = fronts_of_field(problem);
    if (fronts == nullptr)
      throng::sweep(solver.sweep_space(), {&field.goal, 1}, kUnreachable - 1, field.scratch,
                    field.distance);
    else
      read_field(problem.grid, *fronts, SweepDirection::to_sources, {&field.goal, 1},
                 kUnreachable - 1, field.front_scratch, field.distance);
  });
  for (std::uint32_t k = 0; k < taken; ++k) chosen_[k].field->solver = chosen_[k].solver;
  if (spent > 0) budget_.spend(spent);
  return std::ranges::any_of(round_.groups,
                             [](const GroupOrder& g) { return g.field != nullptr; });
}

/// Cost of reading the longest path that this distance allows.
std::uint64_t GroupRun::cost_of_walk(const GroupOrder& group, Cost distance) {
  if (distance == kUnreachable) return kPerSlice;
  const Problem& problem = group.solver->problem;
  const Rates rate = rates(problem);
  const std::uint64_t moves = distance / problem.grid.costs().straight;
  return kPerSlice + rate.step * moves / rate.quick_expansion;
}

bool GroupRun::choose_walks(std::uint64_t work) {
  while (walked_groups_ < round_.groups.size() && round_.tasks.size() < kWalksPerRound) {
    const GroupOrder& group = round_.groups[walked_groups_];
    if (group.field == nullptr || walked_members_ == group.size) {
      ++walked_groups_;
      walked_members_ = 0;
      continue;
    }
    const std::uint32_t i = members(group)[walked_members_++];
    Waiting& one = all_.backlog[i];
    if (one.place != Place::group) continue;  // a pilot
    const Cost distance = group.field->distance[group.solver->problem.grid.cell(one.start)];
    if (one.approach && distance == kUnreachable) {
      one.place = Place::order;  // one-way steps prevent it; a search finds the nearest end
      continue;
    }
    const std::uint64_t walk = cost_of_walk(group, distance);
    const bool has_line = all_.options.lines && group.solver->lines.board != nullptr;
    const std::uint32_t line = has_line ? round_.first[one.movement].line : 0;
    // In what the first one leaves of a frame, lines would often be stopped.
    const bool may_wait = !round_.tasks.empty() || (has_line && walks_);
    if (walk + line > work && may_wait) {
      --walked_members_;  // it comes first in the next round
      break;
    }
    work -= std::min(work, walk + line);
    walks_ = true;
    round_.add_task(all_.backlog,
                    {.waiting = i,
                     .slice = has_line ? slice_within(walk + line) : 0,
                     .field = group.field},
                    Place::group);
  }
  return !round_.tasks.empty();
}

void GroupRun::leave_fields() {
  for (GroupOrder& group : round_.groups) {
    if (group.field == nullptr) continue;
    group.field->in_use = false;
    group.field = nullptr;
    group.size = 0;
  }
  walked_groups_ = walked_members_ = 0;
}

}  // namespace throng
