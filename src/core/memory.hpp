#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory_resource>
#include <utility>

namespace throng {

/// The allocator of a part of the scratch, for all of its memory. Converts from a
/// std::pmr::memory_resource*; the default is the default resource. Each part passes it on
/// to its own parts; moved parts keep theirs.
using Memory = std::pmr::polymorphic_allocator<>;

/// An array of n parts, each constructed by make().
template <std::size_t n, class Make>
auto make_array(const Make& make) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{(static_cast<void>(i), make())...};
  }
  (std::make_index_sequence<n>{});
}

/// Makes room for `more` further elements at the end of a vector, so that adding them
/// allocates nothing. Amortised O(1) for each element, like push_back().
template <class Vector>
void reserve_more(Vector& vector, std::size_t more) {
  const std::size_t needed = vector.size() + more;
  if (needed > vector.capacity()) vector.reserve(std::max(needed, 2 * vector.capacity()));
}

/// Frees the memory of a container; assigning {} to a vector keeps it.
template <class Container>
void release(Container& container) noexcept {
  Container().swap(container);
}

/// Memory of the heap, whatever the default resource is: for objects that may outlive it.
inline Memory heap_memory() noexcept { return std::pmr::new_delete_resource(); }

}  // namespace throng
