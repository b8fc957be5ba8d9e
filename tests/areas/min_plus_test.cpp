#include "../../src/areas/min_plus.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>

namespace throng::min_plus_test {

namespace {

/// Some entries have no path, some are close to 2^32, some are small.
CostMatrix random_matrix(Eigen::Index rows, Eigen::Index columns, SplitMix64& random) {
  CostMatrix matrix(rows, columns);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    const std::uint32_t kind = random.below(6);
    matrix.data()[i] = kind == 0   ? kUnreachable
                       : kind == 1 ? kUnreachable - random.below(1000)
                       : kind == 2 ? 0x8000'0000U - 500 + random.below(1000)
                                   : random.below(1000);
  }
  return matrix;
}

}  // namespace

TEST_CASE("the (min, +) product is that of a plain loop in 64 bits") {
  SplitMix64 random(1);
  for (int round = 0; round < 500; ++round) {
    const Eigen::Index rows = random.below(20), columns = random.below(20);
    const Eigen::Index queries = random.below(6);
    const CostMatrix whole = random_matrix(rows + 3, columns + 5, random);
    const CostMatrix ends = random_matrix(columns, queries, random);
    const CostBlock block(whole.data() + 2 * whole.cols() + 4, rows, columns,
                          Eigen::OuterStride<>(whole.cols()));
    CostMatrix result(rows, queries);
    min_plus(block, ends, result);
    for (Eigen::Index q = 0; q < queries; ++q)
      for (Eigen::Index i = 0; i < rows; ++i) {
        std::uint64_t least = kUnreachable;
        for (Eigen::Index j = 0; j < columns; ++j)
          least = std::min(least, std::uint64_t{whole(2 + i, 4 + j)} + ends(j, q));
        CAPTURE(round, q, i);
        REQUIRE(result(i, q) == least);
      }
    if (queries < 2 || rows == 0 || columns == 0) continue;
    CostMatrix part(rows, 4);  // one column of wider matrices
    min_plus(block, ends.middleCols(1, 1), part.middleCols(2, 1));
    CHECK(part.col(2) == result.col(1));
  }
}

}  // namespace throng::min_plus_test
