#include "../core/owned.hpp"
#include "../core/saved_state.hpp"
#include "../core/workers.hpp"
#include "crowd_units.hpp"

#include <throng/assert.hpp>
#include <throng/crowd.hpp>

#include <algorithm>
#include <utility>

namespace throng {
namespace {

constexpr SavedKind kSaved{
    .word = "throng crowd", .name = "a saved crowd", .oldest = 3, .newest = 3};
constexpr std::size_t kMostClasses = 1 << 16;

Outcome check_map(const LivingMap& map) {
  if (is_hexagonal(map.grid(0)->rules().topology))
    return fail(Code::unsupported, "crowds need a map with four or eight neighbours");
  if (map.classes() > kMostClasses)
    return fail(Code::unsupported, "a crowd has at most 65536 movement classes");
  return ok();
}

Outcome check_window(const LivingMap& map, const CrowdOptions& options) {
  if (options.window == 0) return ok();
  if (options.window > WindowPlans::kMostSteps)
    return fail(Code::bad_argument, "the window has " + std::to_string(options.window) +
                                        " steps, and at most " +
                                        std::to_string(WindowPlans::kMostSteps) +
                                        " are possible");
  if (options.bodies != Bodies::synchronous)
    return fail(Code::unsupported, "a window needs synchronous bodies");
  if (map.grid(0)->rules().topology != Topology::tile)
    return fail(Code::unsupported, "a window needs a map with four neighbours");
  return ok();
}

}  // namespace

struct Crowd::Impl {
  Impl(const LivingMap& map, const CrowdOptions& options, Memory memory)
      : units(map, options, memory) {}

  CrowdUnits units;
};

Crowd::Crowd(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

Result<Crowd> Crowd::make(const LivingMap& map, const CrowdOptions& options,
                          std::pmr::memory_resource* memory) {
  Outcome fits = check_map(map);
  if (fits) fits = check_window(map, options);
  if (!fits) return fits.failure();
  return Crowd(std::make_unique<Impl>(map, options, memory));
}

Result<UnitId> Crowd::add(const CrowdUnit& unit) { return owned(impl_).units.add(unit); }

Result<std::vector<UnitId>> Crowd::add_all(std::span<const CrowdUnit> units) {
  return owned(impl_).units.add_all(units);
}

bool Crowd::fits(const CrowdUnit& unit) const noexcept {
  return owned(impl_).units.misfit(unit) == Misfit::none;
}

void Crowd::remove(UnitId unit) noexcept {
  if (contains(unit)) owned(impl_).units.remove(static_cast<Unit>(unit));
}

bool Crowd::contains(UnitId unit) const noexcept {
  return owned(impl_).units.bodies().contains(unit);
}

std::size_t Crowd::size() const noexcept { return owned(impl_).units.count(); }

std::vector<UnitId> Crowd::units() const {
  std::vector<UnitId> all;
  all.reserve(size());
  for (Unit unit = 0; all.size() < size(); ++unit)
    if (contains(UnitId{unit})) all.push_back(UnitId{unit});
  return all;
}

Outcome Crowd::order(UnitId unit, std::span<const Position> goals) {
  if (!contains(unit)) return no_unit(unit);
  return owned(impl_).units.order(static_cast<Unit>(unit), goals);
}

Outcome Crowd::order_group(std::span<const UnitId> units, Position goal,
                           std::span<const Position> places) {
  return owned(impl_).units.order_group(units, goal, places);
}

Outcome Crowd::set_period(UnitId unit, std::uint8_t period) {
  if (!contains(unit)) return no_unit(unit);
  return owned(impl_).units.set_period(static_cast<Unit>(unit), period);
}

Outcome Crowd::stand(UnitId unit, Idle idle) {
  if (!contains(unit)) return no_unit(unit);
  owned(impl_).units.stand(static_cast<Unit>(unit), idle);
  return ok();
}

Outcome Crowd::set_lanes(std::size_t movement, std::span<const ClosedStep> closed) {
  return owned(impl_).units.set_lanes(movement, closed);
}

CrowdReport Crowd::step(Workers& workers, const CrowdBudget& budget) {
  const WorkersInUse team(workers);
  return owned(impl_).units.step(budget, *team);
}

std::span<const Stride> Crowd::started() const noexcept {
  return owned(impl_).units.strides();
}

std::span<const UnitId> Crowd::arrived() const noexcept {
  return owned(impl_).units.arrived();
}

UnitPlace Crowd::place(UnitId unit) const noexcept {
  THRONG_ASSERT(contains(unit));
  const BodyMap& map = owned(impl_).units.bodies();
  const Body& body = map.bodies[static_cast<Unit>(unit)];
  UnitPlace place{.at = map.position(body.at)};
  if (body.move != kStay) {
    place.move = static_cast<Move>(body.move);
    place.steps_left = body.left;
  }
  return place;
}

CrowdUnit Crowd::unit(UnitId unit) const noexcept {
  THRONG_ASSERT(contains(unit));
  const BodyMap& map = owned(impl_).units.bodies();
  const Body& body = map.bodies[static_cast<Unit>(unit)];
  return {map.position(body.at), body.movement, body.period, body.idle};
}

bool Crowd::at_goal(UnitId unit) const noexcept {
  THRONG_ASSERT(contains(unit));
  return owned(impl_).units.at_goal(static_cast<Unit>(unit));
}

bool Crowd::is_cut_off(UnitId unit) const noexcept {
  THRONG_ASSERT(contains(unit));
  // One of a group may only have lost its way, and receives a field of its own next.
  const UnitOrder& order = owned(impl_).units.order_of(static_cast<Unit>(unit));
  return order.cut_off && order.near == GoalFields::kNone;
}

bool Crowd::has_order(UnitId unit) const noexcept {
  THRONG_ASSERT(contains(unit));
  return owned(impl_).units.bodies().bodies[static_cast<Unit>(unit)].ordered;
}

std::optional<Position> Crowd::goal(UnitId unit) const noexcept {
  THRONG_ASSERT(contains(unit));
  const CrowdUnits& units = owned(impl_).units;
  const CellIndex place = units.order_of(static_cast<Unit>(unit)).place;
  return place == 0 ? std::nullopt : std::optional(units.bodies().position(place));
}

std::optional<UnitId> Crowd::unit_in(Position cell) const noexcept {
  const BodyMap& map = owned(impl_).units.bodies();
  if (!map.fits(cell, 1)) return std::nullopt;
  const Unit owner = map.cells[map.cell(cell)].owner;
  return owner == kNobody ? std::nullopt : std::optional(UnitId{owner});
}

std::vector<UnitId> Crowd::units_in(const MapRect& area) const {
  const BodyMap& map = owned(impl_).units.bodies();
  if (area.width <= 0 || area.height <= 0) return {};
  const auto last = [](std::int32_t from, std::int32_t size, std::int32_t most) {
    return static_cast<std::int32_t>(
        std::min<std::int64_t>(std::int64_t{from} + size, most - 1));
  };
  const auto is_inside = [&](CellIndex cell) {
    const Position at = map.position(cell);
    return at.x >= area.corner.x && std::int64_t{at.x} - area.corner.x < area.width &&
           at.y >= area.corner.y && std::int64_t{at.y} - area.corner.y < area.height;
  };
  std::vector<UnitId> units;
  // A unit that leaves a cell may have given it to the one behind it, but owns one beside
  // it.
  const std::int32_t right = last(area.corner.x, area.width, map.width),
                     below = last(area.corner.y, area.height, map.height);
  for (std::int32_t y = std::max(area.corner.y, 1) - 1; y <= below; ++y)
    for (std::int32_t x = std::max(area.corner.x, 1) - 1; x <= right; ++x) {
      const Unit owner = map.cells[map.cell({x, y})].owner;
      if (owner == kNobody || (!units.empty() && units.back() == UnitId{owner})) continue;
      const Body& body = map.bodies[owner];
      bool inside = false;
      const auto look = [&](CellIndex cell) { inside |= is_inside(cell); };
      map.for_each_under(body.at, body.size, look);
      if (body.move != kStay) map.for_each_ahead(body, body.move, look);
      if (inside) units.push_back(UnitId{owner});
    }
  std::ranges::sort(units);
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

namespace {

/// Writes what a map must have in common with that of a saved crowd.
void write_map(const LivingMap& map, ByteWriter& out) {
  const Grid& grid = *map.grid(0);
  out.add(grid.width());
  out.add(grid.height());
  out.add(static_cast<std::uint8_t>(grid.rules().topology));
  out.add_count(map.classes());
  for (std::size_t k = 0; k < map.classes(); ++k) out.add(map.grid(k)->rules().unit_size);
}

/// Reads what write_map() wrote. Errors: bad_argument if that was another map. Damage fails
/// the reader.
Outcome check_same_map(ByteReader& in, const LivingMap& map) {
  const auto saved_on = [](const std::string& what) {
    return fail(Code::bad_argument, "the crowd was saved on a map " + what);
  };
  const Grid& grid = *map.grid(0);
  const auto width = in.get<std::int32_t>(), height = in.get<std::int32_t>();
  if (in.good() && (width != grid.width() || height != grid.height()))
    return saved_on("of another size");
  const auto topology = in.get_word<Topology>(kTopologies.size());
  if (in.good() && topology != grid.rules().topology)
    return saved_on("with another topology");
  const std::size_t classes = in.get_count(sizeof(std::int32_t));
  if (in.good() && classes != map.classes())
    return saved_on("with " + std::to_string(classes) + " movement classes, not " +
                    std::to_string(map.classes()));
  for (std::size_t k = 0; k < classes; ++k)
    if (in.get<std::int32_t>() != map.grid(k)->rules().unit_size)
      return saved_on("on which units of movement class " + std::to_string(k) +
                      " have another size");
  return ok();
}

std::string state_of(const CrowdUnits& units) {
  ByteWriter out = begin_state(kSaved);
  write_map(units.map(), out);
  units.write(out);
  return end_state(std::move(out));
}

}  // namespace

Result<std::string> Crowd::save() {
  owned(impl_).units.forget_outdated();
  return state_of(owned(impl_).units);
}

std::uint64_t Crowd::fingerprint() const {
  return hash_of_state(state_of(owned(impl_).units));
}

Result<Crowd> Crowd::restore(std::string_view saved, const LivingMap& map, Workers& workers,
                             std::pmr::memory_resource* memory) {
  const Outcome fits = check_map(map);
  if (!fits) return fits.failure();
  Result<OpenState> state = open_state(kSaved, saved);
  if (!state) return state.failure();
  ByteReader& in = state->in;
  const Outcome same_map = check_same_map(in, map);
  if (!same_map) return same_map.failure();
  CrowdOptions options;
  options.bodies = in.get_word<Bodies>(2);
  options.spare_fields = static_cast<std::size_t>(in.get<std::uint64_t>());
  options.window = in.get<std::uint32_t>();
  Result<Crowd> made = make(map, options, memory);
  if (!made) return impossible_state(kSaved, "contains impossible options");
  Crowd& crowd = *made;
  const WorkersInUse team(workers);
  crowd.impl_->units.read(in, *team);
  if (!in.good()) return impossible_state(kSaved, "contains an impossible state");
  if (!in.at_end()) return impossible_state(kSaved, "has more bytes than it should");
  return made;
}

std::size_t Crowd::memory_bytes() const noexcept {
  return sizeof(Impl) + owned(impl_).units.memory_bytes();
}

}  // namespace throng
