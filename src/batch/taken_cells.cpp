#include <throng/taken_cells.hpp>
#include <throng/terrain.hpp>

namespace throng {

Result<TakenCells> TakenCells::make(std::int32_t width, std::int32_t height) {
  const Outcome size = Terrain::check_size(width, height);
  if (!size) return size.failure();
  const auto cells = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  return TakenCells(width, std::vector<std::uint16_t>(cells));
}

bool TakenCells::contains(Position corner, std::int32_t size) const noexcept {
  return size >= 1 && corner.x >= 0 && corner.y >= 0 && size <= width() - corner.x &&
         size <= height() - corner.y;
}

template <class Accepts>
bool TakenCells::all_of(Position corner, std::int32_t size,
                        const Accepts& accepts) const noexcept {
  if (!contains(corner, size)) return false;
  for (std::int32_t y = corner.y; y < corner.y + size; ++y)
    for (std::int32_t x = corner.x; x < corner.x + size; ++x)
      if (!accepts(counts_[slot(x, y)])) return false;
  return true;
}

template <class Change>
void TakenCells::for_each(Position corner, std::int32_t size,
                          const Change& change) noexcept {
  for (std::int32_t y = corner.y; y < corner.y + size; ++y)
    for (std::int32_t x = corner.x; x < corner.x + size; ++x) change(counts_[slot(x, y)]);
}

bool TakenCells::add(Position corner, std::int32_t size) noexcept {
  if (!all_of(corner, size, [](std::uint16_t count) { return count < kMost; }))
    return false;
  for_each(corner, size, [](std::uint16_t& count) { ++count; });
  return true;
}

bool TakenCells::remove(Position corner, std::int32_t size) noexcept {
  if (!all_of(corner, size, [](std::uint16_t count) { return count > 0; })) return false;
  for_each(corner, size, [](std::uint16_t& count) { --count; });
  return true;
}

bool TakenCells::is_free(Position corner, std::int32_t size) const noexcept {
  return all_of(corner, size, [](std::uint16_t count) { return count == 0; });
}

}  // namespace throng
