#pragma once

#include <throng/assert.hpp>

#include <memory>

namespace throng {

/// What an object owns by `impl`, which is null only after a move from that object.
template <class Impl>
Impl& owned(const std::unique_ptr<Impl>& impl) noexcept {
  THRONG_ASSERT(impl != nullptr);
  return *impl;
}

}  // namespace throng
