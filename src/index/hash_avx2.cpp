#include "hash_avx2.hpp"

// This file is compiled with -mavx2. Nothing may be included whose inline functions other
// files share: the linker could choose these copies, for processors without AVX2 as well.
// All functions of xxhash.h are static here.
#if defined(__AVX2__)

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace throng {

std::uint64_t hash_avx2(const void* bytes, std::size_t count) noexcept {
  return XXH3_64bits(bytes, count);
}

}  // namespace throng

#endif
