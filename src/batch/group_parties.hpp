#pragma once

#include "../core/flat_table.hpp"

#include <throng/group_goals.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace throng {

/// The units of a group of the same movement class and component: they may exchange places.
struct Party {
  std::uint32_t movement;
  std::uint32_t component;
  std::vector<std::uint32_t> units;
};

/// Sorts units into parties, which are numbered as their first units come.
class Parties {
 public:
  /// Adds a unit to its party. Returns the number of the party.
  std::uint32_t add(std::uint32_t unit, std::uint32_t movement, std::uint32_t component) {
    const auto added = static_cast<std::uint32_t>(all_.size());
    const std::uint64_t key = std::uint64_t{movement} << 32 | component;
    const std::uint32_t party = table_.add(key, added, [&](std::uint32_t k) {
      return all_[k].movement == movement && all_[k].component == component;
    });
    if (party == added) all_.push_back({movement, component, {}});
    all_[party].units.push_back(unit);
    return party;
  }

  std::span<const Party> all() const noexcept { return all_; }

 private:
  FlatTable table_;  ///< finds parties in all_
  std::vector<Party> all_;
};

/// The component of a unit; none if it is outside the map or on a closed cell.
inline std::optional<std::uint32_t> component_at(const Grid& grid, Position at) {
  if (!grid.contains(at) || !grid.open(at)) return std::nullopt;
  return grid.component(grid.cell(at));
}

/// Fails if a movement class has no grid, or a unit has no such movement class.
inline Outcome check_movements(std::span<const Index> movements,
                               std::span<const GroupUnit> units) {
  for (std::size_t i = 0; i < movements.size(); ++i)
    if (movements[i].grid() == nullptr)
      return fail(Code::bad_argument,
                  "movement class " + std::to_string(i) + " has no grid, but null");
  for (std::size_t i = 0; i < units.size(); ++i)
    if (units[i].movement >= movements.size())
      return fail(Code::bad_argument, "unit " + std::to_string(i) +
                                          " is of movement class " +
                                          std::to_string(units[i].movement) + " of " +
                                          std::to_string(movements.size()));
  return ok();
}

}  // namespace throng
