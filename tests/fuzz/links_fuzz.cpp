// Any bytes as links of a map: parsed or refused; what is parsed prints, parses back, and
// makes a grid or is refused.
#include <throng/grid.hpp>
#include <throng/map_io.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const throng::Terrain map = *throng::Terrain::make(12, 9);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto links = throng::parse_links(text, map);
  if (!links) return 0;
  const auto again = throng::parse_links(throng::to_text(*links), map);
  if (!again || *again != *links) std::abort();
  static_cast<void>(throng::Grid::make(map, {}, {.links = *links}));
  return 0;
}
