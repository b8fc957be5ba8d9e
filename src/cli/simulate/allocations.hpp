#pragma once

#include <cstdint>

namespace throng::cli {

/// How many times operator new has allocated memory so far, on all threads.
std::uint64_t allocation_count() noexcept;

}  // namespace throng::cli
