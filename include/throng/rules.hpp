#pragma once

#include <throng/query.hpp>
#include <throng/result.hpp>

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>

namespace throng {

/// Which cells are neighbours.
enum class Topology : std::uint8_t {
  octile,  ///< 8 neighbours: 4 straight, 4 diagonal
  tile,    ///< 4 neighbours
};

/// When a diagonal step of `octile` is legal; both its ends are open anyway.
enum class Corners : std::uint8_t {
  never_cut,  ///< both cells beside the step are open: the rule of MovingAI scenarios
  cut_one,    ///< at least one of them is
  always,     ///< whatever they are
};

inline constexpr std::array kTopologies{Topology::octile, Topology::tile};
inline constexpr std::array kCorners{Corners::never_cut, Corners::cut_one, Corners::always};

std::string_view name(Topology topology) noexcept;
std::string_view name(Corners corners) noexcept;
/// Errors: bad_argument, with the list of the words.
Result<Topology> parse_topology(std::string_view word);
Result<Corners> parse_corners(std::string_view word);

/// What a step costs on an octile grid. On a tile grid every step costs 1.
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

/// The terrain characters that a kind of unit may stand on.
class MovementClass {
 public:
  /// Land units: `.`, `G` and `S` are open, all else is closed.
  MovementClass() : MovementClass(".GS") {}

  explicit MovementClass(std::string_view open) {
    for (const char terrain : open) open_.set(static_cast<unsigned char>(terrain));
  }

  bool open(char terrain) const noexcept {
    return open_[static_cast<unsigned char>(terrain)];
  }

  friend bool operator==(const MovementClass&, const MovementClass&) = default;

 private:
  std::bitset<256> open_;
};

/// How a unit moves. With a Terrain it gives a Grid.
struct Rules {
  Topology topology = Topology::octile;
  Corners corners = Corners::never_cut;  ///< octile only
  StepCosts costs = {};                  ///< octile only
  MovementClass movement = {};

  friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace throng
