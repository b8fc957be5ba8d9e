#pragma once

#include <cstddef>

namespace throng {

/// Asks the operating system for large pages where that pays: reads at random places of an
/// array of many megabytes then miss fewer translations of addresses, and the array is
/// mapped by fewer page faults. Has no effect on small arrays, and where there are no large
/// pages. Call it before the memory is touched. Cost: a system call for an array of at
/// least 4 MB.
void prefer_huge_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace throng
