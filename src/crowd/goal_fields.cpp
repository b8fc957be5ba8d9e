#include "goal_fields.hpp"

#include "../core/large_vector.hpp"
#include "../sweep/sweep.hpp"

#include <utility>

namespace throng {

GoalFields::GoalFields(const LivingMap& map, std::size_t spare, Memory memory)
    : memory_(memory),
      spare_(spare),
      map_(&map),
      version_(map.version()),
      topology_(map.grid(0)->rules().topology),
      guidance_(memory),
      fields_(memory),
      free_(memory),
      missing_(memory),
      chosen_(memory),
      index_(memory) {
  for (std::size_t d = 0; d < kMoves; ++d)
    offsets_[d] = map.grid(0)->offset(static_cast<Move>(d));
  guidance_.reserve(map.classes());
  for (std::size_t k = 0; k < map.classes(); ++k)
    guidance_.emplace_back(*map.grid(k), memory);
}

GoalFields::Id GoalFields::use(std::size_t movement, Reach reach,
                               std::span<const CellIndex> goals) {
  if (const auto known = index_.find(Wanted{movement, reach, goals});
      known != index_.end()) {
    Field& field = fields_[known->second];
    if (field.uses++ == 0) spare_bytes_ -= std::exchange(field.spare_bytes, 0);
    return known->second;
  }
  const bool grows = free_.empty();
  if (grows) {
    const std::size_t more = fields_.size() + 1;
    reserve_more(free_, more - free_.size());
    reserve_more(missing_, more - missing_.size());
    reserve_more(chosen_, more);
    reserve_more(fields_, 1);
  }
  const Id id = grows ? static_cast<Id>(fields_.size()) : free_.back();
  const auto [place, added] =
      index_.emplace(Key{movement, reach, {goals.begin(), goals.end(), memory_}}, id);
  if (grows)
    fields_.emplace_back(memory_);
  else
    free_.pop_back();
  Field& field = fields_[id];
  field.key = &place->first;
  field.uses = 1;
  field.state = State::missing;
  missing_.push_back(id);
  return id;
}

bool GoalFields::use_again(Id id) noexcept {
  if (id >= fields_.size() || fields_[id].key == nullptr) return false;
  ++fields_[id].uses;
  return true;
}

void GoalFields::release(Id id) noexcept {
  Field& field = fields_[id];
  if (--field.uses != 0) return;
  if (field.state != State::fresh) return drop(id);
  field.released = ++releases_;
  field.spare_bytes = field.whole.size_bytes() + field.near.size_bytes();
  spare_bytes_ += field.spare_bytes;
  drop_spare(spare_);
}

void GoalFields::drop(Id id) noexcept {
  Field& field = fields_[id];
  std::erase(missing_, id);
  index_.erase(index_.find(*field.key));
  field.key = nullptr;
  field.state = State::missing;
  field.whole = StepMoves(memory_);
  field.near = NearMoves(memory_);
  free_.push_back(id);
  trim();
}

/// Forgets numbers at the end that are free. So a use and its release leave the numbers as
/// they were.
void GoalFields::trim() noexcept {
  if (fields_.back().key != nullptr) return;
  while (!fields_.empty() && fields_.back().key == nullptr) fields_.pop_back();
  const auto count = static_cast<Id>(fields_.size());
  std::erase_if(free_, [&](Id id) { return id >= count; });
  turn_ = std::min(turn_, count);
}

/// Drops fields without uses, the one released first before others.
void GoalFields::drop_spare(std::size_t most) noexcept {
  while (spare_bytes_ > most) {
    Id first = kNone;
    for (Id id = 0; id < fields_.size(); ++id) {
      const Field& field = fields_[id];
      if (field.key == nullptr || field.uses != 0) continue;
      if (first == kNone || field.released < fields_[first].released) first = id;
    }
    spare_bytes_ -= fields_[first].spare_bytes;
    drop(first);
  }
}

/// Whether a change may concern a field of a class.
bool GoalFields::concerns(const MapChanges& changes, const Key& key) const noexcept {
  if (key.reach == Reach::whole)
    return !changes.costlier.empty() || !changes.cheaper.empty();
  constexpr auto kReach = std::int64_t{NearMoves::kSteps};
  const CellIndex stride = offsets_[static_cast<std::size_t>(Move::south)];
  const std::int64_t x = std::int64_t{key.goals.front() % stride} - 1,
                     y = std::int64_t{key.goals.front() / stride} - 1;
  const auto meets = [&](const MapRect& at) {
    return at.corner.x <= x + kReach && at.corner.y <= y + kReach &&
           std::int64_t{at.corner.x} + at.width > x - kReach &&
           std::int64_t{at.corner.y} + at.height > y - kReach;
  };
  return std::ranges::any_of(changes.costlier, meets) ||
         std::ranges::any_of(changes.cheaper, meets);
}

void GoalFields::outdate(std::size_t movement, const MapChanges& changes) noexcept {
  for (Id id = 0; id < fields_.size(); ++id) {
    Field& field = fields_[id];
    if (field.key == nullptr || field.state != State::fresh ||
        field.key->movement != movement || !concerns(changes, *field.key))
      continue;
    field.state = State::outdated;
    if (field.uses != 0) continue;
    spare_bytes_ -= field.spare_bytes;
    drop(id);
  }
}

void GoalFields::follow(const LivingMap& map) {
  map_ = &map;
  if (map.version() == version_) return;
  for (std::size_t k = 0; k < guidance_.size(); ++k) {
    map.changes(version_, k, changes_);
    guidance_[k].follow(*map.grid(k), changes_);
    outdate(k, changes_);
  }
  version_ = map.version();
}

void GoalFields::set_lanes(const LivingMap& map, std::size_t movement,
                           std::pmr::vector<std::uint8_t> closed) {
  follow(map);
  const MapRect all{{0, 0}, map.grid(movement)->width(), map.grid(movement)->height()};
  const MapChanges changes{.costlier = {all}};
  guidance_[movement].set_lanes(*map.grid(movement), std::move(closed));
  outdate(movement, changes);
}

std::size_t GoalFields::queued() const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(fields_, [](const Field& field) {
    return field.key != nullptr && field.state != State::fresh;
  }));
}

/// The cells that a field covers.
std::size_t GoalFields::cells(const Field& field) const noexcept {
  if (field.key->reach == Reach::near)
    return std::size_t{NearMoves::kSide} * NearMoves::kSide;
  return map_->grid(field.key->movement)->open_cells();
}

std::size_t GoalFields::make(std::size_t cells, Workers::Impl& team) {
  choose(cells);
  const struct Clean {  // also of what was computed before memory ran out
    ~Clean() {
      std::erase_if(own.missing_,
                    [&](Id id) { return own.fields_[id].state != State::missing; });
    }
    GoalFields& own;
  } clean{*this};
  compute(chosen_, team);
  return chosen_.size();
}

/// Chooses the fields to compute.
void GoalFields::choose(std::size_t budget) {
  chosen_.clear();
  const auto take = [&](Id id) {
    const std::size_t cost = cells(fields_[id]);
    if (!chosen_.empty() && cost > budget) return false;
    budget -= std::min(cost, budget);
    chosen_.push_back(id);
    return true;
  };
  for (const Id id : missing_)
    if (!take(id)) return;
  const auto count = static_cast<Id>(fields_.size());
  const Id first = turn_;
  for (Id k = 0; k < count; ++k) {
    const Id id = (first + k) % count;
    if (fields_[id].key == nullptr || fields_[id].state != State::outdated) continue;
    if (!take(id)) return;
    turn_ = (id + 1) % count;
  }
}

void GoalFields::compute(std::span<const Id> ids, Workers::Impl& team) {
  team.crew.for_each_block(
      ids.size(), 1, [&](int thread, std::size_t begin, std::size_t end) {
        auto& scratch = team.scratch[static_cast<std::size_t>(thread)].of<FieldScratch>();
        for (std::size_t i = begin; i < end; ++i) {
          compute(fields_[ids[i]], scratch);
          fields_[ids[i]].state = State::fresh;
        }
      });
}

void GoalFields::compute(Field& field, FieldScratch& scratch) const {
  const Key& key = *field.key;
  const SweepSpace& space = guidance_[key.movement].space();
  if (key.reach == Reach::near) return field.near.make(space, key.goals.front(), scratch);
  scratch.sources.clear();
  for (const CellIndex goal : key.goals)
    if (space.blank[goal] != 0) scratch.sources.push_back(goal);
  remake(scratch.field, space.blank.size());
  sweep(space, scratch.sources, kUnreachable - 1, scratch.queues, scratch.field);
  field.whole.make(space, topology_, scratch.field);
}

void GoalFields::forget_outdated() noexcept {
  drop_spare(0);
  for (Id id = 0; id < fields_.size(); ++id) {
    if (fields_[id].key == nullptr || fields_[id].state != State::outdated) continue;
    fields_[id].state = State::missing;
    missing_.push_back(id);
  }
}

void GoalFields::write(ByteWriter& out) const {
  out.add_count(guidance_.size());
  for (const Guidance& guidance : guidance_) out.add_all(guidance.lanes());
  out.add_count(fields_.size());
  for (const Field& field : fields_) {
    out.add(field.key != nullptr);
    if (field.key == nullptr) continue;
    out.add(static_cast<std::uint32_t>(field.key->movement));
    out.add(static_cast<std::uint8_t>(field.key->reach));
    out.add_all(field.key->goals);
    out.add(static_cast<std::uint8_t>(field.state));
  }
  out.add_all(free_);
  out.add_all(missing_);
  out.add(turn_);
}

void GoalFields::read(ByteReader& in) {
  const std::size_t all = map_->grid(0)->cell_count();
  if (in.get_count(8) != guidance_.size()) return in.fail();
  for (std::size_t k = 0; k < guidance_.size(); ++k) {
    std::pmr::vector<std::uint8_t> closed(memory_);
    in.get_all(closed);
    if (closed.empty()) continue;
    if (closed.size() != all) return in.fail();
    guidance_[k].set_lanes(*map_->grid(k), std::move(closed));
  }
  const std::size_t count = in.get_count(1);
  fields_.reserve(count);
  free_.reserve(count);
  missing_.reserve(count);
  chosen_.reserve(count);
  for (std::size_t id = 0; id < count && in.good(); ++id) {
    Field& field = fields_.emplace_back(memory_);
    if (!in.get_bool()) continue;
    Key key{in.get<std::uint32_t>(), in.get_word<Reach>(2),
            std::pmr::vector<CellIndex>(memory_)};
    in.get_all(key.goals);
    field.state = in.get_word<State>(3);
    const bool sound = in.good() && key.movement < guidance_.size() && !key.goals.empty() &&
                       (key.reach == Reach::whole || key.goals.size() == 1) &&
                       field.state != State::outdated && key.goals.back() < all &&
                       std::ranges::is_sorted(key.goals, std::less_equal{});
    if (!sound) return in.fail();
    const auto [place, added] = index_.emplace(std::move(key), static_cast<Id>(id));
    if (!added) return in.fail();
    field.key = &place->first;
  }
  in.get_all(free_);
  in.get_all(missing_);
  turn_ = in.get<Id>();
  // Each number once: of no field, or of one that is missing.
  std::vector<std::uint8_t> seen(count, 0);
  const auto once = [&](Id id) { return id < count && seen[id]++ == 0; };
  const bool sound =
      in.good() && turn_ <= count &&
      std::ranges::all_of(free_,
                          [&](Id id) { return once(id) && fields_[id].key == nullptr; }) &&
      std::ranges::all_of(missing_, [&](Id id) {
        return once(id) && fields_[id].key != nullptr &&
               fields_[id].state == State::missing;
      });
  const auto named = static_cast<std::size_t>(std::ranges::count_if(
      fields_, [](const Field& field) { return field.state == State::fresh; }));
  if (!sound || free_.size() + missing_.size() + named != count) in.fail();
}

void GoalFields::make_read(Workers::Impl& team) {
  chosen_.clear();
  for (Id id = 0; id < fields_.size(); ++id)
    if (fields_[id].key != nullptr && fields_[id].state == State::fresh)
      chosen_.push_back(id);
  compute(chosen_, team);
}

std::size_t GoalFields::memory_bytes() const noexcept {
  std::size_t bytes =
      fields_.capacity() * sizeof(Field) +
      (free_.capacity() + missing_.capacity() + chosen_.capacity()) * sizeof(Id);
  for (const Guidance& guidance : guidance_) bytes += guidance.memory_bytes();
  for (const Field& field : fields_) {
    bytes += field.whole.memory_bytes() + field.near.memory_bytes();
    if (field.key != nullptr) bytes += field.key->goals.capacity() * sizeof(CellIndex);
  }
  return bytes;
}

}  // namespace throng
