#pragma once

#include <throng/export.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace throng {

/// Which cells are neighbours.
enum class Topology : std::uint8_t {
  octile,  ///< 8 neighbours: 4 straight, 4 diagonal
  tile,    ///< 4 neighbours
  hex,     ///< 6 neighbours: columns of hexagons, odd columns half a cell higher
  tex,     ///< the graph of hex, drawn with squares in shifted columns
};

/// Whether a cell has six neighbours. `hex` and `tex` differ only in how they are drawn.
/// The neighbours of x,y:
/// - x,y-1 and x,y+1;
/// - in the columns x-1 and x+1, the rows y and y+1 if x is even, y-1 and y if x is odd.
constexpr bool is_hexagonal(Topology topology) noexcept {
  return topology == Topology::hex || topology == Topology::tex;
}

/// When a diagonal step of `octile` is legal. Both its ends must be open.
enum class Corners : std::uint8_t {
  never_cut,  ///< if both cells beside the step are open: the rule of MovingAI scenarios
  cut_one,    ///< if at least one of the cells beside the step is open
  always,     ///< always
};

/// The cost of a step on weighted ground: its cost on plain ground, multiplied by
enum class CostModel : std::uint8_t {
  mean,   ///< the mean weight of the two cells: both directions cost the same
  enter,  ///< the weight of the cell that the step enters
};

inline constexpr std::array kTopologies{Topology::octile, Topology::tile, Topology::hex,
                                        Topology::tex};
inline constexpr std::array kCorners{Corners::never_cut, Corners::cut_one, Corners::always};
inline constexpr std::array kCostModels{CostModel::mean, CostModel::enter};

THRONG_API std::string_view name(Topology topology) noexcept;
THRONG_API std::string_view name(Corners corners) noexcept;
THRONG_API std::string_view name(CostModel model) noexcept;
/// Errors: bad_argument; the message lists the valid words.
THRONG_API Result<Topology> parse_topology(std::string_view word);
THRONG_API Result<Corners> parse_corners(std::string_view word);
THRONG_API Result<CostModel> parse_cost_model(std::string_view word);

/// Step costs of octile grids. On all other grids every step costs 1.
///
/// Costs are integers, so results are exact and equal on every machine. The default
/// approximates 1 : sqrt(2) by the convergent 3363/2378. A path that is cheapest in these
/// costs is a shortest path in the true metric unless two candidates differ by 2378 or more
/// diagonal steps; on weighted ground a step counts as often as it weighs.
struct StepCosts {
  Cost straight = 2378;
  Cost diagonal = 3363;

  friend constexpr bool operator==(StepCosts, StepCosts) = default;
};

inline constexpr StepCosts kExactCosts{2378, 3363};  ///< "exact"
inline constexpr StepCosts kBg2006Costs{100, 150};  ///< "bg2006": Table 1 of the 2006 paper

/// Largest step cost a grid accepts: two steps of 16383 are the largest difference that the
/// 16-bit costs of search nodes can distinguish.
inline constexpr Cost kMaxStepCost = 16383;

/// The text of step costs: "exact", "bg2006" or "S/D".
THRONG_API std::string name(StepCosts costs);
/// Errors: bad_argument unless 1 <= S <= D <= 2S and D <= kMaxStepCost.
THRONG_API Outcome check_costs(StepCosts costs);
/// Errors: bad_argument for any other word; errors of check_costs().
THRONG_API Result<StepCosts> parse_costs(std::string_view word);

/// The terrain characters that a class of units can enter, and the weight of each.
class MovementClass {
 public:
  /// Land units: `.`, `G` and `S` are open with weight 1, all other characters are closed.
  MovementClass() : MovementClass(".GS") {}

  /// Opens these characters with weight 1, closes all others.
  explicit MovementClass(std::string_view open) {
    weights_.fill(kUnset);
    for (const char terrain : kTerrains) set(terrain, 0);
    for (const char terrain : open) set(terrain, 1);
  }

  /// In a list of weights: weight 0 of a character beside kTerrains that was set.
  static constexpr Weight kClosedOwn = 0xFFFF;

  /// The weights of all 256 characters, as weights() lists them. Those beside kTerrains
  /// with weight 0 are not set.
  explicit MovementClass(std::span<const Weight, 256> weights) : MovementClass("") {
    for (std::size_t c = 0; c < weights.size(); ++c) {
      const auto terrain = static_cast<char>(c);
      if (weights[c] != 0 || kTerrains.find(terrain) != std::string_view::npos)
        set(terrain, weights[c] == kClosedOwn ? Weight{0} : weights[c]);
    }
  }

  /// Sets the weight of a character, 0 to kMaxWeight; 0 closes it. Grid::make rejects a
  /// class with any other weight. A character beside kTerrains becomes one that maps may
  /// contain: see own_characters().
  void set(char terrain, std::int64_t weight) noexcept {
    const bool valid = 0 <= weight && weight <= kMaxWeight;
    weights_[static_cast<unsigned char>(terrain)] =
        valid ? static_cast<Weight>(weight) : kInvalid;
  }
  /// Weights are whole numbers.
  void set(char terrain, std::floating_point auto weight) = delete;

  /// The weight of a character; 0: closed.
  Weight weight(char terrain) const noexcept {
    const Weight weight = weights_[static_cast<unsigned char>(terrain)];
    return weight != kUnset ? weight : Weight{0};
  }
  bool open(char terrain) const noexcept { return weight(terrain) != 0; }

  /// Whether every open character has weight 1.
  bool plain() const noexcept {
    return std::ranges::all_of(
        weights_, [](Weight weight) { return weight <= 1 || weight == kUnset; });
  }

  /// The weights of all characters: a class that is made of them is equal.
  std::array<Weight, 256> weights() const {
    std::array<Weight, 256> list{};
    for (std::size_t c = 0; c < list.size(); ++c) list[c] = weight(static_cast<char>(c));
    for (const char own : own_characters())
      if (weight(own) == 0) list[static_cast<unsigned char>(own)] = kClosedOwn;
    return list;
  }

  /// The characters beside kTerrains whose weight was set, also to 0: an alphabet of one's
  /// own, for parse_map().
  std::string own_characters() const {
    std::string own;
    for (std::size_t c = 0; c < weights_.size(); ++c)
      if (weights_[c] != kUnset &&
          kTerrains.find(static_cast<char>(c)) == std::string_view::npos)
        own += static_cast<char>(c);
    return own;
  }

  friend bool operator==(const MovementClass&, const MovementClass&) = default;

 private:
  static constexpr Weight kInvalid = kMaxWeight + 1;
  static constexpr Weight kUnset = kMaxWeight + 2;  ///< closed

  std::array<Weight, 256> weights_;
};

/// The differences from the default class, such as "G:2,T:5"; ".GS:1" if there are none.
/// parse_movement returns an equal class if it can: see there.
THRONG_API std::string name(const MovementClass& movement);
/// Parses a movement class: the default class with changed weights, or the word "digits".
/// - Weights: items separated by commas, each with one or more characters, a colon and
///   their weight (0: closed), such as "SG:2,T:5,W:0". Characters beside kTerrains, as in
///   "E:1,#:0", are printable ASCII characters but blank, comma and colon.
/// - "digits": each of the characters 1 to 9 is open; its weight is its value.
/// Errors: bad_argument, with the item that is invalid or repeats a character.
THRONG_API Result<MovementClass> parse_movement(std::string_view spec);

/// Largest side of a unit, in cells.
inline constexpr std::int32_t kMaxUnitSize = 64;

/// How a unit moves. A Terrain compiled under Rules is a Grid.
struct Rules {
  Topology topology = Topology::octile;
  Corners corners = Corners::never_cut;  ///< octile only
  StepCosts costs = {};                  ///< octile only
  MovementClass movement = {};
  CostModel cost_model = CostModel::mean;  ///< where cells have weights
  /// Weight that a step gains for each unit of altitude it climbs (GridOptions::altitude).
  Weight climb = 1;
  /// Side of the square of cells that a unit covers, 1 to kMaxUnitSize; above 1 only on
  /// grids of squares. A unit of size k with its anchor at x,y covers the columns x to x +
  /// k - 1 of the rows y to y + k - 1. The anchor is open if all these cells are open and
  /// lie in the map. Its weight is the largest of their weights. Every other rule of cells
  /// (corners, altitude, influence, closed steps) applies to the anchor cell.
  ///
  /// Under never_cut a moving unit covers open cells only. On a diagonal step the unit fits
  /// on both ends and on both cells beside the step. Units in these four places cover the
  /// whole square of k + 1 cells in which it moves.
  std::int32_t unit_size = 1;

  friend bool operator==(const Rules&, const Rules&) = default;
};

/// Errors: bad_argument unless unit_size is 1 to kMaxUnitSize; unsupported if it is above 1
///         and the topology is hexagonal.
THRONG_API Outcome check_unit(const Rules& rules);

}  // namespace throng
