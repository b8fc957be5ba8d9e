#include "map_identity.hpp"

#include "../core/bytes.hpp"
#include "../grid/grid_access.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace throng {
namespace {

template <class T>
void add(WideHasher& hasher, std::span<const T> values) {
  hasher.add(std::as_bytes(values));
}

/// The weights of illegal steps mean nothing, and depend on how the grid was made.
void add_step_weights(WideHasher& hasher, const Grid& grid) {
  const std::span<const std::uint16_t> weights = GridAccess::step_weights(grid);
  if (weights.empty()) return;
  std::array<std::uint16_t, kMoves> legal{};
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
    if (grid.moves()[cell] == 0) continue;
    for (std::size_t d = 0; d < kMoves; ++d)
      legal[d] = (grid.moves()[cell] >> d & 1U) != 0 ? weights[cell * kMoves + d]
                                                     : std::uint16_t{};
    add<std::uint16_t>(hasher, legal);
  }
}

void add_links(WideHasher& hasher, const Grid& grid) {
  if (grid.links() == nullptr) return;
  ByteWriter bytes;
  for (const Link& link : grid.links()->links()) {
    for (const Position p : {link.from, link.to}) {
      bytes.add(p.x);
      bytes.add(p.y);
    }
    bytes.add(link.weight);
  }
  hasher.add(std::as_bytes(std::span(bytes.bytes())));
}

std::string text_of(const Rules& rules, StepCosts costs) {
  std::string text(name(rules.topology));
  if (rules.topology == Topology::octile) text += " " + std::string(name(rules.corners));
  return text + " " + name(costs) +
         (rules.unit_size > 1 ? " unit size " + std::to_string(rules.unit_size) : "");
}

}  // namespace

WideHash map_hash_of(const Grid& grid) {
  WideHasher hasher;
  add(hasher, grid.moves());
  add_step_weights(hasher, grid);
  add_links(hasher, grid);
  return hasher.result();
}

void describe(const Grid& grid, FileHeader& header) {
  const Rules& rules = grid.rules();
  header.width = grid.width();
  header.height = grid.height();
  header.map_hash = map_hash_of(grid);
  header.straight = grid.costs().straight;
  header.diagonal = grid.costs().diagonal;
  header.layered = grid.plain() ? 0 : 1;
  header.topology = static_cast<std::uint8_t>(rules.topology);
  header.corners = static_cast<std::uint8_t>(rules.corners);
  header.cost_model = static_cast<std::uint8_t>(rules.cost_model);
  header.unit_size = rules.unit_size;
  header.wanted_straight = rules.costs.straight;
  header.wanted_diagonal = rules.costs.diagonal;
  header.climb = rules.climb;
  for (std::size_t i = 0; i < header.weights.size(); ++i)
    header.weights[i] = rules.movement.weight(static_cast<char>(i));
}

Result<Rules> rules_of(const FileHeader& header) {
  Rules rules;
  rules.topology = static_cast<Topology>(header.topology);
  rules.corners = static_cast<Corners>(header.corners);
  rules.cost_model = static_cast<CostModel>(header.cost_model);
  rules.costs = {header.wanted_straight, header.wanted_diagonal};
  rules.climb = header.climb;
  rules.unit_size = header.unit_size;
  rules.movement = MovementClass(header.weights);
  const bool weights_are_valid = std::ranges::all_of(
      header.weights, [](Weight weight) { return weight <= kMaxWeight; });
  const bool valid = header.topology < kTopologies.size() &&
                     header.corners < kCorners.size() &&
                     header.cost_model < kCostModels.size() && weights_are_valid &&
                     check_costs(rules.costs) && check_unit(rules);
  if (!valid) return fail(Code::bad_format, "the header is damaged: the rules");
  return rules;
}

Outcome check_map(const FileHeader& header, const Grid& grid) {
  const Result<Rules> rules = rules_of(header);
  if (!rules) return rules.failure();
  const std::string theirs = text_of(*rules, {header.straight, header.diagonal});
  const std::string ours = text_of(grid.rules(), grid.costs());
  if (theirs != ours)
    return fail(Code::bad_argument, "is for " + theirs + ", not for " + ours);
  const auto size = [](std::int32_t width, std::int32_t height) {
    return std::to_string(width) + " x " + std::to_string(height);
  };
  if (header.width != grid.width() || header.height != grid.height())
    return fail(Code::bad_argument, "is for a map of " + size(header.width, header.height) +
                                        " cells, not of " +
                                        size(grid.width(), grid.height()));
  if (header.map_hash != map_hash_of(grid))
    return fail(Code::bad_argument,
                "is for another map of this size, or for other weights, closed steps or "
                "links");
  return ok();
}

std::string hexadecimal(std::uint64_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned shift = 64; shift > 0;) {
    shift -= 4;
    text += kDigits[number >> shift & 0xFU];
  }
  return text;
}

}  // namespace throng
