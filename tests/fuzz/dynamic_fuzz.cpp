// Any bytes as patches and as a dynamic scenario, divided by a zero byte: parsed or
// refused; what is parsed keeps the map's limits.
#include <throng/dynamic_scenario.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t zero = text.find('\0');
  auto patches = throng::parse_patches(text.substr(0, zero));
  if (!patches || zero == std::string_view::npos) return 0;
  const auto scenario =
      throng::parse_dynamic_scenario(text.substr(zero + 1), *std::move(patches));
  if (!scenario) return 0;
  for (const auto& version : scenario->versions) {
    if (version.queries.size() != version.lengths.size()) std::abort();
    for (const auto& [patch, corner] : version.changes) {
      const throng::Terrain& cells = scenario->patches.at(patch);
      if (corner.x < 0 || corner.x + cells.width() > scenario->width || corner.y < 0 ||
          corner.y + cells.height() > scenario->height)
        std::abort();
    }
  }
  return 0;
}
