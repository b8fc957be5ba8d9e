#pragma once

#include "huge_pages.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
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

/// A LargeAllocator whose containers leave new elements as the memory is, unless they are
/// given a value.
template <class T>
struct LargeColumnAllocator : LargeAllocator<T> {
  template <class U>
  struct rebind {
    using other = LargeColumnAllocator<U>;
  };

  LargeColumnAllocator() = default;
  template <class U>
  LargeColumnAllocator(const LargeColumnAllocator<U>&) noexcept {}  // NOLINT: a conversion

  template <class U>
  void construct(U* /*at*/) noexcept {
    static_assert(std::is_trivial_v<U>, "elements must be mere bytes");
  }
  template <class U, class Value>
  void construct(U* at, Value&& value) {
    ::new (static_cast<void*>(at)) U(std::forward<Value>(value));
  }
};

/// A LargeVector that threads fill, as a Column: the threads that write the elements are
/// the first to touch their memory.
template <class T>
using LargeColumn = std::vector<T, LargeColumnAllocator<T>>;

/// Empties a vector of another allocator, if it is too small, and makes room for `size`
/// values and at least a half more than before.
template <class Vector>
void grow_empty(Vector& values, std::size_t size) {
  if (size <= values.capacity()) return;
  constexpr std::size_t kBytes = sizeof(typename Vector::value_type);
  values.clear();
  values.reserve(std::max(size, values.capacity() + values.capacity() / 2));
  if (values.capacity() * kBytes >= kLeastOnLargePages)
    prefer_huge_pages(values.data(), values.capacity() * kBytes);
}

/// Resizes a vector of another allocator whose old values are not needed: they are lost if
/// it grows beyond its capacity. That grows by at least a half. New values equal `fill`.
template <class Vector>
void remake(Vector& values, std::size_t size,
            const typename Vector::value_type& fill = {}) {
  grow_empty(values, size);
  values.resize(size, fill);
}

}  // namespace throng
