#pragma once

#include <throng/export.hpp>

namespace throng {

/// The version of these headers and of the library, by semantic versioning. Below 1.0,
/// minor versions may change the interface.
inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 2;
inline constexpr int kVersionPatch = 0;

/// The version of the linked library, such as "0.2.0".
THRONG_API const char* version() noexcept;

}  // namespace throng
