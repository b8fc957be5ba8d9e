#pragma once

#include "huge_pages.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace throng {

/// Arrays of fewer bytes stay on small pages. Measured on a virtual machine: fields and
/// rows of large maps are made in half of the time on large pages, but beside rows of 16 MB
/// on large pages, paths were read from other arrays two to four times as slowly.
inline constexpr std::size_t kLeastOnLargePages = std::size_t{64} << 20;

/// Allocates arrays of the heap that start on a cache line (Eigen's own allocator aligns to
/// 16 bytes), on large pages from kLeastOnLargePages bytes on.
template <class T>
struct LargeAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U>&) noexcept {}  // NOLINT: a conversion

  T* allocate(std::size_t count) {
    void* const memory = ::operator new(count * sizeof(T), kLine);
    if (count * sizeof(T) >= kLeastOnLargePages)
      prefer_huge_pages(memory, count * sizeof(T));
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) noexcept { ::operator delete(memory, kLine); }

  friend bool operator==(LargeAllocator, LargeAllocator) = default;
};

/// For arrays that grow with the map and are mostly written or read in order.
template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

/// Resizes a vector of another allocator whose old values are not needed: they are lost if
/// it grows beyond its capacity. That grows by at least a half. New values equal `fill`.
template <class Vector>
void remake(Vector& values, std::size_t size,
            const typename Vector::value_type& fill = {}) {
  if (size > values.capacity()) {
    values.clear();
    values.reserve(std::max(size, values.capacity() + values.capacity() / 2));
    if (values.capacity() * sizeof(fill) >= kLeastOnLargePages)
      prefer_huge_pages(values.data(), values.capacity() * sizeof(fill));
  }
  values.resize(size, fill);
}

}  // namespace throng
