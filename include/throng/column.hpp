#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// A std::pmr::polymorphic_allocator whose containers leave new elements as the memory is,
/// unless they are given a value.
template <class T>
class ColumnAllocator : public std::pmr::polymorphic_allocator<T> {
 public:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>,
                "elements must be mere bytes");

  using std::pmr::polymorphic_allocator<T>::polymorphic_allocator;
  template <class U>
  struct rebind {
    using other = ColumnAllocator<U>;
  };

  template <class U>
  void construct(U* /*at*/) noexcept {}
  template <class U, class Value, class... More>
  void construct(U* at, Value&& value, More&&... more) {
    ::new (static_cast<void*>(at))
        U(std::forward<Value>(value), std::forward<More>(more)...);
  }

  /// As polymorphic_allocator: a copy of a container uses the default resource.
  ColumnAllocator select_on_container_copy_construction() const { return {}; }
};

/// An array that threads fill: a std::pmr::vector, but resize() does not initialise. So the
/// threads that write the elements are the first to touch their memory.
template <class T>
using Column = std::vector<T, ColumnAllocator<T>>;

}  // namespace throng
