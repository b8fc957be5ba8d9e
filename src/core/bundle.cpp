#include "saved_state.hpp"

#include <throng/bundle.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace throng {

namespace {

constexpr SavedKind kBundle{
    .word = "throng bundle", .name = "a bundle", .oldest = 1, .newest = 1};
constexpr std::size_t kSizeBytes = 8;

}  // namespace

std::string bundle(std::span<const std::string_view> parts) {
  ByteWriter out = begin_state(kBundle);
  out.add_count(parts.size());
  for (const std::string_view part : parts) out.add_count(part.size());
  for (const std::string_view part : parts) out.add(part);
  return end_state(std::move(out));
}

Result<std::vector<std::string_view>> unbundle(std::string_view saved, std::size_t count) {
  Result<OpenState> state = open_state(kBundle, saved);
  if (!state) return state.failure();
  ByteReader& in = state->in;
  const std::size_t parts = in.get_count(kSizeBytes);
  if (in.good() && parts != count)
    return impossible_state(
        kBundle, "has " + std::to_string(parts) + " parts, not " + std::to_string(count));
  std::vector<std::uint64_t> sizes(parts);
  for (std::uint64_t& size : sizes) size = in.get<std::uint64_t>();
  std::vector<std::string_view> all;
  for (const std::uint64_t size : sizes) {
    if (size > in.left()) in.fail();
    all.push_back(in.get(static_cast<std::size_t>(size)));
  }
  if (!in.good() || !in.at_end())
    return impossible_state(kBundle, "has parts of impossible sizes");
  return all;
}

}  // namespace throng
