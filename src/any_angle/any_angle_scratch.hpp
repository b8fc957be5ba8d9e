#pragma once

#include "../core/memory.hpp"
#include "smooth_path.hpp"
#include "theta_star.hpp"

#include <throng/any_angle.hpp>

namespace throng {

struct AnyAngleScratch::Impl {
  explicit Impl(Memory memory = {}) : smooth(memory), theta(memory) {}

  SmoothScratch smooth;
  ThetaScratch theta;
};

}  // namespace throng
