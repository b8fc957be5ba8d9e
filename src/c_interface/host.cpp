#include "host.hpp"

#include "boundary.hpp"
#include "options.hpp"

#include <new>

namespace throng::c_interface {

Host::Host(const throng_host* host) : host_(given(host, "host")) {
  if ((host_.allocate == nullptr) != (host_.release == nullptr))
    refuse("a host has only one of allocate and release");
  if (!has_jobs() && host_.concurrency != 0)
    refuse("a host has concurrency, but no parallel_for");
  if (has_jobs() && (host_.concurrency < 1 || host_.concurrency > Workers::kMaxThreads))
    refuse("the concurrency of a host is " + std::to_string(host_.concurrency) +
           ", not 1 to " + std::to_string(Workers::kMaxThreads));
}

std::pmr::memory_resource* Host::memory() noexcept {
  return host_.allocate != nullptr ? this : std::pmr::new_delete_resource();
}

void Host::parallel_for(std::size_t count, Body body) {
  const auto run = [](const void* context, std::size_t i) {
    (*static_cast<const Body*>(context))(i);
  };
  try {
    host_.parallel_for(host_.user, count, run, &body);
  } catch (...) {
    throw HostFailure{};
  }
}

void* Host::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* memory = nullptr;
  try {
    memory = host_.allocate(host_.user, bytes, alignment);
  } catch (...) {  // searches pass on nothing but std::bad_alloc
  }
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void Host::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
  try {
    host_.release(host_.user, memory, bytes, alignment);
  } catch (...) {  // the memory is lost; the caller cannot help
  }
}

}  // namespace throng::c_interface
