#include "workers.hpp"

#include <cstdio>
#include <cstdlib>

namespace throng {
namespace {

[[noreturn]] void stop(const char* why) noexcept {
  std::fprintf(stderr, "throng: %s\n", why);
  std::abort();
}

}  // namespace

Workers::Workers(int threads, std::pmr::memory_resource* memory)
    : impl_(std::make_unique<Impl>(threads, memory)) {}

Workers::Workers(Executor& executor, std::pmr::memory_resource* memory)
    : impl_(std::make_unique<Impl>(executor, memory)) {}

Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

Workers::Impl& Workers::impl() const noexcept {
  if (impl_ == nullptr) stop("these Workers were moved from");
  return *impl_;
}

int Workers::threads() const noexcept { return impl().crew.size(); }

std::size_t Workers::memory_bytes() const noexcept {
  return sizeof(Impl) + impl().counter.bytes();
}

WorkersInUse::WorkersInUse(Workers& workers) noexcept : own_(workers.impl()) {
  if (own_.busy.exchange(true, std::memory_order_acquire))
    stop("a call uses Workers that another call is using; each thread needs its own");
}

}  // namespace throng
