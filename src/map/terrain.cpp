#include <throng/terrain.hpp>

#include <limits>
#include <utility>

namespace throng {
namespace {

std::string size_text(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height) + " cells";
}

/// Pre: check_size accepts the size.
std::size_t cells_of(std::int32_t width, std::int32_t height) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

}  // namespace

Outcome Terrain::check_size(std::int64_t width, std::int64_t height) {
  constexpr std::int64_t kMostSide = std::numeric_limits<std::int32_t>::max() - 2;
  constexpr std::int64_t kMostCells = std::numeric_limits<std::uint32_t>::max();
  if (width < 1 || height < 1)
    return fail(Code::bad_argument, "a map of " + size_text(width, height) + " is empty");
  const bool sides_fit = width <= kMostSide && height <= kMostSide;
  if (!sides_fit || (width + 2) * (height + 2) > kMostCells)
    return fail(Code::unsupported, "a map of " + size_text(width, height) +
                                       " is too large: with a border of one cell it may " +
                                       "hold " + std::to_string(kMostCells));
  return ok();
}

Result<Terrain> Terrain::make(std::int32_t width, std::int32_t height, char fill) {
  const Outcome size = check_size(width, height);
  if (!size) return size.failure();
  return Terrain(width, height, std::string(cells_of(width, height), fill));
}

Result<Terrain> Terrain::make(std::int32_t width, std::int32_t height, std::string cells) {
  const Outcome size = check_size(width, height);
  if (!size) return size.failure();
  if (cells.size() != cells_of(width, height))
    return fail(Code::bad_argument, "a map of " + size_text(width, height) + " was given " +
                                        std::to_string(cells.size()));
  return Terrain(width, height, std::move(cells));
}

void Terrain::set(Position p, char terrain) noexcept {
  THRONG_ASSERT(contains(p));
  cells_[static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width_) +
         static_cast<std::size_t>(p.x)] = terrain;
}

}  // namespace throng
