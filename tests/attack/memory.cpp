#include "memory.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

namespace attack {
namespace {

constexpr unsigned char kFresh = 0xA5;  ///< memory is never zero by chance
constexpr unsigned char kReleased = 0xDD;

std::atomic<bool> famine{false};
std::atomic<bool> famine_once{false};
std::atomic<long> famine_left{0};
std::atomic<long> famine_failed{0};
thread_local bool plenty = false;

bool fails() noexcept {
  if (!famine || plenty) return false;
  const long left = famine_left.fetch_sub(1);
  if (left > 0 || (famine_once && left < 0)) return false;
  ++famine_failed;
  return true;
}

void* take(std::size_t bytes, std::size_t alignment) noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): operators return it
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* take_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = fails() ? nullptr : take(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void Famine::begin(long left, bool once) noexcept {
  famine_left = left;
  famine_once = once;
  famine_failed = 0;
  famine = true;
}

long Famine::end() noexcept {
  famine = false;
  return famine_failed;
}

Plenty::Plenty() noexcept : before_(plenty) { plenty = true; }
Plenty::~Plenty() { plenty = before_; }

void HostMemory::begin(long left, bool once) noexcept {
  left_ = left;
  once_ = once;
  failed_ = 0;
}

long HostMemory::end() noexcept {
  left_ = kAll;
  return failed_;
}

throng_host HostMemory::host() noexcept {
  throng_host host;
  throng_host_init(&host, sizeof host);
  host.user = this;
  host.allocate = allocate;
  host.release = release;
  return host;
}

void* HostMemory::allocate(void* user, std::size_t bytes, std::size_t alignment) {
  auto& memory = *static_cast<HostMemory*>(user);
  const long left = memory.left_--;
  if (left <= 0 && !(memory.once_ && left < 0)) {
    ++memory.failed_;
    return nullptr;
  }
  void* const taken = take(bytes, alignment);
  if (taken == nullptr) return nullptr;
  std::memset(taken, kFresh, bytes);
  memory.in_use_ += static_cast<long>(bytes);
  return taken;
}

void HostMemory::release(void* user, void* memory, std::size_t bytes, std::size_t) {
  static_cast<HostMemory*>(user)->in_use_ -= static_cast<long>(bytes);
  std::memset(memory, kReleased, bytes);
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
}

}  // namespace attack

// The others of the standard library call these. Those of AddressSanitizer do not, so those
// that take std::nothrow have to be here.
void* operator new(std::size_t bytes) {
  return attack::take_or_throw(bytes, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new(std::size_t bytes, std::align_val_t alignment,
                   const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return attack::take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): of take()
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
