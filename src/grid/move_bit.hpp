#pragma once

#include <throng/grid.hpp>

namespace throng {

/// The bit of a move in a move byte.
constexpr unsigned bit(Move move) noexcept { return 1U << static_cast<unsigned>(move); }

}  // namespace throng
