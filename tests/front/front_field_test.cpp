#include "../../src/front/front_field.hpp"

#include "../../src/core/rng.hpp"
#include "../../src/front/pull_lanes.hpp"
#include "../support/catch.hpp"
#include "../support/scenes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::front_field_test {

namespace {

/// Rows of a front with random entries, some of which lead nowhere or cost nearly as much
/// as anything can.
struct RandomRows {
  RandomRows(std::uint32_t own_columns, std::uint32_t all_columns, SplitMix64& random)
      : own(own_columns), columns(all_columns) {
    for (std::size_t i = 0; i < std::size_t{own} * columns + kLanePadding; ++i)
      entries.push_back(cost(random));
  }
  static Cost cost(SplitMix64& random) {
    const std::uint32_t kind = random.below(8);
    return kind == 0   ? kUnreachable
           : kind == 1 ? kUnreachable - 1 - random.below(10)
                       : random.below(1000);
  }
  StoredRows stored() const { return {entries.data(), own, columns}; }
  /// to[p] = the least of itself and entry + later cost, one after the other.
  void pull(std::vector<std::uint64_t>& to) const {
    for (std::size_t p = own; p-- > 0;)
      for (std::size_t j = p + 1; j < columns; ++j) {
        const std::size_t row = p * columns - p * (p + 1) / 2;
        to[p] = std::min(to[p], to[j] + entries[row + j - p - 1]);
      }
  }

  std::uint32_t own, columns;
  std::vector<Cost> entries;
};

}  // namespace

TEST_CASE("own columns take the least sums of entries and later costs") {
  SplitMix64 random(1);
  for (std::uint32_t own = 1; own <= 18; ++own)
    for (const std::uint32_t boundary : {0U, 1U, 3U, 8U, 13U, 31U}) {
      const RandomRows rows(own, own + boundary, random);
      std::array<std::vector<std::uint64_t>, kFieldLanes> expected;
      std::vector<Cost> together(std::size_t{rows.columns} * kFieldLanes);
      for (std::size_t field = 0; field < kFieldLanes; ++field)
        for (std::size_t j = 0; j < rows.columns; ++j) {
          together[j * kFieldLanes + field] = RandomRows::cost(random);
          expected[field].push_back(together[j * kFieldLanes + field]);
        }
      for (const PullKernels& kernels : pull_kernels()) {
        CAPTURE(own, boundary, &kernels - pull_kernels().data());
        std::vector<Cost> all = together;
        kernels.together(rows.stored(), all.data());
        for (std::size_t field = 0; field < kFieldLanes; ++field) {
          std::vector<std::uint64_t> right = expected[field];
          rows.pull(right);
          std::vector<Cost> one(rows.columns + kLanePadding, kUnreachable);
          for (std::size_t j = 0; j < rows.columns; ++j)
            one[j] = together[j * kFieldLanes + field];
          kernels.one(rows.stored(), one.data());
          for (std::size_t j = 0; j < rows.columns; ++j) {
            REQUIRE(one[j] == right[j]);
            REQUIRE(all[j * kFieldLanes + field] == right[j]);
          }
        }
      }
    }
}

TEST_CASE("fields from fronts have the distances of the oracle") {
  SplitMix64 random(2);
  test::for_each_scene([&](const test::Scene& scene) {
    if (scene.grid->links() != nullptr) return;
    Crew crew(1);
    const Fronts fronts =
        *Fronts::build(*scene.grid, std::numeric_limits<std::size_t>::max(), crew, nullptr);
    FrontField::Scratch scratch;
    for (const SweepDirection direction :
         {SweepDirection::from_sources, SweepDirection::to_sources}) {
      const auto distance = [&](Position source, Position cell) {
        return direction == SweepDirection::from_sources ? scene.cost(source, cell)
                                                         : scene.cost(cell, source);
      };
      const FrontField field(fronts, direction);
      std::vector<Position> sources;
      std::vector<CellIndex> cells;
      while (sources.size() < kFieldLanes) {
        const auto at = random.below(static_cast<std::uint32_t>(scene.cells.size()));
        sources.push_back(scene.cells[at]);
        const CellIndex cell = scene.grid->cell(sources.back());
        const bool closed = scene.grid->component(cell) == Grid::kNoComponent;
        cells.push_back(closed ? CellIndex{0} : cell);
      }
      for (const std::size_t count : {2U, 5U, 8U}) {
        field.measure_each(std::span(cells).first(count), scratch);
        for (const Position at : scene.cells) {
          const Rank rank = fronts.rank(scene.grid->cell(at));
          if (rank == kNoRank) continue;
          for (std::size_t i = 0; i < count; ++i) {
            CAPTURE(scene.words, at.x, at.y, i, count);
            REQUIRE(scratch.costs[rank * kFieldLanes + i] == distance(sources[i], at));
          }
        }
        field.measure(std::span(cells).first(count), scratch);
        for (const Position at : scene.cells) {
          const Rank rank = fronts.rank(scene.grid->cell(at));
          if (rank == kNoRank) continue;
          Cost nearest = kUnreachable;
          for (std::size_t i = 0; i < count; ++i)
            nearest = std::min(nearest, distance(sources[i], at));
          REQUIRE(scratch.costs[rank] == nearest);
        }
      }
    }
  });
}

}  // namespace throng::front_field_test
