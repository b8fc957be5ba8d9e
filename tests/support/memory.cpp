#include "memory.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t heap_count = 0;
thread_local std::size_t heap_left = throng::test::CountingMemory::kAll;

[[maybe_unused]] void count_heap() {
  if (heap_left == 0) throw std::bad_alloc();
  if (heap_left != throng::test::CountingMemory::kAll) --heap_left;
  ++heap_count;
}

void* take(std::size_t bytes, std::size_t alignment) noexcept {
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* take_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = take(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

#if !THRONG_SANITIZED
// The others of the standard library call these.
void* operator new(std::size_t bytes) {
  count_heap();
  return take_or_throw(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  count_heap();
  return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
#endif

namespace throng::test {

CountingMemory::~CountingMemory() = default;

void* CountingMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
  for (std::size_t left = left_;;) {
    if (left == 0) throw std::bad_alloc();
    if (left == kAll || left_.compare_exchange_weak(left, left - 1)) break;
  }
  ++allocations_;
  bytes_ += bytes;
  return take_or_throw(bytes, alignment);
}

void CountingMemory::do_deallocate(void* memory, std::size_t bytes, std::size_t) {
  bytes_ -= bytes;
  std::free(memory);
}

NoDefaultMemory::NoDefaultMemory()
    : before_(std::pmr::set_default_resource(std::pmr::null_memory_resource())) {}

NoDefaultMemory::~NoDefaultMemory() { std::pmr::set_default_resource(before_); }

LimitedHeap::LimitedHeap(std::size_t allowed) noexcept { heap_left = allowed; }

LimitedHeap::~LimitedHeap() { heap_left = CountingMemory::kAll; }

std::size_t heap_allocations() noexcept { return heap_count; }

}  // namespace throng::test
