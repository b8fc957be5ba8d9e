// Any bytes as a paths file: parsed or refused; paths that are parsed lie one after the
// other in the list of cells.
#include <throng/validate.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto paths = throng::parse_paths(text);
  if (!paths) return 0;
  std::size_t cells = 0;
  for (std::size_t i = 0; i < paths->size(); ++i) cells += paths->path(i).size();
  if (cells != paths->cells.size()) std::abort();
  return 0;
}
