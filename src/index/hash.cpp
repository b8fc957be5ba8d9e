#include "hash.hpp"

#include "../core/processor.hpp"
#include "hash_avx2.hpp"

#define XXH_INLINE_ALL  // header only: no library for users to link
#include <xxhash.h>

namespace throng {

std::uint64_t hash_of(std::span<const std::byte> bytes) noexcept {
#if THRONG_HASH_AVX2
  static const bool wide = has_avx2();
  if (wide) return hash_avx2(bytes.data(), bytes.size());
#endif
  return XXH3_64bits(bytes.data(), bytes.size());
}

struct WideHasher::State {
  XXH3_state_t xxh3;
};

WideHasher::WideHasher() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->xxh3);
}
WideHasher::~WideHasher() = default;

void WideHasher::add(std::span<const std::byte> bytes) noexcept {
  XXH3_128bits_update(&state_->xxh3, bytes.data(), bytes.size());
}

WideHash WideHasher::result() const noexcept {
  const XXH128_hash_t hash = XXH3_128bits_digest(&state_->xxh3);
  return {hash.low64, hash.high64};
}

}  // namespace throng
