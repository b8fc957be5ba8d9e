#include "gates.hpp"

#include "edge_cells.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace throng {
namespace {

struct Entry {
  std::uint32_t from, into;
  CellIndex cell;
};

/// The first index of each of `count` keys when items are sorted by key, and the end as the
/// last element.
template <class Items, class KeyOf>
std::vector<std::uint32_t> begins(const Items& items, std::size_t count,
                                  const KeyOf& key_of) {
  std::vector<std::uint32_t> begin(count + 1, 0);
  for (const auto& item : items) ++begin[key_of(item) + 1];
  for (std::size_t key = 0; key < count; ++key) begin[key + 1] += begin[key];
  return begin;
}

/// Sorts by one key in linear time; equal entries keep their order.
template <class KeyOf>
std::vector<Entry> sorted(const std::vector<Entry>& entries, std::size_t count,
                          const KeyOf& key_of) {
  std::vector<std::uint32_t> next = begins(entries, count, key_of);
  std::vector<Entry> result(entries.size());
  for (const Entry& entry : entries) result[next[key_of(entry)]++] = entry;
  return result;
}

/// All entries, sorted by (from, into, cell).
std::vector<Entry> list_entries(const Grid& grid, const AreaMap& areas) {
  std::vector<Entry> entries;
  const std::span<const std::uint8_t> moves = grid.moves();
  for_each_edge_cell(grid, areas, 0, grid.cell_count(), [&](CellIndex cell) {
    const std::uint32_t into = areas.area_of[cell];
    std::array<std::uint32_t, kMoves> from{};  // each area once
    std::size_t found = 0;
    for (unsigned bits = moves[cell]; bits != 0; bits &= bits - 1) {
      // Moves are legal in both directions.
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const std::uint32_t area = areas.area_of[cell + grid.offset(move)];
      const auto end = from.begin() + found;
      if (area == into || std::find(from.begin(), end, area) != end) continue;
      from[found++] = area;
      entries.push_back({area, into, cell});
    }
  });
  const auto into_of = [](const Entry& entry) { return entry.into; };
  const auto from_of = [](const Entry& entry) { return entry.from; };
  return sorted(sorted(entries, areas.count, into_of), areas.count, from_of);
}

/// Splits the entry cells of one pair of areas at a time into runs.
class RunCutter {
 public:
  RunCutter(const Grid& grid, std::vector<Gate>& gates)
      : grid_(grid), gates_(gates), slot_of_(grid.cell_count(), 0) {}

  /// Appends the runs of `entries`, all of one pair, in the order of their least cells.
  void cut(std::span<const Entry> entries) {
    entries_ = entries;
    for (std::uint32_t slot = 0; slot < entries.size(); ++slot)
      slot_of_[entries[slot].cell] = slot;
    measure(1, across_);
    measure(grid_.stride(), down_);
    for (std::uint32_t first = 0; first < entries.size(); ++first) {
      const CellIndex step = step_of(first);
      if (goes_on(first, 0 - step)) continue;
      std::uint32_t last = first;
      while (goes_on(last, step)) last = find(last, step);
      gates_.push_back({entries[first].from, entries[first].into,
                        grid_.position(entries[first].cell),
                        grid_.position(entries[last].cell)});
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  /// The slot of the entry `step` cells from that of `slot`, or kNone.
  std::uint32_t find(std::uint32_t slot, CellIndex step) const {
    const CellIndex cell = entries_[slot].cell + step;
    const std::uint32_t found = slot_of_[cell];
    return found < entries_.size() && entries_[found].cell == cell ? found : kNone;
  }

  /// Computes for each slot the length of the longest run through it whose cells are `step`
  /// apart.
  void measure(CellIndex step, std::vector<std::uint32_t>& lengths) const {
    lengths.assign(entries_.size(), 0);
    for (std::uint32_t first = 0; first < entries_.size(); ++first) {
      if (find(first, 0 - step) != kNone) continue;
      std::uint32_t length = 0;
      for (std::uint32_t slot = first; slot != kNone; slot = find(slot, step)) ++length;
      for (std::uint32_t slot = first; slot != kNone; slot = find(slot, step))
        lengths[slot] = length;
    }
  }

  CellIndex step_of(std::uint32_t slot) const {
    return down_[slot] > across_[slot] ? grid_.stride() : 1;
  }
  bool goes_on(std::uint32_t slot, CellIndex step) const {
    const std::uint32_t next = find(slot, step);
    return next != kNone && step_of(next) == step_of(slot);
  }

  const Grid& grid_;
  std::vector<Gate>& gates_;
  std::vector<std::uint32_t> slot_of_;  ///< by cell; valid if the entry has that cell
  std::span<const Entry> entries_;
  std::vector<std::uint32_t> across_, down_;  ///< lengths of runs, by slot
};

std::vector<Gate> find_gates(const Grid& grid, const AreaMap& areas) {
  std::vector<Gate> gates;
  const std::vector<Entry> entries = list_entries(grid, areas);
  RunCutter cutter(grid, gates);
  for (std::size_t first = 0; first < entries.size();) {
    std::size_t last = first + 1;
    while (last < entries.size() && entries[last].from == entries[first].from &&
           entries[last].into == entries[first].into)
      ++last;
    cutter.cut(std::span(entries).subspan(first, last - first));
    first = last;
  }
  gates.shrink_to_fit();
  return gates;
}

}  // namespace

Gates::Gates(const Grid& grid, const AreaMap& areas)
    : gates_(find_gates(grid, areas)), row_of_(gates_.size()) {
  THRONG_ASSERT(areas.area_of.size() == grid.cell_count());
  const auto into_of = [](const Gate& gate) { return gate.into; };
  row_begin_ = begins(gates_, areas.count, [](const Gate& gate) { return gate.from; });
  column_begin_ = begins(gates_, areas.count, into_of);
  std::vector<std::uint32_t> next = column_begin_;
  for (std::uint32_t row = 0; row < gates_.size(); ++row)
    row_of_[next[into_of(gates_[row])]++] = row;
}

}  // namespace throng
