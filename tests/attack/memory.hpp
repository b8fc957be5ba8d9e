#pragma once

#include <cstddef>
#include <throng.h>

namespace attack {

/// Makes global operator new fail. The whole program uses it, so it lasts as short as can
/// be.
class Famine {
 public:
  /// The allocation after `left` others fails; once, or with all that follow it.
  static void begin(long left, bool once) noexcept;
  /// Returns how many allocations failed.
  static long end() noexcept;
};

/// While it exists, a Famine does not concern this thread's allocations: those of the test.
class Plenty {
 public:
  Plenty() noexcept;
  ~Plenty();
  Plenty(const Plenty&) = delete;
  Plenty& operator=(const Plenty&) = delete;

 private:
  bool before_;
};

/// The memory of a host, which counts what is in use, and can fail.
class HostMemory {
 public:
  void begin(long left, bool once) noexcept;
  long end() noexcept;
  long in_use() const noexcept { return in_use_; }
  throng_host host() noexcept;

 private:
  static void* allocate(void* user, std::size_t bytes, std::size_t alignment);
  static void release(void* user, void* memory, std::size_t bytes, std::size_t alignment);

  static constexpr long kAll = 1L << 60;
  long left_ = kAll;
  bool once_ = false;
  long failed_ = 0;
  long in_use_ = 0;
};

}  // namespace attack
