#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/terrain.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng {

/// Which cells are neighbours.
enum class Topology : std::uint8_t {
  octile,  ///< 8 neighbours: 4 straight, 4 diagonal
  tile,    ///< 4 neighbours
  hex,     ///< 6 neighbours: columns of hexagons, an odd column half a cell higher
  tex,     ///< the same graph drawn with squares: bricks on end
};

/// Whether a cell has six neighbours. `hex` and `tex` differ only in how they are drawn:
/// those of x,y are x,y-1 and x,y+1, and in the columns x-1 and x+1 the rows y and y+1
/// where x is even, y-1 and y where it is odd.
constexpr bool is_hexagonal(Topology topology) noexcept {
  return topology == Topology::hex || topology == Topology::tex;
}

/// When a diagonal step of `octile` is legal; both its ends are open anyway.
enum class Corners : std::uint8_t {
  never_cut,  ///< both cells beside the step are open: the rule of MovingAI scenarios
  cut_one,    ///< at least one of them is
  always,     ///< whatever they are
};

/// What a step costs on cells that are not all alike: its price on plain ground times
enum class CostModel : std::uint8_t {
  mean,   ///< half the weights of the two cells: there and back cost the same
  enter,  ///< the weight of the cell that is entered
};

inline constexpr std::array kTopologies{Topology::octile, Topology::tile, Topology::hex,
                                        Topology::tex};
inline constexpr std::array kCorners{Corners::never_cut, Corners::cut_one, Corners::always};
inline constexpr std::array kCostModels{CostModel::mean, CostModel::enter};

std::string_view name(Topology topology) noexcept;
std::string_view name(Corners corners) noexcept;
std::string_view name(CostModel model) noexcept;
/// Errors: bad_argument, with the list of the words.
Result<Topology> parse_topology(std::string_view word);
Result<Corners> parse_corners(std::string_view word);
Result<CostModel> parse_cost_model(std::string_view word);

/// What a step costs on an octile grid. On all others every step costs 1.
///
/// Costs are integers, so that results are exact and the same on every machine. The default
/// stands for 1 : sqrt(2): 3363/2378 is a convergent of sqrt(2), and a path that is
/// cheapest in these integers is one in the true metric wherever no two candidates differ
/// by 2378 or more diagonal steps.
struct StepCosts {
  Cost straight = 2378;
  Cost diagonal = 3363;

  friend constexpr bool operator==(StepCosts, StepCosts) = default;
};

inline constexpr StepCosts kExactCosts{2378, 3363};  ///< "exact"
inline constexpr StepCosts kBg2006Costs{100, 150};  ///< "bg2006": Table 1 of the 2006 paper

/// Largest step cost a grid accepts: two steps of 16383 are the largest difference that the
/// 16 bits of cost in a search node can tell apart.
inline constexpr Cost kMaxStepCost = 16383;

/// "exact", "bg2006" or "S/D".
std::string name(StepCosts costs);
/// Errors: bad_argument unless 1 <= S <= D <= 2S and D <= kMaxStepCost.
Outcome check_costs(StepCosts costs);
/// Errors: bad_argument for another word; those of check_costs.
Result<StepCosts> parse_costs(std::string_view word);

/// The terrain characters that a kind of unit may stand on, and how heavy each is for it.
class MovementClass {
 public:
  /// Land units: `.`, `G` and `S` are open and plain, all else is closed.
  MovementClass() : MovementClass(".GS") {}

  /// These characters are open and plain.
  explicit MovementClass(std::string_view open) {
    for (const char terrain : open) set(terrain, 1);
  }

  /// Gives a character a weight; 0 closes it. Pre: weight <= kMaxWeight.
  void set(char terrain, Weight weight) noexcept {
    THRONG_ASSERT(weight <= kMaxWeight);
    weights_[static_cast<unsigned char>(terrain)] = weight;
  }

  /// 0: closed.
  Weight weight(char terrain) const noexcept {
    return weights_[static_cast<unsigned char>(terrain)];
  }
  bool open(char terrain) const noexcept { return weight(terrain) != 0; }

  /// Whether all that is open is plain.
  bool plain() const noexcept {
    return std::ranges::all_of(weights_, [](Weight weight) { return weight <= 1; });
  }

  friend bool operator==(const MovementClass&, const MovementClass&) = default;

 private:
  std::array<Weight, 256> weights_{};
};

/// What differs from the default class, "G:2,T:5"; ".GS:1" where nothing does.
/// parse_movement gives the same class back if it is about kTerrains only.
std::string name(const MovementClass& movement);
/// The default class with weights of its own for some characters: items with commas between
/// them, each of some of kTerrains, a colon and their weight (0: closed), "SG:2,T:5,W:0";
/// or the word "digits": each of the characters 1 to 9 is open and weighs what it says.
/// Errors: bad_argument, with the item that is wrong, or names a character again.
Result<MovementClass> parse_movement(std::string_view spec);

/// Largest side of a unit, in cells.
inline constexpr std::int32_t kMaxUnitSize = 64;

/// How a unit moves. With a Terrain it gives a Grid.
struct Rules {
  Topology topology = Topology::octile;
  Corners corners = Corners::never_cut;  ///< octile only
  StepCosts costs = {};                  ///< octile only
  MovementClass movement = {};
  CostModel cost_model = CostModel::mean;  ///< where cells have weights
  /// Weight that a step gains for each unit of altitude it climbs (GridOptions::altitude).
  Weight climb = 1;
  /// Side of the square of cells that a unit covers, 1 to kMaxUnitSize; grids of squares
  /// only. A unit of size k at x,y, its anchor, stands on the columns x to x + k - 1 of the
  /// rows y to y + k - 1. The anchor is open where all these are open cells of the map, and
  /// weighs what the heaviest of them weighs. Whatever else is said of cells (corners,
  /// altitude, influence, closed steps) is said of anchors.
  ///
  /// Under never_cut a moving unit sweeps open cells only: on a diagonal step it may stand
  /// on both ends and on both cells beside it, and in these four places it covers the whole
  /// square of k + 1 cells that it does not leave on the way.
  std::int32_t unit_size = 1;

  friend bool operator==(const Rules&, const Rules&) = default;
};

/// Errors: bad_argument unless unit_size is one from 1 to kMaxUnitSize; unsupported where
/// it is more than 1 and the topology hexagonal.
Outcome check_unit(const Rules& rules);

}  // namespace throng
