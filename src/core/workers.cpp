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
  return sizeof(Impl) + impl_->counter.bytes();
}

}  // namespace throng
