// Any bytes as a layer of weights: parsed or refused; what is parsed prints, and parses
// back.
#include <throng/map_io.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto layer = throng::parse_weights(text);
  if (!layer) return 0;
  const auto again = throng::parse_weights(throng::to_text(*layer));
  if (!again || !(*again == *layer)) std::abort();
  return 0;
}
