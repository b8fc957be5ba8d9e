#pragma once

#include "../core/memory.hpp"
#include "../search/smooth_path.hpp"
#include "../search/theta_star.hpp"

#include <throng/any_angle.hpp>

#include <cstddef>
#include <vector>

namespace throng {

struct AnyAngleScratch::Impl {
  explicit Impl(Memory memory = {}) : smooth(memory), theta(memory), points(memory) {}

  SmoothScratch smooth;
  ThetaScratch theta;
  std::pmr::vector<Position> points;  ///< of the paths of one batch, one behind the other

  std::size_t memory_bytes() const noexcept {
    return smooth.memory_bytes() + theta.memory_bytes() +
           points.capacity() * sizeof(Position);
  }
};

}  // namespace throng
