#pragma once

#include <cstdint>

namespace throng::bench {

/// How often this program, with every library it has loaded, has taken memory from the heap
/// so far: malloc and its relatives, and by way of them operator new.
std::uint64_t allocation_count() noexcept;

}  // namespace throng::bench
