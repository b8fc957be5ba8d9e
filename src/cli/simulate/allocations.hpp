#pragma once

#include <cstdint>

namespace throng::cli {

/// How often this program has taken memory by operator new so far, on all threads.
std::uint64_t allocation_count() noexcept;

}  // namespace throng::cli
