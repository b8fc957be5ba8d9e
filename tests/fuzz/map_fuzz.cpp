// Any bytes as a map: parsed or refused; what is parsed prints, and parses back.
#include <throng/map_io.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto terrain = throng::parse_map(text);
  if (!terrain) return 0;
  const auto again = throng::parse_map(throng::to_text(*terrain));
  if (!again || !(*again == *terrain)) std::abort();
  return 0;
}
