#include "origin.hpp"

#include "text.hpp"

#include <throng/version.hpp>

#define XXH_INLINE_ALL
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fstream>
#include <xxhash.h>

namespace throng::cli {
namespace {

std::string compiler() {
#ifdef __clang__
  return fmt::format("Clang {}.{}.{}, {}", __clang_major__, __clang_minor__,
                     __clang_patchlevel__, THRONG_BUILD);
#else
  return fmt::format("GCC {}, {}", __VERSION__, THRONG_BUILD);
#endif
}

/// The name of the processor, where the system tells it.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  constexpr std::string_view kKey = "model name";
  for (std::string line; std::getline(file, line);)
    if (const std::size_t colon = line.find(": ");
        line.starts_with(kKey) && colon != std::string::npos)
      return one_line(line.substr(colon + 2));
  return "unknown";
}

std::string now_in_utc() {
  const auto now = std::chrono::system_clock::now();
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace

Origin current_origin(const std::string& command) {
  return {version(), compiler(), processor(), now_in_utc(), command};
}

void add_origin(const Origin& origin, Json& json) {
  json.add("throng_version", origin.version);
  json.add("compiler", origin.compiler);
  json.add("processor", origin.processor);
  json.add("date", origin.date);
  json.add("command", origin.command);
}

std::string hash_of(std::string_view text) {
  return hash_text(XXH64(text.data(), text.size(), 0));
}

std::string hash_of(std::span<const Query> queries) {
  std::string text;  // little endian everywhere
  for (const auto& [start, goal] : queries)
    for (const std::int32_t x : {start.x, start.y, goal.x, goal.y})
      for (int shift = 0; shift < 32; shift += 8)
        text += static_cast<char>(static_cast<std::uint32_t>(x) >> shift);
  return hash_of(std::string_view(text));
}

}  // namespace throng::cli
