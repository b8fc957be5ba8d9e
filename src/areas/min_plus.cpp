#include "min_plus.hpp"

#include <throng/assert.hpp>

namespace throng {
namespace {

/// Sums of costs, capped at kUnreachable.
template <class A, class B>
auto sum(const A& a, const B& b) {
  return a.min(kUnreachable - b) + b;
}

/// One query: iterates along the rows of the block.
void along(const CostBlock& block, const Cost* ends, Cost* result) {
  const Eigen::Map<const Eigen::Array<Cost, 1, Eigen::Dynamic>> end(ends, block.cols());
  for (Eigen::Index i = 0; i < block.rows(); ++i)
    result[i] = sum(block.row(i).array(), end).minCoeff();
}

}  // namespace

void min_plus(const CostBlock& block, const Eigen::Ref<const CostMatrix>& ends,
              Eigen::Ref<CostMatrix> result) {
  THRONG_ASSERT(block.cols() == ends.rows() && result.rows() == block.rows() &&
                result.cols() == ends.cols());
  if (ends.cols() == 1 && block.cols() > 0 && ends.outerStride() == 1 &&
      result.outerStride() == 1)
    return along(block, ends.data(), result.data());
  result.setConstant(kUnreachable);
  for (Eigen::Index i = 0; i < block.rows(); ++i)
    for (Eigen::Index j = 0; j < block.cols(); ++j) {
      const Cost cost = block(i, j);
      const Cost most = kUnreachable - cost;
      auto row = result.row(i).array();
      row = row.min(ends.row(j).array().min(most) + cost);
    }
}

}  // namespace throng
