#include "workers.hpp"

#include <throng/assert.hpp>

namespace throng {

Workers::Workers(int threads, std::pmr::memory_resource* memory)
    : impl_(std::make_unique<Impl>(threads, memory)) {
  THRONG_ASSERT(threads <= kMaxThreads);
}

Workers::Workers(Executor& executor, std::pmr::memory_resource* memory)
    : impl_(std::make_unique<Impl>(executor, memory)) {
  THRONG_ASSERT(impl_->crew.size() <= kMaxThreads);
}

Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

int Workers::threads() const noexcept { return impl_->crew.size(); }

std::size_t Workers::memory_bytes() const noexcept {
  std::size_t bytes = sizeof(Impl) + impl_->order.capacity() * sizeof(impl_->order[0]) +
                      impl_->places.capacity() * sizeof(impl_->places[0]) +
                      impl_->shared.memory_bytes();
  for (const Scratch& scratch : impl_->scratch)
    bytes += sizeof(Scratch) + scratch.memory_bytes();
  return bytes;
}

}  // namespace throng
