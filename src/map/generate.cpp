#include "../core/words.hpp"
#include "generators.hpp"

#include <throng/generate.hpp>

#include <limits>
#include <string>

namespace throng {
namespace {

constexpr std::array<std::string_view, 7> kMapKindWords{
    "empty", "random", "maze", "rooms", "caves", "islands", "terrain"};
static_assert(kMapKindWords.size() == kMapKinds.size());

Outcome check_range(std::string_view option, std::int32_t value, std::int32_t least,
                    std::int32_t most) {
  if (value >= least && value <= most) return ok();
  std::string what = std::string(option) + " " + std::to_string(value) + " is ";
  what +=
      value < least ? "below " + std::to_string(least) : "above " + std::to_string(most);
  return fail(Code::bad_argument, std::move(what));
}

Outcome check_options(const GenerateOptions& options) {
  constexpr std::int32_t kAny = std::numeric_limits<std::int32_t>::max();
  Outcome outcome = check_range("density", options.density, 0, 100);
  if (outcome) outcome = check_range("corridor", options.corridor, 1, kAny);
  if (outcome) outcome = check_range("room", options.room, 1, kAny);
  return outcome;
}

void draw(MapKind kind, Terrain& terrain, const GenerateOptions& options) {
  SplitMix64 random(options.seed);
  switch (kind) {
    case MapKind::empty:
      return;
    case MapKind::random:
      return make_random(terrain, options, random);
    case MapKind::maze:
      return make_maze(terrain, options, random);
    case MapKind::rooms:
      return make_rooms(terrain, options, random);
    case MapKind::caves:
      return make_caves(terrain, options, random);
    case MapKind::islands:
      return make_islands(terrain, options, random);
    case MapKind::terrain:
      return make_hills(terrain, options, random);
  }
}

}  // namespace

std::string_view name(MapKind kind) noexcept { return word_of(kMapKindWords, kind); }

Result<MapKind> parse_map_kind(std::string_view word) { return find_word(kMapKinds, word); }

Result<Terrain> generate(MapKind kind, const GenerateOptions& options) {
  const Outcome outcome = check_options(options);
  if (!outcome) return outcome.failure();
  Result<Terrain> terrain = Terrain::make(options.width, options.height);
  if (terrain) draw(kind, *terrain, options);
  return terrain;
}

}  // namespace throng
