// Bytes as a saved LivingMap, with the hash that belongs to them: restored or refused.
#include "../../src/living/living_state.hpp"

#include <throng/living_map.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static throng::Workers workers(1);
  std::string saved = "throng living map";
  saved += static_cast<char>(throng::kFormat);
  saved.append(reinterpret_cast<const char*>(bytes), size);
  std::uint64_t hash = XXH64(saved.data(), saved.size(), 0);
  for (int k = 0; k < 8; ++k, hash >>= 8) saved.push_back(static_cast<char>(hash & 0xFFU));
  static_cast<void>(throng::LivingMap::restore(saved, workers));
  return 0;
}
