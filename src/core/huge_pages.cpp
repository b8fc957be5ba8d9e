#include "huge_pages.hpp"

#ifdef __linux__
#include <memory>
#include <sys/mman.h>
#endif

namespace throng {

void prefer_huge_pages([[maybe_unused]] void* memory,
                       [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kPage = std::size_t{2} << 20;
  if (bytes < 2 * kPage || std::align(kPage, kPage, memory, bytes) == nullptr) return;
  // Advice: nothing depends on whether it is followed.
  static_cast<void>(madvise(memory, bytes / kPage * kPage, MADV_HUGEPAGE));
#endif
}

}  // namespace throng
