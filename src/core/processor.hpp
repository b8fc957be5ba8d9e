#pragma once

namespace throng {

/// Whether this processor runs AVX2 instructions. Code that uses them has a portable
/// version with the same results beside it.
inline bool has_avx2() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

}  // namespace throng
