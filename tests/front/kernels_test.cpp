// The operations on fronts have the same results on every processor.
#include "../../src/core/rng.hpp"
#include "../../src/front/front_lanes.hpp"
#include "../../src/front/way_lanes.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace throng::kernels_test {

namespace {

using Wide = std::uint64_t;

Cost random_cost(SplitMix64& random) {
  const std::uint32_t kind = random.below(8);
  return kind == 0   ? kUnreachable
         : kind == 1 ? kUnreachable - 1 - random.below(10)
                     : random.below(1000);
}
std::vector<Cost> random_costs(std::size_t count, SplitMix64& random) {
  std::vector<Cost> costs(count);
  for (Cost& cost : costs) cost = random_cost(random);
  return costs;
}

/// A matrix in scratch memory, with rows that may be written beyond their end.
struct Matrix {
  Matrix(std::size_t own_columns, std::size_t all_columns, bool same_back,
         SplitMix64& random)
      : own(own_columns),
        columns(all_columns),
        stride(columns + kLanePadding),
        symmetric(same_back),
        costs(random_costs(stride * columns + kLanePadding, random)),
        middles(costs.size(), DenseMatrix::kNoMiddle) {
    for (std::size_t i = 0; i < columns; ++i) costs[i * stride + i] = kUnreachable;
  }
  DenseMatrix dense() {
    return {costs.data(), middles.data(), stride, own, columns, symmetric};
  }
  /// One column after the other: of ways that cost the same the earlier one stays.
  void eliminate_plainly() {
    for (std::size_t p = 0; p < own; ++p)
      for (std::size_t i = p + 1; i < columns; ++i)
        for (std::size_t j = symmetric ? i + 1 : p + 1; j < columns; ++j) {
          const Wide by = symmetric ? costs[p * stride + i] : costs[i * stride + p];
          const Wide sum = by + costs[p * stride + j];
          if (i == j || sum >= costs[i * stride + j]) continue;
          costs[i * stride + j] = static_cast<Cost>(sum);
          middles[i * stride + j] = static_cast<std::uint32_t>(p);
        }
  }
  /// Of the entries that are meant.
  bool same_as(const Matrix& other) const {
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t j = symmetric ? i + 1 : 0; j < columns; ++j)
        if (i != j && (costs[i * stride + j] != other.costs[i * stride + j] ||
                       middles[i * stride + j] != other.middles[i * stride + j]))
          return false;
    return true;
  }

  std::size_t own, columns, stride;
  bool symmetric;
  std::vector<Cost> costs;
  std::vector<std::uint32_t> middles;
};

}  // namespace

TEST_CASE("every processor eliminates and relaxes alike") {
  SplitMix64 random(1);
  for (std::size_t own = 1; own <= 13; ++own)
    for (const std::size_t boundary : {0U, 1U, 5U, 8U, 22U}) {
      const std::size_t columns = own + boundary;
      CAPTURE(own, boundary);
      const Matrix given(own, columns, /*same_back=*/true, random);
      Matrix expected = given;
      expected.eliminate_plainly();
      const auto entries = random_costs(own * columns + kLanePadding, random);
      const StoredRows rows{entries.data(), static_cast<std::uint32_t>(own),
                            static_cast<std::uint32_t>(columns)};
      const auto costs = random_costs(columns + kLanePadding, random);
      const auto first = random.below(static_cast<std::uint32_t>(own));
      const Cost bound = random.below(2) == 0 ? kUnreachable : 700;
      std::vector<Cost> relaxed = costs;
      for (std::size_t p = first; p < own; ++p)
        for (std::size_t j = p + 1; j < columns && relaxed[p] < bound; ++j)
          relaxed[j] = static_cast<Cost>(std::min<Wide>(
              relaxed[j],
              Wide{relaxed[p]} + entries[p * columns - p * (p + 1) / 2 + j - p - 1]));
      for (const FrontKernels& kernels : front_kernels()) {
        Matrix matrix = given;
        kernels.eliminate(matrix.dense());
        REQUIRE(matrix.same_as(expected));
        std::vector<Cost> to = costs;
        kernels.relax_rows(rows, first, bound, to.data());
        REQUIRE(std::equal(relaxed.begin(), relaxed.begin() + columns, to.begin()));
      }
    }
}

TEST_CASE("every processor eliminates alike where ways back differ") {
  SplitMix64 random(2);
  for (std::size_t own = 1; own <= 9; ++own)
    for (const std::size_t boundary : {0U, 3U, 8U, 17U}) {
      const Matrix given(own, own + boundary, /*same_back=*/false, random);
      Matrix first = given;
      front_kernels().front().eliminate(first.dense());
      for (const FrontKernels& kernels : front_kernels()) {
        Matrix matrix = given;
        kernels.eliminate(matrix.dense());
        REQUIRE(matrix.same_as(first));
      }
    }
}

TEST_CASE("every processor combines rows alike, and writes nothing beyond them") {
  SplitMix64 random(3);
  for (std::size_t round = 0; round < 120; ++round) {
    const std::size_t count = 1 + round % 40;
    CAPTURE(count);
    const auto a = random_costs(count + kLanePadding, random);
    const auto b = random_costs(count + kLanePadding, random);
    Wide least = kUnreachable;
    for (std::size_t i = 0; i < count; ++i) least = std::min(least, Wide{a[i]} + b[i]);
    const Cost by = random_cost(random);
    std::vector<Cost> next_costs = b;
    std::vector<std::uint32_t> next(b.size(), 7);
    for (std::size_t i = 0; i < count; ++i)
      if (Wide{a[i]} + by < next_costs[i]) {
        next_costs[i] = a[i] + by;
        next[i] = 9;
      }
    // Rows of falling depths, and what they reach.
    std::vector<std::vector<Cost>> values;
    std::vector<FarRow> rows;
    std::vector<Wide> reached(count, kUnreachable);
    for (std::size_t depth = count + 5; depth-- > 0 && rows.size() < 11;) {
      if (random.below(3) != 0) continue;
      values.push_back(random_costs(depth + 1 + kLanePadding, random));
      const Cost cost = random_cost(random);
      rows.push_back({values.back().data(), cost, static_cast<std::uint32_t>(depth), 0});
      for (std::size_t i = 0; i < std::min(depth, count); ++i)
        reached[i] = std::min(reached[i], Wide{cost} + values.back()[i]);
      if (depth < count) reached[depth] = std::min<Wide>(reached[depth], cost);
    }
    for (const FrontKernels& kernels : front_kernels()) {
      REQUIRE(kernels.least_sum(a.data(), b.data(), count) == least);
      std::vector<Cost> to = b;
      std::vector<std::uint32_t> nexts(b.size(), 7);
      kernels.relax_next(a.data(), by, 9, count, to.data(), nexts.data());
      REQUIRE(to == next_costs);
      REQUIRE(nexts == next);
      std::vector<Cost> far(count + kLanePadding);
      kernels.reach(rows, count, far.data());
      REQUIRE(std::equal(reached.begin(), reached.end(), far.begin()));
    }
  }
}

TEST_CASE("every processor joins ways alike") {
  SplitMix64 random(4);
  for (const bool symmetric : {true, false})
    for (std::uint32_t own = 1; own <= 9; ++own)
      for (const std::uint32_t boundary : {0U, 1U, 4U, 11U}) {
        CAPTURE(symmetric, own, boundary);
        const std::uint32_t columns = own + boundary;
        const std::size_t stride = columns + 2 * WayMatrix::kLanes;
        std::vector<FrontWay> ways(stride * columns + WayMatrix::kLanes);
        for (FrontWay& way : ways) {
          way = FrontWay(static_cast<Move>(random.below(8)));
          for (std::uint32_t more = random.below(12); more-- > 0;)
            way = way.then(FrontWay(static_cast<Move>(random.below(8))));
          if (random.below(6) == 0) way = FrontWay::over(random.below(1000), 3);
        }
        std::vector<std::uint32_t> middles(ways.size(), DenseMatrix::kNoMiddle);
        for (std::uint32_t i = 1; i < columns; ++i)
          for (std::uint32_t j = 1; j < columns; ++j)
            if (const std::uint32_t most = std::min({i, j, own}); random.below(3) != 0)
              middles[i * stride + j] = random.below(most);
        std::vector<std::uint64_t> entries;
        for (std::uint32_t p = 0; p < own; ++p) entries.push_back(1000 * p + 77);
        const auto joined = [&](WayJoin join) {
          std::vector<FrontWay> result = ways, back(ways.size());
          for (std::uint32_t i = 0; i < own; ++i)
            for (std::uint32_t j = 0; j < columns; ++j)
              if (const FrontWay way = ways[i * stride + j]; way.moves() > 0)
                back[i * stride + j] = way.reversed();
          join({result.data(), back.data(), middles.data(), stride, entries.data(), own,
                columns, symmetric});
          std::vector<std::uint64_t> meant;
          for (std::uint32_t i = 0; i < columns; ++i)
            for (std::uint32_t j = symmetric ? i + 1 : 0; j < columns; ++j) {
              std::uint64_t bits = 0;
              std::memcpy(&bits, &result[i * stride + j], sizeof bits);
              if (i != j) meant.push_back(bits);
            }
          return meant;
        };
        const auto expected = joined(way_joins().front());
        for (const WayJoin join : way_joins()) REQUIRE(joined(join) == expected);
      }
}

}  // namespace throng::kernels_test
