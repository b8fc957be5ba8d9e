#pragma once

#include <cstdint>

namespace throng::bench {

/// How many heap allocations this program and all its loaded libraries have made so far:
/// malloc and its relatives, and through them operator new.
std::uint64_t allocation_count() noexcept;

}  // namespace throng::bench
