#include "allocations.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>

// The program's own malloc. The linker finds it before the malloc of glibc, which exports
// its functions under a second name for this purpose.
namespace {
std::atomic<std::uint64_t> allocations{0};  // relaxed: a count orders nothing

void count() noexcept { allocations.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

extern "C" {

// NOLINTBEGIN(bugprone-reserved-identifier): the names are glibc's
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* old, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
// NOLINTEND(bugprone-reserved-identifier)

void* malloc(std::size_t bytes) noexcept {
  count();
  return __libc_malloc(bytes);
}

void* calloc(std::size_t items, std::size_t bytes) noexcept {
  count();
  return __libc_calloc(items, bytes);
}

void* realloc(void* old, std::size_t bytes) noexcept {
  count();
  return __libc_realloc(old, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  count();
  return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  count();
  *out = __libc_memalign(alignment, bytes);
  return *out != nullptr ? 0 : ENOMEM;
}

}  // extern "C"

namespace throng::bench {

std::uint64_t allocation_count() noexcept {
  return allocations.load(std::memory_order_relaxed);
}

}  // namespace throng::bench
