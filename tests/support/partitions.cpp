#include "partitions.hpp"

#include "../../src/core/rng.hpp"
#include "maps.hpp"

#include <bit>
#include <map>
#include <vector>

namespace throng::test {
namespace {

/// An area that a legal move from `cell` leads to, drawn at random; kNoArea if none does.
std::uint32_t any_area_beside(const Grid& grid, const AreaMap& areas, CellIndex cell,
                              SplitMix64& random) {
  std::vector<std::uint32_t> found;
  for (unsigned bits = grid.moves()[cell]; bits != 0; bits &= bits - 1) {
    const auto move = static_cast<Move>(std::countr_zero(bits));
    const std::uint32_t area = areas.area_of[cell + grid.offset(move)];
    if (area != kNoArea) found.push_back(area);
  }
  if (found.empty()) return kNoArea;
  return found[random.below(static_cast<std::uint32_t>(found.size()))];
}

}  // namespace

AreaMap random_areas(const Grid& grid, std::uint64_t seed) {
  SplitMix64 random(seed);
  AreaMap areas{std::vector<std::uint32_t>(grid.cell_count(), kNoArea), 0};
  const auto percent_new = static_cast<std::int32_t>(1 + random.below(15));
  std::vector<CellIndex> left;
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (grid.component(cell) != Grid::kNoComponent) left.push_back(cell);
  while (!left.empty()) {
    std::swap(left[random.below(static_cast<std::uint32_t>(left.size()))], left.back());
    const CellIndex cell = left.back();
    std::uint32_t area = any_area_beside(grid, areas, cell, random);
    if (area == kNoArea && areas.count > 0 && !random.chance(percent_new)) continue;
    if (area == kNoArea || random.chance(percent_new)) area = areas.count++;
    areas.area_of[cell] = area;
    left.pop_back();
  }
  return areas;
}

AreaMap drawn_areas(const Grid& grid, std::string_view drawing) {
  const Terrain letters = drawn(drawing);
  AreaMap areas{std::vector<std::uint32_t>(grid.cell_count(), kNoArea), 0};
  std::map<char, std::uint32_t> number;
  for (const Position p : all_cells(letters)) {
    if (!grid.open(p)) continue;
    const auto [known, is_new] = number.try_emplace(letters.at(p), areas.count);
    areas.count += is_new ? 1 : 0;
    areas.area_of[grid.cell(p)] = known->second;
  }
  return areas;
}

}  // namespace throng::test
