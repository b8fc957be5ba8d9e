#include "packed_state.hpp"

#include "closure_graph.hpp"
#include "fresh_field.hpp"
#include "fresh_fields.hpp"
#include "potential_scratch.hpp"
#include "slot_repair.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace throng {
namespace {

/// The cells of which the values are kept, and how far those of others are known.
struct Seeds {
  std::vector<CellIndex> cells;
  std::size_t frontier = 0;   ///< from this cell on; a sweep has not gone beyond these
  Cost limit = kUnreachable;  ///< no value from here on is known
};

class ValuePacker {
 public:
  explicit ValuePacker(const Grid& grid) : graph_(grid), field_(grid.cell_count(), 0) {
    for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
      if (graph_.open(cell)) open_.push_back(cell);
  }

  PackedValues pack(std::span<const Cost> values, const Seeds& seeds) {
    PackedValues packed;
    for (const CellIndex cell : seeds.cells) {
      const std::optional<std::size_t> number = number_of(cell);
      packed.seeds.push_back(number ? values[*number] : kUnreachable);
    }
    sweep(seeds, packed.seeds);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (values[i] == field_[open_[i]]) continue;
      packed.others.push_back(static_cast<std::uint32_t>(i));
      packed.values.push_back(values[i]);
    }
    if (packed.seeds.empty() || 2 * packed.others.size() > open_.size())
      return {.seeds = {}, .others = {}, .values = {values.begin(), values.end()}};
    return packed;
  }

  std::vector<Cost> unpack(PackedValues packed, const Seeds& seeds) {
    if (packed.seeds.empty()) return std::move(packed.values);
    if (packed.seeds.size() != seeds.cells.size() ||
        packed.others.size() != packed.values.size())
      return {};
    sweep(seeds, packed.seeds);
    std::vector<Cost> values(open_.size());
    for (std::size_t i = 0; i < open_.size(); ++i) values[i] = field_[open_[i]];
    for (std::size_t i = 0; i < packed.others.size(); ++i) {
      if (packed.others[i] >= values.size()) return {};
      values[packed.others[i]] = packed.values[i];
    }
    return values;
  }

 private:
  std::optional<std::size_t> number_of(CellIndex cell) const {
    const auto at = std::ranges::lower_bound(open_, cell);
    if (at == open_.end() || *at != cell) return std::nullopt;
    return static_cast<std::size_t>(at - open_.begin());
  }

  /// Fills field_ with what the seeds let expect.
  void sweep(const Seeds& seeds, std::span<const Cost> values) {
    for (const CellIndex cell : open_) field_[cell] = kUnreachable;
    Cost limit = seeds.limit;
    std::vector<CellIndex> from;
    for (std::size_t i = 0; i < seeds.cells.size(); ++i) {
      const CellIndex cell = seeds.cells[i];
      if (values[i] == kUnreachable || !number_of(cell)) continue;
      field_[cell] = values[i];
      from.push_back(cell);
      if (i >= seeds.frontier) limit = std::min(limit, values[i]);
    }
    FieldRepair(graph_, field_, scratch_).lower(from, kAll);
    if (limit == kUnreachable) return;
    for (const CellIndex cell : open_)
      if (field_[cell] >= limit) field_[cell] = kUnreachable;
  }

  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  ClosureGraph graph_;
  std::vector<CellIndex> open_;  ///< rising
  std::vector<Cost> field_;      ///< padded
  PotentialScratch scratch_;
};

void add_sources(const PotentialState::Slot& slot, std::vector<CellIndex>& cells) {
  for (const SlotSources::Source& source : slot.sources)
    if (source.active) cells.push_back(source.cell);
}

Seeds seeds_of(const PotentialState& state, std::size_t slot) {
  Seeds seeds;
  add_sources(state.slots[slot], seeds.cells);
  state.pending.for_each([&](CellIndex cell, SlotSet slots) {
    if (contains(slots, slot)) seeds.cells.push_back(cell);
  });
  const std::vector<CellIndex>& open = state.slots[slot].open;
  seeds.cells.insert(seeds.cells.end(), open.begin(), open.end());
  seeds.frontier = seeds.cells.size();
  return seeds;
}

Seeds seeds_of(const PotentialState& state, const PotentialState::Fresh& fresh) {
  using Step = FreshField::Step;
  const auto step = static_cast<Step>(fresh.step);
  Seeds seeds;
  add_sources(state.slots[fresh.slot], seeds.cells);
  seeds.cells.insert(seeds.cells.end(), fresh.edited.begin(), fresh.edited.end());
  fresh.unsupported.for_each([&](CellIndex cell, SlotSet) { seeds.cells.push_back(cell); });
  seeds.frontier = seeds.cells.size();
  seeds.cells.insert(seeds.cells.end(), fresh.open.begin(), fresh.open.end());
  if (step == Step::sweep) seeds.limit = fresh.floor;
  if (step != Step::lower) seeds.frontier = seeds.cells.size();
  return seeds;
}

bool has_field(const PotentialState::Fresh& fresh) {
  return static_cast<FreshField::Step>(fresh.step) != FreshField::Step::blank;
}

}  // namespace

PackedState pack_nothing(PotentialState state) {
  PackedState packed{.state = std::move(state), .slots = {}, .fresh = {}};
  for (PotentialState::Slot& slot : packed.state.slots)
    packed.slots.push_back({{}, {}, std::exchange(slot.values, {})});
  for (PotentialState::Fresh& fresh : packed.state.fresh)
    packed.fresh.push_back({{}, {}, std::exchange(fresh.field, {})});
  return packed;
}

PackedState pack(PotentialState state, const Grid& grid) {
  const SlotSet with_values = state.with_values();
  PackedState packed = pack_nothing(std::move(state));
  if (with_values == 0 && packed.fresh.empty()) return packed;
  ValuePacker packer(grid);
  for (std::size_t i = 0; i < packed.slots.size(); ++i)
    if (contains(with_values, i))
      packed.slots[i] = packer.pack(packed.slots[i].values, seeds_of(packed.state, i));
  for (std::size_t i = 0; i < packed.fresh.size(); ++i)
    if (const PotentialState::Fresh& fresh = packed.state.fresh[i]; has_field(fresh))
      packed.fresh[i] = packer.pack(packed.fresh[i].values, seeds_of(packed.state, fresh));
  return packed;
}

PotentialState unpack(PackedState packed, const Grid& grid) {
  PotentialState& state = packed.state;
  const auto has_slot = [&state](const PotentialState::Fresh& fresh) {
    return fresh.slot < state.slots.size();
  };
  const bool sound = packed.slots.size() == state.slots.size() && !state.slots.empty() &&
                     state.slots.size() <= 64 &&
                     packed.fresh.size() == state.fresh.size() &&
                     state.fresh.size() <= FreshFields::kMost &&
                     std::ranges::all_of(state.fresh, has_slot);
  if (!sound) return {};
  const SlotSet with_values = state.with_values();
  if (with_values == 0 && packed.fresh.empty()) return std::move(state);
  ValuePacker packer(grid);
  for (std::size_t i = 0; i < packed.slots.size(); ++i)
    if (contains(with_values, i))
      state.slots[i].values = packer.unpack(std::move(packed.slots[i]), seeds_of(state, i));
  for (std::size_t i = 0; i < packed.fresh.size(); ++i)
    if (PotentialState::Fresh& fresh = state.fresh[i]; has_field(fresh))
      fresh.field = packer.unpack(std::move(packed.fresh[i]), seeds_of(state, fresh));
  return std::move(state);
}

}  // namespace throng
