#include "passed_subgoals.hpp"

namespace throng {
namespace {

void set(BitLines& lines, std::size_t line, std::size_t place) {
  lines.line(line)[place / 64] |= std::uint64_t{1} << place % 64;
}

/// Sets both ends of each line, so that every scan ends there at the latest.
void bound(BitLines& lines) {
  for (std::size_t i = 0; i < lines.lines(); ++i) {
    set(lines, i, 0);
    set(lines, i, lines.length() - 1);
  }
}

}  // namespace

PassedSubgoals::PassedSubgoals(const HubMap& map)
    : map_(map),
      rows_(map.grid.cell_count() / map.grid.stride(), map.grid.stride()),
      columns_(rows_.length(), rows_.lines()) {
  bound(rows_);
  bound(columns_);
  for (const PaddedPosition at : map.places) {
    const auto x = static_cast<std::size_t>(at.x), y = static_cast<std::size_t>(at.y);
    set(rows_, y, x);
    set(columns_, x, y);
  }
}

}  // namespace throng
