#pragma once

#include "shared_block.hpp"

#include <throng/assert.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// A handle of an array whose values never change. Copies share the values. The last handle
/// frees them, whatever they lie in: a block, a vector, or a file in memory.
///
/// Threads: as a std::shared_ptr. Different handles of one array may be read, copied and
///          destroyed concurrently. Pass a handle to another thread by a synchronizing
///          operation (mutex, atomic, start of a thread): it orders the writer's writes
///          before the reader's reads.
template <class T>
class SharedArray {
 public:
  using value_type = T;

  /// An empty array.
  SharedArray() noexcept = default;
  /// The first `size` values of a block.
  SharedArray(SharedBlock block, std::size_t size) noexcept
      : block_(std::move(block)),
        data_(size == 0 ? nullptr : reinterpret_cast<const T*>(block_.data())),
        size_(size) {}
  /// Values that live as long as `owner` does.
  SharedArray(std::shared_ptr<const void> owner, std::span<const T> values) noexcept
      : owner_(std::move(owner)),
        data_(values.empty() ? nullptr : values.data()),
        size_(values.size()) {}
  /// Takes the values over, without a copy.
  template <class Allocator>
  explicit SharedArray(std::vector<T, Allocator> values)
      : SharedArray(std::make_shared<const std::vector<T, Allocator>>(std::move(values))) {}

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  const T* data() const noexcept { return data_; }  ///< null if the array is empty
  std::span<const T> values() const noexcept { return {data_, size_}; }
  const T& operator[](std::size_t i) const noexcept {
    THRONG_ASSERT(i < size_);
    return data_[i];
  }

 private:
  template <class Allocator>
  explicit SharedArray(std::shared_ptr<const std::vector<T, Allocator>> values) noexcept
      : SharedArray(values, std::span<const T>(*values)) {}

  // At most one of the two is not empty. A block is there for versions that are made often:
  // it costs no allocation.
  SharedBlock block_;
  std::shared_ptr<const void> owner_;
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace throng
