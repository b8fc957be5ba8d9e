#pragma once

#include <cstddef>
#include <cstdint>

namespace throng {

/// hash_of() on processors that have AVX2, 1.4 times as fast there. Exists where the build
/// sets THRONG_HASH_AVX2: on x86-64.
std::uint64_t hash_avx2(const void* bytes, std::size_t count) noexcept;

}  // namespace throng
