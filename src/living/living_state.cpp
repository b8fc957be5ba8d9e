#include "living_state.hpp"

#include "../core/saved_state.hpp"

#include <throng/rules.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace throng {
namespace {

void write(const PendingCells& pending, ByteWriter& out) {
  out.add_count(pending.items().size());
  for (const PendingCells::Item& item : pending.items()) {
    out.add(item.cell);
    out.add(item.slots);
  }
  out.add_count(pending.merged());
}

PendingCells read_pending(ByteReader& in) {
  std::vector<PendingCells::Item> items(in.get_count(sizeof(CellIndex) + sizeof(SlotSet)));
  for (PendingCells::Item& item : items) {
    item.cell = in.get<CellIndex>();
    item.slots = in.get<SlotSet>();
  }
  const auto merged = in.get<std::uint64_t>();
  if (merged <= items.size()) return {items, static_cast<std::size_t>(merged)};
  in.fail();
  return {};
}

void write(const JumpBox& box, ByteWriter& out) {
  for (const std::uint16_t side : {box.left, box.top, box.right, box.bottom}) out.add(side);
}

JumpBox read_box(ByteReader& in) {
  JumpBox box;
  for (std::uint16_t* const side : {&box.left, &box.top, &box.right, &box.bottom})
    *side = in.get<std::uint16_t>();
  return box;
}

void write(const JumpRepairState& state, ByteWriter& out) {
  out.add(state.settled);
  out.add(static_cast<std::uint8_t>(state.graph));
  out.add_all(state.unbuilt);
  out.add(static_cast<std::uint8_t>(state.others));
  out.add_count(state.shortcuts.size());
  for (const JumpRepairState::Shortcut& shortcut : state.shortcuts) {
    out.add(shortcut.from);
    out.add(shortcut.edge);
    out.add(shortcut.to);
    out.add(shortcut.direction);
    out.add(shortcut.dead_end);
    out.add(shortcut.cost);
    write(shortcut.box, out);
  }
}

JumpRepairState read_repair(ByteReader& in, std::uint8_t format) {
  constexpr std::size_t kBoxBytes = 8, kShortcutBytes = 18 + kBoxBytes;
  JumpRepairState state;
  state.settled = in.get_bool();
  state.graph = in.get_word<JumpRepairState::Graph>(3);
  in.get_all(state.unbuilt);
  if (format != kOldestFormat) state.others = in.get_word<JumpRepairState::Others>(2);
  state.shortcuts.resize(in.get_count(kShortcutBytes));
  for (JumpRepairState::Shortcut& shortcut : state.shortcuts) {
    shortcut.from = in.get<CellIndex>();
    shortcut.edge = in.get<std::uint32_t>();
    shortcut.to = in.get<CellIndex>();
    shortcut.direction = in.get<std::uint8_t>();
    shortcut.dead_end = in.get_bool();
    shortcut.cost = in.get<Cost>();
    shortcut.box = read_box(in);
  }
  return state;
}

}  // namespace

namespace {

/// Runs of equal danger: most cells have none. A class without a layer has no runs.
void write_danger(const DangerLayer& layer, ByteWriter& out) {
  std::vector<std::pair<std::uint32_t, Weight>> runs;
  for (const Weight danger : layer.cells)
    if (runs.empty() || runs.back().second != danger)
      runs.emplace_back(1, danger);
    else
      ++runs.back().first;
  out.add_count(runs.size());
  for (const auto& [count, danger] : runs) {
    out.add(count);
    out.add(danger);
  }
}

/// Stops at more than `most` cells.
void read_danger(ByteReader& in, std::size_t most, DangerLayer& layer) {
  for (std::size_t left = in.get_count(6); left > 0; --left) {
    const auto count = in.get<std::uint32_t>();
    const auto danger = in.get<Weight>();
    if (count > most - layer.cells.size()) return in.fail();
    layer.cells.insert(layer.cells.end(), count, danger);
  }
}

}  // namespace

void write(const LivingGround& ground, ByteWriter& out) {
  out.add(ground.terrain.width());
  out.add(ground.terrain.height());
  for (std::int32_t y = 0; y < ground.terrain.height(); ++y)
    out.add(std::string_view(ground.terrain.row(y)));
  out.add_all(ground.weights);
  out.add_all(ground.altitude);
  out.add_all(ground.closed_steps);
  out.add_count(ground.links.size());
  for (const Link& link : ground.links) {
    for (const Position end : {link.from, link.to}) throng::write(end, out);
    out.add(link.weight);
  }
  out.add_all(ground.link_open);
  out.add_count(ground.danger.size());
  for (const DangerLayer& layer : ground.danger) write_danger(layer, out);
}

std::optional<LivingGround> read_ground(ByteReader& in, std::uint8_t format) {
  const auto width = in.get<std::int32_t>(), height = in.get<std::int32_t>();
  if (!Terrain::check_size(width, height)) return std::nullopt;
  const std::size_t cells =
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const std::string_view characters = in.get(cells);
  if (!in.good()) return std::nullopt;
  auto terrain = Terrain::make(width, height, std::string(characters));
  if (!terrain) return std::nullopt;
  LivingGround ground{.terrain = *std::move(terrain)};
  in.get_all(ground.weights);
  in.get_all(ground.altitude);
  in.get_all(ground.closed_steps);
  ground.links.resize(in.get_count(sizeof(std::uint32_t)));
  for (Link& link : ground.links) {
    for (Position* const end : {&link.from, &link.to}) *end = read_position(in);
    link.weight = in.get<Weight>();
  }
  in.get_all(ground.link_open);
  for (const std::uint8_t closed : ground.closed_steps)
    ground.closed_step_count += static_cast<std::size_t>(std::popcount(closed));
  const auto fits = [&](const auto& layer) {
    return layer.empty() || layer.size() == cells;
  };
  if (format != kOldestFormat) ground.danger.resize(in.get_count(sizeof(std::uint64_t)));
  for (DangerLayer& layer : ground.danger) {
    read_danger(in, cells, layer);
    layer.sum = std::accumulate(layer.cells.begin(), layer.cells.end(), std::uint64_t{0});
    if (!fits(layer.cells)) in.fail();
  }
  const bool sound =
      in.good() && fits(ground.weights) && fits(ground.altitude) &&
      fits(ground.closed_steps) && ground.link_open.size() == ground.links.size() &&
      std::ranges::all_of(ground.link_open, [](std::uint8_t open) { return open <= 1; });
  if (!sound) return std::nullopt;
  return ground;
}

void write(const FirstCells& first, const LivingGround& ground, ByteWriter& out) {
  std::vector<Position> other;
  const bool weights = !ground.weights.empty();
  for_each_cell({{0, 0}, ground.terrain.width(), ground.terrain.height()}, [&](Position p) {
    const std::size_t slot = ground.slot(p);
    if (first.terrain.at(p) != ground.terrain.at(p) ||
        (weights && first.weights[slot] != ground.weights[slot]))
      other.push_back(p);
  });
  out.add_count(other.size());
  for (const Position p : other) {
    throng::write(p, out);
    out.add(static_cast<std::uint8_t>(first.terrain.at(p)));
    if (weights) out.add(first.weights[ground.slot(p)]);
  }
}

std::optional<FirstCells> read_first_cells(const LivingGround& ground, ByteReader& in,
                                           std::uint8_t format) {
  FirstCells first{ground.terrain, ground.weights};
  if (format == kOldestFormat) return first;
  for (std::size_t left = in.get_count(kPositionBytes + 1); left > 0; --left) {
    const Position p = read_position(in);
    const auto terrain = static_cast<char>(in.get<std::uint8_t>());
    if (!ground.terrain.contains(p)) return std::nullopt;
    first.terrain.set(p, terrain);
    if (first.weights.empty()) continue;
    const auto weight = in.get<Weight>();
    if (weight > kMaxWeight) return std::nullopt;
    first.weights[ground.slot(p)] = weight;
  }
  return in.good() ? std::optional(std::move(first)) : std::nullopt;
}

void write(const LivingClass& movement, ByteWriter& out) {
  const Rules& rules = movement.rules;
  out.add(static_cast<std::uint8_t>(rules.topology));
  out.add(static_cast<std::uint8_t>(rules.corners));
  out.add(static_cast<std::uint8_t>(rules.cost_model));
  out.add(rules.costs.straight);
  out.add(rules.costs.diagonal);
  out.add(rules.climb);
  out.add(rules.unit_size);
  for (const Weight weight : rules.movement.weights()) out.add(weight);
  out.add(static_cast<std::int32_t>(movement.landmarks));
  out.add(movement.jump_graph);
  out.add(movement.fronts);
  out.add(movement.front_rows);
  out.add(std::uint64_t{movement.front_memory});
  out.add(movement.max_danger);
  out.add(movement.lines);
}

LivingClass read_class(ByteReader& in, std::uint8_t format) {
  LivingClass movement;
  Rules& rules = movement.rules;
  rules.topology = in.get_word<Topology>(kTopologies.size());
  rules.corners = in.get_word<Corners>(kCorners.size());
  rules.cost_model = in.get_word<CostModel>(kCostModels.size());
  rules.costs.straight = in.get<Cost>();
  rules.costs.diagonal = in.get<Cost>();
  rules.climb = in.get<Weight>();
  rules.unit_size = in.get<std::int32_t>();
  std::array<Weight, 256> weights;
  for (Weight& weight : weights) weight = in.get<Weight>();
  rules.movement = MovementClass(weights);
  movement.landmarks = in.get<std::int32_t>();
  movement.jump_graph = in.get_bool();
  movement.fronts = in.get_bool();
  movement.front_rows = in.get_bool();
  movement.front_memory = static_cast<std::size_t>(in.get<std::uint64_t>());
  if (format != kOldestFormat) movement.max_danger = in.get<Weight>();
  if (format != kOldestFormat) movement.lines = in.get_bool();
  // Whether hub labels, which classes once had, were refused. They implied a jump graph.
  if (format == kOldestFormat && in.get_bool()) {
    in.get(in.get_count(1));
    in.get_bool();
    movement.jump_graph = true;
  }
  return movement;
}

void write(const LivingJumpState& state, ByteWriter& out) {
  out.add(state.graph.has_value());
  if (state.graph) write(*state.graph, out);
  out.add(state.saved_work);
}

LivingJumpState read_jumps(ByteReader& in) {
  LivingJumpState state;
  if (in.get_bool()) state.graph = read_repair(in, kFormat);
  state.saved_work = in.get<std::uint64_t>();
  return state;
}

namespace {

void write(const PackedValues& values, ByteWriter& out) {
  out.add_all(values.seeds);
  out.add_all(values.others);
  out.add_all(values.values);
}

/// A list of values as kOldestFormat has them; kFormat has the other two lists too.
PackedValues read_values(ByteReader& in, std::uint8_t format) {
  PackedValues values;
  if (format == kFormat) {
    in.get_all(values.seeds);
    in.get_all(values.others);
  }
  in.get_all(values.values);
  return values;
}

PackedState read_potentials(ByteReader& in, std::uint8_t format) {
  PackedState packed;
  PotentialState& state = packed.state;
  for (SlotSet* const slots : {&state.usable, &state.unbuilt, &state.stale_sources})
    *slots = in.get<SlotSet>();
  state.slots.resize(in.get_count(sizeof(std::uint64_t)));
  for (PotentialState::Slot& slot : state.slots) {
    slot.sources.resize(in.get_count(sizeof(CellIndex) + 1));
    for (SlotSources::Source& source : slot.sources) {
      source.cell = in.get<CellIndex>();
      source.active = in.get_bool();
    }
    packed.slots.push_back(read_values(in, format));
    in.get_all(slot.open);
    slot.expanded = in.get<std::uint64_t>();
  }
  state.pending = read_pending(in);
  state.sweep_kind = in.get<std::uint8_t>();
  state.fresh.resize(in.get_count(sizeof(std::uint8_t)));
  for (PotentialState::Fresh& fresh : state.fresh) {
    fresh.step = in.get<std::uint8_t>();
    fresh.slot = in.get<std::uint8_t>();
    fresh.floor = in.get<Cost>();
    fresh.next = in.get<std::uint64_t>();
    in.get_all(fresh.edited);
    in.get_all(fresh.open);
    fresh.unsupported = read_pending(in);
    packed.fresh.push_back(read_values(in, format));
    in.get_all(fresh.queue);
  }
  state.writing = in.get_bool();
  state.written = in.get<std::uint64_t>();
  state.doubts = in.get<std::uint8_t>();
  return packed;
}

}  // namespace

void write(const PackedState& packed, ByteWriter& out) {
  const PotentialState& state = packed.state;
  for (const SlotSet slots : {state.usable, state.unbuilt, state.stale_sources})
    out.add(slots);
  out.add_count(state.slots.size());
  for (std::size_t i = 0; i < state.slots.size(); ++i) {
    const PotentialState::Slot& slot = state.slots[i];
    out.add_count(slot.sources.size());
    for (const SlotSources::Source& source : slot.sources) {
      out.add(source.cell);
      out.add(source.active);
    }
    write(packed.slots[i], out);
    out.add_all(slot.open);
    out.add(slot.expanded);
  }
  write(state.pending, out);
  out.add(state.sweep_kind);
  out.add_count(state.fresh.size());
  for (std::size_t i = 0; i < state.fresh.size(); ++i) {
    const PotentialState::Fresh& fresh = state.fresh[i];
    out.add(fresh.step);
    out.add(fresh.slot);
    out.add(fresh.floor);
    out.add(fresh.next);
    out.add_all(fresh.edited);
    out.add_all(fresh.open);
    write(fresh.unsupported, out);
    write(packed.fresh[i], out);
    out.add_all(fresh.queue);
  }
  out.add(state.writing);
  out.add(state.written);
  out.add(state.doubts);
}

PackedState read_potentials(ByteReader& in) { return read_potentials(in, kFormat); }

// Whether a class has fronts. None: of kOldestFormat, where it does not want any.
constexpr std::uint8_t kNoFronts = 0, kHasFronts = 1, kFrontsRefused = 2;

void write(const LivingFrontState& state, ByteWriter& out) {
  const std::string& why = state.record.refusal;
  out.add(why.empty() ? kHasFronts : kFrontsRefused);
  if (why.empty()) {
    out.add_all(state.cells);
    out.add_all(state.stale);
    out.add(state.rows_done);
  } else {
    out.add_count(why.size());
    out.add(std::string_view(why));
    out.add(state.record.memory_exceeded);
  }
}

LivingFrontState read_fronts(ByteReader& in) {
  LivingFrontState state;
  const auto fronts = in.get<std::uint8_t>();
  if (fronts == kHasFronts) {
    in.get_all(state.cells);
    in.get_all(state.stale);
    state.rows_done = in.get<std::uint64_t>();
  } else if (fronts == kFrontsRefused) {
    state.record.refusal = in.get(in.get_count(1));
    state.record.memory_exceeded = in.get_bool();
    if (state.record.refusal.empty()) in.fail();
  } else {
    in.fail();
  }
  return state;
}

std::string renewed_parts(const LivingClass& movement, ByteReader& in) {
  std::optional<PackedState> landmarks;
  if (in.get_bool()) landmarks = read_potentials(in, kOldestFormat);
  LivingJumpState jumps;
  if (in.get_bool()) jumps.graph = read_repair(in, kOldestFormat);
  std::optional<LivingFrontState> fronts;
  if (movement.fronts)
    fronts = read_fronts(in);
  else if (in.get<std::uint8_t>() != kNoFronts)
    in.fail();
  jumps.saved_work = in.get<std::uint64_t>();
  ByteWriter out;
  const auto add = [&out](const auto* state) {
    out.add(state != nullptr);
    if (state != nullptr) write(*state, out);
  };
  add(jumps.graph ? &jumps : nullptr);
  add(landmarks ? &*landmarks : nullptr);
  add(fronts ? &*fronts : nullptr);
  out.add(false);  // lines
  return out.take();
}

}  // namespace throng
