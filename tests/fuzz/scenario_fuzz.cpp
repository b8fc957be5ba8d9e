// Any bytes as queries, scenario or CSV: parsed or refused; what is parsed from a scenario
// prints, and parses back to the same queries and lengths as far as they are printed.
#include <throng/scenario.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

bool equal(const throng::Scenario& a, const throng::Scenario& b) {
  constexpr double kLastDecimal = 1e-8;
  if (a.queries != b.queries || a.lengths.size() != b.lengths.size()) return false;
  for (std::size_t i = 0; i < a.lengths.size(); ++i)
    if (std::abs(a.lengths[i] - b.lengths[i]) > kLastDecimal) return false;
  return a.map_width == b.map_width && a.map_height == b.map_height;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto scenario = throng::parse_scenario(text);
  if (!scenario || scenario->lengths.empty()) return 0;
  const auto again = throng::parse_scenario(throng::print_scenario(*scenario, "a map"));
  if (!again || !equal(*again, *scenario)) std::abort();
  return 0;
}
