#pragma once

#include "../../src/core/rng.hpp"
#include "../support/oracle.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/living_map.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace throng::test::pairs {

/// A map as a game knows it, with code of its own for what edits do to it.
class World {
 public:
  World(const Rules& rules, Position size, int closed_percent, std::uint64_t seed);

  Rules rules;
  Terrain terrain;
  std::vector<Weight> weights;  ///< of cells; empty: those of their characters
  std::vector<std::int16_t> altitude;
  std::vector<ClosedStep> closed_steps;

  /// Adds a layer of danger, 0 everywhere.
  void add_danger();
  /// What a RestoreEdit restores is what is there now.
  void note_made();
  /// Adds a link, which is open.
  void add(const Link& link);
  std::span<const Link> all_links() const { return all_links_; }

  GridOptions options() const;
  std::size_t slot(Position p) const;
  std::vector<Position> cells() const;
  bool open(Position p) const;

  /// Applies an edit. Pre: LivingMap::edit accepts it.
  void apply(const Edit& edit);

  Position any_cell(SplitMix64& random) const;
  /// Pre: some cell is open.
  Position any_open_cell(SplitMix64& random) const;

 private:
  void find_sums();

  std::vector<char> made_terrain_;
  std::vector<Weight> made_weights_;
  std::vector<Weight> danger_;  ///< of cells; empty: there is no such layer
  std::vector<Weight> sums_;    ///< with it: weight and danger of each cell
  std::vector<Link> all_links_;
  std::vector<bool> link_open_;
  std::vector<Link> links_;  ///< those that are open
};

/// The oracle's answers on a world that does not change any more.
class Truth {
 public:
  /// grid: its costs are the unit of all costs here.
  Truth(World world, const Grid& grid);

  const World& world() const { return world_; }
  const Rules& rules() const { return rules_; }

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  /// The cost of a cheapest path; kNone if there is none.
  std::uint64_t cost(Position from, Position to);
  /// Its length, as Grid::path_length. Pre: there is one.
  double length(Position from, Position to);
  /// From a cell to all cells; see World::slot. Pre: the cell is on the map.
  const OracleField<std::uint64_t>& field(Position from);
  /// The cost of a path if all cells were open and plain.
  std::uint64_t open_cost(Position a, Position b) const;

 private:
  World world_;
  Rules rules_;
  StepCosts unit_;
  std::map<Position, OracleField<std::uint64_t>> fields_;
};

}  // namespace throng::test::pairs
