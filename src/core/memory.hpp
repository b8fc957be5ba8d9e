#pragma once

#include <array>
#include <cstddef>
#include <memory_resource>
#include <utility>

namespace throng {

/// Where a part of the scratch takes its memory, at once and as it grows. Made of a
/// std::pmr::memory_resource*; by default the default resource. Each part hands it on to
/// its own parts; moved parts keep theirs.
using Memory = std::pmr::polymorphic_allocator<>;

/// An array of n parts, each made by make().
template <std::size_t n, class Make>
auto make_array(const Make& make) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{(static_cast<void>(i), make())...};
  }
  (std::make_index_sequence<n>{});
}

/// Gives the memory of a container back: to assign {} to a vector keeps it.
template <class Container>
void release(Container& container) noexcept {
  Container().swap(container);
}

}  // namespace throng
