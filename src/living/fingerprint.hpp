#pragma once

#include "../grid/living_ground.hpp"
#include "living_index.hpp"

#include <cstdint>
#include <span>

namespace throng {

/// See LivingMap::fingerprint.
std::uint64_t fingerprint_of(const LivingGround& ground,
                             std::span<const LivingIndex> classes);

}  // namespace throng
